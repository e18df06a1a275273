"""What elements with text inherit from their ancestors, and what is below them, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`~scrapy_content_extract.content.describe`.
Of elements only those with text count here; what the columns hold of others means nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .blank import LARGE, zeros_for

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]
if not cython.compiled:
    from .standin import ints, longlongs, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: Steps up to a hint are counted in four bits, as far as this.
FAR = cython.declare(cython.longlong, 15)


@cython.locals(n=cython.int, e=cython.int, i=cython.int)
def of_elements(
    those_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    tag_column: Sequence[int],
    class_column: Sequence[int],
    id_column: Sequence[int],
    role_column: Sequence[int],
    code_column: Sequence[int],
) -> tuple[array[int], array[int], array[int], array[int], array[int], array[int], bytearray]:
    """Return of some elements their texts, tags, classes, ids, roles and codes."""
    those, firsts, stops, tags = ints(those_column), ints(first_column), ints(stop_column), ints(tag_column)
    classes, ids, roles = ints(class_column), ints(id_column), ints(role_column)
    codes = uchars(code_column)
    n = len(those_column)
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), bytearray(n)
    first, stop, tag, of_class = ints(columns[0]), ints(columns[1]), ints(columns[2]), ints(columns[3])
    of_id, of_role, code = ints(columns[4]), ints(columns[5]), uchars(columns[6])
    with cython.nogil:
        for e in range(n):
            i = those[e]
            first[e] = firsts[i]
            stop[e] = stops[i]
            tag[e] = tags[i]
            of_class[e] = classes[i]
            of_id[e] = ids[i]
            of_role[e] = roles[i]
            code[e] = codes[i]
    return columns


@cython.locals(n=cython.int, i=cython.int, up=cython.int, lines=cython.int, count=cython.int)
def widen(
    parent_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    line_of_column: Sequence[int],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the paragraphs that an element holds, the next ancestor with more, and levels 1 and 2."""
    parent, first, stop = ints(parent_column), ints(first_column), ints(stop_column)
    line_of = ints(line_of_column)
    n = len(parent_column)
    lines = line_of[len(line_of_column) - 1] + 1
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    holds = ints(columns[0])
    larger = ints(columns[1])
    level1 = ints(columns[2])
    level2 = ints(columns[3])
    holds[0] = lines
    with cython.nogil:
        for i in range(1, n):
            up = parent[i]
            count = line_of[stop[i] - 1] - line_of[first[i]] + 1
            holds[i] = count
            larger[i] = up if holds[up] > count else larger[up]
            if holds[up] == lines:
                level1[i] = level2[i] = i
            else:
                level1[i] = level1[up]
                level2[i] = level2[up]
                if level1[up] == level2[up] and count < holds[level1[up]]:
                    level2[i] = i
    return columns


@cython.locals(n=cython.int, i=cython.int, root=cython.int)
def sections(
    by_tag: Sequence[int],
    role_column: Sequence[int],
    of_role_column: Sequence[int],
    root: cython.int,
) -> bytearray:
    """Return the number of the section that each element is, 0 for none.

    A role goes before the tag, where ``of_role`` has a number for it and not -1.
    """
    role, of_role = ints(role_column), ints(of_role_column)
    n = len(by_tag)
    column = bytearray(by_tag)
    own = uchars(column)
    with cython.nogil:
        for i in range(1, n):
            if role[i] and of_role[role[i]] >= 0:
                own[i] = of_role[role[i]]
        if not own[0]:
            own[0] = root
    return column


@cython.locals(n=cython.int, i=cython.int, up=cython.int)
def come_down(
    parent_column: Sequence[int],
    is_box_column: Sequence[int],
    section_column: Sequence[int],
    inside_column: Sequence[int],
    is_container_column: Sequence[int],
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the nearest box, section and container of each element, and all that it is inside of.

    The root is the box and the section of what has no other, and the container of nothing (-1);
    ``inside`` has a bit for each thing to be inside of.
    """
    parent, is_box, section = ints(parent_column), uchars(is_box_column), uchars(section_column)
    inside, is_container = uchars(inside_column), uchars(is_container_column)
    n = len(parent_column)
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    box_of = ints(columns[0])
    section_of = ints(columns[1])
    container_of = ints(columns[2])
    inside_of = ints(columns[3])
    container_of[0] = -1
    with cython.nogil:
        for i in range(1, n):
            up = parent[i]
            box_of[i] = i if is_box[i] else box_of[up]
            section_of[i] = i if section[i] else section_of[up]
            container_of[i] = i if is_container[i] else container_of[up]
            inside_of[i] = inside_of[up] | inside[i]
    return columns


@cython.locals(n=cython.int, i=cython.int, up=cython.longlong, full=cython.longlong)
def steps_to_hints(
    parent_column: Sequence[int],
    hints_column: Sequence[int],
    kept_column: Sequence[int],
    ones: cython.longlong,
) -> array[int]:
    """Return for each element the steps up to each hint; those of the root do not count.

    Steps are numbers of four bits, side by side in one number, so that one addition is a step for
    all; ``ones`` has a 1 in each of them, ``kept`` for each set of hints what is kept of the steps.
    """
    parent, hints, kept = ints(parent_column), uchars(hints_column), longlongs(kept_column)
    n = len(parent_column)
    column = array("q", [0]) * n if cython.compiled or n > LARGE else [0] * n
    steps = longlongs(column)
    steps[0] = ones * FAR
    with cython.nogil:
        for i in range(1, n):
            up = steps[parent[i]]
            full = up & (up >> 1)
            full &= full >> 2
            steps[i] = (up + (ones & ~full)) & kept[hints[i]]
    return column  # type: ignore[return-value]


@cython.locals(n=cython.int, i=cython.int, a=cython.int, z=cython.int, outer=cython.int)
def inside_nested(
    parent_column: Sequence[int],
    container_of_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    text_before_column: Sequence[int],
    link_before_column: Sequence[int],
    sentences_before_column: Sequence[int],
) -> tuple[array[int], array[int], array[int]]:
    """Return the text, link text and sentence ends in the containers within each container."""
    parent, container_of, first = ints(parent_column), ints(container_of_column), ints(first_column)
    stop, text_before, link_before = ints(stop_column), ints(text_before_column), ints(link_before_column)
    sentences_before = ints(sentences_before_column)
    n = len(parent_column)
    columns = zeros(n), zeros(n), zeros(n)
    text = ints(columns[0])
    links = ints(columns[1])
    sentences = ints(columns[2])
    with cython.nogil:
        for i in range(1, n):
            if container_of[i] == i and container_of[parent[i]] >= 0:
                outer, a, z = container_of[parent[i]], first[i], stop[i]
                text[outer] += text_before[z] - text_before[a]
                links[outer] += link_before[z] - link_before[a]
                sentences[outer] += sentences_before[z] - sentences_before[a]
    return columns


@cython.locals(n=cython.int, i=cython.int, up=cython.int)
def groups(
    parent_column: Sequence[int], holds_column: Sequence[int], siblings_column: Sequence[int]
) -> tuple[array[int], array[int]]:
    """Return the most siblings alike that an element or an ancestor has, and its group, 0 for none."""
    parent, holds, siblings = ints(parent_column), ints(holds_column), ints(siblings_column)
    n = len(parent_column)
    most_column, group_column = zeros(n), zeros(n)
    most = ints(most_column)
    group = ints(group_column)
    most[0] = 1
    with cython.nogil:
        for i in range(1, n):
            up = parent[i]
            most[i] = siblings[i] if siblings[i] > most[up] else most[up]
            group[i] = i if siblings[i] > 2 and holds[i] > 1 else group[up]
    return most_column, group_column


@cython.locals(n=cython.int, k=cython.int, i=cython.int, chars=cython.longlong)
@cython.locals(text=cython.longlong, linked=cython.longlong, links=cython.longlong, count=cython.longlong)
def below(
    those_column: Sequence[int],
    element_column: Sequence[int],
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    holds_column: Sequence[int],
    chars_before_column: Sequence[int],
    link_before_column: Sequence[int],
    links_before_column: Sequence[int],
    inputs_before_column: Sequence[int],
    images_before_column: Sequence[int],
    all_text: cython.longlong,
) -> tuple[array[int], ...]:
    """Return what is below some elements, a column for each field of :class:`.facts.Below`."""
    those, element, end = ints(those_column), ints(element_column), ints(end_column)
    first, stop, holds = ints(first_column), ints(stop_column), ints(holds_column)
    chars_before, link_before = ints(chars_before_column), ints(link_before_column)
    links_before, inputs_before = ints(links_before_column), ints(inputs_before_column)
    images_before = ints(images_before_column)
    n, chars = len(those_column), chars_before_column[len(chars_before_column) - 1]
    columns = zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n), zeros(n)
    rate = ints(columns[0])
    link_density = ints(columns[1])
    text_share = ints(columns[2])
    share = ints(columns[3])
    links_of = ints(columns[4])
    inputs = ints(columns[5])
    images = ints(columns[6])
    held = ints(columns[7])
    with cython.nogil:
        for k in range(n):
            i = those[k]
            linked = link_before[stop[i]] - link_before[first[i]]
            text = chars_before[stop[i]] - chars_before[first[i]] - linked
            held[k] = holds[i]
            link_density[k] = 1000 * linked // (text + linked)
            text_share[k] = 1000 * text // all_text
            share[k] = 1000 * (text + linked) // chars
            i = element[i]
            links = links_before[end[i]] - links_before[i]
            rate[k] = 10 * text // (links if links else 1)
            links_of[k] = 100 * links // held[k]
            count = inputs_before[end[i]] - inputs_before[i]
            inputs[k] = 100 * count // held[k]
            count = images_before[end[i]] - images_before[i]
            images[k] = 100 * count // held[k]
    return columns
