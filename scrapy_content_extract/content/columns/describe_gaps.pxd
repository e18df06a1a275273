from .gaps cimport Gaps
from .numbers cimport Numbers
from .pointers cimport ints, uchars
