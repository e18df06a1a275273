from .pointers cimport doubles, ints, longlongs, uchars
