# What is known of the gaps of a page: numbers of C, where gaps.py is compiled.

from .arithmetic cimport pair_numbers
from .pointers cimport doubles, ints, uchars
from .room cimport Room


cdef class Gaps:
    cdef object page  # what holds the columns that are read here
    cdef Room room  # what holds those that are made here
    cdef readonly int size  # how many gaps there are; the page has one paragraph more
    cdef int paragraphs

    # per element of the page
    cdef unsigned char* code
    cdef unsigned char* meaning
    cdef int* parent
    cdef int* end
    cdef int* first
    cdef int* stop
    cdef int* place  # its place among those with text

    # per element with text
    cdef int elements
    cdef int* parent_of
    cdef int* tag_of  # as in the page
    cdef int* class_of  # its class, a place in ``class_names``
    cdef int* children  # its children with text
    cdef int* look  # a number shared by the elements with the same tag and class, digits aside
    cdef int* alike  # how many siblings with text have its look, itself included
    cdef int classes
    cdef readonly object class_names  # the classes of these elements, each once

    # per text
    cdef int* owner
    cdef int* line_of  # its paragraph
    # running totals by text
    cdef int* chars_before
    cdef int* link_before

    # per paragraph
    cdef int* lines  # its first text, and the number of all texts last
    cdef int* tag  # of its block-level element, a place in TAGS
    cdef int* heading  # the level, or 0
    cdef int* since_heading  # paragraphs since the last heading
    cdef int* until_heading  # until the next one

    # per gap
    cdef int* container
    cdef int* before
    cdef int* after
    cdef int* ended  # block-level elements that end there
    cdef int* begun
    cdef int* levels  # both together
    cdef int* up  # all elements that end there
    cdef int* down
    cdef int* depth  # of the container
    cdef int* left  # the next gap that is less deep, or -1
    cdef int* right  # the same to the right, or ``size``
    cdef int* levels_rank  # the share of the page's gaps with fewer levels
    cdef int* depth_rank  # with less depth
    cdef int* container_gaps  # the gaps of its container
    cdef int* most_levels  # how many levels the largest of them has more
    cdef int* mean_levels  # how many they have more on average, in tenths

    cdef int take_elements(self, int* of_class, int* tags, int n, int values)
    cdef int look_at_paragraphs(self, int n)
    cdef int climb(self, int* depth_of)
    cdef int rank(self, int* numbers, int* to)
    cdef int compare_in_containers(self, int count)


cdef int find_shallower(int* depth, int n, int* left, int* right)
