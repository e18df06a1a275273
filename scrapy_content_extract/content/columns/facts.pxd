# What is known of a page: numbers of C, where facts.py is compiled.
#
# An element is its place among the elements with text, unless it is "of the page".  ``describe.FEATURES``
# explains the container, the levels, sections, groups and runs.  There are ``size`` elements.

from .arithmetic cimport pair_numbers
from .pointers cimport ints, longlongs, uchars
from .room cimport Room


cdef class Facts:
    cdef object page  # what holds the columns that are read here
    cdef list held
    cdef Room room  # what holds those that are made here

    # the page as a whole
    cdef int paragraphs, chars
    cdef int all_text  # characters outside links, at least 1
    cdef int text_share  # share of the characters that are outside links
    cdef int links, tables, articles  # its ``<a>``, ``<table>`` and ``<article>`` elements
    cdef int comment_elements  # share of the elements whose class or id hints at comments
    cdef int h1  # the first paragraph in an ``<h1>``, or -1
    cdef int container  # an element of the page
    cdef int container_prose  # paragraphs of prose right below the container
    cdef int container_share  # its share of the characters
    cdef int container_end  # the paragraph with its last text

    # running totals by text: all characters, those in links, those outside, and the ends of sentences
    cdef int* chars_before
    cdef int* link_before
    cdef int* text_before
    cdef int* sentences_before
    # running totals by element of the page: ``<a>``, form controls and ``<img>``
    cdef int* links_before
    cdef int* inputs_before
    cdef int* images_before
    # per element of the page
    cdef unsigned char* code
    cdef int* end

    # per element
    cdef int size
    cdef int* element  # its index in the page
    cdef int* parent
    cdef int* first  # its texts are ``range(first[i], stop[i])``
    cdef int* stop
    cdef int* tag  # as in the page
    cdef int* of_class
    cdef int* hints  # those in its class and id, as bits
    cdef int* holds  # how many paragraphs have text in it
    cdef int* larger  # the next ancestor that holds more paragraphs
    cdef int* level1
    cdef int* level2
    cdef int* own_section  # its place in SECTIONS, from 1, by its role or its tag; 0 for other elements
    cdef int* box  # the nearest block-level element, itself included
    cdef int* section  # the nearest section, itself included
    cdef int* inside  # bits IN_FOOTER and IN_MAIN
    # of an element that may be a container: text, link text and sentence ends in those right inside it
    cdef int* nested_text
    cdef int* nested_links
    cdef int* nested_sentences
    cdef long long* steps  # up to each hint, four bits for each
    cdef int* look  # a number shared by the elements with the same tag and class
    cdef int* alike  # how many elements have its look
    cdef int* siblings  # how many of these have its parent
    cdef int* most_alike  # the most ``siblings`` that it or an ancestor has
    cdef int* group  # 0 without a group

    # per paragraph
    cdef int* lines  # its first text, and the number of all texts last
    cdef int* element_of_line  # its node, as an element of the page
    cdef int* node
    cdef int* line_chars
    cdef int* line_text  # characters outside links
    cdef int* prose  # 1 if it is prose, see PROSE_CHARS
    cdef int* above  # the parent of its block-level element, -1 above the root
    cdef int* box_tag  # the code of its block-level element's tag
    cdef int* since_heading  # paragraphs since the last heading
    cdef int* heading  # its level
    cdef int* line_look  # a number shared by the paragraphs whose nodes look alike, and the nodes' parents, too
    cdef int* run  # the run of prose that it is in or follows, 0 before the first
    cdef int* container_steps  # from the container up to the first element that holds the paragraph, too
    # per run of prose: its text as a share of the longest run's
    cdef int* run_shares

    cdef int take_elements(self, page, int* said, int* section_of_role)
    cdef int find_nodes(self, int* parent, int* owner, int* place)
    cdef int count_page(self, int size)
    cdef int widen(self)
    cdef int come_down(self)
    cdef int follow_hints(self)
    cdef int count_alike(self)
    cdef int weigh_paragraphs(self)
    cdef int look_at_paragraphs(self)
    cdef int find_runs(self)
    cdef int find_container(self)
    cdef int step_away(self, int i)
