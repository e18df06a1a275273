from .pointers cimport ints, longlongs, uchars


cdef int pair_numbers(int* ones, int* others, int n, int* number)
