# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Numbers for pairs; its Python side is pairing.py."""

from array import array

from libc.stdint cimport uint64_t

from .buffers cimport object as column

cdef object ZERO = array("i", [0])
#: Of a product with it the high bits have something of all bits of the other number.  It is odd, and a
#: secret of the process, so that nobody can prepare pairs that all get one slot.
cdef uint64_t SPREAD = hash("a secret of this process") & 0xFFFFFFFFFFFFFFFF | 1

def number_pairs(column[int] ones, column[int] others):
    """Return what ``pairing.number_pairs`` in Python returns."""
    cdef int n = len(ones), size = 0, i, k
    cdef uint64_t mask = 15, slot
    while mask < 2 * <uint64_t> n:
        mask = 2 * mask + 1
    cdef column[int] number = ZERO * n
    cdef column[int] first = ZERO * n  # of each number, where its pair is
    cdef column[int] table = ZERO * (mask + 1)  # of each slot the number that has it, and 1
    for i in range(n):
        slot = ((<uint64_t> ones[i] << 32 | <unsigned int> others[i]) * SPREAD >> 32) & mask
        while table[slot]:
            k = first[table[slot] - 1]
            if ones[k] == ones[i] and others[k] == others[i]:
                break
            slot = (slot + 1) & mask
        if not table[slot]:
            first[size] = i
            size += 1
            table[slot] = size
        number[i] = table[slot] - 1
    return number, size
