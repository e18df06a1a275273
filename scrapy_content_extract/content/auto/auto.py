"""Auto, the default method: which paragraphs belong to the main content, learned from labelled pages.

**Judge.**  58 whole numbers describe each paragraph: the paragraph itself, the elements that hold it, its
neighbours, and the page (:mod:`.features`).  From these numbers boosted trees compute p, the
probability that a character of the paragraph is main content (:mod:`.trees`).  In a thread, p is at least
2/5 for the prose of posts that are called comments.  A memory of sites moves p (:mod:`.memory`).

**Leave out.**  p is set to 0 for hidden text, if enough text is visible; for a blog's name and tagline above
the title of its entry; and for at most two ``<article>`` that begin with a linked heading below the first.

**Choose.**  If E, the sum of p * n over all paragraphs of n characters, is at most 30 and at most half of all
characters, the page has no main content: an error page, a login wall, a shell for scripts.  So where
little is chosen and evidence says that the page has no content (:mod:`.non_content`).  But a page of at most
200 characters that has neither scripts nor forms is chosen as it is, without links and frames.

Paragraphs that look alike belong together.  Let p' be the mean p, weighted by n, of the paragraphs whose
nodes, and the nodes' parents, have the same tags and classes::

    q = (p + 3 * p') / 4

The best choice of paragraphs is the one with the greatest expected F, where ::

    F = (1 + b^2) * sum of q * n over the chosen /
        (sum of n over the chosen + b^2 * sum of q * n over all)

and b is 1, or 1/2 to favor precision, or 2 to favor recall; .7 for pages that the caller knows as articles,
1.3 for lists; 1.5 for those that are lists with a probability of 4/5.  The best choice contains all
paragraphs down to some q, so one pass by falling q finds it.

What stands apart is judged by what it stands with.  The main element is the lowest one with more than half of
the sum of q * n of the best choice for b = 1; the block of a paragraph outside it is the largest element
around the paragraph that does not hold the main element.  If q is greater than q', the mean q of its block,
weighted by n, it becomes (q + q') / 2, and the best choice is made again.  b < 1 skips this: it takes only
the likeliest anyway.

**Complete.**  What belongs to chosen text is chosen with it: headings, labels, short lines between, lists,
tables, programs and formulas (:mod:`.structures`).

**Clear.**  Comments below an article are left out: paragraphs in elements whose class or id says so, if 500
characters of chosen prose come before the first, and nine tenths of all text outside comments; but not if
their mean p is .8 or more, nor in a thread.  Advertisements, calls to subscribe and other lines that belong
to the page are left out (:mod:`.furniture`).  Repeated text, such as mobile and desktop copies and pull
quotes, is chosen once (:mod:`.repetitions`).

**Fall back.**  A script-rendered page with at most 100 chosen characters gets the ``articleBody`` of its
JSON-LD as its text, or the longest prose in other data of its scripts, if it has some (:mod:`.jsonld`).

``confidence`` is F for b = 1 with p in place of q: how much of the text is expected to be right.
Cross-validation chose the number 30, the weights in q, and the numbers for headings and comments.
:mod:`.steps` has the steps before and after the choice, in this order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import core
from ..model import PAGE_KINDS, Range, runs
from ..page.choice import Choice
from ..page.hidden import hidden_texts
from ..page.page import Page, once
from ..page.tables import rows_of
from .case import Case, ParagraphFacts, Trace
from .comments import comments_of, p_of_posts
from .features import Description, describe_in_parts
from .jsonld import article_in_scripts, may_have_article, with_article
from .kinds import PageKind, kind_of
from .memory import WARM, Sites, compared, memory_of
from .non_content import evidence_of
from .steps import LEAVE_OUT, STEPS, count_hidden, few_words, made_unlikely, without_texts
from .trees import Trees

#: With at most this many expected characters, and at most half of the page, there is no main content.
LEAST_CHARS = 30
#: The weight of recall for each value of ``favor``, and for "balanced" where the caller knows the kind of the
#: pages: articles have much around them that reads alike, and cards of lists are unlikely one by one.
BETA = {"balanced": 1.0, "precision": 0.5, "recall": 2.0}
BETA_OF_KIND = {"article": 0.7, "list": 1.3}
#: The same for a page that is judged as a list with at least this probability.  Cross-validation chose both.
BETA_OF_LIST = 1.5
SURE_OF_LIST = 0.8


@dataclass(frozen=True)
class Auto:
    """The parameters of the method.  Raises ValueError for an impossible one."""

    #: comments of readers: "auto" drops them below an article; "keep" adds prose in elements called comment,
    #: disqus, respond, reply or pinglun; "drop" removes them, if 300 characters are left
    comments: str = "auto"
    #: "balanced", "precision" (rather too little) or "recall" (rather too much)
    favor: str = "balanced"
    #: what all pages are: "article" (rather too little, unless ``favor`` is set; no next stories), "thread"
    #: (comments stay), "list" (rather too much), "product" or "other"; "auto" judges each page
    kind: str = "auto"
    #: whether tables of data (at most 100 characters a cell) may be part of the text; others always may
    tables: bool = True
    #: whether the text of links may be part of the text, also inside sentences
    links: bool = True
    #: text that a browser does not show: "auto" (left out if enough visible text is left), "keep" or "drop"
    hidden: str = "auto"
    #: the memory of sites; None judges every page alone
    sites: Sites | None = None

    def __post_init__(self) -> None:
        of_parts = ("auto", "keep", "drop")
        asked = {"comments": of_parts, "hidden": of_parts, "favor": BETA, "kind": ("auto", *PAGE_KINDS)}
        for name, values in asked.items():
            if (value := getattr(self, name)) not in values:
                *others, last = map(repr, values)
                raise ValueError(f"{name} is {value!r}; it may be {', '.join(others)} or {last}.")
        for name in ("tables", "links"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}; it may be True or False.")
        if not (self.sites is None or isinstance(self.sites, Sites)):
            raise ValueError(f"sites is {self.sites!r}; it may be None or a memory of sites.")

    def extract(self, page: Page) -> Choice:
        """Return the main content; of a page without any, the article in its scripts."""
        if self.sites is not None:
            return self.choose(self.shown(page))
        choice = self.choose(page)
        body, source = article_in_scripts(choice)
        return self.choose(with_article(page, body, source)) if body else choice

    def with_sites(self, sites: Sites | None) -> Auto:
        """Return the method with this memory of sites; a subclass may have a constructor of its own."""
        method = copy(self)
        object.__setattr__(method, "sites", sites)
        return method

    def learn(self, page: Page, said: Iterable[int] = ()) -> None:
        """Let the memory of sites learn from a page, if it is to be remembered and has a text.

        ``said`` has the numbers of what it says about itself, and is used only for such a page.
        """
        if self.sites is None:
            return
        host, key = self.sites.place_of(page)
        if self.sites.admits(host, key):
            shown = self.shown(page)
            facts = facts_with_posts(shown)
            if facts.p:
                self.sites.add(host, {key: memory_of(shown, facts, said)})

    def shown(self, page: Page) -> Page:
        """Return a page with the article in its scripts if, judged alone, it shows none."""
        if not may_have_article(page):
            return page
        alone: Any = self.with_sites(None)
        if alone not in page.results:
            found = alone.extract(page).page
            page.results[alone] = None if found is page else found  # a page that held itself would stay
        return page.results[alone] or page

    def choose(self, page: Page) -> Choice:
        """Return the main content that the elements of a page hold.

        Its ``confidence`` is F, or None for a page without paragraphs.
        """
        alone = facts = facts_with_posts(page)
        others = None if self.sites is None else self.sites.others_of(page)
        if others is not None and others.pages >= WARM and facts.p:
            facts = others.adjusted(facts, compared(page, facts))
        judged = kind_of(facts.means) if self.kind == "auto" or not facts.n else PageKind(self.kind, 1.0)
        case = Case(page, facts, hidden_texts(page), judged, asked=self)
        after: dict[str, bytes] = {}
        for step in LEAVE_OUT:
            those = step.run(case) if page.signs & step.sign else None
            if those and 1 in those:
                after[step.name] = bytes(those)
                case.facts = made_unlikely(case.facts, those)
        likely = case.facts
        chosen, confidence, q = core.choice.choose(
            likely.p, likely.n, likely.look, likely.node, page.parent, self.beta_of(judged), LEAST_CHARS
        )
        evidence = evidence_of(page, chosen, likely)
        if not (evidence or 1 in chosen) and 1 in (words := few_words(case)):
            chosen, confidence = words, 1 - confidence
        after["likely"] = bytes(chosen)
        ranges = () if evidence else self.completed(case, chosen, after)
        hidden_chars, hidden_kept = count_hidden(page, case.hidden, ranges)
        return Choice(
            page,
            ranges,
            confidence=evidence.confidence if evidence else confidence if facts.n else None,
            no_content=evidence.kind if evidence else None,
            evidence=evidence,
            judged=judged,
            site=others,
            rows=rows_of(page),
            hidden=case.hidden,
            hidden_chars=hidden_chars,
            hidden_kept=hidden_kept,
            trace=None if evidence else Trace(alone.p, facts.p, q, after),
        )

    def completed(self, case: Case, chosen: bytearray, after: dict[str, bytes]) -> tuple[Range, ...]:
        """Return the texts of a choice after all steps; ``after`` gets the choice after each."""
        page = case.page
        for step in STEPS if 1 in chosen else ():
            if page.signs & step.sign:
                chosen = step.run(case, chosen)
                after[step.name] = bytes(chosen)
        starts = page.line_starts
        ranges = tuple((starts[b], starts[beyond]) for b, beyond in runs(chosen))
        if case.dropped:
            ranges = without_texts(ranges, case.dropped)
        return ranges if self.links else without_texts(ranges, page.in_link)

    def beta_of(self, kind: PageKind) -> float:
        """Return the weight of recall for a page of a kind, which the caller knows or which is judged."""
        if self.favor != "balanced":
            return BETA[self.favor]
        if self.kind != "auto":
            return BETA_OF_KIND.get(self.kind, 1.0)
        return BETA_OF_LIST if kind.name == "list" and (kind.confidence or 0.0) >= SURE_OF_LIST else 1.0


#: The number of paragraphs that are described at a time.
DESCRIBED = 1 << 14
#: The features that the choice needs, too: names in FEATURES.
ASKED = ("chars", "prose", "comment", "after_heading", "words_alike", "words_twice", "section")


@once
def facts_with_posts(page: Page) -> ParagraphFacts:
    """Return the facts about the paragraphs of a page judged alone; the p of posts is raised."""
    facts = facts_of(page)
    if page.says("comment"):
        comments = comments_of(page, facts)
        facts = facts._replace(p=p_of_posts(page, facts, comments), comments=comments)
    return facts


def facts_of(page: Page) -> ParagraphFacts:
    """Return p of all paragraphs, and the features that the choice needs."""
    parts = [facts_of_part(part) for part in describe_in_parts(page, DESCRIBED) if part.node]
    if len(parts) == 1:
        return parts[0]
    facts = ParagraphFacts(array("d"), *(array("i") for _ in ParagraphFacts._fields[1:-2]))
    column: Any
    values: Any
    for part in parts:
        for column, values in zip(facts[:-2], part):
            column.extend(values)
    return facts._replace(means=parts[0].means) if parts else facts


def facts_of_part(part: Description) -> ParagraphFacts:
    p, columns = model().probabilities(part.numbers), list(map(part.column, ASKED))
    means = core.facts.means(part.numbers, columns[0])
    return ParagraphFacts._make([p, part.look, part.node, *columns, (), means])


@lru_cache(maxsize=1)
def model() -> Trees:
    """Return the trained trees; read once, when they are first needed."""
    return Trees.load("auto/auto.json")
