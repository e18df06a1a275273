from .facts cimport Facts
from .numbers cimport Numbers, copied
from .pointers cimport ints
from .room cimport Room
