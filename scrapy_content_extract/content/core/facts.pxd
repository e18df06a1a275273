cimport cython

from . cimport buffers as columns
from .buffers cimport Numbers
from .buffers cimport object as column

cdef int HINTS, PROSE_CHARS, RUN_GAP, FARTHEST_HEADING, NO_HEADING, FAR, COMMENT, BODY, NEAR, BITS, IN_FOOTER
cdef int ARTICLE, FOOTER
cdef int IN_MAIN, FAR_FROM_H1, NO_H1, FAR_FROM_CONTAINER, LEAST, SOME_ALIKE, SOME, MANY
cdef long long ONES, THOUSAND

cdef class Facts:
    cdef object page, kept_sentences, nodes
    cdef list kept
    cdef readonly object line_look
    cdef int elements, paragraphs, chars, all_text, text_share, links, tables, articles, comment_elements, h1
    cdef int container, container_prose, container_share, container_end
    cdef unsigned char* code
    cdef long long* steps
    cdef Numbers parent, end, first, stop, lines, chars_before, link_before, sentences_before, text_before
    cdef Numbers links_before, inputs_before, images_before, hints, own_section, node, holds, larger
    cdef Numbers level1, level2, box, section, inside, nested_text, nested_links, nested_sentences
    cdef Numbers look, siblings, alike, most_alike, group, line_chars, line_text, prose, above, box_tag
    cdef Numbers since_heading, heading, run, run_shares, container_steps

    cdef Numbers zeros(self, Py_ssize_t n) except NULL
    cdef count_page(self)
    @cython.locals(every_hint=int, up=int)
    cdef name_elements(self, column[int] said, column[int] section_of_role)
    cdef bint is_most(self, int i, int up) except -1
    cdef find_nodes(self, Numbers owner)
    cdef widen(self)
    cdef come_down(self)
    @cython.locals(kept="column[long long]", count=int)
    cdef follow_hints(self)
    cdef count_alike(self)
    cdef weigh_paragraphs(self)
    @cython.locals(own="column[int]", upper="column[int]", distance=int)
    cdef look_at_paragraphs(self)
    cdef find_runs(self)
    cdef find_container(self)
    cdef step_away(self, int i)
cpdef describe(Facts it, common, int begin, int beyond, places)
@cython.locals(number=int, start=int)
cdef write_page(Facts it, Numbers numbers, int n, list starts)
@cython.locals(
    chars=int, prose=int, block_tag=int, heading=int, after_heading=int, steps=int, run_share=int, before=int,
    position=int, link_density=int, near_density=int, after=int, after_h1=int
)
cdef write_own(Facts it, Numbers numbers, int begin, int n, list starts)
cdef int within(int number, int least, int most) noexcept
@cython.locals(
    repeated=int, same=int, tag=int, sentences=int, density=int, group_size=int, group_chars=int, section=int,
    in_footer=int, in_main=int
)
cdef write_nodes(Facts it, Numbers numbers, int begin, int n, list starts, column[int] hints)
@cython.locals(
    around_rate=int, around_density=int, beyond_rate=int, share1=int, controls1=int, density1=int,
    images1=int, share2=int, links2=int, density2=int, paragraphs2=int, section_controls=int,
    section_paragraphs=int, section_share=int
)
cdef write_around(Facts it, Numbers numbers, int begin, int n, list starts)
cdef int text_for_links(Facts it, int i) noexcept
cdef int link_density(Facts it, int i) noexcept
cdef int text_share(Facts it, int i) noexcept
cdef int for_lines(Facts it, Numbers before, int i) noexcept
@cython.locals(
    found="column[int]", n=int, features=int, b=int, f=int, weight=cython.longlong, total=cython.longlong,
    product=cython.longlong
)
cpdef means(column[int] numbers, column[int] chars)
cpdef shares(all_words, all_starts, all_looks)
cdef count_words(
    Numbers words, Numbers starts, Numbers order, int begin, int stop, Numbers having, Numbers last
)
@cython.locals(found=int)
cdef write_shares(
    Numbers words, Numbers starts, Numbers order, int begin, int stop, Numbers having, int least, Numbers to
)
