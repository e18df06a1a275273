"""Pages without content, and pages that look like them but have some; all are made up.

Each row is (kind, HTTP status or None if unknown, HTML).  The kind "" is a page with content.
``FOUND`` was there while the rules of ``content/auto/non_content.py`` were made.  ``HELD_BACK`` was written before
they ran for the first time; only what they make of it was counted.
"""

from __future__ import annotations

Row = tuple[str, "int | None", str]

MENU = '<nav><ul><li><a href="/">{0}</a></li><li><a href="/a">{1}</a></li><li><a href="/b">{2}</a></li></ul></nav>'
SCRIPTS = '<script src="/static/vendor.8d1f.js"></script><script>window.__s={"a":1,"b":[2,3]};</script>'


def page(title: str, body: str, head: str = "", lang: str = "en") -> str:
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}'
        f"</head><body>{body}</body></html>"
    )


def site(
    title: str, main: str, menu: tuple[str, str, str], foot: str, lang: str = "en", head: str = ""
) -> str:
    """A page in the frame of a site."""
    body = f'<header class="top">{MENU.format(*menu)}</header><main id="content">{main}</main>'
    return page(title, f'{body}<footer class="foot"><p>{foot}</p></footer>', head, lang)


def login_form(name: str, secret: str, button: str, more: str = "") -> str:
    return (
        f'<form method="post" action="/session"><label for="u">{name}</label><input id="u" name="user">'
        f'<label for="p">{secret}</label><input id="p" type="password" name="pass">'
        f'<button type="submit">{button}</button>{more}</form>'
    )


EN = ("Home", "News", "Contact")
ZH = ("首页", "新闻", "联系我们")
RU = ("Главная", "Новости", "Контакты")
AR = ("الرئيسية", "الأخبار", "اتصل بنا")
UG = ("باش بەت", "خەۋەرلەر", "ئالاقە")
ES = ("Inicio", "Noticias", "Contacto")
FR = ("Accueil", "Actualités", "Contact")
DE = ("Start", "Aktuelles", "Kontakt")

FOUND: dict[str, Row] = {
    # ---- errors
    "bare server error": (
        "error",
        404,
        "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1>"
        "</center>\r\n<hr><center>webserver/1.24</center>\r\n</body>\r\n</html>",
    ),
    "server error in a sentence": (
        "error",
        None,
        '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>404 Not Found</title></head>'
        "<body><h1>Not Found</h1><p>The requested URL was not found on this server.</p><hr>"
        "<address>Server at www.example.org Port 443</address></body></html>",
    ),
    "theme of a blog": (
        "error",
        200,
        site(
            "Page not found – The Bend Gazette",
            '<section class="error-404 not-found"><h1 class="page-title">Oops! That page can’t be found.</h1>'
            "<div><p>It looks like nothing was found at this location. Maybe try one of the links below or a "
            'search?</p><form role="search"><input type="search" name="s"><button>Search</button></form>'
            '<h2>Recent Posts</h2><ul><li><a href="/1">The tram comes back</a></li><li><a href="/2">Ferry sold'
            '</a></li><li><a href="/3">Mill open on Sundays</a></li></ul></div></section>',
            EN,
            "© 2024 Bend Gazette. All rights reserved.",
            head='<meta name="robots" content="noindex">',
        ),
    ),
    "Chinese portal": (
        "error",
        200,
        site(
            "页面不存在 - 晨报网",
            '<div class="error-box"><h2>抱歉，您访问的页面不存在</h2><p>您要查看的页面可能已被删除、更名或暂时不可用。</p>'
            '<p><a href="/">返回首页</a></p></div>',
            ZH,
            "版权所有 晨报网 未经许可不得转载。",
            "zh",
        ),
    ),
    "Arabic": (
        "error",
        None,
        site(
            "الصفحة غير موجودة | صحيفة النهر",
            "<h1>404</h1><h2>الصفحة غير موجودة</h2><p>عذرا، الصفحة التي تبحث عنها غير موجودة أو تم نقلها إلى "
            "عنوان آخر.</p>",
            AR,
            "جميع الحقوق محفوظة لصحيفة النهر.",
            "ar",
        ),
    ),
    "Russian": (
        "error",
        404,
        site(
            "Страница не найдена",
            '<div class="e"><div class="code">404</div><div>К сожалению, такой страницы не существует. Возможно, '
            "она была удалена или вы ошиблись в адресе.</div><a href='/'>Вернуться на главную</a></div>",
            RU,
            "© Вестник Излучины, 2023",
            "ru",
        ),
    ),
    "Spanish, with news below": (
        "error",
        200,
        site(
            "Página no encontrada - Diario del Meandro",
            "<h1>Página no encontrada</h1><p>Lo sentimos, la página que busca no existe o ha cambiado de "
            "dirección.</p><h3>Lo más leído</h3><div class='card'><a href='/1'>El tranvía vuelve</a><p>El último "
            "cruzó el puente en 1967 con una cabra a bordo.</p></div><div class='card'><a href='/2'>Se vende el "
            "transbordador</a><p>Nadie lo quería, y ahora tiene comprador.</p></div>",
            ES,
            "Todos los derechos reservados.",
            "es",
        ),
    ),
    "Uighur": (
        "error",
        404,
        site(
            "404 - بەت تېپىلمىدى",
            "<h1>بەت تېپىلمىدى</h1><p>كەچۈرۈڭ، سىز ئىزدىگەن بەت تېپىلمىدى ياكى ئۆچۈرۈۋېتىلگەن.</p>",
            UG,
            "بارلىق ھوقۇق بېكىتىمىزگە تەۋە.",
            "ug",
        ),
    ),
    "shop, with goods": (
        "error",
        None,
        site(
            "Error 404 | Copper &amp; Clay",
            "<h1>Sorry, we couldn’t find that page</h1><p>Try searching, or have a look at what others are buying "
            "today.</p><ul class='grid'>"
            + "".join(
                f"<li><a href='/p{n}'><img src='/p{n}.jpg' alt=''>{what}</a><span>£{n}4.00</span></li>"
                for n, what in enumerate(
                    ("Butter dish with wren", "Copper jug", "Bread crock", "Salt pig"), 1
                )
            )
            + "</ul>",
            EN,
            "Free delivery over £50.",
        ),
    ),
    "French, gone": (
        "error",
        410,
        site(
            "Cette page n'existe plus",
            "<h1>Cette page n'existe plus</h1><p>L'article que vous cherchez a été retiré. Retrouvez toute "
            "l'actualité sur la page d'accueil.</p>",
            FR,
            "Mentions légales",
            "fr",
        ),
    ),
    "German server error": (
        "error",
        500,
        page(
            "Interner Serverfehler",
            "<h1>500</h1><p>Ein interner Serverfehler ist aufgetreten. Bitte versuchen Sie es später erneut.</p>",
            lang="de",
        ),
    ),
    "Japanese maintenance": (
        "error",
        503,
        page(
            "ただいまメンテナンス中です",
            "<div><h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。しばらくしてからもう一度"
            "アクセスしてください。</p></div>",
            lang="ja",
        ),
    ),
    "application server, with a trace": (
        "error",
        500,
        page(
            "HTTP Status 500 – Internal Server Error",
            "<h1>HTTP Status 500 – Internal Server Error</h1><hr><p><b>Type</b> Exception Report</p><p><b>Message"
            "</b> Cannot invoke getName()</p><p><b>Description</b> The server encountered an unexpected condition "
            "that prevented it from fulfilling the request.</p><pre>java.lang.NullPointerException\n\tat "
            "org.example.A.b(A.java:17)\n\tat org.example.C.d(C.java:204)\n</pre><h3>Server/9.0</h3>",
        ),
    ),
    "Portuguese": (
        "error",
        None,
        site(
            "Página não encontrada",
            "<div class='c'><p class='big'>404</p><p>A página que você procura não foi encontrada.</p></div>",
            ("Início", "Notícias", "Contato"),
            "Todos os direitos reservados.",
            "pt",
        ),
    ),
    "message of a forum": (
        "error",
        200,
        site(
            "The Shed Forum - Error",
            "<div class='message'><h2>Error</h2><p>The requested topic does not exist.</p><p><a href='/'>Return to "
            "the index</a></p></div>",
            ("Index", "Search", "Members"),
            "Powered by a board.",
        ),
    ),
    "Chinese forum": (
        "error",
        200,
        site(
            "提示信息 - 阳台种菜论坛",
            '<div id="messagetext" class="alert_error"><p>抱歉，指定的主题不存在或已被删除或正在被审核</p>'
            '<p><a href="javascript:history.back()">[ 点击这里返回上一页 ]</a></p></div>',
            ("论坛", "导读", "排行榜"),
            "GMT+8, 2023-5-6 21:02",
            "zh",
            '<meta name="robots" content="noindex">',
        ),
    ),
    # ---- consent
    "publisher, accept or pay": (
        "consent",
        200,
        page(
            "Zustimmung erforderlich",
            "<div class='wall'><h1>Willkommen beim Boten</h1><p>Um der Nutzung mit Werbung und Cookies zuzustimmen, "
            "klicken Sie auf Akzeptieren. Wir und unsere 214 Partner speichern Informationen auf Ihrem Gerät, zum "
            "Beispiel Cookies, und verarbeiten personenbezogene Daten.</p><p>Ihre Einwilligung können Sie jederzeit "
            "widerrufen, über den Link Datenschutz am Ende jeder Seite.</p><button>Akzeptieren und weiter</button>"
            "<button>Einstellungen</button><a href='/abo'>Mit Abo ohne Werbung lesen</a></div>",
            lang="de",
        ),
    ),
    "before you continue": (
        "consent",
        200,
        page(
            "Before you continue",
            "<div role='dialog'><h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our "
            "services, track outages and measure audience engagement.</p><p>If you choose to accept all, we will "
            "also use cookies and data to develop new services and show personalised ads.</p><form><button>Reject "
            "all</button><button>Accept all</button></form><a href='/more'>More options</a></div>",
        ),
    ),
    "French consent": (
        "consent",
        None,
        page(
            "Vos choix en matière de cookies",
            "<section><h2>Le respect de votre vie privée est notre priorité</h2><p>Avec votre accord, nos 640 "
            "partenaires et nous utilisons des cookies pour stocker et accéder à des données personnelles comme "
            "votre visite sur ce site.</p><button>Tout refuser</button><button>Tout accepter</button></section>",
            lang="fr",
        ),
    ),
    "Spanish consent": (
        "consent",
        None,
        page(
            "Tu privacidad",
            "<div class='cmp'><h1>Valoramos tu privacidad</h1><p>Nosotros y nuestros socios usamos cookies para "
            "almacenar información en tu dispositivo y mostrar anuncios personalizados.</p><p>Puedes retirar tu "
            "consentimiento cuando quieras.</p><div><button>Aceptar y continuar</button><a href='/pago'>Suscribirse"
            "</a></div></div>",
            lang="es",
        ),
    ),
    # ---- challenges
    "just a moment": (
        "challenge",
        403,
        page(
            "Just a moment...",
            "<div class='main-wrapper'><h1>www.example.org</h1><h2 id='c'>Verifying you are human. This may take a "
            "few seconds.</h2><div id='challenge-stage'></div><noscript>Enable JavaScript and cookies to continue"
            "</noscript><p>www.example.org needs to review the security of your connection before proceeding.</p>"
            "</div><script src='/challenge-platform/h/b/orchestrate.js'></script>",
            '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="390">',
        ),
    ),
    "checking your browser, no status": (
        "challenge",
        None,
        page(
            "Checking your browser",
            "<h1>Checking your browser before accessing example.org</h1><p>This process is automatic. Your browser "
            "will redirect to your requested content shortly. Please allow up to 5 seconds.</p>" + SCRIPTS,
            '<meta http-equiv="refresh" content="5">',
        ),
    ),
    "access denied": (
        "challenge",
        403,
        "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to "
        'access "http://www.example.org/news/" on this server.<P>Reference #18.2d351ab8.1557333295.a4e16ab</BODY>'
        "</HTML>",
    ),
    "captcha form": (
        "challenge",
        200,
        page(
            "Robot Check",
            "<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot. For "
            "best results, please make sure your browser is accepting cookies.</p><form action='/validateCaptcha'>"
            "<img src='/captcha/abc.jpg'><input id='captchacharacters' name='field-keywords'><button>Continue"
            " shopping</button></form>",
        ),
    ),
    "Chinese security check": (
        "challenge",
        200,
        page(
            "安全验证",
            "<div class='v'><h3>请完成安全验证</h3><p>系统检测到您的网络环境存在异常访问，请拖动滑块完成验证后继续访问。</p>"
            "<div id='captcha-box'></div></div>" + SCRIPTS,
            lang="zh",
        ),
    ),
    "Russian robot check": (
        "challenge",
        429,
        page(
            "Вы не робот?",
            "<h1>Подтвердите, что запросы отправляли вы, а не робот</h1><p>Нам очень жаль, но запросы с вашего "
            "устройства похожи на автоматические. Почему это могло произойти?</p><form action='/checkcaptcha'><input "
            "type='checkbox' name='c'><span>Я не робот</span></form>",
            lang="ru",
        ),
    ),
    "interruption": (
        "challenge",
        None,
        page(
            "Pardon Our Interruption",
            "<div class='container'><h1>Pardon Our Interruption...</h1><p>As you were browsing something about your "
            "browser made us think you were a bot. There are a few reasons this might happen:</p><ul><li>You're a "
            "power user moving through this website with super-human speed.</li><li>You've disabled cookies in your "
            "web browser.</li><li>A third-party browser plugin is preventing JavaScript from running.</li></ul><p>To "
            "regain access, please complete the check below.</p><div class='g-recaptcha' data-sitekey='x'></div>"
            "</div>",
            '<meta name="robots" content="noindex, nofollow">',
        ),
    ),
    # ---- logins
    "sign in": (
        "login",
        200,
        page(
            "Sign in · Riverbank",
            "<div class='auth'><h1>Sign in to Riverbank</h1>"
            + login_form("Email", "Password", "Sign in", "<a href='/reset'>Forgot password?</a>")
            + "<p>New to Riverbank? <a href='/join'>Create an account</a>.</p></div>",
        ),
    ),
    "Chinese login": (
        "login",
        200,
        site(
            "用户登录 - 江边社区",
            "<h2>用户登录</h2>"
            + login_form("用户名", "密码", "登录", "<a href='/reg'>立即注册</a><a href='/f'>忘记密码？</a>")
            + "<p>您需要登录后才可以浏览该页面。</p>",
            ZH,
            "江边社区 版权所有",
            "zh",
        ),
    ),
    "Russian login": (
        "login",
        401,
        site(
            "Вход на сайт",
            "<h1>Вход</h1><p>Для просмотра этой страницы необходимо войти на сайт.</p>"
            + login_form("Логин", "Пароль", "Войти"),
            RU,
            "© Вестник",
            "ru",
        ),
    ),
    "Arabic login": (
        "login",
        200,
        page(
            "تسجيل الدخول",
            "<h1>تسجيل الدخول</h1><p>يجب عليك تسجيل الدخول لمشاهدة هذه الصفحة.</p>"
            + login_form("اسم المستخدم", "كلمة المرور", "دخول"),
            lang="ar",
        ),
    ),
    "Uighur login": (
        "login",
        200,
        page(
            "كىرىش - مۇنبەر",
            "<h2>كىرىش</h2>"
            + login_form("ئىشلەتكۈچى ئىسمى", "پارول", "كىرىش")
            + "<p>بۇ بەتنى كۆرۈش ئۈچۈن ئاۋۋال تىزىملىتىشىڭىز كېرەك.</p>",
            lang="ug",
        ),
    ),
    "login required": (
        "login",
        403,
        site(
            "Login required - Shed Wiki",
            "<h1>Login required</h1><p>Please <a href='/login'>log in</a> to view other pages.</p><p>Return to <a "
            "href='/'>Main Page</a>.</p>",
            EN,
            "Privacy policy",
        ),
    ),
    # ---- scripts
    "shell of an application": (
        "script",
        200,
        page(
            "App",
            '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'
            + SCRIPTS,
        ),
    ),
    "shell with a spinner": (
        "script",
        None,
        page("Tides", '<app-root><div class="loader">Loading...</div></app-root>' + SCRIPTS),
    ),
    "shell that says it outside of noscript": (
        "script",
        200,
        page(
            "Riverbank",
            '<div id="app"><h1>JavaScript is not available.</h1><p>We’ve detected that JavaScript is disabled in this '
            "browser. Please enable JavaScript or switch to a supported browser to continue.</p></div>"
            + SCRIPTS,
        ),
    ),
    "Chinese shell": (
        "script",
        200,
        page(
            "数据平台",
            "<noscript><strong>很抱歉，如果未启用 JavaScript，本站将无法正常工作。请启用后继续。</strong></noscript>"
            '<div id="app"></div>' + SCRIPTS,
            lang="zh",
        ),
    ),
    "Russian shell with a footer": (
        "script",
        200,
        page(
            "Сервис",
            '<div id="app"></div><noscript>Для работы сайта необходимо включить JavaScript.</noscript><footer>© 2024 '
            "Сервис</footer>" + SCRIPTS,
            lang="ru",
        ),
    ),
    # ---- pages with content that look like one of them
    "article about the error": (
        "",
        200,
        site(
            "What does 404 Not Found mean? | Notes on the web",
            "<article><h1>What does 404 Not Found mean?</h1><p>A server that understands a request, but has nothing "
            "under that address, answers with the code 404. The page that comes with it is meant for people, and "
            "nobody reads it.</p><p>The number was given in 1992, when the first servers were written. The first four "
            "stands for a mistake of whoever asks, though it is usually the server that has lost the page.</p><p>If "
            "you move a page, answer with 301 and say where it went. If it is gone for good, 410 is the honest "
            "answer, and crawlers will not come again.</p></article>",
            EN,
            "Notes on the web, since 2003.",
        ),
    ),
    "reference page named like the error": (
        "",
        200,
        site(
            "404 Not Found - HTTP reference",
            "<article><h1>404 Not Found</h1><p>The HTTP <b>404 Not Found</b> client error response status code "
            "indicates that the server cannot find the requested resource. Links that lead to such a page are often "
            "called broken or dead, and can be subject to link rot.</p><h2>Status</h2><pre>404 Not Found</pre><h2>"
            "Examples</h2><p>The following request asks for a page that the server does not have. The answer has a "
            "body of its own, with a hint where else to look for what was wanted, which is good practice and costs "
            "a few hundred bytes.</p><pre>GET /my-deleted-post HTTP/1.1\nHost: example.com\n</pre><h2>Custom pages"
            "</h2><p>A server may be told to answer with a page of the site. In the configuration of one widespread "
            "server that is a line with the name of the file. The page should say in plain words that nothing was "
            "found, offer a search, and must not answer with the status 200, because crawlers would then keep the "
            "page in their index for ever and show it to people.</p><p>Caches may keep the answer. How long is "
            "told by the header for caching, and without it by a rule of thumb of each cache, which for this status "
            "is often a few minutes.</p></article>",
            EN,
            "Licence of the documentation.",
        ),
    ),
    "short news under a login form": (
        "",
        200,
        page(
            "Buses turn round at the chapel - Valley News",
            "<header><h2>Log in</h2>"
            + login_form("Name", "Password", "Log in")
            + MENU.format(*EN)
            + "</header><main><h1>Buses turn round at the chapel</h1><p>Buses on line 14 turn round at the chapel until "
            "Friday, because the bridge is being painted. Walk the last two hundred metres or wait for the ferry.</p>"
            "</main><footer>Valley News</footer>",
        ),
    ),
    "consent dialog over a short article": (
        "",
        200,
        page(
            "Heron nests on crane - Valley News",
            "<div class='cookie-consent' role='dialog'><p>We and our partners use cookies to store information on "
            "your device and to show personalised ads. You can withdraw your consent at any time.</p><button>Accept "
            "all</button><button>Reject all</button></div><main><h1>Heron nests on crane</h1><p>A heron has built its "
            "nest on the arm of a crane at the harbour. Work on the new quay stops until the young can fly, the "
            "harbour master said on Tuesday.</p><p>The builders have put up a screen and watch the nest in their "
            "breaks. There are three eggs.</p></main>",
        ),
    ),
    "status 404 and a real text": (
        "",
        404,
        site(
            "The wheelwright of Lower Ham - Parish archive",
            "<article><h1>The wheelwright of Lower Ham</h1><p>For sixty years Amos Pell made wheels in the yard behind "
            "the chapel, and nobody can remember one that broke. He chose the ash himself, standing, in November.</p>"
            "<p>His books survive. They list the carts by the names of the horses, which were better known than "
            "their owners, and the prices in the margin are in pencil because he let people pay later.</p></article>",
            EN,
            "Parish archive, open on Thursdays.",
        ),
    ),
    "noscript hint over an article": (
        "",
        200,
        site(
            "How the weir was mended",
            "<noscript>Please enable JavaScript to see comments.</noscript><article><h1>How the weir was mended</h1>"
            "<p>The hole was as wide as a door. Divers filled it with sacks of clay, as their grandfathers had done, "
            "after two concrete plugs had been carried off by the spring flood.</p></article>" + SCRIPTS,
            EN,
            "Valley News",
        ),
    ),
    "policy on cookies": (
        "",
        200,
        site(
            "Cookie policy",
            "<article><h1>Cookie policy</h1><p>This policy says which cookies we set and why. A cookie is a small text "
            "that your browser keeps and sends back with each request.</p><h2>Cookies that we need</h2><p>One cookie "
            "remembers that you have logged in. It is deleted when you close the browser. Without this cookie you "
            "would have to log in on every page.</p><h2>Cookies for statistics</h2><p>With your consent we count "
            "visits. The cookie holds a random number and is kept for thirteen months; our partners do not see it."
            "</p></article><div class='cookie-bar'><p>We use cookies.</p><button>Accept</button></div>",
            EN,
            "Valley Council",
        ),
    ),
    "one post of a thread": (
        "",
        200,
        site(
            "Page not found after moving my blog - The Shed Forum",
            "<div class='post'><div class='who'>ina_h, 3 May</div><div class='body'>Since I moved my blog to the new "
            "machine every old address says page not found. The files are there, I can see them. Do I have to tell "
            "the server about the old names one by one, or is there a trick with a table?</div></div>"
            "<div class='guests'>You must log in to reply here.</div>",
            ("Index", "Search", "Members"),
            "Powered by a board.",
        ),
    ),
    "short notice in Chinese": (
        "",
        200,
        site(
            "停水通知 - 文昌街道",
            "<h1>停水通知</h1><p>因管道检修，文昌小区本周六上午八点至下午四点停水，请各位居民提前储水。</p>",
            ZH,
            "文昌街道办事处",
            "zh",
        ),
    ),
    "article on captchas": (
        "",
        200,
        site(
            "Why machines pass the test for humans",
            "<article><h1>Are you a robot?</h1><p>The test that asks you to click all pictures with a bridge was made "
            "to keep machines out. Machines now solve it faster than people, who argue with themselves whether a pier "
            "is part of the bridge.</p><p>What remains is a check of how the mouse moves. It is said to know within "
            "a second, and nobody has explained how. Those who browse with a keyboard fail it.</p></article>",
            EN,
            "Notes on the web",
        ),
    ),
    "article with status 403": (
        "",
        403,
        site(
            "Eels return to the mill race",
            "<article><h1>Eels return to the mill race</h1><p>After forty years eels are back in the mill race. A "
            "ladder of brushes, laid along the wall by pupils of the school, lets them climb past the wheel at "
            "night.</p><p>The first count gave eleven, the second two hundred. The miller leaves a lamp off.</p>"
            "</article>",
            EN,
            "Valley News",
        ),
    ),
    "poem about being lost": (
        "",
        200,
        site(
            "Not found | Poems",
            "<h1>Not found</h1><p>I looked for you under the boat,<br>in the shed where the nets are hung,<br>in the "
            "pocket of your other coat,<br>in the songs that were never sung.</p><p>The tide had been and gone, my "
            "dear,<br>and taken the marks of your feet.<br>A gull said something in my ear<br>that I am not going to "
            "repeat.</p>",
            EN,
            "Poems of the estuary",
        ),
    ),
}

HELD_BACK: dict[str, Row] = {
    # ---- errors
    "minimal framework": (
        "error",
        404,
        '<!doctype html><html lang="en"><title>Not Found</title><h1>Not Found</h1><p>The requested resource was not '
        "found on this server.</p></html>",
    ),
    "page of a framework, centred": (
        "error",
        None,
        page(
            "The page you were looking for doesn't exist (404)",
            '<div class="dialog"><div><h1>The page you were looking for doesn\'t exist.</h1><p>You may have mistyped '
            "the address or the page may have moved.</p></div><p>If you are the application owner check the logs for "
            "more information.</p></div>",
            "<style>body { background: #efefef; text-align: center }</style>",
        ),
    ),
    "proxy without a backend": (
        "error",
        503,
        "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>",
    ),
    "bad gateway": (
        "error",
        None,
        "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr>"
        "<center>webserver</center></body></html>",
    ),
    "magazine, with excerpts": (
        "error",
        404,
        site(
            "404 – Seite nicht gefunden – Flussblatt",
            "<h1>Hoppla! Diese Seite wurde nicht gefunden</h1><p>Leider gibt es unter dieser Adresse keine Seite. "
            "Vielleicht interessiert Sie einer dieser Artikel:</p><article><h3><a href='/1'>Die Tram kommt zurück"
            "</a></h3><p>Die letzte überquerte 1967 die alte Brücke, mit vierzig Leuten und einer Ziege.</p></article>"
            "<article><h3><a href='/2'>Fähre verkauft</a></h3><p>Niemand wollte sie, nun hat sie einen Käufer "
            "gefunden.</p></article>",
            DE,
            "Alle Rechte vorbehalten.",
            "de",
        ),
    ),
    "Chinese, only a picture and a line": (
        "error",
        404,
        page(
            "404",
            '<div class="wrap"><img src="/404.png" alt="404"><p>很抱歉，您要访问的页面找不到了。</p><a href="/">返回首页</a>'
            "</div>",
            lang="zh",
        ),
    ),
    "Chinese notice that goes back by itself": (
        "error",
        200,
        page(
            "出错了",
            "<div class='error'><h1>出错了！</h1><p>您访问的文章不存在或已被删除，系统将在 3 秒后自动返回首页。</p></div>",
            '<meta http-equiv="refresh" content="3;url=/">',
            "zh",
        ),
    ),
    "Traditional Chinese": (
        "error",
        None,
        site(
            "找不到網頁｜河灣日報",
            "<h1>找不到網頁</h1><p>您所尋找的網頁可能已被移除、更改名稱或暫時無法使用。</p>",
            ("首頁", "新聞", "聯絡我們"),
            "版權所有 河灣日報",
            "zh-Hant",
        ),
    ),
    "Persian": (
        "error",
        404,
        site(
            "صفحه یافت نشد",
            "<h1>خطای ۴۰۴</h1><p>متأسفانه صفحه‌ای که به دنبال آن بودید پیدا نشد.</p>",
            ("خانه", "اخبار", "تماس"),
            "همه حقوق محفوظ است.",
            "fa",
        ),
    ),
    "Arabic, article removed": (
        "error",
        200,
        site(
            "خطأ 404 - بوابة النهر",
            "<div class='err'><h2>عفوا! الصفحة المطلوبة غير متوفرة</h2><p>ربما تم حذف الصفحة أو تغيير رابطها. يمكنك "
            "العودة إلى الصفحة الرئيسية.</p></div>",
            AR,
            "جميع الحقوق محفوظة.",
            "ar",
        ),
    ),
    "Uighur in a list of menus": (
        "error",
        200,
        site(
            "خاتالىق كۆرۈلدى",
            "<div class='msg'><h2>خاتالىق 404</h2><p>سىز زىيارەت قىلماقچى بولغان بەت مەۋجۇت ئەمەس.</p><a href='/'>باش "
            "بەتكە قايتىش</a></div>",
            UG,
            "نەشر ھوقۇقى بېكەتكە تەۋە.",
            "ug",
        ),
    ),
    "Ukrainian": (
        "error",
        404,
        site(
            "Сторінку не знайдено | Вісник",
            "<h1>404</h1><p>Сторінку, яку ви шукаєте, не знайдено. Можливо, її видалили.</p>",
            ("Головна", "Новини", "Контакти"),
            "© Вісник",
            "uk",
        ),
    ),
    "Russian forum": (
        "error",
        200,
        site(
            "Информация",
            "<div class='panel'><h2>Информация</h2><p>Запрошенной темы не существует.</p></div>",
            ("Список форумов", "FAQ", "Поиск"),
            "Часовой пояс: UTC+03:00",
            "ru",
        ),
    ),
    "Italian": (
        "error",
        None,
        site(
            "Errore 404: pagina non trovata",
            "<h1>Ops! Pagina non trovata</h1><p>La pagina che stai cercando non esiste o è stata spostata.</p>",
            ("Home", "Notizie", "Contatti"),
            "P. IVA 0123",
            "it",
        ),
    ),
    "Turkish": (
        "error",
        404,
        site(
            "Sayfa bulunamadı - Nehir Gazetesi",
            "<h1>Sayfa bulunamadı</h1><p>Aradığınız sayfa kaldırılmış, adı değiştirilmiş veya geçici olarak kullanım "
            "dışı olabilir.</p>",
            ("Anasayfa", "Haberler", "İletişim"),
            "Tüm hakları saklıdır.",
            "tr",
        ),
    ),
    "Korean": (
        "error",
        404,
        page(
            "페이지를 찾을 수 없습니다",
            "<div><strong>페이지를 찾을 수 없습니다.</strong><p>방문하시려는 페이지의 주소가 잘못 입력되었거나, 삭제되어 사용하실 수 없습니다."
            "</p></div>",
            lang="ko",
        ),
    ),
    "Thai, a language without a row": (
        "error",
        404,
        site(
            "404 - ไม่พบหน้าที่คุณต้องการ",
            "<h1>404</h1><p>ขออภัย ไม่พบหน้าที่คุณกำลังค้นหา หน้านี้อาจถูกลบไปแล้ว</p>",
            ("หน้าแรก", "ข่าว", "ติดต่อ"),
            "สงวนลิขสิทธิ์",
            "th",
        ),
    ),
    "advertisement that has ended": (
        "error",
        200,
        site(
            "Listing no longer available",
            "<h1>This listing is no longer available</h1><p>The seller has removed it, or it has expired. Here are "
            "similar ones near you.</p><ul><li><a href='/1'>Kayak, red</a></li><li><a href='/2'>Canoe with paddles"
            "</a></li></ul>",
            EN,
            "Terms of use",
        ),
    ),
    # ---- consent
    "Italian consent, pay or accept": (
        "consent",
        200,
        page(
            "Il Corriere del Fiume",
            "<div id='wall'><h2>Informativa</h2><p>Noi e terze parti selezionate utilizziamo cookie o tecnologie "
            "simili per finalità tecniche e, con il tuo consenso, anche per altre finalità.</p><p>Puoi liberamente "
            "prestare, rifiutare o revocare il tuo consenso in qualsiasi momento.</p><a class='b' href='/ok'>Accetta "
            "e continua</a><a class='b' href='/abbonati'>Rifiuta e abbonati</a></div>",
            lang="it",
        ),
    ),
    "Dutch cookie wall": (
        "consent",
        200,
        page(
            "Cookies",
            "<main><h1>Wij gebruiken cookies</h1><p>Met cookies en vergelijkbare technieken verzamelen wij en onze "
            "partners informatie over je apparaat en je bezoek, om advertenties te tonen die bij je passen.</p>"
            "<form><button>Akkoord</button><button>Instellingen aanpassen</button></form></main>",
            lang="nl",
        ),
    ),
    "English, your choices": (
        "consent",
        None,
        page(
            "Your privacy choices",
            "<form class='consent-form' method='post'><h2>We value your privacy</h2><p>We and our 317 partners store "
            "and/or access information on a device, such as cookies, and process personal data, such as unique "
            "identifiers.</p><p>With your permission we may use precise geolocation data and identification through "
            "device scanning. You may click to consent to our and our partners’ processing.</p><button name='agree' "
            "value='agree'>Accept all</button><button name='more'>Manage privacy settings</button></form>",
        ),
    ),
    "Polish consent": (
        "consent",
        200,
        page(
            "Dbamy o Twoją prywatność",
            "<div class='rodo'><h1>Dbamy o Twoją prywatność</h1><p>My i nasi partnerzy przechowujemy pliki cookie na "
            "urządzeniu i przetwarzamy dane osobowe w celu wyświetlania spersonalizowanych reklam.</p><button>"
            "Przejdź do serwisu</button><button>Ustawienia zaawansowane</button></div>",
            lang="pl",
        ),
    ),
    # ---- challenges
    "press and hold": (
        "challenge",
        403,
        page(
            "Access to this page has been denied",
            "<div class='px-captcha'><h1>Press &amp; Hold to confirm you are a human (and not a bot).</h1><div id='px-"
            "captcha'></div><p>Reference ID 5b1d77a0</p></div><script src='/abc/captcha.js'></script>",
        ),
    ),
    "request could not be served": (
        "challenge",
        None,
        "<html><head><title>Request unsuccessful</title><meta name='robots' content='noindex, nofollow'></head><body>"
        "<iframe src='/_resource?incident=44' width='100%' height='100%'>Request unsuccessful. Incident ID: 44</iframe>"
        "</body></html>",
    ),
    "unusual traffic": (
        "challenge",
        429,
        page(
            "https://www.example.org/search?q=weir",
            "<div><hr><form id='captcha-form' action='index' method='post'><div class='g-recaptcha'></div></form><hr>"
            "<b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network. This "
            "page checks to see if it's really you sending the requests, and not a robot.<br><div>IP address: "
            "203.0.113.7</div></div>",
        ),
    ),
    "proof of work": (
        "challenge",
        200,
        page(
            "Making sure you're not a bot!",
            "<main><h1>Making sure you're not a bot!</h1><img src='/pensive.webp' alt=''><p id='status'>Loading...</p>"
            "<details><summary>Why am I seeing this?</summary><p>You are seeing this because the administrator of "
            "this website protects the server against companies aggressively scraping websites. This can and does "
            "cause downtime, which makes their resources inaccessible for everyone.</p></details><noscript><p>Sadly, "
            "you must enable JavaScript to get past this challenge.</p></noscript></main>" + SCRIPTS,
            '<meta name="robots" content="noindex,nofollow">',
        ),
    ),
    "Japanese": (
        "challenge",
        403,
        page(
            "アクセスが拒否されました",
            "<h1>アクセスが拒否されました</h1><p>お使いのネットワークから通常と異なるアクセスが検出されたため、アクセスを制限しています。</p>",
            lang="ja",
        ),
    ),
    "Chinese waiting room": (
        "challenge",
        200,
        page(
            "访问验证",
            "<div class='box'><h2>访问过于频繁</h2><p>您的访问过于频繁，请输入验证码后继续访问。</p><form><img src='/captcha?x=1'>"
            "<input name='captcha' placeholder='验证码'><button>提交</button></form></div>",
            lang="zh",
        ),
    ),
    "German robot check": (
        "challenge",
        200,
        page(
            "Sicherheitsüberprüfung",
            "<h1>Sind Sie ein Mensch?</h1><p>Bitte bestätigen Sie, dass Sie kein Roboter sind, um fortzufahren.</p>"
            "<div class='h-captcha' data-sitekey='x'></div>" + SCRIPTS,
            lang="de",
        ),
    ),
    "Spanish block": (
        "challenge",
        403,
        page(
            "Acceso denegado",
            "<h1>Acceso denegado</h1><p>Su dirección IP ha sido bloqueada por motivos de seguridad. Si cree que se trata "
            "de un error, póngase en contacto con el administrador.</p>",
            lang="es",
        ),
    ),
    # ---- logins
    "log in to continue": (
        "login",
        200,
        site(
            "Log in or sign up to view",
            "<h2>You must log in to continue.</h2>"
            + login_form("Email or phone number", "Password", "Log In")
            + "<a href='/r'>Forgotten account?</a>",
            EN,
            "© 2024",
        ),
    ),
    "members only": (
        "login",
        200,
        page(
            "Members area",
            "<table><tr><td><h1>Members area</h1><p>Please enter your user name and password. If you are not yet a "
            "member, ask the secretary for a card.</p>"
            + login_form("User name", "Password", "Enter")
            + "</td></tr></table>",
        ),
    ),
    "French login": (
        "login",
        200,
        site(
            "Connexion - Le Méandre",
            "<h1>Connexion</h1><p>Vous devez vous connecter pour accéder à cette page.</p>"
            + login_form("Adresse e-mail", "Mot de passe", "Se connecter"),
            FR,
            "Mentions légales",
            "fr",
        ),
    ),
    "German login": (
        "login",
        None,
        site(
            "Anmelden",
            "<h1>Anmelden</h1>"
            + login_form(
                "Benutzername",
                "Passwort",
                "Anmelden",
                "<p>Noch kein Konto? <a href='/r'>Jetzt registrieren</a></p>",
            ),
            DE,
            "Impressum",
            "de",
        ),
    ),
    "Spanish login": (
        "login",
        200,
        site(
            "Iniciar sesión",
            "<h1>Iniciar sesión</h1>"
            + login_form("Usuario", "Contraseña", "Entrar")
            + "<p>¿Olvidó su contraseña? Le enviaremos un enlace para crear una nueva.</p>",
            ES,
            "Aviso legal",
            "es",
        ),
    ),
    "Chinese forum, no permission": (
        "login",
        200,
        site(
            "提示信息 - 江边论坛",
            "<div id='messagetext'><p>抱歉，您尚未登录，没有权限访问该版块</p></div><div id='messagelogin'>"
            + login_form("用户名", "密码", "登录", "<a href='/reg'>立即注册</a>")
            + "</div>",
            ("论坛", "导读", "排行榜"),
            "GMT+8, 2023-5-6 21:02",
            "zh",
            '<meta name="robots" content="noindex">',
        ),
    ),
    "Japanese login": (
        "login",
        200,
        page(
            "ログイン | 川辺クラブ",
            "<h1>ログイン</h1><p>このページを見るにはログインが必要です。</p>"
            + login_form("メールアドレス", "パスワード", "ログイン"),
            lang="ja",
        ),
    ),
    "Hindi, a language without a row": (
        "login",
        401,
        page(
            "लॉग इन करें",
            "<h1>लॉग इन करें</h1><p>यह पृष्ठ देखने के लिए लॉग इन करना आवश्यक है।</p>"
            + login_form("उपयोगकर्ता नाम", "पासवर्ड", "लॉग इन"),
            lang="hi",
        ),
    ),
    # ---- scripts
    "shell with a mount only": (
        "script",
        200,
        page("Dashboard", '<div id="root"></div>' + SCRIPTS),
    ),
    "shell with a long noscript": (
        "script",
        200,
        page(
            "Catalogue",
            '<noscript><div class="no-js"><h1>JavaScript is required</h1><p>This catalogue is an application that runs '
            "in your browser. Turn JavaScript on in the settings of your browser and load the page again to see it."
            '</p></div></noscript><div id="__next"></div>' + SCRIPTS,
        ),
    ),
    "Spanish shell": (
        "script",
        200,
        page(
            "Portal",
            '<noscript>Debes habilitar JavaScript para usar esta aplicación.</noscript><div id="app" class="app">'
            '<div class="spinner"></div></div>' + SCRIPTS,
            lang="es",
        ),
    ),
    "Arabic shell": (
        "script",
        None,
        page(
            "المنصة",
            '<div id="app"></div><noscript>يرجى تفعيل JavaScript لتشغيل هذا التطبيق.</noscript>' + SCRIPTS,
            lang="ar",
        ),
    ),
    "old browser": (
        "script",
        200,
        page(
            "Player",
            "<div class='m'><p>Your browser does not support JavaScript, or it is switched off. This site needs "
            "JavaScript.</p></div><div id='player'></div>" + SCRIPTS,
        ),
    ),
    "German shell with a frame": (
        "script",
        200,
        page(
            "Portal der Gemeinde",
            "<header><a href='/'>Gemeinde Untertal</a></header><div id='app'></div><noscript>Bitte aktivieren Sie "
            "JavaScript, um diese Seite zu nutzen.</noscript><footer><a href='/i'>Impressum</a></footer>"
            + SCRIPTS,
            lang="de",
        ),
    ),
    # ---- pages with content that look like one of them
    "Chinese article about the error": (
        "",
        200,
        site(
            "网页打不开提示“页面不存在”怎么办？ - 电脑知识",
            "<article><h1>网页打不开提示“页面不存在”怎么办？</h1><p>遇到这种提示，先检查地址有没有输错，尤其是大小写和最后的斜杠。"
            "很多网站改版以后没有把旧地址转到新地址，收藏夹里的链接就失效了。</p><p>可以把地址从后往前一段一段删掉再试，多半能走到"
            "上一级的目录。再不行，就到网页档案馆里找旧的版本。</p></article>",
            ZH,
            "电脑知识网",
            "zh",
        ),
    ),
    "German note on an outage": (
        "",
        200,
        site(
            "Störung: Wasserwerk nicht erreichbar",
            "<article><h1>Wasserwerk telefonisch nicht erreichbar</h1><p>Wegen Arbeiten an der Leitung ist das Wasserwerk "
            "am Mittwoch nicht zu erreichen. In Notfällen hilft die Feuerwehr.</p></article>",
            DE,
            "Gemeinde Untertal",
            "de",
        ),
    ),
    "help on signing in": (
        "",
        200,
        page(
            "How to sign in - Help",
            "<header>"
            + login_form("Email", "Password", "Sign in")
            + "</header><main><h1>How to sign in</h1><p>Use the "
            "address that your letter was sent to, and the six digits on the back of your card. After three wrong "
            "attempts the card rests for an hour; nothing is lost, and you need not call.</p><ol><li>Open the page "
            "with a browser that is not older than your card.</li><li>Type the digits without spaces.</li><li>Press "
            "the green button and wait for the bell.</li></ol></main>",
        ),
    ),
    "thread of one post, with a login form": (
        "",
        200,
        site(
            "阳台番茄只开花不结果 - 江边论坛",
            "<div class='bar'>"
            + login_form("用户名", "密码", "登录")
            + "</div><div class='post'><p>楼主 2008-4-6</p><div>"
            "阳台朝南，番茄长到一人高，花开了不少，就是不结果。早上也用毛笔蘸过花粉，没有用。是不是温度太高了？请教各位。</div></div>"
            "<p>您需要登录后才可以回帖</p>",
            ("论坛", "导读", "排行榜"),
            "GMT+8",
            "zh",
        ),
    ),
    "Uighur short news": (
        "",
        200,
        site(
            "كۆۋرۈك ئېچىلدى - دەريا گېزىتى",
            "<h1>كۆۋرۈك ئېچىلدى</h1><p>يېڭى كۆۋرۈك دۈشەنبە كۈنى ئېچىلدى. ئۇ كونا كۆۋرۈكنىڭ ئورنىغا سېلىنغان بولۇپ، "
            "ئۇزۇنلۇقى يۈز يىگىرمە مېتىر كېلىدۇ.</p>",
            UG,
            "دەريا گېزىتى",
            "ug",
        ),
    ),
    "dialog on a product": (
        "",
        200,
        page(
            "Copper jug – Copper &amp; Clay",
            "<div id='cookie-banner'><p>This shop uses cookies. With your consent we and our partners also use cookies "
            "for advertising.</p><button>Accept all cookies</button></div><main><h1>Copper jug</h1><p>£34.00</p><p>Beaten "
            "from one sheet, tinned inside, holds a litre and does not drip.</p><button>Add to basket</button></main>",
        ),
    ),
    "French article on consent": (
        "",
        200,
        site(
            "Cookies : tout accepter ou tout refuser ?",
            "<article><h1>Cookies : tout accepter ou tout refuser ?</h1><p>Depuis avril, refuser les cookies doit être "
            "aussi simple que les accepter. Nous avons visité cent sites : sur trente-huit, le bouton pour refuser est "
            "gris sur fond gris, et plus petit que l'autre.</p><p>L'autorité a déjà prononcé douze amendes. Les sites "
            "visés répondent que le gris est la couleur de leur maison.</p></article>",
            FR,
            "Mentions légales",
            "fr",
        ),
    ),
    "article with status 500": (
        "",
        500,
        site(
            "Der Fährmann geht in Rente",
            "<article><h1>Der Fährmann geht in Rente</h1><p>Nach 41 Jahren hat Karl Henne am Sonntag zum letzten Mal "
            "übergesetzt. Mit ihm fuhren der Pfarrer, der Hund und das Akkordeon.</p><p>Eine Nachfolgerin ist gefunden: "
            "Sie ist 23 und hat das Patent im Winter gemacht. Der Hund bleibt an Bord.</p></article>",
            DE,
            "Flussblatt",
            "de",
        ),
    ),
    "note on scripts": (
        "",
        200,
        site(
            "How to enable JavaScript",
            "<article><h1>How to enable JavaScript</h1><p>In the settings, look for the section on sites and their "
            "permissions. There is a switch for all sites and a list of exceptions; most people need neither.</p>"
            "<p>Pages that you have open must be loaded again. If nothing changes, an extension may keep scripts "
            "away, which it shows by a number on its button.</p></article>" + SCRIPTS,
            EN,
            "Help",
        ),
    ),
    "film named like an error": (
        "",
        200,
        site(
            "Access Denied (film, 1974)",
            "<h1>Access Denied</h1><p>A locksmith is called to the palace and finds that all doors are painted on. Comedy "
            "in three acts by the brothers Orlo, shot in eleven days with a borrowed camera.</p><p>With Ilse Brandt, "
            "Pavel Hora. 74 minutes, no subtitles. Shown in the small hall on Saturday and Sunday at eight; the "
            "pianist is alive and will be there.</p>",
            ("Programme", "Tickets", "House"),
            "Cinema at the lock",
        ),
    ),
    "picture with a caption": (
        "",
        200,
        site(
            "Ice on the weir",
            "<figure><img src='/weir.jpg' alt='Ice on the weir'><figcaption>Ice on the weir, January 1963. The boys on the "
            "left are the Pell brothers.</figcaption></figure>",
            ("Pictures", "Years", "About"),
            "Parish archive",
        ),
    ),
    "Russian note under a login form": (
        "",
        200,
        page(
            "Паром снова ходит — Вестник",
            "<div class='login'><b>Вход</b>"
            + login_form("Логин", "Пароль", "Войти")
            + "</div><h1>Паром снова ходит</h1>"
            "<p>С понедельника паром у старой мельницы снова ходит каждые полчаса. Билет стоит сорок рублей, собаки едут "
            "бесплатно.</p>",
            lang="ru",
        ),
    ),
}
