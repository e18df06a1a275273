"""Exponents, indexes, struck-out text, quotations and soft hyphens, by hand from how they are printed."""

import pytest
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.page import notation
from scrapy_content_extract.content.page.notation import quoted, written
from tests.helpers.pages import URL, EveryText


def text_of(html):
    """Return all text of a page, as bytes and as a tree, which must be equal."""
    tree = lxml_html.document_fromstring(html)
    text, of_tree = (extract(given, url=URL, extractor=EveryText()).text for given in (html, tree))
    assert of_tree == text
    return text


# exponents
POWERS = {
    "a power of ten is another number without a mark": ("10<sup>3</sup> m", "10^3 m"),
    "a negative power, with a minus sign": ("6.02×10<sup>−23</sup>.", "6.02×10^−23."),
    "a negative power, with a hyphen": ("10<sup>-3</sup>", "10^-3"),
    "the first power of ten stands in tables": ("10<sup>1</sup>", "10^1"),
    "a power of two": ("2<sup>32</sup> bytes", "2^32 bytes"),
    "a rational power": ("2<sup>1/2</sup>", "2^(1/2)"),
    "a power of a long number": ("1024<sup>3</sup>", "1024^3"),
    "an area": ("5 m<sup>2</sup> of", "5 m^2 of"),
    "a volume with a prefix": ("3 cm<sup>3</sup>", "3 cm^3"),
    "an area in Russian": ("5 км<sup>2</sup>", "5 км^2"),
    "an area in Chinese, without a space": ("面积5km<sup>2</sup>的", "面积5km^2的"),
    "a rate": ("5 m s<sup>−1</sup>", "5 m s^−1"),
    "a variable": ("<i>x</i><sup>2</sup> + <i>y</i><sup>2</sup>", "x^2 + y^2"),
    "an unknown exponent": ("2<sup><i>n</i></sup>", "2^n"),
    "a transpose": ("A<sup>T</sup>B", "A^(T)B"),
    "a formula known to all": ("E = mc<sup>2</sup>", "E = mc^2"),
    "an expression needs brackets": ("x<sup>n+1</sup>", "x^(n+1)"),
    "an expression of several texts": ("x<sup><i>n</i> − 1</sup>", "x^(n − 1)"),
    "a factor before the unknown": ("2<sup>2n</sup>", "2^2n"),
    "a Greek exponent": ("e<sup>iπ</sup> = −1", "e^iπ = −1"),
    "a formula in brackets": ("(a + b)<sup>2</sup>", "(a + b)^2"),
    "a formula in brackets of several elements": ("(<i>a</i> + <i>b</i>)<sup>2</sup>", "(a + b)^2"),
    "a charge": ("Ca<sup>2+</sup> ions", "Ca^2+ ions"),
    "an exponent after an index has the base of the index": ("x<sub>i</sub><sup>2</sup>", "x_i^2"),
    "a charge after an index": ("SO<sub>4</sub><sup>2−</sup>", "SO_4^2−"),
    "a digit after it would be part of it": ("10<sup>3</sup>5", "10^(3)5"),
    "a letter after a digit is not part of it": ("x<sup>2</sup>y", "x^2y"),
    "a letter after a letter is": ("2<sup>n</sup>y", "2^(n)y"),
    "an exponent in an exponent": ("2<sup>2<sup>n</sup></sup>", "2^(2^n)"),
    "powers of powers of ten": ("10<sup>10<sup>100</sup></sup> is", "10^(10^100) is"),
    "an index in an exponent": ("e<sup>x<sub>i</sub></sup>", "e^(x_i)"),
    "an exponent in an exponent, with more behind it": ("e<sup>x<sup>2</sup>/2</sup> + 1", "e^(x^2/2) + 1"),
    "in preformatted text": ("<pre>6 x 10<sup>23</sup>\n5 m<sup>2</sup></pre>", "6 x 10^23\n5 m^2"),
    "space inside is not part of it": ("10<sup> 3 </sup>m", "10 ^3 m"),
    "in a link with its base": ("<a href=/x>5 m<sup>2</sup></a>", "5 m^2"),
    "in a heading": ("<h1>10<sup>3</sup></h1>", "10^3"),
    "a mixed fraction is no power": ("1<sup>1</sup>/<sub>2</sub> cups", "1 1/2 cups"),
    "a power before a slash is": ("10<sup>3</sup>/2", "10^3/2"),
    "a product of units": ("kg·m<sup>2</sup>·s<sup>−2</sup>", "kg·m^2·s^−2"),
    "a product of numbers": ("a×b<sup>2</sup>", "a×b^2"),
    "letters of two alphabets": ("A = πr<sup>2</sup>, 4πr<sup>2</sup>", "A = πr^2, 4πr^2"),
    "a function and its argument": ("sin<sup>2</sup>x + cos<sup>2</sup> θ = 1", "sin^2x + cos^2 θ = 1"),
}  # fmt: skip

# indexes
INDEXES = {
    "water": ("H<sub>2</sub>O", "H_2O"),
    "several": ("C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>", "C_6H_12O_6"),
    "letters after it": ("CO<sub>2</sub>e", "CO_2e"),
    "a variable": ("x<sub><i>i</i></sub> is", "x_i is"),
    "two": ("a<sub>i,j</sub>", "a_(i,j)"),
    "an expression": ("a<sub>n+1</sub>", "a_(n+1)"),
    "a base of logarithms": ("log<sub>10</sub> x", "log_10 x"),
    "a limit": ("lim<sub>n→∞</sub>", "lim_(n→∞)"),
    "a size of particles": ("PM<sub>2.5</sub>", "PM_2.5"),
    "a word": ("V<sub>max</sub> = 3", "V_max = 3"),
    "after brackets": ("Ca(OH)<sub>2</sub>", "Ca(OH)_2"),
}

# what stands higher or lower for another reason: the text has no mark
OTHERS = {
    "a footnote that is a link": ("area<sup><a href=#1>1</a></sup> is", "area1 is"),
    "a linked footnote behind a number would be another number": (
        "8,300<sup><a href=#n1>2</a></sup> people", "8,300[2] people"
    ),
    "and behind a year": ("in 2019<sup><a href='#fn2'>2</a></sup>", "in 2019[2]"),
    "and behind a stop": ("in 2019.<sup><a href='#fn2'>2</a></sup>", "in 2019.[2]"),
    "a footnote in a link": ("10<a href=#1><sup>2</sup></a> is", "10[2] is"),
    "an anchor": ("10<sup><a name=r2></a>2</sup> is", "10[2] is"),
    "two linked footnotes": ("2019<sup><a href=#1>1</a></sup><sup><a href=#2>2</a></sup>", "2019[1][2]"),
    "two in one": ("2019<sup><a href=#1>1</a>, <a href=#2>2</a></sup>", "2019[1, 2]"),
    "with brackets of its own": ("2019<sup><a href=#1>[1]</a></sup>", "2019[1]"),
    "a footnote of a unit is no part of its power": (
        "km<sup>2</sup><sup id=r2><a href=#2>2</a></sup><sup><a href=#3>3</a></sup>", "km^2[2][3]"
    ),
    "two footnotes of a word": ("word<sup><a href=#2>2</a></sup><sup><a href=#3>3</a></sup> is", "word[2][3] is"),
    "a note begins with its mark": ("<p>a<p><sup>1</sup>450 people", "a\n[1]450 people"),
    "a mark before a number, linked": ("so <sup><a href=#r>2</a></sup>2019 was", "so [2]2019 was"),
    "a nuclide": ("<sup>235</sup><sub>92</sub>U", "235_92U"),
    "two marks without links": ("word<sup>2</sup><sup>3</sup> is", "word[2][3] is"),
    "a mark without a link behind a power": ("450 km<sup>2</sup><sup>2</sup>, 10<sup>6</sup><sup>2</sup>", "450 km^2[2], 10^6[2]"),
    "a mark behind an ordinal": ("the 10<sup>th</sup><sup>2</sup> of", "the 10th2 of"),
    "a letter is no digit": ("2019<sup><a href=#1>a</a></sup>", "2019a"),
    "a power with a footnote": ("10<sup>3</sup><sup><a href=#1>2</a></sup>", "10^3[2]"),
    "linked footnotes say nothing about a superscript without a link": (
        "the people<sup><a href=#1>2</a></sup> 7100<sup>3</sup>", "the people2 7100^3"
    ),
    "numbers with separators are counted, not multiplied": ("8,300<sup>2</sup> people", "8,300[2] people"),
    "also where the separator is a space": ("1\u202f200\u202f000<sup>3</sup>", "1 200 000[3]"),
    "decimals are": ("3.142<sup>2</sup>", "3.142^2"),
    "a footnote in brackets": ("area<sup>[1]</sup>", "area[1]"),
    "an asterisk": ("10<sup>*</sup>", "10*"),
    "a dagger": ("x<sup>†</sup>", "x†"),
    "a footnote after a stop": ("It rained.<sup>2</sup> Then", "It rained.2 Then"),
    "a footnote after a longer word": ("the people<sup>2</sup>", "the people2"),
    "a footnote after a quotation": ("“so”<sup>2</sup>", "“so”2"),
    "a footnote after a remark in brackets": ("(see there)<sup>2</sup>", "(see there)2"),
    "the first footnote: nobody writes a first power": ("m<sup>1</sup> and x<sup>1</sup>", "m1 and x1"),
    "on a page with such footnotes a short word has them, too": (
        "<p>the people<sup>2</sup><p>all of it<sup>3</sup>", "the people2\nall of it3"
    ),
    "and so has a year": ("<p>the people<sup>2</sup><p>in 2019<sup>3</sup>", "the people2\nin 2019[3]"),
    "a mark in brackets behind a number": ("7,100<sup>[3]</sup> people", "7,100[3] people"),
    "nobody writes a first power of 7,100": ("7,100<sup>1</sup> people", "7,100[1] people"),
    "two marks are no power": ("7,100<sup>1, 2</sup> people", "7,100[1, 2] people"),
    "a mark behind a stop would be a decimal": ("in 2019.<sup>2</sup> Then", "in 2019.[2] Then"),
    "a mark behind a decimal": ("0.5<sup>1</sup> m", "0.5[1] m"),
    "a mark behind a power": ("10<sup>3</sup><sup>[2]</sup>", "10^3[2]"),
    "a low number is no mark": ("101<sub>1</sub>", "101_1"),
    "and a word that is a function, too": (
        "<p>the people<sup>2</sup><p>the sin<sup>3</sup> of a log<sup>4</sup> I saw",
        "the people2\nthe sin3 of a log4 I saw",
    ),
    "cents are no power": ("for $4<sup>99</sup> each", "for $4 99 each"),
    "of thousands": ("$1,299<sup>00</sup>", "$1,299 00"),
    "with the currency behind them": ("4<sup>99</sup> €", "4 99 €"),
    "a power of ten has a currency, too": ("10<sup>12</sup> €", "10^12 €"),
    "cents with their own point": ("$4<sup>.99</sup>", "$4.99"),
    "cents behind the point": ("$4.<sup>99</sup>, 4,<sup>99</sup> €", "$4.99, 4,99 €"),
    "a numerator is no mark": ("5<sup>1</sup>/2 cups", "51/2 cups"),
    "but no power of ten": ("<p>the people<sup>2</sup><p>10<sup>3</sup>", "the people2\n10^3"),
    "an English ordinal": ("the 19<sup>th</sup> century", "the 19th century"),
    "another": ("2<sup>nd</sup>", "2nd"),
    "a French one": ("XIX<sup>e</sup> siècle, 1<sup>er</sup>, 3<sup>e</sup>", "XIXe siècle, 1er, 3e"),
    "a Spanish one": ("1<sup>o</sup>, 2<sup>a</sup>", "1o, 2a"),
    "a Greek one": ("1<sup>η</sup>", "1η"),
    "a number": ("n<sup>o</sup> 5", "no 5"),
    "a title": ("M<sup>lle</sup>, M<sup>me</sup>, D<sup>r</sup>", "Mlle, Mme, Dr"),
    "hours": ("12<sup>h</sup>30<sup>m</sup>", "12h30m"),
    "a trade mark": ("Foo<sup>TM</sup> x<sup>®</sup> 10<sup>™</sup>", "FooTM x® 10™"),
    "a trade mark that stands low": ("Windows<sub>TM</sub>", "WindowsTM"),
    "a charge without a number, as chemists write in plain text": ("Na<sup>+</sup>", "Na+"),
    "a mass before its element": ("the <sup>14</sup>C", "the 14C"),
    "after a space": ("10 <sup>3</sup>", "10 3"),
    "a line of its own": ("10<br><sup>3</sup>", "10\n3"),
    "small print": ("text<sub>that somebody wanted to be small</sub>", "textthat somebody wanted to be small"),
    "a fraction": ("<sup>1</sup>/<sub>2</sub>", "1/2"),
    "nothing": ("10<sup></sup>3", "103"),
}  # fmt: skip

# struck out, inserted, quoted; words that mark-up divides
WORDS = {
    "struck out": ("It is <del>9</del> 8.", "It is 8."),
    "the older names": ("<s>a</s> b <strike>c</strike> d e f", "b d e f"),
    "within a word": ("colo<del>u</del>r", "color"),
    "a whole line": ("a b c<br><del>d</del><br>e f", "a b c\ne f"),
    "a whole paragraph": ("<p>a b c<p><del>d</del><p>e f", "a b c\ne f"),
    "empty lines of a program stay": ("<pre>a\n\n<del>b</del>\nc d e</pre>", "a\n\n\nc d e"),
    "more than half of a page is not what the author took back": ("<s>all of it</s> a", "all of it a"),
    "inserted": ("a <ins>b</ins>", "a b"),
    "an abbreviation": ("<abbr title='World Health Organization'>WHO</abbr>", "WHO"),
    "quoted": ("He said <q>yes</q>.", "He said “yes”."),
    "quoted in a quotation": ("<q>He said <q>yes</q> to <q>me</q></q>", "“He said ‘yes’ to ‘me’”"),
    "quoted with space": ("a<q> b </q>c", "a “b” c"),
    "with its own marks": ("<q>“a”</q> “<q>b</q>”", "“a” “b”"),
    "quoted too often": ("<q>a" * 6, "“a‘a“a‘aaa’”’”"),
    "an empty quotation": ("a <q></q> b", "a b"),
    "an exponent in a quotation": ("<q>10<sup>3</sup></q>", "“10^3”"),
    "how characters are read": ("<ruby>東京<rt>とうきょう</rt></ruby>は", "東京(とうきょう)は"),
    "with brackets for old browsers": (
        "<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>は",
        "東京（とうきょう）は",
    ),
    "a place for a line break": ("super<wbr>cali", "supercali"),
    "soft hyphens": ("super\u00adcali&shy;fragil", "supercalifragil"),
    "zero-width spaces, which a browser does not show": (
        "a\u200b_b&ZeroWidthSpace; c\ufeff\u2060d",
        "a_b cd",
    ),
    "between words of Khmer and Thai they are the only space": (
        "ខ្ញុំ\u200bទៅ คน\u200bไป",
        "ខ្ញុំ\u200bទៅ คน\u200bไป",
    ),
    "joiners are spelling in Persian and Hindi": ("می\u200cروم क्\u200dष", "می\u200cروم क्\u200dष"),
}


TEXTS = POWERS | INDEXES | OTHERS | WORDS


@pytest.mark.parametrize(("html", "text"), TEXTS.values(), ids=TEXTS)
def test_text(html, text):
    assert text_of(html) == text


# page → HTML, Markdown
FORMATS = {
    "an exponent stays an element": ("10<sup>3</sup> m", "<p>10<sup>3</sup> m</p>", "10<sup>3</sup> m\n"),
    "marks in brackets behind a number, linked and not": (
        "7,100<sup>[3]</sup> 8,300<sup><a href='#n'>[2]</a></sup>",
        f'<p>7,100<sup>[3]</sup> 8,300<sup><a href="{URL}#n">[2]</a></sup></p>',
        f"7,100<sup>[3]</sup> 8,300<sup>[[2]]({URL}#n)</sup>\n",
    ),
    "in preformatted text are no elements": (
        "<pre>6 x 10<sup>23</sup></pre>", "<pre>6 x 10^23</pre>", "```\n6 x 10^23\n```\n"
    ),
    "nor in an exponent": (
        "10<sup>10<sup>100</sup></sup>", "<p>10<sup>10^100</sup></p>", "10<sup>10^100</sup>\n"
    ),
    "how characters are read": ("<ruby>東<rt>とう</rt></ruby>", "<p>東(とう)</p>", "東(とう)\n"),
    "and so does a footnote": ("area<sup>3</sup>", "<p>area<sup>3</sup></p>", "area<sup>3</sup>\n"),
    "an index": ("H<sub>2</sub>O", "<p>H<sub>2</sub>O</p>", "H<sub>2</sub>O\n"),
    "struck out": ("It is <s>9</s> now", "<p>It is <del>9</del> now</p>", "It is ~~9~~ now\n"),
    "in the element of a paragraph": ("<del>a</del> b c", "<p><del>a</del> b c</p>", "~~a~~ b c\n"),
    "quoted: marks, and no element, which would show them again": (
        "<q>a <b>b</b></q> c", "<p>“a <b>b”</b> c</p>", "“a **b”** c\n"
    ),
    "inserted": ("a <ins>b</ins>", "<p>a b</p>", "a b\n"),
    "keys": ("<kbd>Ctrl</kbd>", "<p><code>Ctrl</code></p>", "`Ctrl`\n"),
    "soft hyphens": ("su\u00adper", "<p>super</p>", "super\n"),
    "zero-width spaces": ("su\u200bper", "<p>super</p>", "super\n"),
    "a line break in a cell": (
        "<table><tr><th>a<th>b<tr><td>c<br>d<td>10<sup>3</sup></table>",
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c<br>d</td><td>10<sup>3</sup></td></tr>\n</table>",
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "html", "markdown"), FORMATS.values(), ids=FORMATS)
def test_formats(given, html, markdown):
    found = extract(given, url=URL, extractor=EveryText(), formats=["html", "markdown"])
    assert found.html == html
    assert markdown in (found.markdown, None)


def test_a_page_without_marks_is_written_as_it_is():
    page = page_of("<p>10 <b>a</b> <i>b</i> <ins>c</ins> <sub></sub>")
    assert quoted(page) is page.strings
    page = page_of("<p>10 <b>a</b>")
    assert written(page) is page.strings


def test_the_columns_do_not_change():
    """What is learned sees the page: only what is written has marks."""
    page = page_of("<p>10<sup>3</sup> <q>a</q> <s>b</s> c d e")
    assert page.text == ["10", "3", "a", "b", " c d e"]
    assert list(written(page)) == ["10", "^3", "“a”", "", " c d e"]
    assert list(quoted(page)) == ["10", "3", "“a”", "b", " c d e"]
    assert list(page.chars) == [2, 1, 1, 1, 3]


# what a page may make much of: the beginning, a piece over and over, the end
MUCH = {
    "exponents": ("<p>", "10<sup>3</sup> ", ""),
    "exponents of exponents": ("<p>x", "<sup>2</sup>", ""),
    "nested exponents": ("<p>x", "<sup>", "2"),
    "nested exponents with texts": ("<p>x", "<sup>2", ""),
    "nested quotations": ("<p>x", "<q>", "2"),
    "quotations": ("<p>x", "<q>2</q>", ""),
    "nested deletions": ("<p>x x x x", "<s>", "2"),
    "open brackets": ("<p>", "((((a+<sup>2</sup>", ""),
    "long expressions": ("<p>", "x<sup>" + "a+" * 10 + "</sup>", ""),
    "a long text before many": ("<p>" + "x" * 20_000, "<sup>2</sup>", ""),
}


@pytest.mark.parametrize(("first", "piece", "last"), MUCH.values(), ids=MUCH)
def test_what_is_looked_at_grows_with_the_page(first, piece, last, monkeypatch):
    looked = []
    before = notation.before
    monkeypatch.setattr(notation, "before", lambda *given: looked.append(before(*given)) or looked[-1])
    counts = []
    for times in (500, 1000):
        looked.clear()
        page = page_of(first + piece * times + last)
        assert len("".join(written(page))) <= 4 * len(page.html)
        counts.append(sum(map(len, looked)))
    assert counts[1] <= 2.1 * counts[0] + notation.BEFORE
