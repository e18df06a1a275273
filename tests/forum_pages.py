"""Threads as the templates of widespread programs write them, each post with somebody, a time and buttons.

Class names, nesting and labels come from the default templates; addresses and scripts are left out.  A row
is the page with ``{posts}``, the opening post, and a reply.  In a post ``{n}`` is its number, ``{by}`` who
wrote it, ``{at}`` when, ``{sig}`` a signature, and ``{p}`` the paragraphs of the message; ``{br}`` has line
breaks between them instead, as forums of the older kind write them.
"""

from __future__ import annotations

from typing import NamedTuple


class Post(NamedTuple):
    by: str
    at: str
    said: tuple[str, ...]
    signature: str = ""


#: Sentences in English: a long opening post, and replies of different length.
ENGLISH = (
    Post(
        "wheelwright",
        "3 May 2019, 18:04",
        (
            "I bought a cargo bike from 1998 with drum brakes, and the front one has begun to squeal in "
            "wet weather. It does not squeal when dry, and it does not squeal downhill, only at the last "
            "few metres before I stop.",
            "The shop says that the drum has to be turned on a lathe, which costs more than I have paid "
            "for the bike. Before I do that I would like to know whether somebody has cleaned such a drum "
            "without taking the wheel apart, and what you have used for it. The linings look fine and are "
            "three millimetres thick.",
            "The cables are new, the lever is the original one, and the bearing has no play that I can "
            "feel. The bike carries two children and the shopping, so I would not like to ride with the "
            "rear brake alone for as long as it takes the shop to send the wheel away and get it back. "
            "They said three weeks, and then it was Easter.",
        ),
        "Two wheels good, three wheels better.",
    ),
    Post(
        "oilcan",
        "3 May 2019, 19:22",
        (
            "Take the wheel out and blow the dust away, but wear a mask: linings of that age may hold "
            "asbestos. Then roughen them with sandpaper of grade 80, in circles. Mine have been silent for "
            "four years since.",
        ),
    ),
    Post(
        "marta_k",
        "4 May 2019, 07:41",
        (
            "Has anybody measured whether the noise goes away when the brake is warm? If it does, it is water.",
        ),
        "Sent from the shed",
    ),
    Post(
        "wheelwright",
        "4 May 2019, 12:30",
        (
            "It is water, then: after two hills the squeal is gone. I will try the sandpaper at the "
            "weekend and tell you what happens.",
            "Thank you for the warning about the dust, too. I had not thought of that.",
        ),
        "Two wheels good, three wheels better.",
    ),
    Post(
        "Brakesman",
        "5 May 2019, 21:15",
        (
            "One thing more. The plate that holds the linings is bent easily when the nut of the arm is "
            "too tight, and then only one edge of the lining touches the drum. Look for a shiny stripe on "
            "one side. If there is one, loosen the nut, pull the brake, and tighten the nut while somebody "
            "else holds the lever.",
        ),
    ),
    Post(
        "wheelwright",
        "12 May 2019, 10:02",
        (
            "Done. There was a shiny stripe, as you said, and the sandpaper did the rest. Not a sound in a "
            "whole week of rain.",
        ),
        "Two wheels good, three wheels better.",
    ),
)
CHINESE = (
    Post(
        "老木匠",
        "2019-5-3 18:04",
        (
            "去年收了一把榉木的旧椅子，放在朝北的房间里，入冬以后一坐就响。夏天不响，下雨天也不响，只有开了"
            "暖气才响。我把四条腿都看过了，榫头没有裂，只是有一点松，用手可以晃动两三毫米。",
            "修家具的师傅说要全部拆开重新上胶，要的钱比椅子还贵。我想先问问大家，有没有人不拆椅子就把榫头弄"
            "紧的，用的是什么胶，会不会伤了原来的漆。椅背的横档是后来换过的，颜色浅一些，别的地方都是原来的。",
            "家里有夹子、木槌和一瓶鱼胶，没有车床。照片等周末天亮的时候再补上来，先谢谢各位。暖气平常开到二"
            "十二度，湿度只有三成。这把椅子是邻居搬家的时候留下来的，他说是他祖父在县城的木器社里买的，那时"
            "候一把要六块钱，是一个学徒半个月的工钱。坐板底下还有一个模糊的红印，只认得出一个“社”字。我女儿"
            "喜欢坐在上面写作业，所以我不想让它再响下去，也不想让它散架。",
            "另外还有一个问题：前腿之间的横档短了一点，榫头只进去一半，师傅说要重新做一根。榉木现在不好买，"
            "街上只有橡胶木和松木。能不能用一块老的樟木代替，颜色差得不多，可是我怕樟木太软，过两年又松了。"
            "有经验的朋友请说一说，最好告诉我横档要留多长的榫头，榫头和卯眼之间要不要留缝，夹子夹多久才可以"
            "松开。我打算下个月放假的时候动手，在那以前先用绳子把四条腿捆住，不让人坐。",
        ),
        "慢工出细活",
    ),
    Post(
        "江边人",
        "2019-5-3 19:22",
        (
            "先把房间的湿度提上去再说，放一盆水在暖气旁边，三天以后再坐坐看。我家那把也是这样，湿度到了五成"
            "就不响了。",
        ),
    ),
    Post("小满", "2019-5-4 07:41", ("鱼胶要用温水化开，六十度左右，太热了就不黏了。",), "今天也要好好吃饭"),
    Post(
        "老木匠",
        "2019-5-4 12:30",
        ("水盆放了一夜，响声确实小了。等周末我再把榫头里的旧胶刮干净，灌一点鱼胶进去，结果告诉大家。",),
        "慢工出细活",
    ),
    Post(
        "阿柳",
        "2019-5-5 21:15",
        (
            "还有一个办法，削一片薄薄的竹片，蘸上胶，从榫头的背面敲进去，外面看不出来。竹片不要超过半毫米，"
            "不然卯眼会裂开。敲的时候下面垫一块旧毛巾。",
        ),
    ),
    Post(
        "老木匠",
        "2019-5-12 10:02",
        ("竹片的办法成了，坐了一个星期没有响过，漆也没有伤到，谢谢大家。",),
        "慢工出细活",
    ),
)


class Program(NamedTuple):
    """The pages of a program."""

    page: str
    reply: str
    #: the opening post, if it is written otherwise
    opening: str = ""
    posts: tuple[Post, ...] = ENGLISH
    title: str = "Squealing drum brake"


#: What stands around the threads of many forums.
HEAD = "<html><head><title>{title} - Bike Shed Forum</title></head>"
FOOT = "<p>Powered by the forum software. All times are UTC. Terms and rules, Privacy policy, Help, RSS</p>"
NAV = (
    '<ul><li><a href="/">Home</a></li><li><a href="/forum">Forums</a></li>'
    '<li><a href="/new">What is new</a></li></ul>'
)

PHPBB2 = Program(
    HEAD + '<body><table class="bodyline"><tr><td><table><tr><td><a href="i">FAQ</a> <a href="s">Search</a> '
    '<a href="m">Memberlist</a></td></tr></table><table><tr><td>'
    '<a class="maintitle" href="t">{title}</a></td></tr></table><table class="forumline" width="100%">'
    '<tr><th class="thLeft">Author</th><th class="thRight">Message</th></tr>{posts}</table>'
    '<span class="nav">All times are GMT<br>Page <b>1</b> of <b>1</b></span>'
    '<span class="gensmall">You cannot post new topics in this forum<br>You cannot reply to topics in '
    'this forum</span></td></tr></table><div class="copyright">Powered by phpBB © 2001, 2005 phpBB '
    "Group</div></body></html>",
    '<tr><td class="row1" valign="top" width="150"><span class="name"><a name="{n}"></a><b>{by}</b>'
    '</span><br><span class="postdetails">Joined: 02 Jan 2004<br>Posts: 117<br>Location: Leeds</span>'
    '</td><td class="row1"><table width="100%"><tr><td><a href="p"><img src="i.gif"></a>'
    '<span class="postdetails">Posted: {at}<span class="gen">&nbsp;</span>&nbsp; &nbsp;Post subject: '
    '{title}</span></td><td><a href="q"><img src="q.gif"></a></td></tr><tr><td colspan="2"><hr></td>'
    '</tr><tr><td colspan="2"><span class="postbody">{br}</span><span class="postbody">'
    '<br>_________________<br>{sig}</span><span class="gensmall"></span></td></tr></table></td></tr>'
    '<tr><td class="row1"><span class="nav"><a href="#top">Back to top</a></span></td>'
    '<td class="row1"><a href="pm"><img src="pm.gif" alt="Send private message"></a></td></tr><tr>'
    '<td class="spaceRow" colspan="2"></td></tr>',
)
PHPBB3 = Program(
    HEAD + '<body id="phpbb" class="nojs notouch section-viewtopic ltr"><div id="wrap" class="wrap">'
    '<div id="page-header"><div class="navbar">'
    + NAV
    + '</div></div><div id="page-body" class="page-body" role="main"><h2 class="topic-title">'
    '<a href="t">{title}</a></h2><div class="action-bar bar-top">'
    '<a class="button" href="r">Post Reply</a><div class="pagination">6 posts • Page '
    '<strong>1</strong> of <strong>1</strong></div></div>{posts}<div class="action-bar actions-jump">'
    '<p class="jumpbox-return"><a href="f">Return to “Brakes”</a></p></div>'
    '<div class="stat-block permissions"><h3>Who is online</h3><p>Users browsing this forum: No '
    'registered users and 3 guests</p></div></div><div id="page-footer" class="page-footer">'
    + FOOT
    + "</div></div></body></html>",
    '<div id="p{n}" class="post has-profile bg2"><div class="inner">'
    '<dl class="postprofile" id="profile{n}"><dt class="has-profile-rank no-avatar">'
    '<div class="avatar-container"></div><a href="u" class="username">{by}</a></dt>'
    '<dd class="profile-rank">Member</dd><dd class="profile-posts">'
    '<strong>Posts:</strong> <a href="s">117</a></dd><dd class="profile-joined">'
    '<strong>Joined:</strong> 2 Jan 2014</dd></dl><div class="postbody"><div id="post_content{n}"><h3>'
    '<a href="#p{n}">Re: {title}</a></h3><ul class="post-buttons"><li>'
    '<a href="q" class="button button-icon-only" title="Reply with quote">'
    '<span class="sr-only">Quote</span></a></li></ul><p class="author"><a class="unread" href="#p{n}">'
    '<span class="sr-only">Post</span></a><span class="responsive-hide">by <strong>'
    '<a href="u" class="username">{by}</a></strong> » </span><time datetime="2019">{at}</time></p>'
    '<div class="content">{br}</div><div id="sig{n}" class="signature">{sig}</div></div></div>'
    '<div class="back2top"><a href="#top" class="top" title="Top"><span class="sr-only">Top</span></a>'
    '</div></div></div><hr class="divider">',
)
VBULLETIN3 = Program(
    HEAD + '<body><table class="tborder"><tr><td class="alt1"><a href="i">Bike Shed</a> &gt; <a '
    'href="f">Brakes</a><strong>{title}</strong></td></tr></table>'
    '<div id="posts">{posts}<div id="lastpost"></div></div><table class="tborder"><tr>'
    '<td class="thead">Posting Rules</td></tr><tr><td class="alt1">'
    "<div>You <strong>may not</strong> post new threads</div><div>You <strong>may not</strong> post "
    'replies</div></td></tr></table><div class="smallfont">All times are GMT +1. The time now is 10:12 '
    "PM.</div></body></html>",
    '<div id="edit{n}" style="padding:0px 0px 6px 0px"><table id="post{n}" class="tborder" '
    'width="100%"><tr><td class="thead"><a name="post{n}"></a>{at}</td>'
    '<td class="thead" align="right">#<a href="s" id="postcount{n}"><strong>{n}</strong></a></td></tr>'
    '<tr valign="top"><td class="alt2" width="175"><div id="postmenu_{n}">'
    '<a class="bigusername" href="u">{by}</a></div><div class="smallfont">Junior Member</div>'
    '<div class="smallfont"><div>Join Date: Jan 2004</div><div>Location: Leeds</div>'
    '<div>Posts: 117</div></div></td><td class="alt1" id="td_post_{n}"><div class="smallfont">'
    '<strong>Re: {title}</strong></div><hr size="1"><div id="post_message_{n}">{br}</div>'
    '<div>__________________<br>{sig}</div><div align="right"><a href="q">'
    '<img alt="Reply With Quote" src="q.gif"></a></div></td></tr></table></div>',
)
VBULLETIN4 = Program(
    HEAD
    + '<body><div class="above_body"><div id="navbar" class="navbar">'
    + NAV
    + '</div></div><div class="body_wrapper"><div id="pagetitle" class="pagetitle">'
    '<h1>Thread: <span class="threadtitle"><a href="t">{title}</a></span></h1></div>'
    '<div id="postlist" class="postlist restrain"><ol id="posts" class="posts">{posts}</ol></div>'
    '<div id="thread_info" class="thread_info block"><h4 class="threadinfohead blockhead">Thread '
    "Information</h4><p>There are currently 1 users browsing this thread. (0 members and 1 guests)</p>"
    '</div></div><div id="footer" class="floatcontainer footer">' + FOOT + "</div></body></html>",
    '<li class="postbitlegacy postbitim postcontainer old" id="post_{n}"><div class="posthead">'
    '<span class="postdate old"><span class="date">{at}</span></span><span class="nodecontrols">'
    '<a name="post{n}" href="p" class="postcounter">#{n}</a></span></div><div class="postdetails">'
    '<div class="userinfo"><div class="username_container"><a class="username offline" href="u">'
    '<strong>{by}</strong></a></div><span class="usertitle">Junior Member</span>'
    '<dl class="userinfo_extra"><dt>Join Date</dt><dd>Jan 2009</dd><dt>Posts</dt><dd>117</dd></dl>'
    '</div><div class="postbody"><div class="postrow has_after_content">'
    '<h2 class="title icon">Re: {title}</h2><div class="content"><div id="post_message_{n}">'
    '<blockquote class="postcontent restore">{br}</blockquote></div></div></div>'
    '<div class="after_content"></div><blockquote class="signature restore">'
    '<div class="signaturecontainer">{sig}</div></blockquote></div></div><div class="postfoot">'
    '<div class="textcontrols floatcontainer"><span class="postcontrols">'
    '<a class="newreply" href="q">Reply With Quote</a></span></div></div></li>',
)
VBULLETIN5 = Program(
    HEAD
    + '<body><div id="main-navbar" class="main-navbar">'
    + NAV
    + '</div><div id="main"><h1 class="main-title">{title}</h1><div class="conversation-content">'
    '<ul class="conversation-list list-container stream-view thread-view thread-view">{posts}</ul>'
    '</div></div><div id="footer">' + FOOT + "</div></body></html>",
    '<li data-node-id="{n}" class="b-post b-post--reply js-post js-comment-list-item '
    'h-restore--on-preview" itemscope itemtype="http://schema.org/Comment">'
    '<a id="post{n}" class="anchor"></a><div class="b-post__grid-container">'
    '<div class="b-post__grid-column b-post__grid-column--left" itemprop="author" itemscope '
    'itemtype="http://schema.org/Person"><div class="author h-text-size--14" itemprop="name"><strong>'
    '<a href="u">{by}</a></strong></div><div class="usertitle">Junior Member</div>'
    '<ul class="b-userinfo__additional-info-list"><li>Join Date: Jan 2014</li><li>Posts: 117</li></ul>'
    '</div><div class="b-post__body h-padding-top-xl"><div class="b-post__arrow"></div>'
    '<div class="b-media__body h-clearfix"><div class="b-post__timestamp">'
    '<time itemprop="dateCreated" datetime="2019">{at}</time></div>'
    '<a class="b-post__count" href="p">#{n}</a><h2 class="b-post__title js-post-title">{title}</h2>'
    '<div class="js-post__content-text OLD__post-content-text restore h-wordwrap" '
    'itemprop="text">{br}</div></div><div class="post-signature restore">{sig}</div>'
    '<ul class="b-post-control-list"><li class="b-post-control b-post-control--comment">Comment</li>'
    '<li class="b-post-control">Flag</li></ul></div></div></li>',
)
XENFORO1 = Program(
    HEAD
    + '<body><div id="navigation" class="pageWidth">'
    + NAV
    + '</div><div id="content" class="thread_view"><div class="pageWidth"><div class="titleBar">'
    '<h1>{title}</h1><p id="pageDescription" class="muted">Discussion in \'<a href=f>Brakes</a>\' '
    'started by <a class=username href=u>wheelwright</a></p></div><form class="InlineModForm section">'
    '<ol class="messageList" id="messageList">{posts}</ol></form>'
    '<h3 class="textHeading">Share This Page</h3></div></div><div class="footerLegal">'
    + FOOT
    + "</div></body></html>",
    '<li id="post-{n}" class="message" data-author="{by}"><div class="messageUserInfo" '
    'itemscope="itemscope"><div class="messageUserBlock"><div class="avatarHolder">'
    '<a href="u" class="avatar"><img src="a.jpg"></a></div><h3 class="userText">'
    '<a href="u" class="username">{by}</a><em class="userTitle">New Member</em></h3>'
    '<div class="extraUserInfo"><dl class="pairsJustified"><dt>Messages:</dt><dd>117</dd></dl></div>'
    '</div></div><div class="messageInfo primaryContent"><div class="messageContent"><article>'
    '<blockquote class="messageText SelectQuoteContainer ugc baseHtml">{br}</blockquote></article>'
    '</div><div class="baseHtml signature messageText ugc"><aside>{sig}</aside></div>'
    '<div class="messageMeta ToggleTriggerAnchor"><div class="privateControls">'
    '<span class="item muted"><span class="authorEnd"><a href="u" class="username author">{by}</a>, '
    '</span><a href="p" class="datePermalink"><span class="DateTime">{at}</span></a></span></div>'
    '<div class="publicControls"><a href="p" class="item muted postNumber">#{n}</a>'
    '<a href="r" class="ReplyQuote item control reply">Reply</a></div></div></div></li>',
)
XENFORO2 = Program(
    HEAD
    + '<body><div class="p-pageWrapper"><nav class="p-nav">'
    + NAV
    + '</nav><div class="p-body"><div class="p-body-header"><h1 class="p-title-value">{title}</h1></div>'
    '<div class="p-body-content"><div class="block block--messages">'
    '<div class="block-container lbContainer"><div class="block-body '
    'js-replyNewMessageContainer">{posts}</div></div></div><div class="block">'
    '<h3 class="block-header">Similar threads</h3><div class="structItem">'
    '<a href="1">Drum brake noise</a></div><div class="structItem"><a href="2">Bent lever</a></div>'
    '</div></div></div><footer class="p-footer">' + FOOT + "</footer></div></body></html>",
    '<article class="message message--post js-post js-inlineModContainer" data-author="{by}" '
    'id="js-post-{n}"><div class="message-inner"><div class="message-cell message-cell--user">'
    '<section class="message-user"><div class="message-avatar"><a href="u" class="avatar avatar--m">'
    '<span>w</span></a></div><div class="message-userDetails"><h4 class="message-name">'
    '<a href="u" class="username">{by}</a></h4><h5 class="userTitle message-userTitle">New member</h5>'
    '</div><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>Joined</dt>'
    '<dd>Jan 2, 2014</dd></dl><dl class="pairs"><dt>Messages</dt><dd>117</dd></dl></div></section>'
    '</div><div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget">'
    '<header class="message-attribution message-attribution--split">'
    '<ul class="message-attribution-main"><li class="u-concealed"><a href="p" rel="nofollow">'
    '<time class="u-dt" datetime="2019">{at}</time></a></li></ul>'
    '<ul class="message-attribution-opposite"><li><a href="p">#{n}</a></li></ul></header>'
    '<div class="message-content js-messageContent"><div class="message-userContent lbContainer '
    'js-lbContainer"><article class="message-body js-selectToQuote"><div class="bbWrapper">{br}</div>'
    '</article></div></div><footer class="message-footer"><aside class="message-signature">'
    '<div class="bbWrapper">{sig}</div></aside><div class="message-actionBar actionBar">'
    '<a href="q" class="actionBar-action actionBar-action--reply">Reply</a></div></footer></div></div>'
    "</div></article>",
)
SMF = Program(
    HEAD
    + '<body><div id="wrapper"><div id="main_menu">'
    + NAV
    + '</div><div id="content_section"><div id="main_content_section"><div id="forumposts">'
    '<div class="cat_bar"><h3 class="catbg"><span id="author">Author</span> Topic: {title} &nbsp;(Read '
    '2117 times)</h3></div><form id="quickModForm">{posts}</form></div><div class="pagesection">'
    '<div class="pagelinks">Pages: [<strong>1</strong>]</div></div></div></div><div id="footer_section">'
    + FOOT
    + "</div></div></body></html>",
    '<div class="windowbg"><span class="topslice"></span><div class="post_wrapper">'
    '<div class="poster"><h4><a href="u">{by}</a></h4><ul class="reset smalltext" '
    'id="msg_{n}_extra_info"><li class="postgroup">Newbie</li><li class="postcount">Posts: 117</li>'
    '</ul></div><div class="postarea"><div class="flow_hidden"><div class="keyinfo">'
    '<h5 id="subject_{n}"><a href="p" rel="nofollow">Re: {title}</a></h5>'
    '<div class="smalltext">« <strong>Reply #{n} on:</strong> {at} »</div></div></div>'
    '<div class="post"><div class="inner" id="msg_{n}">{br}</div></div></div>'
    '<div class="moderatorbar"><div class="smalltext reportlinks">Logged</div>'
    '<div class="signature" id="msg_{n}_signature">{sig}</div></div></div><span class="botslice">'
    '</span></div><hr class="post_separator">',
)
MYBB = Program(
    HEAD
    + '<body><div id="container"><div id="header"><div class="menu">'
    + NAV
    + '</div></div><div id="content"><div class="wrapper"><table class="tborder tfixed clear"><tr>'
    '<td class="thead"><div><strong>{title}</strong></div></td></tr><tr><td id="posts_container">'
    '<div id="posts">{posts}</div></td></tr></table></div></div><div id="footer">'
    + FOOT
    + "</div></div></body></html>",
    '<a name="pid{n}" id="pid{n}"></a><div class="post classic" id="post_{n}">'
    '<div class="post_author scaleimages"><div class="author_information"><strong>'
    '<span class="largetext"><a href="u">{by}</a></span></strong><br>'
    '<span class="smalltext">Junior Member<br></span></div><div class="author_statistics">Posts: '
    '117<br>Threads: 4<br>Joined: Jan 2014</div></div><div class="post_content">'
    '<div class="post_head"><div class="float_right"><strong><a href="p">#{n}</a></strong></div>'
    '<span class="post_date">{at}</span></div><div class="post_body scaleimages" '
    'id="pid_{n}">{br}</div><div class="signature scaleimages">{sig}</div>'
    '<div class="post_meta" id="post_meta_{n}"></div></div><div class="post_controls">'
    '<div class="postbit_buttons author_buttons"><a href="f" class="postbit_find"><span>Find</span>'
    '</a></div><div class="postbit_buttons"><a href="q" class="postbit_quote"><span>Reply</span></a>'
    "</div></div></div>",
)
INVISION = Program(
    HEAD
    + '<body class="ipsApp ipsApp_front"><div id="ipsLayout_header"><nav>'
    + NAV
    + '</nav></div><main id="ipsLayout_body"><div id="ipsLayout_contentArea">'
    '<div id="ipsLayout_mainArea"><div class="ipsPageHeader"><h1 class="ipsType_pageTitle">'
    '<span>{title}</span></h1></div><div id="comments" data-controller="core.front.core.commentFeed" '
    'class="cTopic ipsClear ipsSpacer_top"><h2 class="ipsType_sectionTitle ipsType_reset">5 posts in '
    'this topic</h2><div data-role="commentFeed">{posts}</div></div><h2>Join the conversation</h2>'
    "<p>You can post now and register later. If you have an account, sign in now to post with your "
    'account.</p></div></div></main><footer id="ipsLayout_footer">' + FOOT + "</footer></body></html>",
    '<a id="comment-{n}"></a><article id="elComment_{n}" class="cPost ipsBox ipsComment '
    'ipsComment_parent ipsClearfix ipsColumns"><aside class="ipsComment_author cAuthorPane ipsColumn">'
    '<h3 class="ipsType_sectionHead cAuthorPane_author"><strong><a href="u">{by}</a></strong></h3>'
    '<ul class="cAuthorPane_info ipsList_reset"><li>Members</li><li>117 posts</li></ul></aside>'
    '<div class="ipsColumn ipsColumn_fluid"><div id="comment-{n}_wrap" class="ipsComment_content '
    'ipsType_medium"><div class="ipsComment_meta ipsType_light">'
    '<a href="p" class="ipsType_blendLinks">Posted <time datetime="2019">{at}</time></a></div>'
    '<div class="cPost_contentWrap ipsPad"><div data-role="commentContent" class="ipsType_normal '
    'ipsType_richText ipsContained">{p}</div><div class="ipsItemControls">'
    '<ul class="ipsComment_controls ipsClearfix"><li><a href="q">Quote</a></li></ul></div>'
    '<div data-role="memberSignature" class="ipsPad_top"><div class="ipsType_light '
    'ipsType_richText">{sig}</div></div></div></div></div></article>',
)
DISCOURSE = Program(
    HEAD + '<body class="crawler"><header><a href="/">Bike Shed</a></header>'
    '<div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="t">{title}</a>'
    '</h1><div class="topic-category"><a href="c">Brakes</a></div></div>'
    '<div itemscope itemtype="http://schema.org/DiscussionForumPosting">{posts}</div>'
    '<div id="related-topics" class="more-topics__list"><h3>Related topics</h3><table><tr><td>'
    '<a href="1">Drum brake noise</a></td><td>4</td><td>1210</td></tr></table></div></div>'
    '<footer class="container wrap"><nav class="crawler-nav">'
    + NAV
    + '</nav><p class="powered-by-link">Powered by Discourse, best viewed with JavaScript enabled</p>'
    "</footer></body></html>",
    '<div id="post_{n}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" '
    'class="topic-body crawler-post"><div class="crawler-post-meta">'
    '<span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">'
    '<a itemprop="url" href="u"><span itemprop="name">{by}</span></a></span>'
    '<span class="crawler-post-infos"><time itemprop="datePublished" datetime="2019" '
    'class="post-time">{at}</time><span itemprop="position">{n}</span></span></div>'
    '<div class="post" itemprop="text">{p}</div><div itemprop="interactionStatistic">'
    '<span class="post-likes">2 Likes</span></div></div>',
)
FLARUM = Program(
    HEAD + '<body><div id="app" class="App"><div id="flarum-content"><noscript><div class="container">'
    '<h1>{title}</h1><div>{posts}</div><a href="2">Next Page »</a></div></noscript></div></div></body>'
    "</html>",
    '<article id="p{n}"><div class="PostUser"><h3 class="PostUser-name">{by}</h3></div>'
    '<div class="Post-body">{p}</div></article><hr>',
)
NODEBB = Program(
    HEAD
    + '<body class="page-topic skin-noskin"><nav id="main-nav">'
    + NAV
    + '</nav><main id="panel"><div class="row"><div class="topic col-lg-12"><h1 component="post/header">'
    '<span class="topic-title" component="topic/title">{title}</span></h1>'
    '<ul component="topic" class="posts timeline">{posts}</ul><div class="pagination-container"></div>'
    "</div></div></main></body></html>",
    '<li component="post" class="pt-4 posts-list-item" data-index="{n}" data-pid="{n}" '
    'itemprop="comment" itemtype="http://schema.org/Comment" itemscope>'
    '<a component="post/anchor" id="{n}"></a><div class="d-flex gap-2 post-container-parent">'
    '<div class="icon"><a href="u"><span class="avatar">W</span></a></div><div class="post-container">'
    '<div class="post-header"><a href="u" data-username="{by}">{by}</a> <span class="text-muted">wrote '
    'on <a href="p" class="permalink"><span class="timeago" title="2019">{at}</span></a>'
    '</span> <span class="post-index">#{n}</span></div><div class="content text-break" '
    'component="post/content" itemprop="text">{p}</div><div component="post/signature" '
    'class="post-signature">{sig}</div><div component="post/footer" class="post-footer">'
    '<a component="post/reply-count" href="r">1 Reply</a><a component="post/reply" href="q">Reply</a>'
    '<a href="q">Quote</a></div></div></div></li>',
)
VANILLA = Program(
    HEAD + '<body id="vanilla_discussion_index" class="Vanilla Discussion isDesktop index"><div id="Frame">'
    '<div class="Head" id="Head">'
    + NAV
    + '</div><div id="Body"><div class="Row"><div class="Column PanelColumn" id="Panel">'
    '<div class="Box BoxCategories"><h4>Categories</h4><ul class="PanelInfo"><li>'
    '<a href="1">All Categories</a> <span class="Count">214</span></li><li>'
    '<a href="2">Brakes</a> <span class="Count">31</span></li></ul></div></div>'
    '<div class="Column ContentColumn" id="Content"><div class="MessageList Discussion">'
    '<div class="PageTitle"><h1>{title}</h1></div>{posts}</ul></div><div class="Foot Closed">'
    '<div class="Note Closed SignInOrRegister"><a href="s">Sign In</a> or <a href="r">Register</a> to '
    "comment.</div></div></div></div></div></div></body></html>",
    '<li class="Item Alt ItemComment" id="Comment_{n}"><div class="Comment">'
    '<div class="Item-Header CommentHeader"><div class="AuthorWrap"><span class="Author">'
    '<a href="u" class="PhotoWrap"><img src="a.jpg"></a><a href="u" class="Username">{by}</a></span>'
    '<span class="AuthorInfo"><span class="MItem RoleTitle">Member</span></span></div>'
    '<div class="Meta CommentMeta CommentInfo"><span class="MItem DateCreated">'
    '<a href="p" class="Permalink"><time datetime="2019">{at}</time></a></span></div></div>'
    '<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{p}</div>'
    '<div class="Signature UserSignature userContent">{sig}</div></div></div></div></li>',
    '<div id="Discussion_1" class="Item ItemDiscussion"><div class="Discussion">'
    '<div class="Item-Header DiscussionHeader"><div class="AuthorWrap"><span class="Author">'
    '<a href="u" class="PhotoWrap"><img src="a.jpg"></a><a href="u" class="Username">{by}</a></span>'
    '</div><div class="Meta DiscussionMeta"><span class="MItem DateCreated"><a href="p">'
    '<time datetime="2019">{at}</time></a></span><span class="MItem Category">in <a '
    'href="c">Brakes</a></span></div></div><div class="Item-BodyWrap"><div class="Item-Body">'
    '<div class="Message userContent">{p}</div></div></div></div></div><div class="CommentsWrap">'
    '<h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">',
)
BBPRESS = Program(
    HEAD
    + '<body class="topic bbpress single single-topic"><div class="site"><header class="site-header">'
    + NAV
    + '</header><div id="content" class="site-content"><article class="topic type-topic hentry">'
    '<header class="entry-header"><h1 class="entry-title">{title}</h1></header>'
    '<div class="entry-content"><div id="bbpress-forums" class="bbpress-wrapper">'
    '<div class="bbp-pagination"><div class="bbp-pagination-count">Viewing 6 posts - 1 through 6 (of 6 '
    'total)</div></div><ul id="topic-1-replies" class="forums bbp-replies"><li class="bbp-header">'
    '<div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li>'
    '<li class="bbp-body">{posts}</li></ul><div id="no-reply-1" class="bbp-no-reply">'
    '<div class="bbp-template-notice"><ul><li>You must be logged in to reply to this topic.</li></ul>'
    '</div></div></div></div></article></div><footer class="site-footer">'
    + FOOT
    + "</footer></div></body></html>",
    '<div id="post-{n}" class="bbp-reply-header"><div class="bbp-meta">'
    '<span class="bbp-reply-post-date">{at}</span><a href="p" class="bbp-reply-permalink">#{n}</a>'
    '</div></div><div class="loop-item-0 user-id-1 bbp-parent-forum-1 bbp-reply-position-{n} odd '
    'post-{n} reply type-reply status-publish hentry"><div class="bbp-reply-author">'
    '<a href="u" class="bbp-author-link"><span class="bbp-author-avatar"><img src="a.jpg"></span>'
    '<span class="bbp-author-name">{by}</span></a><div class="bbp-author-role">Participant</div></div>'
    '<div class="bbp-reply-content">{p}</div></div>',
    '<div id="post-{n}" class="bbp-reply-header"><div class="bbp-meta">'
    '<span class="bbp-reply-post-date">{at}</span><a href="p" class="bbp-reply-permalink">#{n}</a>'
    '</div></div><div class="loop-item-0 user-id-1 bbp-parent-forum-1 bbp-reply-position-1 odd '
    'topic-author post-{n} topic type-topic status-publish hentry"><div class="bbp-reply-author">'
    '<a href="u" class="bbp-author-link"><span class="bbp-author-avatar"><img src="a.jpg"></span>'
    '<span class="bbp-author-name">{by}</span></a><div class="bbp-author-role">Participant</div></div>'
    '<div class="bbp-reply-content">{p}</div></div>',
)
BUDDYPRESS = Program(
    HEAD
    + '<body class="bp-legacy activity-permalink activity buddypress"><div id="page"><header>'
    + NAV
    + '</header><div id="content"><article class="page"><div class="entry-content"><div id="buddypress">'
    '<div class="activity no-ajax"><ul id="activity-stream" class="activity-list '
    'item-list">{posts}</ul></div></li></ul></div></div></div></article></div><footer>'
    + FOOT
    + "</footer></div></body></html>",
    '<li id="acomment-{n}"><div class="acomment-avatar"><a href="u"><img class="avatar" src="a.jpg">'
    '</a></div><div class="acomment-meta"><a href="u">{by}</a> replied <a href="p" '
    'class="activity-time-since"><span class="time-since">{at}</span></a></div>'
    '<div class="acomment-content">{p}</div><div class="acomment-options">'
    '<a href="r" class="acomment-reply bp-primary-action">Reply</a></div></li>',
    '<li class="activity activity_update activity-item has-comments" id="activity-{n}">'
    '<div class="activity-avatar"><a href="u"><img class="avatar" src="a.jpg"></a></div>'
    '<div class="activity-content"><div class="activity-header"><p>'
    '<a href="u">{by}</a> posted an update <a href="p" class="view activity-time-since">'
    '<span class="time-since">{at}</span></a></p></div><div class="activity-inner">{p}</div>'
    '<div class="activity-meta"><a href="c" class="button acomment-reply">Comment <span>5</span></a>'
    '</div></div><div class="activity-comments"><ul>',
)
WPFORO = Program(
    HEAD
    + '<body class="wp-singular"><header>'
    + NAV
    + '</header><main><div id="wpforo"><div id="wpforo-wrap" class="wpft-topic wpf-dark">'
    '<div class="wpforo-main"><div class="wpforo-content"><div class="wpf-head-bar">'
    '<h1 id="wpforo-title">{title}</h1></div><div class="wpforo-post-content">'
    '<div class="wpfl-4 wpforo-section"><div class="wpforo-post-head">6 Posts 4 Users 2 Reactions '
    "2,117 Views</div>{posts}</div></div></div></div></div></div></main><footer>"
    + FOOT
    + "</footer></body></html>",
    '<div id="post-{n}" data-postid="{n}" class="post-wrap wpfn-1 wpfp-reply">'
    '<div class="wpforo-post wpfcl-1"><div class="wpf-left"><div class="author-avatar">'
    '<img src="a.jpg"></div><div class="author-data"><div class="author-name"><a href="u">{by}</a>'
    '</div><div class="author-title">Eminent Member</div></div></div><div class="wpf-right">'
    '<div class="wpforo-post-content-top"><div class="wpf-post-date">{at}</div></div>'
    '<div class="wpforo-post-content"><div class="wpforo-post-body-top">{p}</div></div>'
    '<div class="wpforo-post-signature">{sig}</div><div class="wpforo-post-content-bottom">'
    '<div class="wpforo-post-tools"><span class="wpforo-reply">Reply</span>'
    '<span class="wpforo-quote">Quote</span></div></div></div></div></div>',
)
DISCUZ = Program(
    "<html><head><title>{title} - 木工之家 - Powered by Discuz!</title></head>"
    '<body id="nv_forum" class="pg_viewthread"><div id="hd"><div id="nv"><ul><li><a href="f">论坛</a>'
    '</li><li><a href="g">排行榜</a></li></ul></div></div><div id="wp" class="wp">'
    '<div id="pt" class="bm cl"><div class="z"><a href="i">首页</a> › <a href="f">家具维修</a></div>'
    '</div><div id="ct" class="wp cl"><div id="postlist" class="pl bm"><table cellspacing="0"><tr>'
    '<td class="pls ptn pbn"><div class="hm ptn"><span class="xg1">查看:</span> <span '
    'class="xi1">2117</span></div></td><td class="plc ptm pbn vwthd"><h1 class="ts">'
    '<span id="thread_subject">{title}</span></h1></td></tr></table>{posts}</div>'
    '<div id="f_pst" class="pl bm bmw"><div class="pt hm">您需要登录后才可以回帖 <a href="l" '
    'class="xi2">登录</a> | <a href="r" class="xi2">立即注册</a></div><p class="ptm pnpost">'
    '<strong>本版积分规则</strong></p></div></div></div><div id="ft">'
    "<p>Powered by Discuz! X3.4 © 2001-2017 Comsenz Inc.</p></div></body></html>",
    '<div id="post_{n}"><table id="pid{n}" class="plhin" cellspacing="0"><tr>'
    '<td class="pls" rowspan="2"><div id="favatar{n}" class="pls favatar"><div class="pi">'
    '<div class="authi"><a href="u" class="xw1">{by}</a></div></div><div class="tns xg2"><table><tr>'
    '<th><p><a href="t" class="xi2">12</a></p>主题</th><th><p><a href="p" class="xi2">117</a>'
    '</p>帖子</th><td><p><a href="c" class="xi2">530</a></p>积分</td></tr></table></div><p><em>'
    '<a href="g">中级会员</a></em></p></div></td><td class="plc"><div class="pi"><strong>'
    '<a href="p" id="postnum{n}"><em>{n}</em><sup>#</sup></a></strong><div class="pti">'
    '<div class="authi"><em id="authorposton{n}">发表于 {at}</em><span class="pipe">|</span>'
    '<a href="o" rel="nofollow">只看该作者</a></div></div></div><div class="pct"><div class="pcb">'
    '<div class="t_fsz"><table cellspacing="0"><tr><td class="t_f" id="postmessage_{n}">{br}</td></tr>'
    '</table></div><div id="comment_{n}" class="cm"></div></div></div></td></tr><tr>'
    '<td class="plc plm"><div class="sign">{sig}</div></td></tr><tr><td class="pls"></td>'
    '<td class="plc" style="overflow:visible;"><div class="po hin"><div class="pob cl"><em>'
    '<a class="fastre" href="r">回复</a></em><p><a href="m">使用道具</a> <a href="j">举报</a></p>'
    "</div></div></td></tr></table></div>",
    posts=CHINESE,
    title="榉木椅子一坐就响",
)
DVBBS = Program(
    '<html><head><title>{title} - 木工论坛</title></head><body><div class="mainbar">'
    '<a href="i">木工论坛</a> → <a href="f">家具维修</a> → {title}</div><table class="tableborder1">'
    '<tr><th>主题：{title}</th></tr></table>{posts}<div class="mainbar">本主题贴数6，分页： [1]</div>'
    "<p>Powered By Dvbbs Version 8.2.0</p></body></html>",
    '<div class="postlary1"><div class="postuserinfo"><div class="usersname">'
    '<font class="name">{by}</font></div><p>等级：论坛游侠<br>文章：117<br>积分：530<br>注册：2004-1-2<'
    '/p></div><div class="post"><div class="posttop"><a href="q">引用</a> <a href="r">回复</a> '
    '第{n}楼</div><div id="textstyle_{n}" class="postcontent">{br}</div>'
    '<div class="sigline">{sig}</div></div><div class="postbottom">发贴时间：{at} <a href="#">顶部</a>'
    "</div></div>",
    posts=CHINESE,
    title="榉木椅子一坐就响",
)
DRUPAL = Program(
    HEAD
    + '<body class="html not-front node-type-forum"><div id="page"><div id="header">'
    + NAV
    + '</div><div id="main"><h1 class="title" id="page-title">{title}</h1>'
    '<div class="region region-content">{posts}</div></div></div><aside class="sidebars">'
    '<h2 class="block-title">User login</h2><form><label>Username</label><input></form></aside></div>'
    '</div><div id="footer">' + FOOT + "</div></div></body></html>",
    '<a id="comment-{n}"></a><div class="comment clearfix" typeof="sioc:Post sioct:Comment">'
    '<div class="attribution"><div class="submitted"><p class="commenter-name">'
    '<span class="username" property="foaf:name">{by}</span></p><p class="comment-time">'
    '<span property="dc:date">{at}</span></p><p class="comment-permalink">'
    '<a href="p" class="permalink">Permalink</a></p></div></div><div class="comment-text">'
    '<div class="comment-arrow"></div><h3 property="dc:title"><a href="p" '
    'class="permalink">Squealing</a></h3><div class="content"><div class="field '
    'field-name-comment-body field-type-text-long"><div class="field-items">'
    '<div class="field-item even" property="content:encoded">{p}</div></div></div>'
    '<div class="user-signature clearfix">{sig}</div></div><ul class="links inline">'
    '<li class="comment_forbidden first last"><span><a href="l">Log in</a> to post comments</span>'
    "</li></ul></div></div>",
    '<div id="node-1" class="node node-forum node-full clearfix" typeof="sioc:Post sioct:BoardPost">'
    '<div class="meta submitted"><span property="dc:date dc:created">Submitted by <span '
    'class="username">{by}</span> on {at}</span></div><div class="content clearfix">'
    '<div class="field field-name-taxonomy-forums"><div class="field-label">Forums: </div>'
    '<a href="f">Brakes</a></div><div class="field field-name-body"><div class="field-items">'
    '<div class="field-item even" property="content:encoded">{p}</div></div></div></div></div>'
    '<div id="comments" class="comment-wrapper comment-wrapper-nid-1"><h2 class="title">Comments</h2>',
)
KHOROS = Program(
    HEAD
    + '<body class="lia-user-status-anonymous ForumTopicPage"><div class="lia-page"><header>'
    + NAV
    + '</header><div class="lia-quilt-forum-topic-page"><div class="linear-message-list '
    'message-list">{posts}</div></div></div><footer>' + FOOT + "</footer></body></html>",
    '<div class="lia-linear-display-message-view"><div class="first-message '
    'lia-forum-linear-view-gte4"><div id="messageview2_{n}" class="lia-message-view-wrapper '
    'lia-js-data-messageUid-{n} lia-component-forums-widget-message-view-two">'
    '<div class="MessageView lia-message-view-forum-message lia-message-view-display '
    'lia-row-standard-unread lia-thread-reply"><div class="lia-quilt lia-quilt-forum-message">'
    '<div class="lia-message-author-with-avatar"><a class="lia-link-navigation lia-page-link '
    'lia-user-name-link" href="u"><span>{by}</span></a> <div class="lia-message-author-rank">Level '
    '2</div></div><div class="lia-message-dates lia-message-post-date"><span class="DateTime">'
    '<span class="local-date">{at}</span></span></div><div class="lia-message-body '
    'lia-component-message-view-widget-body lia-component-body-signature-highlight-escalation">'
    '<div class="lia-message-body-content">{p}</div></div><div class="lia-message-signature">{sig}</div'
    '><div class="lia-message-actions"><a class="lia-button" href="r">Reply</a>'
    '<span class="MessageKudosCount">0 Kudos</span></div></div></div></div></div></div>',
)
STACK_EXCHANGE = Program(
    HEAD + '<body class="question-page unified-theme"><header class="s-topbar"><a href="/">Stack Exchange</a>'
    '</header><div class="container"><div id="left-sidebar">'
    + NAV
    + '</div><div id="content"><div id="question-header"><h1 itemprop="name">'
    '<a href="q" class="question-hyperlink">{title}</a></h1></div>'
    '<div id="mainbar" role="main">{posts}</div></div><div id="sidebar">'
    '<div class="module sidebar-related"><h4>Related</h4><div class="spacer">'
    '<a href="1" class="question-hyperlink">Why does my brake squeal?</a></div></div></div></div>'
    '</div><footer id="footer">' + FOOT + "</footer></body></html>",
    '<div id="answer-{n}" class="answer js-answer" itemprop="suggestedAnswer" itemscope '
    'itemtype="https://schema.org/Answer"><div class="post-layout">'
    '<div class="votecell post-layout--left"><div class="js-voting-container">'
    '<div class="js-vote-count">4</div></div></div><div class="answercell post-layout--right">'
    '<div class="s-prose js-post-body" itemprop="text">{p}</div><div class="mt24">'
    '<a href="s">Share</a> <a href="i">Improve this answer</a><div class="user-info">'
    '<div class="user-action-time">answered <span class="relativetime">{at}</span></div>'
    '<div class="user-details"><a href="u">{by}</a><span class="reputation-score">117</span></div>'
    '</div></div></div><div class="comments js-comments-container">'
    '<ul class="comments-list js-comments-list"></ul></div></div></div>',
    '<div class="question js-question" id="question"><div class="post-layout">'
    '<div class="votecell post-layout--left"><div class="js-vote-count">7</div></div>'
    '<div class="postcell post-layout--right"><div class="s-prose js-post-body" '
    'itemprop="text">{p}</div><div class="post-taglist"><a href="t" class="post-tag">brakes</a></div>'
    '<div class="user-info owner"><div class="user-action-time">asked <span '
    'class="relativetime">{at}</span></div><div class="user-details"><a href="u">{by}</a></div></div>'
    '</div></div></div><div id="answers"><div id="answers-header"><h2>5 Answers</h2></div>',
)
REDDIT_OLD = Program(
    HEAD + '<body class="listing-page comments-page"><div id="header"><span class="pagename">'
    '<a href="/r/bikes">bikes</a></span><ul class="tabmenu"><li><a href="c">comments</a></li></ul>'
    '</div><div class="side"><div class="titlebox"><h1 class="redditname"><a href="/r/bikes">bikes</a>'
    '</h1><div class="usertext-body"><div class="md"><p>A place for bikes with two wheels and more. Be '
    'kind.</p></div></div></div></div><div class="content" role="main">'
    '<div class="sitetable linklisting">{posts}</div></div></div><div class="footer-parent">'
    + FOOT
    + "</div></body></html>",
    '<div class="thing id-t1_{n} noncollapsed comment" id="thing_t1_{n}" data-author="{by}">'
    '<div class="midcol unvoted"></div><div class="entry unvoted"><p class="tagline">'
    '<a href="#" class="expand">[–]</a><a href="u" class="author">{by}</a> <span class="score '
    'unvoted">4 points</span> <time datetime="2019" class="live-timestamp">{at}</time> <a href="#" '
    'class="numchildren">(0 children)</a></p><form class="usertext">'
    '<div class="usertext-body may-blank-within md-container"><div class="md">{p}</div></div></form>'
    '<ul class="flat-list buttons"><li><a href="p" class="bylink">permalink</a></li><li>'
    '<a href="e">embed</a></li><li><a href="r">reply</a></li></ul></div><div class="child"></div></div>',
    '<div class="thing id-t3_1 self link" data-author="{by}"><div class="entry unvoted">'
    '<div class="top-matter"><p class="title"><a class="title may-blank" href="t">{title}</a></p>'
    '<p class="tagline">submitted <time datetime="2019">{at}</time> by <a href="u" '
    'class="author">{by}</a></p></div><div class="expando"><form class="usertext">'
    '<div class="usertext-body md-container"><div class="md">{p}</div></div></form></div>'
    '<ul class="flat-list buttons"><li class="first"><a href="c" class="bylink comments">5 '
    'comments</a></li><li class="share">share</li></ul></div></div></div><div class="commentarea">'
    '<div class="panestack-title"><span class="title">all 5 comments</span></div>'
    '<div class="sitetable nestedlisting">',
)
REDDIT_NEW = Program(
    HEAD
    + "<body><shreddit-app><reddit-header-large><nav>"
    + NAV
    + '</nav></reddit-header-large><main id="main-content">{posts}</shreddit-comment-tree></main>'
    '<div id="right-sidebar-container"><p>A place for bikes with two wheels and more. Be kind.</p>'
    "</div></shreddit-app></body></html>",
    '<shreddit-comment author="{by}" thingid="t1_{n}" depth="0"><div slot="commentMeta">'
    '<faceplate-tracker><a href="u">{by}</a></faceplate-tracker><span>•</span>'
    '<faceplate-timeago ts="2019"><time datetime="2019">{at}</time></faceplate-timeago></div>'
    '<div id="t1_{n}-comment-rtjson-content" class="md text-14" slot="comment">'
    '<div id="-post-rtjson-content" class="py-0">{p}</div></div>'
    '<shreddit-comment-action-row slot="actionRow"><span>Reply</span><span>Share</span>'
    "</shreddit-comment-action-row></shreddit-comment>",
    '<shreddit-post author="{by}"><div slot="credit-bar"><a href="/r/bikes">r/bikes</a> '
    '<faceplate-timeago><time datetime="2019">{at}</time></faceplate-timeago> <a href="u">{by}</a>'
    '</div><h1 slot="title">{title}</h1><div class="text-neutral-content" slot="text-body">'
    '<div class="md" id="t3_1-post-rtjson-content">{p}</div></div></shreddit-post><shreddit-comment-tree>',
)
HACKER_NEWS = Program(
    '<html><head><title>{title} | Hacker News</title></head><body><table id="hnmain"><tr><td><table>'
    '<tr><td><span class="pagetop"><b class="hnname"><a href="news">Hacker News</a></b>'
    '<a href="newest">new</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a></span></td>'
    '</tr></table></td></tr><tr><td>{posts}</table></td></tr><tr><td><span class="yclinks">'
    '<a href="g">Guidelines</a> | <a href="f">FAQ</a> | <a href="l">Lists</a></span></td></tr></table>'
    "</body></html>",
    '<tr class="athing comtr" id="{n}"><td><table border="0"><tr><td class="ind" indent="0">'
    '<img src="s.gif"></td><td class="votelinks"><a href="v"><div class="votearrow"></div></a></td>'
    '<td class="default"><div><span class="comhead"><a href="u" class="hnuser">{by}</a> <span '
    'class="age" title="2019"><a href="i">{at}</a></span> <span class="navs">| <a href="#n">next</a> '
    '<a class="togg" href="t">[–]</a></span></span></div><br><div class="comment">'
    '<div class="commtext c00">{p}</div><div class="reply"><p><font size="1"><u><a href="r">reply</a>'
    "</u></font></p></div></div></td></tr></table></td></tr>",
    '<table class="fatitem"><tr class="athing submission" id="{n}"><td class="title">'
    '<span class="titleline"><a href="i">{title}</a></span></td></tr><tr><td class="subtext">'
    '<span class="subline"><span class="score">42 points</span> by <a href="u" class="hnuser">{by}</a> '
    '<span class="age"><a href="i">{at}</a></span> | <a href="h">hide</a> | <a href="i">5 comments</a>'
    '</span></td></tr><tr><td><div class="toptext">{p}</div></td></tr></table><br>'
    '<table class="comment-tree">',
)
GITHUB = Program(
    HEAD
    + '<body class="logged-out"><header class="Header-old">'
    + NAV
    + '</header><main id="js-repo-pjax-container"><h1 class="gh-header-title">'
    '<bdi class="js-issue-title markdown-title">{title}</bdi> <span class="f1-light">#42</span></h1>'
    '<div class="js-discussion ml-0 pl-0 ml-md-6 pl-md-3">{posts}</div>'
    '<div class="discussion-sidebar-item">Assignees No one assigned</div></main><footer class="footer">'
    + FOOT
    + "</footer></body></html>",
    '<div class="js-timeline-item js-timeline-progressive-focus-container">'
    '<div class="TimelineItem js-comment-container"><div class="avatar-parent-child '
    'TimelineItem-avatar"><a href="u"><img src="a.png"></a></div>'
    '<div class="timeline-comment-group js-minimizable-comment-group js-targetable-element '
    'TimelineItem-body" id="issuecomment-{n}"><div class="timeline-comment unminimized-comment comment '
    'previewable-edit js-task-list-container js-comment timeline-comment--caret">'
    '<div class="timeline-comment-header clearfix"><h3 class="timeline-comment-header-text"><strong>'
    '<a class="author" href="u">{by}</a></strong> commented <a href="p" class="js-timestamp">'
    '<relative-time datetime="2019">{at}</relative-time></a></h3></div><div class="edit-comment-hide">'
    '<task-lists><table class="d-block"><tbody><tr class="d-block">'
    '<td class="d-block comment-body markdown-body js-comment-body">{p}</td></tr></tbody></table>'
    "</task-lists></div></div></div></div></div>",
)
ZHIHU = Program(
    '<html><head><title>{title} - 知乎</title></head><body><div id="root"><header class="AppHeader">'
    '<nav><a href="/">首页</a><a href="/explore">发现</a></nav></header><main class="App-main">'
    '<div class="QuestionPage" itemscope itemtype="http://schema.org/Question">{posts}</div></div>'
    '</div></div><div class="Question-sideColumn"><div class="Card"><div>被浏览</div>'
    "<strong>2,117</strong></div></div></div></main></div></body></html>",
    '<div class="List-item"><div class="ContentItem AnswerItem" itemprop="answer" '
    'itemtype="http://schema.org/Answer" itemscope><div class="ContentItem-meta">'
    '<div class="AuthorInfo AnswerItem-authorInfo"><div class="AuthorInfo-content">'
    '<span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="u">{by}</a></span>'
    '<div class="AuthorInfo-badgeText">木工爱好者</div></div></div></div>'
    '<div class="RichContent RichContent--unescapable"><div class="RichContent-inner">'
    '<span class="RichText ztext CopyrightRichText-richText" itemprop="text">{p}</span></div>'
    '<div class="ContentItem-time"><a href="p"><span>发布于 {at}</span></a></div>'
    '<div class="ContentItem-actions RichContent-actions"><button class="VoteButton">赞同 42</button>'
    '<button class="ContentItem-action">3 条评论</button><button>分享</button><button>收藏</button>'
    "</div></div></div></div>",
    '<div class="QuestionHeader"><div class="QuestionHeader-content"><div class="QuestionHeader-main">'
    '<h1 class="QuestionHeader-title">{title}</h1><div class="QuestionHeader-detail">'
    '<div class="QuestionRichText"><span class="RichText ztext" itemprop="text">{p}</span></div></div>'
    '</div></div><div class="QuestionHeader-footer"><button>关注问题</button><button>写回答</button>'
    '</div></div><div class="Question-main"><div class="Question-mainColumn">'
    '<div class="List" id="QuestionAnswers-answers"><div class="List-header">'
    '<h4 class="List-headerText">5 个回答</h4></div><div>',
    posts=CHINESE,
    title="榉木椅子一坐就响怎么办？",
)
TIEBA = Program(
    '<html><head><title>{title}_木工吧_百度贴吧</title></head><body class="skin_normal">'
    '<div class="wrap1"><div id="head"><ul><li><a href="/">贴吧首页</a></li><li>'
    '<a href="m">我的贴吧</a></li></ul></div><div id="container" class="l_container">'
    '<div class="content clearfix"><div id="pb_content" class="pb_content clearfix">'
    '<div class="left_section"><div class="core_title_wrap_bright clearfix">'
    '<h3 class="core_title_txt pull-left text-overflow">{title}</h3></div>'
    '<div class="p_postlist" id="j_p_postlist">{posts}</div></div><div class="right_section">'
    '<div class="region_bright"><h4>贴吧热议榜</h4><ol><li><a href="1">春天种什么树</a></li><li>'
    '<a href="2">旧家具值不值得修</a></li></ol></div></div></div></div></div>'
    '<div class="footer">©2019 Baidu 贴吧协议 | 隐私政策</div></div></body></html>',
    '<div class="l_post l_post_bright j_l_post clearfix"><div class="d_author"><ul class="p_author">'
    '<li class="icon"><a class="p_author_face" href="u"><img src="a.jpg"></a></li><li class="d_name">'
    '<a class="p_author_name j_user_card" href="u">{by}</a></li><li class="l_badge">'
    '<div class="d_badge_title">初级木匠</div><div class="d_badge_lv">7</div></li></ul></div>'
    '<div class="d_post_content_main"><div class="p_content"><cc>'
    '<div id="post_content_{n}" class="d_post_content j_d_post_content clearfix">{br}</div></cc></div>'
    '<div class="core_reply j_lzl_wrapper"><div class="core_reply_tail clearfix">'
    '<div class="post-tail-wrap"><span class="tail-info">来自Android客户端</span>'
    '<span class="tail-info">{n}楼</span><span class="tail-info">{at}</span></div>'
    '<ul class="p_props_tail"><li class="j_jb_ele"><a class="lzl_link_unfold" href="r">回复</a></li>'
    "</ul></div></div></div></div>",
    posts=CHINESE,
    title="榉木椅子一坐就响",
)

#: Articles with comments below, by what writes these.  The opening post is the article.
WORDPRESS = Program(
    HEAD
    + '<body class="single single-post postid-1"><div id="page" class="site"><header class="site-header">'
    + NAV
    + '</header><main id="main" class="site-main">{posts}</ol><div id="respond" class="comment-respond">'
    '<h3 id="reply-title" class="comment-reply-title">Leave a Reply</h3><form>'
    '<p class="comment-notes">Your email address will not be published.</p></form></div></div></main>'
    '<footer class="site-footer">' + FOOT + "</footer></div></body></html>",
    '<li id="comment-{n}" class="comment even thread-even depth-1">'
    '<article id="div-comment-{n}" class="comment-body"><footer class="comment-meta">'
    '<div class="comment-author vcard"><img class="avatar" src="a.jpg">'
    '<b class="fn">{by}</b> <span class="says">says:</span></div><div class="comment-metadata">'
    '<a href="p"><time datetime="2019">{at}</time></a></div></footer>'
    '<div class="comment-content">{p}</div><div class="reply"><a class="comment-reply-link" '
    'href="r">Reply</a></div></article></li>',
    '<article id="post-1" class="post-1 post type-post status-publish hentry category-bikes">'
    '<header class="entry-header"><h1 class="entry-title">{title}</h1><div class="entry-meta">'
    '<span class="posted-on"><time class="entry-date published">{at}</time></span>'
    '<span class="byline"> by <span class="author vcard"><a class="url fn n" href="u">{by}</a></span>'
    '</span></div></header><div class="entry-content">{p}</div></article>'
    '<div id="comments" class="comments-area"><h2 class="comments-title">5 thoughts on “{title}”</h2>'
    '<ol class="comment-list">',
)
#: What the plugin writes for search engines; the discussion itself is in a frame.
DISQUS = WORDPRESS._replace(
    page=HEAD
    + '<body class="single single-post"><div class="site">'
    + NAV
    + "<main>{posts}</ul></div></div></main>"
    + FOOT
    + "</div></body></html>",
    reply='<li class="comment even thread-even depth-1" id="dsq-comment-{n}">'
    '<div id="dsq-comment-header-{n}" class="dsq-comment-header"><cite id="dsq-cite-{n}">'
    '<span id="dsq-author-user-{n}">{by}</span></cite></div><div id="dsq-comment-body-{n}" '
    'class="dsq-comment-body"><div id="dsq-comment-message-{n}" class="dsq-comment-message">{p}</div>'
    "</div></li>",
    opening='<article class="post"><h1 class="entry-title">{title}</h1><p class="meta">By {by}, {at}</p>'
    '<div class="entry-content">{p}</div></article><div id="disqus_thread"><div id="dsq-content">'
    '<ul id="dsq-comments">',
)
FACEBOOK = WORDPRESS._replace(
    page=HEAD
    + '<body><div class="wrap">'
    + NAV
    + '<div class="content">{posts}</div></div></div>'
    + FOOT
    + "</div></body></html>",
    reply='<div class="UFIComment"><div class="UFICommentActorAndBody">'
    '<a class="UFICommentActorName" href="u">{by}</a><div class="UFICommentBody">{p}</div></div>'
    '<div class="UFICommentActions"><a href="l">Like</a> · <a href="r">Reply</a> · <abbr '
    'class="UFISutroCommentTimestamp">{at}</abbr></div></div>',
    opening='<div class="story"><h1>{title}</h1><p class="byline">By {by}, {at}</p>{p}</div>'
    '<div class="fb-comments" data-numposts="5"><div class="UFIList">',
)
DRUPAL_ARTICLE = DRUPAL._replace(
    page=DRUPAL.page.replace("node-type-forum", "node-type-article"),
    opening=DRUPAL.opening.replace("node-forum", "node-article")
    .replace(" sioct:BoardPost", "")
    .replace(
        'field-name-taxonomy-forums"><div class="field-label">Forums: ',
        'field-name-tags"><div class="field-label">Tags: ',
    ),
)
BELOW_ARTICLES = {
    "WordPress": WORDPRESS, "Disqus": DISQUS, "Facebook": FACEBOOK, "Drupal": DRUPAL_ARTICLE,
}  # fmt: skip

#: The programs by name.
PROGRAMS = {
    "phpBB 2": PHPBB2, "phpBB 3": PHPBB3, "vBulletin 3": VBULLETIN3, "vBulletin 4": VBULLETIN4,
    "vBulletin 5": VBULLETIN5, "XenForo 1": XENFORO1, "XenForo 2": XENFORO2, "SMF": SMF, "MyBB": MYBB,
    "Invision": INVISION, "Discourse": DISCOURSE, "Flarum": FLARUM, "NodeBB": NODEBB, "Vanilla": VANILLA,
    "bbPress": BBPRESS, "BuddyPress": BUDDYPRESS, "wpForo": WPFORO, "Discuz!": DISCUZ, "Dvbbs": DVBBS,
    "Drupal": DRUPAL, "Khoros": KHOROS, "Stack Exchange": STACK_EXCHANGE, "Reddit, old": REDDIT_OLD,
    "Reddit, new": REDDIT_NEW, "Hacker News": HACKER_NEWS, "GitHub issues": GITHUB, "Zhihu": ZHIHU,
    "Tieba": TIEBA,
}  # fmt: skip


def page_of_program(program: Program) -> str:
    """Return the page of a thread."""
    posts = []
    for n, post in enumerate(program.posts, 1):
        template = program.opening if n == 1 and program.opening else program.reply
        values = {"by": post.by, "at": post.at, "n": str(n), "sig": post.signature, "title": program.title}
        values |= {"p": "".join(f"<p>{said}</p>" for said in post.said), "br": "<br><br>".join(post.said)}
        for name, value in values.items():
            template = template.replace(f"{{{name}}}", value)
        posts.append(template)
    return program.page.replace("{title}", program.title).replace("{posts}", "\n".join(posts))
