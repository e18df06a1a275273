r"""Rows of mark-up, each with what Markdown must have of it: formulas and code.

The names say what writes such mark-up.  A row passes if all its needs are met; where Markdown knows several
ways, each will do.
"""

from __future__ import annotations

from .needs import Row, code, formula, no_formula, pattern, reads, text, without
from .text_rows import LISTS, PICTURES, PLAIN, TABLES

_FRAC = "<mfrac><mi>a</mi><mi>b</mi></mfrac>"
_POWER = "<msup><mi>x</mi><mn>2</mn></msup>"
_KATEX = (
    f'<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi>{_POWER}</mrow>'
    '<annotation encoding="application/x-tex">ax^2</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true"><span class="mord mathnormal">a</span>'
    '<span class="mord mathnormal">x</span><span class="msupsub">2</span></span></span>'
)
_TEXVC = r'alt="{\displaystyle \sigma ^{2}}"'
_WIKI = (
    '<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display:'
    ' none;"><math alttext="{\\displaystyle \\sigma ^{2}}"><semantics><msup><mi>σ</mi><mn>2</mn></msup>'
    '<annotation encoding="application/x-tex">{\\displaystyle \\sigma ^{2}}</annotation></semantics></math>'
    f'</span><img src="https://w.example/svg/1" class="mwe-math-fallback-image-inline" {_TEXVC}></span>'
)

FORMULAS = {
    "MathJax 2, before it has run": Row(
        r'<p>Take <script type="math/tex">x+\sqrt{1-x^2}</script> now.</p>', (formula(r"x+\sqrt{1-x^2}"),)
    ),
    "MathJax 2, display": Row(
        r'<p>Take</p><script type="math/tex; mode=display">\sum_{i=1}^n i</script><p>now.</p>',
        (formula(r"\sum_{i=1}^n i"), text("$$", r"\[")),
    ),
    "MathJax 2, after it has run": Row(
        '<p>Take <span class="MathJax_Preview" style="display:none">junk</span><span class="MathJax"><nobr>'
        '<span class="mi">q</span></nobr></span><script type="math/tex">q_1</script> now.</p>',
        (formula("q_1"), without("junk")),
    ),
    "MathJax 3, CommonHTML with MathML": Row(
        '<p>Take <mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi><mjx-c '
        f'class="mjx-c1D465"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml><math>{_POWER}</math>'
        "</mjx-assistive-mml></mjx-container> now.</p>",
        (formula("x^2", "x^{2}", "{x}^{2}"),),
    ),
    "MathJax 3, SVG with MathML": Row(
        '<p>Take <mjx-container class="MathJax" jax="SVG"><svg aria-hidden="true"><g><path d="M5"></path></g>'
        f"</svg><mjx-assistive-mml><math>{_POWER}</math></mjx-assistive-mml></mjx-container> now.</p>",
        (formula("x^2", "x^{2}", "{x}^{2}"),),
    ),
    "KaTeX": Row(f"<p>Take {_KATEX} now.</p>", (formula("ax^2"), without("ax2", "ax^2ax"))),
    "KaTeX, display": Row(
        f'<p>Take</p><span class="katex-display">{_KATEX}</span><p>now.</p>',
        (formula("ax^2"), text("$$", r"\["), without("ax2")),
    ),
    "MediaWiki": Row(f"<p>Take {_WIKI} now.</p>", (formula(r"\sigma^{2}"), without("<math", "w.example"))),
    "MediaWiki, display": Row(
        f"<p>It is</p><dl><dd>{_WIKI}</dd></dl><p>now.</p>", (formula(r"\sigma^{2}"), without("w.example"))
    ),
    "MediaWiki, pictures of old": Row(
        r'<p>Take <img class="tex" alt="\sqrt{2}" src="/math/a/b.png"> now.</p>', (formula(r"\sqrt{2}"),)
    ),
    "MathML": Row(f"<p>Take <math>{_FRAC}</math> now.</p>", (formula(r"\frac{a}{b}", r"\frac ab"),)),
    "MathML, display": Row(
        f'<p>Take</p><math display="block">{_FRAC}</math><p>now.</p>',
        (formula(r"\frac{a}{b}", r"\frac ab"), text("$$", r"\[")),
    ),
    "MathML with a prefix": Row(
        "<p>Take <m:math><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math> now.</p>",
        (formula(r"\frac{a}{b}", r"\frac ab"),),
    ),
    "MathML with an alternative text": Row(
        f'<p>Take <math alttext="\\dfrac{{a}}{{b}}">{_FRAC}</math> now.</p>', (formula(r"\dfrac{a}{b}"),)
    ),
    "LaTeXML": Row(
        f'<p>Take <math class="ltx_Math" alttext="a/b" display="inline"><semantics>{_FRAC}<annotation-xml '
        'encoding="MathML-Content"><apply><divide></divide><ci>a</ci><ci>b</ci></apply></annotation-xml>'
        '<annotation encoding="application/x-tex">a/b</annotation></semantics></math> now.</p>',
        (formula("a/b"), reads("Take now")),
    ),
    "LaTeXML, numbered": Row(
        '<p>Take</p><table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_eqn_row"><td></td><td>'
        f'<math alttext="c=a/b" display="block">{_FRAC}</math></td><td></td><td rowspan="1"><span '
        'class="ltx_tag">(1)</span></td></tr></tbody></table><p>now.</p>',
        (formula("c=a/b"), without("| ---")),
    ),
    "WordPress": Row(
        r'<p>Take <img src="https://s0.wp.com/latex.php?latex=%5Ckappa_1" alt="\kappa_1" '
        'class="latex"> now.</p>',
        (formula(r"\kappa_1"), without("latex.php")),
    ),
    "mimeTeX": Row(
        r'<p>Take <img src="/cgi-bin/mimetex.cgi?\alpha(z)+k"> now.</p>', (formula(r"\alpha(z)+k"),)
    ),
    "CodeCogs": Row(
        '<p>Take <img src="https://latex.codecogs.com/gif.latex?x^2_1"> now.</p>', (formula("x^2_1"),)
    ),
    "CodeCogs, quoted": Row(
        '<p>Take <img src="https://latex.codecogs.com/svg.image?%5Cbeta%20%5E2"> now.</p>',
        (formula(r"\beta^2"),),
    ),
    "Zhihu": Row(
        '<p>Take <img src="https://www.zhihu.com/equation?tex=a_1%2Bb" alt="a_1+b" eeimg="1"> now.</p>',
        (formula("a_1+b"),),
    ),
    "TeX in text, parentheses": Row(r"<p>Take \(a_1 = b_2\) now.</p>", (formula("a_1=b_2"),)),
    "TeX in text, dollars": Row(
        r"<p>Take $c_1 \ne d_2$ now, and $x^*$ and $y^*$.</p>", (formula(r"c_1\ne d_2"), formula("x^*"))
    ),
    "TeX in text, brackets": Row(r"<p>Take \[ a_1 &lt; b_2 \] now.</p>", (formula("a_1<b_2"),)),
    "TeX in text, many lines": Row(
        "<p>$$\\begin{aligned} a_1 &amp;= b \\\\ c &amp;= d \\end{aligned}$$</p>",
        (formula(r"\begin{aligned} a_1 &= b \\ c &= d \end{aligned}"),),
    ),
    "TeX in text, lines broken by <br>": Row(r"<p>Take $$a_1 +<br>b_2$$ now.</p>", (formula("a_1+b_2"),)),
    "TeX in text, an environment alone": Row(
        r"<p>\begin{equation} a^2 + b^2 = c_1 \end{equation}</p>", (pattern(r"a\^2 \+ b\^2 = c_1 "),)
    ),
    "[tex] of forums": Row("<p>Take [tex]p_1(x)[/tex] now.</p>", (formula("p_1(x)"),)),
    "[itex] of forums": Row("<p>Take [itex]p_1(x)[/itex] now.</p>", (formula("p_1(x)"),)),
    "Sphinx": Row(
        r'<p>Take <span class="math notranslate nohighlight">\(a_1\)</span> now.</p>', (formula("a_1"),)
    ),
    "Sphinx, display": Row(
        '<p>Take</p><div class="math notranslate nohighlight">\n\\[a_1 = b^*\\]</div><p>now.</p>',
        (formula("a_1=b^*"),),
    ),
    "Pandoc": Row(r'<p>Take <span class="math inline">\(a_1\)</span> now.</p>', (formula("a_1"),)),
    "Pandoc, TeX alone": Row(r'<p>Take <span class="math inline">a_1</span> now.</p>', (formula("a_1"),)),
    "arithmatex": Row(
        r'<p>Take <span class="arithmatex">\(a_1\)</span> and</p><div class="arithmatex">\[b_2\]</div>',
        (formula("a_1"), formula("b_2")),
    ),
    "GitHub": Row(
        '<p>Take <math-renderer class="js-inline-math">$a_1$</math-renderer> now.</p>', (formula("a_1"),)
    ),
    "in a heading": Row(f"<h2>About {_KATEX}</h2><p>It is so.</p>", (pattern(r"## About \$ax\^2\$"),)),
    "in an item": Row(f"<ul><li>one {_KATEX}</li><li>two</li></ul>", (pattern(r"[-*] one \$ax\^2\$"),)),
    "in a cell": Row(
        f"<table><tr><th>A</th><th>B</th></tr><tr><td>{_KATEX}</td><td>b</td></tr></table>",
        (pattern(r"\| \$ax\^2\$ \| b"),),
    ),
    "prices": Row(
        "<p>It costs $5 today and $6 tomorrow.</p>", (no_formula, reads("It costs $5 today and $6 tomorrow."))
    ),
    "dollars in code": Row("<p>Write <code>$a_1 = $b_1</code> now.</p>", (no_formula, text("`$a_1 = $b_1`"))),
}

_LINES = "def f():\n    return 1"
_NUMBERED = '<td class="{}"><pre>1\n2\n</pre></td><td class="{}"><pre>def f():\n    return 1\n</pre></td>'

CODE = {
    "plain": Row(f"<pre>{_LINES}\n</pre>", (code(_LINES),)),
    "the class language-": Row(
        f'<pre><code class="language-python">{_LINES}\n</code></pre>', (code(_LINES, "python"),)
    ),
    "the class lang-": Row(
        f'<pre class="lang-python"><code>{_LINES}</code></pre>', (code(_LINES, "python"),)
    ),
    "data-lang": Row(f'<pre data-lang="python"><code>{_LINES}</code></pre>', (code(_LINES, "python"),)),
    "data-language": Row(
        f'<pre data-language="python"><code>{_LINES}</code></pre>', (code(_LINES, "python"),)
    ),
    "Sphinx": Row(
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">'
        'def</span> <span class="nf">f</span>():\n    <span class="k">return</span> 1\n</pre></div></div>',
        (code(_LINES, "python"),),
    ),
    "GitHub": Row(
        f'<div class="highlight highlight-source-python"><pre>{_LINES}</pre></div>', (code(_LINES, "python"),)
    ),
    "Prism with numbers": Row(
        f'<pre class="language-python line-numbers"><code class="language-python">{_LINES}<span '
        'aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre>',
        (code(_LINES, "python"),),
    ),
    "Shiki": Row(
        '<pre class="shiki nord"><code><span class="line"><span>def</span><span> f():</span></span>\n'
        '<span class="line"><span>    return</span><span> 1</span></span></code></pre>',
        (code(_LINES),),
    ),
    "Docusaurus": Row(
        '<div class="language-python codeBlockContainer"><pre class="prism-code language-python"><code>'
        '<span class="token-line"><span class="token">def f():</span><br></span><span class="token-line">'
        '<span class="token plain">    </span><span class="token">return 1</span><br></span></code></pre>'
        '<div class="buttonGroup"><button>Copy</button></div></div>',
        (code(_LINES, "python"), without("Copy")),
    ),
    "a line in a <div>": Row(
        '<pre><code><div class="line">if (a) {</div><div class="line">    b();</div><div class="line">}</div>'
        "</code></pre>",
        (code("if (a) {\n    b();\n}"),),
    ),
    "white space in a <span>": Row(
        '<pre><code><span class="line">if (a) {</span>\n<span class="line"><span>    </span><span>b();</span>'
        '</span>\n<span class="line">}</span></code></pre>',
        (code("if (a) {\n    b();\n}"),),
    ),
    "white space at the beginning": Row(
        "<pre><div>if a:</div><div>  <b>x</b></div></pre><p>and</p>"
        "<pre><code>  <span>f</span>\n  g</code></pre>",
        (code("if a:\n  x"), code("  f\n  g")),
    ),
    "empty lines": Row("<pre>a\n\n\n<b></b>\nb</pre>", (code("a\n\n\n\nb"),)),
    "tabs": Row("<pre>a:\n\tb</pre>", (code("a:\n\tb"),)),
    "<br> in <pre>": Row("<pre>if a:<br>  b<br>c</pre>", (code("if a:\n  b\nc"),)),
    "CodeMirror": Row(
        '<pre><code><div class="cm-line">if (a) {<br></div><div class="cm-line">  b();<br></div>'
        "</code></pre>",
        (pattern(r"if \(a\) \{\n+  b\(\);\n"),),
    ),
    "<code> with <br>, php.net": Row(
        '<div class="phpcode"><code>&lt;?php<br>function f() {<br>&nbsp;&nbsp;&nbsp;&nbsp;return 1;<br>}<br>'
        "</code></div>",
        (code("<?php\nfunction f() {\n    return 1;\n}"),),
    ),
    "Rouge with numbers": Row(
        f'<div class="highlight"><table class="rouge-table"><tr>'
        f"{_NUMBERED.format('rouge-gutter gl', 'rouge-code')}"
        "</tr></table></div>",
        (code(_LINES),),
    ),
    "Pygments with numbers": Row(
        f'<div class="highlight"><table class="highlighttable"><tr>{_NUMBERED.format("linenos", "code")}</tr>'
        "</table></div>",
        (code(_LINES),),
    ),
    "Pygments with numbers in lines": Row(
        '<div class="highlight"><pre><span class="linenos">1</span>def f():\n<span class="linenos">2</span>'
        "    return 1\n</pre></div>",
        (code(_LINES),),
    ),
    "Chroma with numbers": Row(
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr>'
        f"{_NUMBERED.format('lntd', 'lntd')}</tr></table></div></div>",
        (code(_LINES),),
    ),
    "gists": Row(
        '<table class="highlight tab-size js-file-line-container"><tr>'
        '<td class="blob-num" data-line-number="1">'
        '</td><td class="blob-code blob-code-inner">def f():</td></tr><tr><td class="blob-num" '
        'data-line-number="2"></td><td class="blob-code blob-code-inner">    return 1</td></tr></table>',
        (code(_LINES),),
    ),
    "highlight.js with numbers": Row(
        '<pre><code class="hljs python"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" '
        'data-line-number="1"></td><td class="hljs-ln-code">def f():</td></tr><tr>'
        '<td class="hljs-ln-numbers" '
        'data-line-number="2"></td><td class="hljs-ln-code">    return 1</td></tr></table></code></pre>',
        (code(_LINES),),
    ),
    "SyntaxHighlighter": Row(
        '<div class="syntaxhighlighter java"><table><tbody><tr><td class="gutter"><div class="line">1</div>'
        '<div class="line">2</div></td><td class="code"><div class="container"><div class="line"><code '
        'class="k">void</code> <code>f() {</code></div><div class="line"><code class="undefined spaces">'
        "&nbsp;&nbsp;</code><code>return;</code></div></div></td></tr></tbody></table></div>",
        (code("void f() {\n  return;"),),
    ),
    "two blocks": Row("<pre>a = 1</pre><pre>b = 2</pre>", (code("a = 1"), code("b = 2"))),
    "in an item": Row(
        f"<ol><li><p>First.</p><pre><code>{_LINES}</code></pre></li><li>Then.</li></ol>",
        (code(_LINES), pattern("1[.)] +First[^`]+\n[ \t]+```"), pattern("2[.)] Then")),
    ),
    "fences in code": Row("<pre>```\na\n```</pre>", (code("```\na\n```"),)),
    "signs of Markdown in code": Row(
        "<pre># a\n*b* _c_ &lt;d&gt; \\e</pre>", (code("# a\n*b* _c_ <d> \\e"),)
    ),
    "in a line": Row("<p>Call <code>f(*a, _b)</code> now.</p>", (text("`f(*a, _b)`"),)),
    "a backtick in a line": Row("<p>Call <code>a`b</code> now.</p>", (text("``a`b``", "`` a`b ``"),)),
    "keys": Row("<p>Press <kbd>Ctrl</kbd> now.</p>", (text("`Ctrl`", "<kbd>Ctrl</kbd>"),)),
    "output": Row("<p>It says <samp>a_b*c</samp> now.</p>", (text("`a_b*c`", "<samp>"),)),
    "<tt>": Row("<p>Call <tt>a_b</tt> now.</p>", (text("`a_b`"),)),
}

#: Every row, by its group and its name.
ROWS: dict[str, Row] = {
    f"{group}: {name}": row
    for group, rows in {
        "formula": FORMULAS, "code": CODE, "table": TABLES, "list": LISTS, "text": PLAIN, "picture": PICTURES,
    }.items()
    for name, row in rows.items()
}  # fmt: skip
