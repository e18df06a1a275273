"""What is known of each paragraph, over columns.

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
#: Paragraphs of prose with the same parent are a run while no more than this lie between them.
RUN_GAP = cython.declare(cython.int, 3)


# --- elements: what comes down from their ancestors, and what is below them -----------------


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


# --- paragraphs -----------------------------------------------------------------------------


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
