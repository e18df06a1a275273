from .pointers cimport ints
