from .pointers cimport doubles, ints, uchars
