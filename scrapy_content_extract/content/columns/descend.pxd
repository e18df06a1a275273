from .pointers cimport ints, longlongs, uchars
