from .numbers cimport Numbers
from .pointers cimport doubles, ints, uchars
