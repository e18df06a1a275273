from .pointers cimport ints, uchars
# The numbers of kinds in kept.py: whole numbers of C, where it is compiled.
cdef int PRE, DT, CAPTION, FIGCAPTION, TD, TH, LI, DD, FIGURE, UL, OL, DL, TABLE, TFOOT, TR, A, CODE, IMG
cdef int VIDEO, BR, NOSCRIPT
