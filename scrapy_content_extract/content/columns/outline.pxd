# The numbers of kinds in outline.py: whole numbers of C, where it is compiled.
cdef int P, H6, PRE, TD, TH, LI, DD, BLOCKQUOTE, FIGURE, UL, OL, DL, TR, A, CODE, VIDEO
