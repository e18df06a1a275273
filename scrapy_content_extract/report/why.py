"""Why a paragraph is likely to be content: how much each feature moves the log-odds of ``auto``, in words.

A. Saabas: "Interpreting random forests", 2014, for boosted trees: on the way of a row down a tree the mean
of the leaves below changes at each split, and that much is due to the feature of the split.  So the base
and all contributions add up to the log-odds, without a remainder.  A feature has credit only for the splits
it decides: of two that say the same, the one higher in the tree has more, where SHAP would share it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..content.auto.auto import DESCRIBED, model
from ..content.auto.features import FEATURES, NUMBER, describe_in_parts
from ..content.core.hints import FAR, HINTS, SECTIONS
from ..content.markup import CODES, HEADINGS
from ..content.page.page import Page

#: The number of features that are named for a paragraph; they move it most.
NAMED = 8

TAGS = {code: tag for tag, code in CODES.items()}


class Reason(NamedTuple):
    #: its number in FEATURES
    feature: int
    value: int
    moved: float


def feature_rows(page: Page) -> Iterator[list[int]]:
    for part in describe_in_parts(page, DESCRIBED):
        n = len(part.node)
        for b in range(n):
            yield list(part.numbers[b::n])


def reasons_of(row: list[int]) -> tuple[list[Reason], float]:
    trees = model()
    moved = {name: steps * trees.step for name, steps in trees.contributions(row).items()}
    most = sorted(moved, key=lambda name: abs(moved[name]), reverse=True)[:NAMED]
    named = [Reason(NUMBER[name], row[NUMBER[name]], moved[name]) for name in most if moved[name]]
    return named, sum(moved.values()) - sum(reason.moved for reason in named)


def in_words(reason: Reason) -> str:
    return NAMES[FEATURES[reason.feature].name][1](reason.value)


def features() -> list[tuple[str, str]]:
    """Return the names and the meanings of the features, in the order of their numbers."""
    return [(NAMES[feature.name][0], f"{feature.meaning} ({feature.name})") for feature in FEATURES]


def divided(by: int, form: str) -> Callable[[int], str]:
    return lambda value: form.format(value / by)


def unless(most: int, otherwise: str, form: str = "{:,}") -> Callable[[int], str]:
    """Return the writer of a number, except one that stands for something else."""
    return lambda value: otherwise if value == most else form.format(value)


count, hundredth = "{:,}".format, "{}%".format
share, by_ten, by_hundred = divided(10, "{:.0f}%"), divided(10, "{:,.1f}"), divided(100, "{:,.2f}")
yes, section = ("no", "yes").__getitem__, ("none", *map("<{}>".format, SECTIONS)).__getitem__
levels_up = unless(FAR, "none", "{} up")


def tag(value: int) -> str:
    return f"<{TAGS[value]}>" if value in TAGS else "other"


#: By feature: its name for a reader, and how its value is written.
NAMES: dict[str, tuple[str, Callable[[int], str]]] = {
    "around_rate": ("characters for each link around it", by_ten),
    "container_steps": ("steps from the container", unless(0, "inside")),
    "sentences": ("sentences, and text against links", by_ten),
    "position": ("text of the page before it", share),
    "repeated": ("times its element is repeated", count),
    "section": ("section", section),
    "level2_share": ("text of the page in its part of the column", share),
    "tag": ("element", tag),
    "after_h1": ("paragraphs since <h1>", unless(99, "no <h1>")),
    "run_share": ("its run of prose, against the longest", share),
    "container_after": ("paragraphs since the container's end", count),
    "prose": ("prose", yes),
    "density": ("characters for each element", by_ten),
    "block_tag": ("element around it", tag),
    "alike": ("elements that look like its own", count),
    "level2_links": ("links for each paragraph of its part", by_hundred),
    "links": ("links of the page", count),
    "level1_share": ("text of the page in its column", share),
    "in_footer": ("in a footer", yes),
    "near_density": ("links nearby", share),
    "level1_controls": ("form controls for each paragraph of its column", by_hundred),
    "section_controls": ("form controls for each paragraph of its section", by_hundred),
    "tables": ("tables of the page", count),
    "articles": ("<article> elements of the page", count),
    "chars": ("characters", count),
    "link_density": ("share in links", share),
    "paragraphs": ("paragraphs of the page", count),
    "around_density": ("share in links around it", share),
    "beyond_rate": ("characters for each link farther around it", by_ten),
    "level1_density": ("share in links of its column", share),
    "level2_density": ("share in links of its part of the column", share),
    "level2_paragraphs": ("paragraphs of its part of the column", count),
    "group_size": ("elements alike around it", count),
    "group_chars": ("characters of the one that holds it", unless(-1, "none")),
    "after_heading": ("paragraphs since the last heading", unless(99, "no heading")),
    "heading": ("level of the last heading", unless(0, "no heading")),
    "container_share": ("characters of the page in the container", share),
    "container_prose": ("paragraphs of prose in the container", count),
    "in_main": ("in <main>", yes),
    "section_paragraphs": ("paragraphs of its section", count),
    "section_share": ("characters of the page in its section", share),
    "before": ("characters before it", count),
    "level1_images": ("pictures for each paragraph of its column", by_hundred),
    "comment_elements": ("elements of the page named like comments", share),
    "page_chars": ("characters of the page", count),
    "page_text": ("text of the page outside links", share),
    "words_alike": ("words that similar paragraphs have", hundredth),
    "words_of_half": ("words that half of the similar ones have", hundredth),
    "words_twice": ("words that come twice on the page", hundredth),
    "words_often": ("words that come four times on the page", hundredth),
    "modal": ("an element named like a dialog", levels_up),
    "meta": ("an element named like a byline or date", levels_up),
    "comment": ("an element named like comments", levels_up),
    "foot": ("an element named like a footer", levels_up),
    "promo": ("an element named like advertising", levels_up),
    "related": ("an element named like further reading", levels_up),
    "share": ("an element named like share buttons", levels_up),
    "review": ("an element named like reviews", levels_up),
}

#: In thousandths: all, a long run of prose against the longest, and few links.
WHOLE, LONG_RUN, FEW_LINKS = 1000, 500, 50
#: The most levels up to an element whose name is mentioned.
NEAR = 2
ELEMENTS = {
    **dict.fromkeys(HEADINGS, "heading"),
    **dict.fromkeys(("td", "th"), "table cell"),
    **dict.fromkeys(("li", "dt", "dd"), "list item"),
    "pre": "code block",
    "figcaption": "caption",
    "caption": "caption",
    "label": "label",
    "button": "button",
}
MENTIONED = {"nav", "footer", "dialog", "form", "aside", "header", "details", "figure", "article", "main"}


def element_kind(row: Sequence[int]) -> str:
    """Return what a paragraph is: its element, or else the element around it, or "" for any other text."""
    tag, around = row[NUMBER["tag"]], row[NUMBER["block_tag"]]
    return ELEMENTS.get(TAGS.get(tag, "")) or (
        "" if row[NUMBER["prose"]] else ELEMENTS.get(TAGS.get(around, ""), "")
    )


def sentence(row: Sequence[int]) -> str:
    """Return what a paragraph is and where it stands, from its features."""
    it = {name: row[number] for name, number in NUMBER.items()}
    kind = element_kind(row)
    what = f"a {kind}" if kind else "prose" if it["prose"] else "text that is not prose"
    links = [] if kind == "heading" else [linked(it["link_density"])]  # many headings are links
    return ", ".join([what, counted(it["chars"], "character"), *places(it), *links])


def counted(number: int, noun: str) -> str:
    """Return a number and its noun.

    >>> counted(1, "host"), counted(2000, "item")
    ('1 host', '2,000 items')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def places(it: dict[str, int]) -> Iterator[str]:
    name = SECTIONS[it["section"] - 1] if it["section"] else ""
    if name in MENTIONED:
        yield f"in <{name}>"
    for hint in HINTS:
        if it[hint] <= NEAR:
            yield f"in {NAMES[hint][0]}"
    if it["prose"] and it["run_share"] >= LONG_RUN:
        yield "in the longest run of text" if it["run_share"] == WHOLE else "in a long run of text"
    elif not it["container_steps"]:
        yield "in the element with most prose"


def linked(density: int) -> str:
    """Say how much of a paragraph is in links.

    >>> linked(0), linked(4), linked(380)
    ('with no link', 'with few links', '38% of it in links')
    """
    if not density:
        return "with no link"
    if density == WHOLE:
        return "all of it in links"
    return "with few links" if density < FEW_LINKS else f"{share(density)} of it in links"
