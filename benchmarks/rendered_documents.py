r"""Documents for programs to render: prose with formulas, code, tables, lists and links.

In a text ``⟨x^2⟩`` is a formula, and so every ``$`` is a dollar; code, bold text and links are written as in
Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Heading(NamedTuple):
    level: int
    text: str


class Paragraph(NamedTuple):
    text: str


class Formula(NamedTuple):
    tex: str


class Code(NamedTuple):
    language: str
    code: str


class Table(NamedTuple):
    #: the first has the header
    rows: Sequence[Sequence[str]]


class List(NamedTuple):
    #: a text, or a text and the items below it
    items: Sequence[str | tuple[str, Sequence[str]]]
    is_ordered: bool = False


class Quote(NamedTuple):
    text: str


Element = Heading | Paragraph | Formula | Code | Table | List | Quote
Document = Sequence[Element]


class Inline(NamedTuple):
    """A piece of a text: "text", "formula", "code", "bold" or "link"."""

    kind: str
    text: str
    url: str = ""


_INLINE = re.compile(r"⟨(.+?)⟩|`(.+?)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)")


def inlines(text: str) -> Iterator[Inline]:
    """Yield the pieces of a text.

    >>> [(piece.kind, piece.text) for piece in inlines("a ⟨b⟩ `c` **d** [e](f)$")]
    [('text', 'a '), ('formula', 'b'), ('text', ' '), ('code', 'c'), ('text', ' '), ('bold', 'd'), \
('text', ' '), ('link', 'e'), ('text', '$')]
    """
    end = 0
    for found in _INLINE.finditer(text):
        if found.start() > end:
            yield Inline("text", text[end : found.start()])
        kind = ("formula", "code", "bold", "link")[(found.lastindex or 1) - 1 - (found.lastindex == 5)]
        yield Inline(kind, found[found.lastindex or 1] if kind != "link" else found[4], found[5] or "")
        end = found.end()
    if end < len(text):
        yield Inline("text", text[end:])


DOCUMENTS: dict[str, Document] = {
    "pendulum": (
        Heading(1, "How long does a pendulum take?"),
        Paragraph(
            "A weight on a string is the oldest clock of physics. Galileo is said to have timed a lamp in the "
            "cathedral of Pisa with his pulse, and what he noticed still surprises those who try it at home: "
            "the time of a swing does not seem to depend on how far the weight swings."
        ),
        Paragraph(
            "Let ⟨\\theta⟩ be the angle between the string and the vertical, ⟨\\ell⟩ the length of the string and "
            "⟨g \\approx 9.81⟩ the acceleration of free fall. The part of the weight that pulls along the path is "
            "⟨-m g \\sin\\theta⟩, so that Newton's second law becomes"
        ),
        Formula(r"\ell \, \frac{d^2 \theta}{d t^2} = - g \sin \theta ."),
        Heading(2, "Small angles"),
        Paragraph(
            "For small angles ⟨\\sin\\theta \\approx \\theta⟩, and the equation is one that every student of the "
            "second year can solve. The solution is a cosine with the period"
        ),
        Formula(r"T_0 = 2 \pi \sqrt{\frac{\ell}{g}}"),
        Paragraph(
            "A string of one metre therefore gives a period of about two seconds; it is no accident that "
            "⟨\\pi^2⟩ is so close to ⟨g⟩ when lengths are in metres. A committee of the French academy once wanted "
            "to make the [seconds pendulum](https://site.example/seconds-pendulum) the unit of length."
        ),
        Heading(2, "Larger angles"),
        Paragraph(
            "When the weight swings further, the period grows. With the largest angle ⟨\\theta_0⟩ it is a series "
            "whose first terms are enough for a wall clock:"
        ),
        Formula(r"T = T_0 \left( 1 + \frac{\theta_0^2}{16} + \frac{11\,\theta_0^4}{3072} + \cdots \right)"),
        Table(
            (
                ("Angle", "Period in seconds", "Error of the short formula"),
                ("5°", "2.0071", "0.05 %"),
                ("20°", "2.0216", "0.77 %"),
                ("45°", "2.0863", "4.0 %"),
                ("90°", "2.3677", "18 %"),
            )
        ),
        Paragraph(
            "Clockmakers knew this long before the series did. They kept the swing small, and they let the "
            "string bend around two cheeks of brass, so that the weight followed a cycloid instead of a circle."
        ),
        Formula(
            "\\begin{aligned}\nx(t) &= r \\, (t - \\sin t) \\\\\ny(t) &= r \\, (1 - \\cos t)\n\\end{aligned}"
        ),
        Paragraph(
            "On this curve the time is the same for every amplitude: ⟨T = 4 \\pi \\sqrt{r / g}⟩ for any ⟨t_0 < \\pi⟩."
        ),
    ),
    "sorting": (
        Heading(1, "Sorting lists of names"),
        Paragraph(
            "Most programs that sort names get the easy cases right and the rest wrong. This page collects what "
            "we learned while moving a catalogue of eighty thousand names from one system to another, and it "
            "shows the same small task in four languages."
        ),
        Heading(2, "In Python"),
        Paragraph(
            "The function `sorted` takes a key. Names that begin with a lower-case letter would otherwise come "
            "after all others, which is seldom what a reader expects of a register."
        ),
        Code(
            "python",
            "def by_family_name(names, reverse=False):\n"
            '    """Return names sorted by their last word."""\n'
            "    def key(name):\n"
            "        *given, family = name.split()\n"
            "        return family.lower(), given\n"
            "\n"
            "    return sorted(names, key=key, reverse=reverse)\n"
            "\n"
            "\n"
            "if __name__ == '__main__':\n"
            "    for name in by_family_name(['Ada Lovelace', 'Alan Turing']):\n"
            "        print(f'{name:>20}')  # a comment",
        ),
        Paragraph(
            "The empty lines above belong to the style of the language, and a copy of the program that has lost "
            "its indentation does not run at all. The parameter `reverse` is passed on as it is."
        ),
        Heading(2, "In JavaScript"),
        Paragraph(
            "The method `Array.prototype.sort` compares strings by their code units unless it is given a "
            "function. **It also changes the array in place**, which is why the example begins with a copy."
        ),
        Code(
            "javascript",
            "const collator = new Intl.Collator('de', { sensitivity: 'base' });\n"
            "\n"
            "export function byFamilyName(names) {\n"
            "  return [...names].sort((a, b) => {\n"
            "    const [x, y] = [a, b].map((name) => name.split(' ').at(-1));\n"
            "    return collator.compare(x, y) || (a < b ? -1 : a > b);\n"
            "  });\n"
            "}",
        ),
        Heading(2, "On the command line"),
        Paragraph(
            "For files there is a program that has done it since 1971. The option `-k` names the column, and the "
            "variable `LC_ALL` decides about the order of letters:"
        ),
        Code("bash", "export LC_ALL=de_DE.UTF-8\nsort -k2,2 -k1,1 names.txt | uniq -c > sorted.txt"),
        Heading(2, "In C"),
        Code(
            "c",
            "#include <string.h>\n"
            "\n"
            "static int by_name(const void *a, const void *b)\n"
            "{\n"
            "\treturn strcmp(*(char **)a, *(char **)b);   /* not stable */\n"
            "}",
        ),
        Paragraph(
            "Whichever you take, write down the order that you expect before you look at what comes out. Three of "
            "our four mistakes were found by a librarian who had done so, see [her notes](https://site.example/notes)."
        ),
        List(
            (
                "Names with a prefix, such as van or de, follow the custom of their country.",
                (
                    "Names in other scripts need a rule of their own:",
                    ("romanised for the index", "as they are on the card"),
                ),
                "Equal names are told apart by the year of birth.",
            )
        ),
    ),
    "interest": (
        Heading(1, "What a loan really costs"),
        Paragraph(
            "A bank that lends $1,000 at 6 % a year gets back $1,060 after one year if nothing is paid before. "
            "Most loans are paid back in parts, though, and then the sum is less obvious. A friend paid $5.00 a "
            "week for two years and was told that this was cheap."
        ),
        Heading(2, "The formula"),
        Paragraph(
            "With the rate ⟨r⟩ of a period and ⟨n⟩ periods, a loan of ⟨P⟩ is paid back in equal parts of"
        ),
        Formula(r"A = P \, \frac{r (1 + r)^n}{(1 + r)^n - 1}"),
        Paragraph(
            "For ⟨r = 0.005⟩ and ⟨n = 24⟩ the factor in front of ⟨P⟩ is 0.0443. Someone who borrows $1,000 pays "
            "$44.32 a month, and $1,063.69 in all; the difference between $60 and $63.69 is the price of time."
        ),
        Heading(2, "Three loans"),
        Table(
            (
                ("Loan", "Rate ⟨r⟩", "Months", "Each month", "In all"),
                ("House bank", "0.50 %", "24", "$44.32", "$1,063.69"),
                ("Shop", "1.25 %", "24", "$48.49", "$1,163.68"),
                ("Card", "1.80 %", "36", "$37.98", "$1,367.28"),
            )
        ),
        Paragraph(
            "The card looks cheapest in the fourth column and is dearest in the last one. Whoever compares loans "
            "should look at the last column first, then at the fees, which are not in the table."
        ),
        Heading(2, "A program that does the sum"),
        Code(
            "python",
            "def monthly(P, r, n):\n    growth = (1 + r) ** n\n    return P * r * growth / (growth - 1)\n\n"
            "print(round(monthly(1000, 0.005, 24), 2))",
        ),
        Quote("A bank is a place that will lend you money if you can prove that you do not need it."),
        Paragraph(
            "That sentence is older than the formula on this page, and in most years it is the better advice. See "
            "[the list of rates](https://site.example/rates) for what banks asked in your country last month."
        ),
    ),
    "soil": (
        Heading(1, "Measuring the water in soil"),
        Paragraph(
            "Farmers in dry valleys ask the same question every spring: how much of the winter's rain is still in "
            "the ground? A shovel, a balance and an oven answer it well enough, and they cost less than any probe "
            "that is sold for the purpose."
        ),
        Heading(2, "What you need"),
        List(
            (
                "A balance that weighs 500 g to the nearest 0.1 g",
                "An oven that holds 105 °C for a day and a night",
                "Tins with lids, numbered",
            )
        ),
        Heading(2, "How it is done"),
        List(
            (
                "Weigh the empty tin, and write its weight down as ⟨m_0⟩.",
                "Fill it with soil from the depth that you want to know about, close it, weigh it: ⟨m_1⟩.",
                "Dry it with the lid off until its weight no longer changes: ⟨m_2⟩.",
            ),
            True,
        ),
        Paragraph(
            "The share of water by weight is what went away, divided by what stayed. The tin is in all of the "
            "three weights and has to be taken off:"
        ),
        Formula(r"w = \frac{m_1 - m_2}{m_2 - m_0}"),
        Heading(2, "What others found"),
        Table(
            (
                ("Soil", "Wilting point", "Field capacity"),
                ("Sand", "0.03", "0.10"),
                ("Loam", "0.12", "0.27"),
                ("Clay", "0.22", "0.36"),
            )
        ),
        Paragraph(
            "Between the two columns lies the water that a plant can use. In loam that is 0.15 by weight, which for "
            "a layer of 30 cm and a density of 1.3 is a rain of nearly 60 mm; in sand it is less than half of it."
        ),
        Heading(3, "A second table, with names"),
        Table(
            (
                ("Valley", "Field", "March", "May"),
                ("Upper", "North field", "0.24", "0.17"),
                ("Upper", "Old orchard", "0.26", "0.21"),
                ("Lower", "River meadow", "0.31", "0.29"),
                ("Lower", "", "0.28", "0.19"),
            )
        ),
        Paragraph(
            "The river meadow stays wet because the ground water is near. **Do not irrigate it before June**, "
            "whatever the table of an almanac says, or the roots will rot; the [map of wells]"
            "(https://site.example/wells) shows the level of each week."
        ),
    ),
    "parser": (
        Heading(1, "A configuration reader in an afternoon"),
        Paragraph(
            "Every team writes a reader for configuration files sooner or later. Ours reads lines such as `name = "
            "value`, knows sections in brackets, and fits on a page. It has served six years now, and these notes "
            "are what I would have liked to know at the beginning."
        ),
        Heading(2, "The format"),
        Paragraph(
            "A file looks like this; the sign # begins a comment, and an indented line goes on with the last."
        ),
        Code(
            "ini",
            "# where things are\n[paths]\nhome   = /srv/data\ncaches = /tmp/a,\n         /tmp/b\n\n[limits]\nmemory = 512*1024",
        ),
        Heading(2, "The reader"),
        Paragraph(
            "The class keeps no state between files. Its only method returns a dictionary of dictionaries, which is "
            "what all of the callers wanted in the end, although each of them had asked for something else."
        ),
        Code(
            "python",
            "import re\n\n"
            "LINE = re.compile(r'^(?P<name>\\w+)\\s*=\\s*(?P<value>.*)$')\n\n\n"
            "class Reader:\n"
            "    def read(self, lines):\n"
            "        found, section, name = {}, '', None\n"
            "        for line in lines:\n"
            "            line = line.split('#')[0].rstrip()\n"
            "            if not line:\n"
            "                continue\n"
            "            if line[0].isspace() and name:\n"
            "                found[section][name] += ' ' + line.strip()\n"
            "            elif line.startswith('['):\n"
            "                section = line.strip('[]')\n"
            "                found[section] = {}\n"
            "            elif match := LINE.match(line):\n"
            "                name = match['name']\n"
            "                found[section][name] = match['value']\n"
            "        return found",
        ),
        Paragraph(
            "The first version used no regular expression and was twice as long. The second used one for the whole "
            "file and was slow: on a file of 40,000 lines it took ⟨O(n^2)⟩ steps, because of ⟨n⟩ lines each was "
            "copied for all lines before it."
        ),
        Heading(2, "What it does not do"),
        List(
            (
                "Values have no types; `512*1024` is a string.",
                "A section that stands twice replaces the first.",
                (
                    "There is no way to include files,",
                    ("because nobody agreed on relative paths,", "and because of loops."),
                ),
            )
        ),
        Heading(2, "Trying it"),
        Code("console", "$ python -m reader example.ini\n{'paths': {'home': '/srv/data'}}\n$ echo $?\n0"),
        Paragraph(
            "If you need more than this, take one of the formats that others maintain. We list those that we tried, "
            "with their speed, in [a comparison](https://site.example/formats)."
        ),
    ),
    "matrices": (
        Heading(1, "Rotations and other matrices"),
        Paragraph(
            "A rotation of the plane leaves one point where it is and turns the rest about it. Written as a matrix "
            "it has four numbers, though one angle is enough to know it, and that is a hint that the four are not free."
        ),
        Formula(
            "R(\\varphi) = \\begin{pmatrix} \\cos\\varphi & -\\sin\\varphi \\\\ \\sin\\varphi & \\cos\\varphi \\end{pmatrix}"
        ),
        Paragraph(
            "Two rotations one after the other add their angles, so that ⟨R(\\alpha) R(\\beta) = R(\\alpha+\\beta)⟩. "
            "Comparing the first rows of both sides gives the theorem that everyone looks up and nobody remembers:"
        ),
        Formula(r"\cos(\alpha+\beta) = \cos\alpha\cos\beta - \sin\alpha\sin\beta"),
        Heading(2, "Determinants"),
        Paragraph(
            "The determinant of a rotation is ⟨\\det R = \\cos^2\\varphi + \\sin^2\\varphi = 1⟩: areas stay as they "
            "are. For a matrix ⟨A \\in \\mathbb{R}^{n \\times n}⟩ with the eigenvalues ⟨\\lambda_1, \\dots, "
            "\\lambda_n⟩ the determinant is their product, and the trace is their sum:"
        ),
        Formula(r"\det A = \prod_{i=1}^{n} \lambda_i, \qquad \operatorname{tr} A = \sum_{i=1}^{n} \lambda_i"),
        Heading(2, "Which is which"),
        Table(
            (
                ("Matrix", "Condition", "Determinant"),
                ("Rotation", "⟨R^T R = I⟩", "⟨1⟩"),
                ("Reflection", "⟨S^2 = I⟩", "⟨-1⟩"),
                ("Projection", "⟨P^2 = P⟩", "⟨0⟩"),
            )
        ),
        Paragraph(
            "A reflection turned twice is the identity, and a projection done twice is itself. If ⟨x > 0⟩ and "
            "⟨y \\le x⟩, then ⟨|x - y| = x - y⟩, which the proof of the next section uses without saying so."
        ),
        List(
            (
                "Every rotation has an inverse, ⟨R(\\varphi)^{-1} = R(-\\varphi)⟩.",
                "No projection has one, unless it is ⟨I⟩.",
                "A reflection is its own.",
            ),
            True,
        ),
        Heading(2, "An integral to end with"),
        Paragraph(
            "Averaged over all angles, a rotation is nothing, as [one page of pictures](https://site.example/pictures) "
            "shows better than the formula does:"
        ),
        Formula(r"\frac{1}{2\pi} \int_0^{2\pi} R(\varphi) \, d\varphi = 0"),
    ),
}
