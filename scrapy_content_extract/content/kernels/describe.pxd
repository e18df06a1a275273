cimport cython

from .buffers cimport object as column
from .facts cimport Facts
from .queries cimport gather

cdef int NEAR, BITS, FAR, IN_FOOTER, IN_MAIN, FAR_FROM_H1, NO_H1, FAR_FROM_CONTAINER, LEAST

cpdef describe(Facts it, common, int begin, int beyond, names, hints)
cdef write_page(Facts it, to, int n)
cdef write_own(Facts it, to, int begin, int beyond)
@cython.locals(
    found="column[int]", lines="column[int]", link_before="column[int]", chars_before="column[int]", b=int,
    low=int, high=int, share=cython.longlong
)
cdef densities_near(Facts it, int begin, int beyond, int reach)
@cython.locals(found="column[int]", b=int, distance=int)
cdef distances(int first, int n, int least, int most)
@cython.locals(found="column[int]", n=int, b=int, share=cython.longlong)
cdef positions(column[int] text_before, column[int] lines, int all_text)
@cython.locals(
    tag="column[int]", sentences="column[int]", density="column[int]", group_size="column[int]",
    group_chars="column[int]", chars_before="column[int]", text_before="column[int]",
    sentences_before="column[int]", first="column[int]", stop="column[int]", end="column[int]",
    code="column[unsigned char]", group="column[int]", siblings="column[int]", nested_text="column[int]",
    nested_links="column[int]", nested_sentences="column[int]", n=int, b=int, i=int, e=int, a=int, z=int,
    text=cython.longlong, chars=cython.longlong, linked=cython.longlong
)
cdef write_nodes(Facts it, to, column[int] node, column[int] element)
@cython.locals(
    own_section="column[int]", section_of="column[int]", inside="column[int]", section="column[int]",
    in_footer="column[int]", in_main="column[int]", n=int, b=int, i=int
)
cdef write_sections(Facts it, to, column[int] node)
cdef write_hints(Facts it, to, node, hints)
@cython.locals(steps="column[int]", n=int, b=int)
cdef unpacked(column[long long] packed, column[int] node, int shift)
cdef write_around(Facts it, to, node)
@cython.locals(found=int)
cdef distinct(columns, int size)
@cython.locals(b=int, i=int)
cdef add_distinct(column[int] column, column[unsigned char] known, column[int] those, int found)
@cython.locals(
    rate="column[int]", density="column[int]", text_share="column[int]", share="column[int]",
    links_of="column[int]", inputs="column[int]", images="column[int]", holds="column[int]",
    first="column[int]", stop="column[int]", element="column[int]", end="column[int]",
    chars_before="column[int]", link_before="column[int]", links_before="column[int]",
    inputs_before="column[int]", images_before="column[int]", n=int, k=int, i=int, e=int,
    chars=cython.longlong, linked=cython.longlong, text=cython.longlong, count=cython.longlong
)
cdef facts_below(Facts it, column[int] those)
@cython.locals(
    found="column[int]", n=int, features=int, b=int, f=int, weight=cython.longlong, total=cython.longlong,
    product=cython.longlong
)
cpdef means(column[int] numbers, column[int] chars)
