from .pointers cimport ints, uchars
