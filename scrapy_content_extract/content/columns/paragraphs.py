"""What is known of each paragraph, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The terms are those of
:mod:`~scrapy_content_extract.content.describe`.
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
    from .standin import doubles, ints, longlongs, uchars

COMPILED = cython.compiled
zeros = zeros_for(COMPILED)

#: Paragraphs of prose with the same parent are a run while no more than this lie between them.
RUN_GAP = cython.declare(cython.int, 3)


@cython.locals(n=cython.int, b=cython.int, a=cython.int, z=cython.int, sentences=cython.int)
def weigh(
    line_starts_column: Sequence[int],
    chars_before_column: Sequence[int],
    link_before_column: Sequence[int],
    sentences_before_column: Sequence[int],
    least: cython.int,
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return the characters of each paragraph, those in links, those outside, and 1 if it is prose.

    Prose is mostly outside links, and has at least so many characters or ends a sentence.
    """
    line_starts, chars_before = ints(line_starts_column), ints(chars_before_column)
    link_before, sentences_before = ints(link_before_column), ints(sentences_before_column)
    n = len(line_starts_column) - 1
    columns = zeros(n), zeros(n), zeros(n), zeros(n)
    chars = ints(columns[0])
    link_chars = ints(columns[1])
    text = ints(columns[2])
    prose = ints(columns[3])
    with cython.nogil:
        for b in range(n):
            a, z = line_starts[b], line_starts[b + 1]
            chars[b] = chars_before[z] - chars_before[a]
            link_chars[b] = link_before[z] - link_before[a]
            text[b] = chars[b] - link_chars[b]
            sentences = sentences_before[z] - sentences_before[a]
            if link_chars[b] < text[b] and (chars[b] >= least or sentences > 0):
                prose[b] = 1
    return columns


@cython.locals(n=cython.int, b=cython.int, i=cython.int, a=cython.int, z=cython.int)
@cython.locals(text=cython.longlong, linked=cython.int, chars=cython.longlong)
def rates_of_nodes(
    node_column: Sequence[int],
    element_column: Sequence[int],
    end_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    text_before_column: Sequence[int],
    link_before_column: Sequence[int],
    sentences_before_column: Sequence[int],
    nested_text_column: Sequence[int],
    nested_links_column: Sequence[int],
    nested_sentences_column: Sequence[int],
) -> tuple[array[int], array[int]]:
    """Return the features "sentences" and "density" of some nodes."""
    node, element, end = ints(node_column), ints(element_column), ints(end_column)
    first, stop, text_before = ints(first_column), ints(stop_column), ints(text_before_column)
    link_before, sentences_before = ints(link_before_column), ints(sentences_before_column)
    nested_text, nested_links = ints(nested_text_column), ints(nested_links_column)
    nested_sentences = ints(nested_sentences_column)
    n = len(node_column)
    rate_column, density_column = zeros(n), zeros(n)
    rate = ints(rate_column)
    density = ints(density_column)
    with cython.nogil:
        for b in range(n):
            i = node[b]
            a, z = first[i], stop[i]
            text = text_before[z] - text_before[a]
            linked = link_before[z] - link_before[a]
            chars = text + linked
            text -= nested_text[i]
            linked -= nested_links[i]
            rate[b] = 10 * (sentences_before[z] - sentences_before[a] - nested_sentences[i])
            rate[b] += text // (linked if linked else 1)
            density[b] = 10 * chars // (end[element[i]] - element[i])
    return rate_column, density_column


@cython.locals(n=cython.int, b=cython.int, up=cython.int, run=cython.int, count=cython.int)
def find_runs(
    prose_column: Sequence[int],
    above_column: Sequence[int],
    text_column: Sequence[int],
    elements: cython.int,
) -> tuple[array[int], array[int]]:
    """Return the run of prose that each paragraph is in or follows, 0 before the first, and their text.

    ``above`` is the parent of each paragraph's block-level element, -1 above the root.
    """
    prose, above, text = ints(prose_column), ints(above_column), ints(text_column)
    n = len(prose_column)
    run_column, runs_column = zeros(n), zeros(n + 1)
    run_of = ints(run_column)
    runs = ints(runs_column)
    open_column, until_column = zeros(elements + 1), zeros(elements + 1)
    open_run = ints(open_column)  # of -1 and each element
    open_until = ints(until_column)
    run, count = 0, 1
    with cython.nogil:
        for b in range(n):
            if prose[b]:
                up = above[b] + 1
                if b >= open_until[up]:
                    open_run[up] = count
                    count += 1
                open_until[up] = b + RUN_GAP + 2
                run = open_run[up]
                runs[run] += text[b]
            run_of[b] = run
    return run_column, runs_column[:count]


@cython.locals(n=cython.int, lines=cython.int, b=cython.int, i=cython.int, best=cython.int)
def find_container(
    parent_column: Sequence[int],
    prose_column: Sequence[int],
    above_column: Sequence[int],
    text_column: Sequence[int],
) -> int:
    """Return the element with most prose right below it.

    Half of what a child has counts for its parent, too.  Of equals the outermost wins, and without
    any prose the root.
    """
    parent, prose, above = ints(parent_column), ints(prose_column), ints(above_column)
    text = ints(text_column)
    n, lines = len(parent_column), len(prose_column)
    doubled_column = array("q", [0]) * (n + 1) if cython.compiled or n > LARGE else [0] * (n + 1)
    doubled = longlongs(doubled_column)  # of -1 and each element
    with cython.nogil:
        for b in range(lines):
            if prose[b]:
                i = above[b]
                doubled[i + 1] += 2 * text[b]
                if i > 0:
                    doubled[parent[i] + 1] += text[b]
        best = 0
        for i in range(1, n + 1):
            if doubled[i] > doubled[best]:
                best = i
    return best - 1 if best else 0


@cython.locals(n=cython.int, b=cython.int, j=cython.int, step=cython.int)
def steps_up(
    parent_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    line_starts_column: Sequence[int],
    i: cython.int,
) -> array[int]:
    """Return for each paragraph how many steps up from ``i`` the first element is that holds it, too."""
    parent, first, stop = ints(parent_column), ints(first_column), ints(stop_column)
    line_starts = ints(line_starts_column)
    n = len(line_starts_column) - 1
    column = zeros(n)
    steps = ints(column)
    with cython.nogil:
        j, step = i, 0
        for b in range(n):
            if line_starts[b + 1] > stop[i]:
                while stop[j] < line_starts[b + 1] and parent[j] >= 0:
                    j = parent[j]
                    step += 1
                steps[b] = step
        j, step = i, 0
        for b in range(n - 1, -1, -1):
            if line_starts[b] < first[i]:
                while first[j] > line_starts[b] and parent[j] >= 0:
                    j = parent[j]
                    step += 1
                if step > steps[b]:
                    steps[b] = step
    return column


@cython.locals(n=cython.int, b=cython.int, g=cython.int)
def group_facts(
    node_column: Sequence[int],
    group_column: Sequence[int],
    siblings_column: Sequence[int],
    first_column: Sequence[int],
    stop_column: Sequence[int],
    chars_before_column: Sequence[int],
) -> tuple[array[int], array[int]]:
    """Return the siblings of the group of each of some nodes, 0 without one, and its characters, -1."""
    node, group, siblings = ints(node_column), ints(group_column), ints(siblings_column)
    first, stop, chars_before = ints(first_column), ints(stop_column), ints(chars_before_column)
    n = len(node_column)
    size_column, chars_column = zeros(n), zeros(n)
    size = ints(size_column)
    chars = ints(chars_column)
    with cython.nogil:
        for b in range(n):
            g = group[node[b]]
            size[b] = siblings[g] if g else 0
            chars[b] = chars_before[stop[g]] - chars_before[first[g]] if g else -1
    return size_column, chars_column


@cython.locals(n=cython.int, b=cython.int, i=cython.int)
def around(
    node_column: Sequence[int],
    larger_column: Sequence[int],
    level1_column: Sequence[int],
    level2_column: Sequence[int],
    section_column: Sequence[int],
) -> array[int]:
    """Return what is around each of some nodes: five columns, one behind the other.

    They are the element around it, the one beyond, its levels 1 and 2, and its section.
    """
    node, larger, level1 = ints(node_column), ints(larger_column), ints(level1_column)
    level2, section = ints(level2_column), ints(section_column)
    n = len(node_column)
    columns = zeros(5 * n)
    element = ints(columns)
    with cython.nogil:
        for b in range(n):
            i = node[b]
            element[b] = larger[i]
            element[n + b] = larger[larger[i]]
            element[2 * n + b] = level1[i]
            element[3 * n + b] = level2[i]
            element[4 * n + b] = section[i]
    return columns


@cython.locals(n=cython.int, b=cython.int)
def check_looks(look_column: Sequence[int], beyond: cython.int) -> None:
    """Raise IndexError where a look is no number below this."""
    look = ints(look_column)
    n = len(look_column)
    for b in range(n):
        if not 0 <= look[b] < beyond:
            raise IndexError(f"there is no look {look[b]} among {beyond}")


@cython.locals(n=cython.int, b=cython.int, i=cython.int, above=cython.int, k=cython.int, looks=cython.int)
def names_of_looks(
    look_column: Sequence[int],
    node_column: Sequence[int],
    parent_column: Sequence[int],
    tag_column: Sequence[int],
    class_column: Sequence[int],
) -> array[int]:
    """Return of each look the tag and class of its first paragraph's node, and those of the node's parent.

    Raises IndexError where a look is not a number of a paragraph.
    """
    look, node, parent = ints(look_column), ints(node_column), ints(parent_column)
    tag, of_class = ints(tag_column), ints(class_column)
    n, looks = len(look_column), 0
    check_looks(look_column, n)
    columns, first_column = zeros(4 * n), zeros(n)
    name = ints(columns)
    first = ints(first_column)
    with cython.nogil:
        for b in range(n - 1, -1, -1):
            first[look[b]] = node[b]
            looks = look[b] + 1 if look[b] >= looks else looks
        for k in range(looks):
            i = first[k]
            above = parent[i] if parent[i] >= 0 else i
            name[4 * k] = tag[i]
            name[4 * k + 1] = of_class[i]
            name[4 * k + 2] = tag[above]
            name[4 * k + 3] = of_class[above]
    return columns[: 4 * looks]


@cython.locals(n=cython.int, b=cython.int)
def in_looks(
    text_column: Sequence[int], look_column: Sequence[int], number_column: Sequence[int]
) -> array[int]:
    """Return a number for each text in its look, from the numbers of the texts and of the looks.

    Raises IndexError where a look has no number.
    """
    text, look, number = ints(text_column), ints(look_column), ints(number_column)
    n = len(text_column)
    check_looks(look_column, len(number_column))
    column = zeros(n)
    both = ints(column)
    with cython.nogil:
        for b in range(n):
            both[b] = text[b] ^ number[look[b]]
    return column


@cython.locals(n=cython.int, b=cython.int, mean=cython.double)
def as_elsewhere(
    p_column: Sequence[float], look_column: Sequence[int], means: Sequence[float], weight: cython.double,
    repeated_column: Sequence[int], damping: cython.double, new_look: cython.int,
) -> tuple[array[float], array[int]]:  # fmt: skip
    """Return the mean of p and of the look's mean elsewhere, which weighs so much; below 0 is unknown.

    Where a paragraph is repeated, it is multiplied by the damping.  Return also the looks; repeated
    paragraphs have a new one.  Raises IndexError where a look has no mean.
    """
    p, look, mean_of = doubles(p_column), ints(look_column), doubles(means)
    is_repeated = uchars(repeated_column)
    n = len(p_column)
    check_looks(look_column, len(means))
    column, looks = array("d", p_column), array("i", look_column)
    q = doubles(column)
    new = ints(looks)
    with cython.nogil:
        for b in range(n):
            mean = mean_of[look[b]]
            if mean >= 0:
                q[b] = (p[b] + weight * mean) / (1 + weight)
            if is_repeated[b]:
                q[b] *= damping
                new[b] = new_look
    return column, looks
