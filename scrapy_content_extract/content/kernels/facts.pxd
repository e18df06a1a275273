cimport cython

from .buffers cimport object as column
from .queries cimport gather, lowest_common

cdef int PROSE_CHARS, RUN_GAP, FARTHEST_HEADING, NO_HEADING, FAR, COMMENT, BODY, NEAR, BITS, IN_FOOTER
cdef int IN_MAIN, FAR_FROM_H1, NO_H1, FAR_FROM_CONTAINER, LEAST, SOME_ALIKE, SOME, MANY
cdef long long ONES

cdef class Facts:
    cdef int size, paragraphs, chars, all_text, text_share, links, tables, articles, comment_elements, h1
    cdef int container, container_prose, container_share, container_end
    cdef object sentences_before, text_before, links_before, inputs_before, images_before, element_of_line
    cdef object node, steps, line_chars, line_text, prose, run, run_shares, container_steps, code, end, lines
    cdef object chars_before, link_before, element, parent, first, stop, tag, of_class, hints, own_section
    cdef object holds, larger, level1, level2, box, section, inside, nested_text, nested_links
    cdef object nested_sentences, look, siblings, alike, most_alike, group, above, box_tag, since_heading
    cdef object heading
    cdef readonly object line_look
    @cython.locals(
        text_before="column[int]", links="column[int]", inputs="column[int]", images="column[int]",
        code="column[unsigned char]", counted="column[unsigned char]", chars_before="column[int]",
        link_before="column[int]", texts=int, tables=int, articles=int, k=int, i=int, of_one=int,
        share=cython.longlong
    )
    cdef count_page(self, int size)
    @cython.locals(
        place="column[int]", up="column[int]", firsts="column[int]", stops="column[int]", tags="column[int]",
        classes="column[int]", ids="column[int]", roles="column[int]", code="column[unsigned char]",
        section_of_code="column[unsigned char]", element="column[int]", parent="column[int]",
        first="column[int]", stop="column[int]", tag="column[int]", of_class="column[int]",
        hints="column[int]", own_section="column[int]", n=int, m=int, i=int, section=int, every_hint=int
    )
    cdef take_elements(self, page, column[int] said, column[int] section_of_role)
    @cython.locals(element="column[int]", node="column[int]", lines="column[int]", n=int, b=int, i=int, j=int)
    cdef find_nodes(self, column[int] parent, column[int] owner, column[int] place)
    @cython.locals(
        line_of="column[int]", parent="column[int]", first="column[int]", stop="column[int]",
        lines="column[int]", holds="column[int]", larger="column[int]", level1="column[int]",
        level2="column[int]", n=int, b=int, i=int, k=int, up=int, count=int
    )
    cdef widen(self)
    @cython.locals(
        container="column[int]", parent="column[int]", own="column[int]", element="column[int]",
        code="column[unsigned char]", first="column[int]", stop="column[int]", text_before="column[int]",
        link_before="column[int]", sentences_before="column[int]", inside_of="column[unsigned char]",
        is_box="column[unsigned char]", is_container="column[unsigned char]", box="column[int]",
        section="column[int]", inside="column[int]", text="column[int]", links="column[int]",
        sentences="column[int]", n=int, i=int, up=int, outer=int, a=int, z=int
    )
    cdef come_down(self)
    @cython.locals(
        steps="column[long long]", parent="column[int]", hints="column[int]", kept="column[long long]", n=int,
        count=int, i=int, up=cython.longlong, full=cython.longlong
    )
    cdef follow_hints(self)
    @cython.locals(
        siblings="column[int]", parent="column[int]", holds="column[int]", look="column[int]",
        pair="column[int]", with_look="column[int]", with_pair="column[int]", alike="column[int]",
        most_alike="column[int]", group="column[int]", n=int, i=int, up=int
    )
    cdef count_alike(self)
    @cython.locals(
        chars="column[int]", text="column[int]", prose="column[int]", lines="column[int]",
        chars_before="column[int]", text_before="column[int]", sentences_before="column[int]", n=int, b=int,
        a=int, z=int
    )
    cdef weigh_paragraphs(self)
    @cython.locals(
        parent="column[int]", node="column[int]", look="column[int]", code="column[unsigned char]",
        element="column[int]", box="column[int]", level_of="column[unsigned char]", above="column[int]",
        box_tag="column[int]", since="column[int]", heading="column[int]", own="column[int]",
        upper="column[int]", n=int, distance=int, level=int, b=int, i=int
    )
    cdef look_at_paragraphs(self)
    @cython.locals(
        run="column[int]", shares="column[int]", prose="column[int]", above="column[int]", text="column[int]",
        open_run="column[int]", open_until="column[int]", n=int, now=int, count=int, most=int, b=int, up=int,
        share=cython.longlong
    )
    cdef find_runs(self)
    @cython.locals(
        doubled="column[long long]", parent="column[int]", prose="column[int]", above="column[int]",
        text="column[int]", lines="column[int]", stop="column[int]", n=int, best=int, b=int, i=int
    )
    cdef find_container(self)
    @cython.locals(
        steps="column[int]", parent="column[int]", first="column[int]", stop="column[int]",
        lines="column[int]", n=int, j=int, step=int, b=int
    )
    cdef step_away(self, int i)
cpdef describe(Facts it, common, int begin, int beyond, names, hints)
@cython.locals(b=int)
cdef copy(column[int] numbers_of, int begin, int n, column[int] numbers, int place)
cdef list starts_of(names, int n, str wanted)
@cython.locals(number=int, place=int, b=int)
cdef write_page(Facts it, column[int] numbers, int n, names)
@cython.locals(
    chars=int, prose=int, block_tag=int, heading=int, after_heading=int, steps=int, run_share=int, before=int,
    position=int, link_density=int, near_density=int, after=int, after_h1=int, line_chars="column[int]",
    is_prose="column[int]", box_tag="column[int]", level="column[int]", since="column[int]",
    away="column[int]", run="column[int]", shares_of="column[int]", lines="column[int]",
    chars_before="column[int]", link_before="column[int]", text_before="column[int]", count=int, h1=int,
    end=int, all_text=int, share=cython.longlong, b=int, k=int, start=int, stop=int, near=int
)
cdef write_own(Facts it, column[int] numbers, int begin, int n, names)
cdef int within(int number, int least, int most) noexcept
@cython.locals(
    repeated=int, same=int, tag=int, sentences=int, density=int, group_size=int, group_chars=int, section=int,
    in_footer=int, in_main=int, node="column[int]", element="column[int]", most_alike="column[int]",
    alike="column[int]", steps="column[long long]", chars_before="column[int]", text_before="column[int]",
    sentences_before="column[int]", first="column[int]", stop="column[int]", end="column[int]",
    code="column[unsigned char]", group="column[int]", siblings="column[int]", nested_text="column[int]",
    nested_links="column[int]", nested_sentences="column[int]", own_section="column[int]",
    section_of="column[int]", inside="column[int]", size=int, b=int, i=int, e=int, a=int, z=int, h=int,
    ends=int, text=cython.longlong, chars=cython.longlong, linked=cython.longlong
)
cdef write_nodes(Facts it, column[int] numbers, int begin, int n, names, column[int] hints)
@cython.locals(
    around_rate=int, around_density=int, beyond_rate=int, share1=int, controls1=int, density1=int,
    images1=int, share2=int, links2=int, density2=int, paragraphs2=int, section_controls=int,
    section_paragraphs=int, section_share=int, rate="column[int]", density="column[int]",
    text_share="column[int]", share="column[int]", links="column[int]", controls="column[int]",
    images="column[int]", holds="column[int]", node="column[int]", larger="column[int]",
    section="column[int]", level1="column[int]", level2="column[int]", b=int, k=int, i=int
)
cdef write_around(Facts it, column[int] numbers, int begin, int n, names)
@cython.locals(
    size=int, known="column[unsigned char]", rate="column[int]", density="column[int]",
    text_share="column[int]", share="column[int]", links_of="column[int]", controls="column[int]",
    images="column[int]", holds="column[int]", first="column[int]", stop="column[int]",
    element="column[int]", end="column[int]", chars_before="column[int]", link_before="column[int]",
    links_before="column[int]", inputs_before="column[int]", images_before="column[int]",
    node="column[int]", larger="column[int]", section="column[int]", level1="column[int]",
    level2="column[int]", all_text=int, all_chars=int, b=int, k=int, which=int, i=int, e=int,
    chars=cython.longlong, linked=cython.longlong, text=cython.longlong, count=cython.longlong
)
cdef facts_below(Facts it, int begin, int n)
@cython.locals(
    found="column[int]", n=int, features=int, b=int, f=int, weight=cython.longlong, total=cython.longlong,
    product=cython.longlong
)
cpdef means(column[int] numbers, column[int] chars)
@cython.locals(
    having="column[int]", order="column[int]", stop="column[int]", n=int, size=int, k=int, b=int, begin=int,
    a=int, half=int
)
cpdef shares(column[int] words, starts, column[int] looks)
@cython.locals(a=int, k=int, w=int)
cdef count_words(
    column[int] words, column[int] starts, column[int] order, int begin, int stop, column[int] having,
    column[int] last
)
@cython.locals(a=int, b=int, k=int, found=int, own=int)
cdef write_shares(
    column[int] words, column[int] starts, column[int] order, int begin, int stop, column[int] having,
    int least, column[int] to
)
