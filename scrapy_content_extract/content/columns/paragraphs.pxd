from .pointers cimport ints, longlongs
