"""Sentences in many languages, written for the benchmarks: every combination of a
beginning, a middle and an end is a sentence, so that long texts need not repeat one."""

from __future__ import annotations

import random

#: language → who, does what, when or where
PARTS: dict[str, tuple[str, str, str]] = {
    "zh-Hans": (
        "这位老师|我的邻居|那个年轻的工程师|市政府|一位退休的医生|当地的农民|学校图书馆|北京的一家公司|很多游客|研究人员|他的姐姐|新闻记者|"
        "这支足球队|火车站的工作人员",
        "正在准备一份新的报告|决定修建一座桥|认为天气会越来越热|每天早上喝一杯热茶|发现了一种罕见的植物|打算把旧房子卖掉|写了一封长信给朋友|"
        "计划举办一场音乐会|开始学习弹钢琴|终于解决了电力问题|买了三本关于历史的书|参加了关于经济发展的讨论|观察到鸟类数量的变化",
        "，因为去年冬天下了很大的雪|，这让大家都感到非常高兴|，但是没有人知道原因|，虽然价格比以前贵得多|，希望明年能够完成|，所以道路暂时关闭|"
        "，并且邀请了附近村庄的孩子们|，不过电视台没有报道|，以便保护环境和水资源|，从春天一直到秋天|，结果完全出乎意料|，然后回到了自己的家乡",
    ),
    "zh-Hant": (
        "這位老師|我的鄰居|那個年輕的工程師|臺北市政府|一位退休的醫生|當地的農民|學校圖書館|高雄的一家公司|很多遊客|研究人員|他的姊姊|新聞記者|"
        "這支棒球隊|火車站的工作人員",
        "正在準備一份新的報告|決定修建一座橋|認為天氣會越來越熱|每天早上喝一杯熱茶|發現了一種罕見的植物|打算把舊房子賣掉|寫了一封長信給朋友|"
        "計畫舉辦一場音樂會|開始學習彈鋼琴|終於解決了電力問題|買了三本關於歷史的書|參加了關於經濟發展的討論|觀察到鳥類數量的變化",
        "，因為去年冬天下了很大的雪|，這讓大家都感到非常高興|，但是沒有人知道原因|，雖然價格比以前貴得多|，希望明年能夠完成|，所以道路暫時關閉|"
        "，並且邀請了附近村莊的孩子們|，不過電視臺沒有報導|，以便保護環境和水資源|，從春天一直到秋天|，結果完全出乎意料|，然後回到了自己的家鄉",
    ),
    "ja": (
        "この先生は|隣に住む人は|若い技術者は|東京の会社は|退職した医者は|地元の農家は|図書館の職員は|多くの観光客は|研究グループは|彼の姉は|"
        "新聞記者は|駅前のレストランは|子どもたちは|そのチームは",
        "新しい報告書を準備していて|橋を建てることを決めたので|天気がだんだん暑くなると考え|毎朝お茶を飲みながら|珍しい植物を見つけたため|"
        "古い家を売るつもりで|友だちに長い手紙を書き|コンサートを開く計画があり|ピアノを習い始めたが|電気の問題をようやく解決し|歴史の本を三冊買って|"
        "経済についての話し合いに参加し",
        "みんなとても喜んでいます。|理由はだれも知らない。|去年の冬は雪がたくさん降りました。|値段は前よりずっと高い。|来年までに終わらせたいそうだ。|"
        "道路はしばらく通れません。|テレビでは放送されなかった。|環境を守ることが大切だと言った。|春から秋まで続きます。|結果は予想とちがった。|"
        "それから故郷へ帰りました。|近くの村にもニュースが届いた。",
    ),
    "ko": (
        "그 선생님은|우리 이웃은|젊은 기술자는|서울시는|은퇴한 의사는|지역 농부들은|학교 도서관은|부산의 한 회사는|많은 관광객은|연구원들은|그의 누나는|"
        "신문 기자는|축구팀은|역무원은",
        "새로운 보고서를 준비하고 있으며|다리를 짓기로 결정했고|날씨가 점점 더워질 것이라고 생각하지만|매일 아침 따뜻한 차를 마시고|드문 식물을 발견했는데|"
        "오래된 집을 팔려고 하며|친구에게 긴 편지를 썼고|음악회를 열 계획이지만|피아노를 배우기 시작했고|전기 문제를 마침내 해결했으며|역사책을 세 권 샀고|"
        "경제 발전에 관한 토론에 참여했으며",
        "모두가 매우 기뻐했습니다.|아무도 그 이유를 모릅니다.|지난겨울에는 눈이 많이 왔습니다.|가격은 예전보다 훨씬 비쌉니다.|내년까지 끝내기를 바랍니다.|"
        "도로는 당분간 닫힙니다.|방송국은 보도하지 않았습니다.|환경을 보호해야 한다고 말했습니다.|봄부터 가을까지 계속됩니다.|결과는 예상과 달랐습니다.|"
        "그 후 고향으로 돌아갔습니다.|가까운 마을의 아이들도 초대했습니다.",
    ),
    "ru": (
        "Этот учитель|Мой сосед|Молодой инженер|Городской совет|Врач на пенсии|Местный фермер|Школьный библиотекарь|Директор завода|Известный учёный|"
        "Его старший брат|Журналист газеты|Футбольный тренер|Начальник вокзала|Один турист",
        "готовит новый отчёт|решил построить мост через реку|думает, что погода станет жарче|каждое утро пьёт горячий чай|нашёл редкое растение|хочет продать "
        "старый дом|написал длинное письмо другу|собирается устроить концерт|начал учиться играть на скрипке|объяснил причину аварии|купил три книги по "
        "истории|участвовал в обсуждении бюджета|заметил, что птиц стало меньше",
        "после долгой и снежной зимы.|и все были этому очень рады.|но никто не знает почему.|хотя цены сильно выросли.|к концу следующего года.|поэтому "
        "движение пока закрыто.|вместе с детьми из соседней деревни.|однако телевидение об этом молчит.|чтобы сберечь природу и воду.|с весны до поздней "
        "осени.|вопреки всем ожиданиям.|а потом вернулся домой на юг.",
    ),
    "uk": (
        "Цей учитель|Мій сусід|Молодий інженер|Міський голова|Лікар на пенсії|Місцевий фермер|Шкільний бібліотекар|Директор заводу|Відомий учений|Його "
        "старший брат|Журналіст газети|Футбольний тренер|Начальник вокзалу|Один мандрівник",
        "готує новий звіт|вирішив побудувати міст через річку|вважає, що погода стане спекотнішою|щоранку п’є гарячий чай|знайшов рідкісну рослину|хоче "
        "продати старий будинок|написав довгого листа другові|збирається влаштувати концерт|почав учитися грати на скрипці|пояснив причину аварії|купив три "
        "книжки з історії|брав участь в обговоренні бюджету|помітив, що птахів поменшало",
        "після довгої й сніжної зими.|і всі були цьому дуже раді.|але ніхто не знає чому.|хоча ціни дуже зросли.|до кінця наступного року.|тому рух поки що "
        "закрито.|разом із дітьми із сусіднього села.|проте телебачення про це мовчить.|щоб зберегти природу та воду.|від весни до пізньої осені.|усупереч "
        "усім сподіванням.|а потім повернувся додому на південь.",
    ),
    "el": (
        "Ο δάσκαλος|Ο γείτονάς μου|Ένας νέος μηχανικός|Το δημοτικό συμβούλιο|Ο συνταξιούχος γιατρός|Ο αγρότης της περιοχής|Η βιβλιοθήκη του σχολείου|Μια "
        "εταιρεία από την Αθήνα|Ο γνωστός επιστήμονας|Η μεγάλη του αδελφή|Η δημοσιογράφος|Ο προπονητής της ομάδας|Κάθε ταξιδιώτης|Ο δήμαρχος",
        "ετοιμάζει μια νέα έκθεση|αποφάσισε να χτίσει μια γέφυρα|πιστεύει ότι ο καιρός θα γίνει πιο ζεστός|πίνει κάθε πρωί ζεστό τσάι|βρήκε ένα σπάνιο "
        "φυτό|θέλει να πουλήσει το παλιό σπίτι|έγραψε ένα μεγάλο γράμμα|οργανώνει μια συναυλία|άρχισε να μαθαίνει πιάνο|εξήγησε την αιτία της βλάβης|αγόρασε "
        "τρία βιβλία ιστορίας|μίλησε για την οικονομία|είδε ότι τα πουλιά λιγόστεψαν",
        "μετά από έναν βαρύ χειμώνα.|και όλοι χάρηκαν πολύ.|αλλά κανείς δεν ξέρει γιατί.|αν και οι τιμές ανέβηκαν.|ως το τέλος του επόμενου χρόνου.|γι’ αυτό "
        "ο δρόμος είναι κλειστός.|μαζί με τα παιδιά του χωριού.|όμως η τηλεόραση δεν το είπε.|για να προστατέψει το περιβάλλον.|από την άνοιξη ως το "
        "φθινόπωρο.|χωρίς να το περιμένει κανείς.|και ύστερα γύρισε στο νησί.",
    ),
    "tr": (
        "Bu öğretmen|Komşumuz|Genç bir mühendis|Belediye başkanı|Emekli doktor|Yaşlı çiftçi|Okulun kütüphanesi|İstanbul’daki bir şirket|Ünlü bilim "
        "insanı|Onun ablası|Gazeteci|Takımın antrenörü|İstasyon müdürü|Şehre gelen yolcu",
        "yeni bir rapor hazırlıyor|ırmağın üzerine köprü yaptırdı|havanın ısınacağını düşünüyor|her sabah sıcak çay içiyor|çok az görülen bir bitki buldu|"
        "eski evini satmak istiyor|arkadaşına uzun bir mektup yazdı|büyük bir konser düzenliyor|piyano çalmayı öğreniyor|arızanın nedenini açıkladı|üç "
        "tarih kitabı satın aldı|ekonomi üzerine konuştu|kuşların azaldığını gördü",
        "uzun ve karlı bir kışın ardından.|ve herkes buna çok sevindi.|ama kimse bunun sebebini bilmiyor.|fiyatlar çok yükseldiği hâlde.|gelecek yılın sonuna "
        "kadar.|bu yüzden yol şimdilik kapalı.|köyün çocuklarıyla birlikte.|fakat televizyon bunu göstermedi.|doğayı ve suyu korumak için.|ilkbahardan "
        "sonbahara değin.|hiç beklenmedik biçimde.|sonra güneydeki memleketine döndü.",
    ),
    "ar": (
        "هذا المعلم|جارنا القديم|المهندس الشاب|مجلس المدينة|الطبيب المتقاعد|الفلاح في القرية|مدير المكتبة|صاحب الشركة|العالم المعروف|أخوه الأكبر|"
        "مراسل الصحيفة|مدرب الفريق|مسؤول المحطة|المسافر الغريب",
        "يكتب تقريرا جديدا|قرر بناء جسر على النهر|يظن أن الطقس سيصبح أكثر حرارة|يشرب الشاي كل صباح|وجد نباتا نادرا في الجبل|يريد أن يبيع البيت القديم|"
        "أرسل رسالة طويلة إلى صديقه|ينظم حفلة موسيقية كبيرة|بدأ يتعلم العزف على العود|شرح سبب انقطاع الكهرباء|اشترى ثلاثة كتب في التاريخ|تحدث عن "
        "الاقتصاد والتجارة|لاحظ أن عدد الطيور قليل",
        "بعد شتاء طويل وبارد.|وفرح الجميع بذلك كثيرا.|ولكن لا أحد يعرف لماذا.|مع أن الأسعار ارتفعت جدا.|قبل نهاية السنة القادمة.|ولهذا أغلق الطريق مؤقتا.|"
        "مع الأطفال من القرية المجاورة.|غير أن التلفزيون لم يذكر ذلك.|من أجل حماية البيئة والماء.|من الربيع إلى الخريف.|على عكس ما كان متوقعا.|ثم عاد إلى "
        "بلده في الجنوب.",
    ),
    "fa": (
        "اين معلم|همسايه ما|مهندس جوان|شوراي شهر|پزشک بازنشسته|کشاورز پير|کتابدار مدرسه|مدير کارخانه|دانشمند معروف|برادر بزرگ او|خبرنگار روزنامه|مربي گروه|"
        "رئيس ايستگاه|يک گردشگر",
        "گزارش تازه‌اي مي‌نويسد|تصميم گرفت پلي بسازد|فکر مي‌کند هوا گرم‌تر مي‌شود|هر روز صبح چاي مي‌نوشد|گياه کميابي پيدا کرد|مي‌خواهد خانه قديمي را بفروشد|نامه "
        "بلندي به دوستش نوشت|کنسرت بزرگي برگزار مي‌کند|آموختن پيانو را آغاز کرد|علت قطع برق را توضيح داد|سه کتاب تاريخ خريد|درباره اقتصاد گفتگو کرد|ديد که "
        "پرندگان کم شده‌اند",
        "پس از زمستاني سرد و دراز.|و همه از اين کار خوشحال شدند.|ولي هيچ‌کس نمي‌داند چرا.|گرچه قيمت‌ها بسيار بالا رفته است.|تا پايان سال آينده.|به همين دليل "
        "راه بسته است.|همراه با کودکان ده نزديک.|اما تلويزيون چيزي نگفت.|براي نگهداري از آب و خاک.|از بهار تا پاييز.|برخلاف چشمداشت مردم.|سپس به شهر خود "
        "بازگشت.",
    ),
    "ug": (
        "بۇ ئوقۇتقۇچى|قوشنىمىز|ياش ئىنژېنېر|شەھەرلىك ھۆكۈمەت|پېنسىيەگە چىققان دوختۇر|يەرلىك دېھقان|مەكتەپ كۈتۈپخانىسى|ئۈرۈمچىدىكى بىر شىركەت|داڭلىق ئالىم|"
        "ئۇنىڭ ئاكىسى|گېزىت مۇخبىرى|پۇتبول كوماندىسى|ۋوگزال خادىمى|بىر ساياھەتچى",
        "يېڭى دوكلات تەييارلاۋاتىدۇ|دەرياغا كۆۋرۈك سېلىشنى قارار قىلدى|ھاۋا ئىسسىپ كېتىدۇ دەپ قارايدۇ|ھەر كۈنى ئەتىگەندە چاي ئىچىدۇ|ناھايىتى ئاز ئۇچرايدىغان "
        "ئۆسۈملۈكنى تاپتى|كونا ئۆيىنى ساتماقچى بولدى|دوستىغا ئۇزۇن خەت يازدى|چوڭ كونسېرت ئۆتكۈزمەكچى|دۇتار چېلىشنى ئۆگىنىشكە باشلىدى|توك ئۈزۈلۈشنىڭ سەۋەبىنى "
        "چۈشەندۈردى|تارىخقا ئائىت ئۈچ كىتاب سېتىۋالدى|ئىقتىساد ھەققىدە سۆزلىدى|قۇشلارنىڭ ئازايغانلىقىنى كۆردى",
        "سوغۇق قىشتىن كېيىن.|ھەممەيلەن بۇنىڭدىن خۇشال بولدى.|لېكىن سەۋەبىنى ھېچكىم بىلمەيدۇ.|باھالار ئۆرلەپ كەتكەن بولسىمۇ.|كېلەر يىلنىڭ ئاخىرىغىچە.|شۇڭا "
        "يول ۋاقىتلىق تاقالدى.|قوشنا يېزىدىكى بالىلار بىلەن بىللە.|ئەمما تېلېۋىزور بۇنى خەۋەر قىلمىدى.|مۇھىت ۋە سۇنى قوغداش ئۈچۈن.|باھاردىن كۈزگىچە.|ھېچكىم "
        "ئويلىمىغان يەردىن.|ئاندىن يۇرتىغا قايتىپ كەلدى.",
    ),
    "he": (
        "המורה הזה|השכן שלנו|מהנדס צעיר|ראש העיר|רופא בגמלאות|החקלאי המקומי|ספרן בית הספר|מנהל המפעל|המדען הידוע|אחיו הגדול|כתב העיתון|מאמן הקבוצה|מנהל "
        "התחנה|תייר אחד",
        "מכין דוח חדש|החליט לבנות גשר מעל הנהר|חושב שמזג האוויר יתחמם|שותה תה חם בכל בוקר|מצא צמח נדיר|רוצה למכור את הבית הישן|כתב מכתב ארוך לחבר|מארגן "
        "קונצרט גדול|התחיל ללמוד לנגן בפסנתר|הסביר את סיבת התקלה|קנה שלושה ספרי היסטוריה|דיבר על הכלכלה|ראה שיש פחות ציפורים",
        "אחרי חורף ארוך וקר.|וכולם שמחו על כך מאוד.|אבל איש אינו יודע מדוע.|אף על פי שהמחירים עלו.|עד סוף השנה הבאה.|ולכן הכביש סגור לעת עתה.|יחד עם ילדי "
        "הכפר.|אך הטלוויזיה לא דיווחה.|כדי לשמור על הטבע והמים.|מן האביב ועד הסתיו.|בניגוד לכל הציפיות.|ואחר כך חזר הביתה לדרום.",
    ),
    "th": (
        "ครูคนนี้|เพื่อนบ้านของเรา|วิศวกรหนุ่ม|นายกเทศมนตรี|แพทย์ที่เกษียณแล้ว|ชาวนาในหมู่บ้าน|ห้องสมุดโรงเรียน|บริษัทในกรุงเทพ|นักวิทยาศาสตร์|พี่สาวของเขา|"
        "นักข่าว|ผู้ฝึกสอนทีม|เจ้าหน้าที่สถานี|นักท่องเที่ยว",
        "กำลังเตรียมรายงานฉบับใหม่|ตัดสินใจสร้างสะพานข้ามแม่น้ำ|คิดว่าอากาศจะร้อนขึ้น|ดื่มชาร้อนทุกเช้า|พบพืชที่หายากมาก|อยากขายบ้านหลังเก่า|"
        "เขียนจดหมายยาวถึงเพื่อน|จะจัดงานดนตรีครั้งใหญ่|เริ่มเรียนเปียโน|อธิบายสาเหตุที่ไฟฟ้าดับ|ซื้อหนังสือประวัติศาสตร์สามเล่ม|พูดเรื่องเศรษฐกิจ|เห็นว่านกมีจำนวนน้อยลง",
        "หลังจากฤดูหนาวอันยาวนาน|และทุกคนก็ดีใจมาก|แต่ไม่มีใครรู้ว่าเพราะอะไร|แม้ว่าราคาจะแพงกว่าเดิม|ภายในสิ้นปีหน้า|ดังนั้นถนนจึงปิดชั่วคราว|ร่วมกับเด็กจากหมู่บ้านใกล้เคียง|"
        "แต่โทรทัศน์ไม่ได้รายงาน|เพื่อรักษาสิ่งแวดล้อมและน้ำ|ตั้งแต่ต้นปีจนถึงปลายปี|โดยที่ไม่มีใครคาดคิด|แล้วกลับไปบ้านเกิดทางใต้",
    ),
    "vi": (
        "Thầy giáo này|Người hàng xóm|Kỹ sư trẻ|Thành phố|Bác sĩ đã nghỉ hưu|Nông dân trong vùng|Thư viện của trường|Một công ty ở Hà Nội|Nhà khoa học|Chị "
        "của anh ấy|Phóng viên|Huấn luyện viên|Nhân viên nhà ga|Du khách",
        "đang chuẩn bị báo cáo mới|quyết định xây một cây cầu|nghĩ rằng thời tiết sẽ nóng hơn|uống trà nóng mỗi buổi sáng|tìm thấy một loài cây quý|muốn bán "
        "ngôi nhà cũ|viết một bức thư dài cho bạn|sẽ tổ chức buổi hòa nhạc lớn|bắt đầu học đàn|giải thích nguyên nhân mất điện|mua ba quyển sách lịch sử|nói "
        "về kinh tế|thấy số chim ít đi",
        "sau một mùa đông dài và lạnh.|và mọi người đều rất vui.|nhưng không ai biết tại sao.|mặc dù giá cả tăng nhiều.|trước cuối năm sau.|vì vậy con đường tạm "
        "thời bị đóng.|cùng với trẻ em ở làng bên cạnh.|nhưng truyền hình không đưa tin.|để bảo vệ môi trường và nguồn nước.|từ mùa xuân đến mùa thu.|ngoài sự "
        "mong đợi.|rồi trở về quê ở miền nam.",
    ),
    "pl": (
        "Ten nauczyciel|Mój sąsiad|Młody inżynier|Burmistrz miasta|Lekarz na emeryturze|Miejscowy rolnik|Szkolny bibliotekarz|Właściciel fabryki|Znany "
        "uczony|Jego starszy brat|Dziennikarz gazety|Trener drużyny|Naczelnik dworca|Pewien podróżny",
        "przygotowuje nowe sprawozdanie|postanowił zbudować most|sądzi, że będzie coraz cieplej|pije co rano gorącą herbatę|znalazł rzadką roślinę|chce "
        "sprzedać stary dom|napisał długi list do przyjaciół|urządza wielki koncert|zaczął się uczyć gry na skrzypcach|wyjaśnił przyczynę usterki|kupił trzy "
        "książki o dziejach kraju|mówił o gospodarce|zauważył, że ptaków jest mniej",
        "po długiej i śnieżnej zimie.|i wszyscy bardzo się ucieszyli.|ale nikt nie wie dlaczego.|choć ceny znacznie wzrosły.|przed końcem przyszłego roku.|więc "
        "droga jest na razie zamknięta.|razem z dziećmi z pobliskiej wsi.|lecz telewizja o tym milczała.|żeby chronić przyrodę i wodę.|od wiosny do późnej "
        "jesieni.|wbrew wszelkim oczekiwaniom.|a potem wrócił w rodzinne strony.",
    ),
    "de": (
        "Der Lehrer|Mein Nachbar|Eine junge Ingenieurin|Der Bürgermeister|Die frühere Ärztin|Ein Bauer aus der Gegend|Die Bücherei der Schule|Eine Firma aus "
        "München|Die Forscherin|Seine ältere Schwester|Der Redakteur der Zeitung|Die Trainerin der Mannschaft|Der Bahnhofsvorsteher|Ein müder Reisender",
        "schreibt einen neuen Bericht|möchte eine Brücke bauen|glaubt, dass es wärmer wird|trinkt jeden Morgen heißen Tee|hat eine seltene Pflanze gefunden|"
        "will das alte Haus verkaufen|schickt einen langen Brief an Freunde|plant ein großes Konzert|lernt jetzt Geige|erklärt die Ursache der Störung|kauft "
        "drei Bücher über Geschichte|spricht über die Wirtschaft|zählt weniger Vögel",
        "nach einem langen, kalten Winter.|und alle haben sich darüber gefreut.|aber niemand weiß, warum.|obwohl die Preise stark gestiegen sind.|bis zum Ende "
        "des nächsten Jahres.|daher ist die Straße vorläufig gesperrt.|mit den Kindern aus dem Nachbardorf.|doch das Fernsehen berichtet nicht darüber.|um die "
        "Natur zu schützen.|vom Frühling bis in den Herbst.|entgegen allen Erwartungen.|und fährt danach zurück in den Süden.",
    ),
    "fr": (
        "Le professeur|Mon voisin|Une jeune ingénieure|Le maire de la ville|Le médecin à la retraite|Un fermier de la région|La bibliothèque de l’école|Une "
        "société de Genève|La chercheuse|Sa sœur aînée|Le journaliste|L’entraîneur de l’équipe|Le chef de gare|Un voyageur égaré",
        "prépare un nouveau rapport|a décidé de bâtir un pont|pense qu’il fera plus chaud|boit du thé brûlant chaque matin|a trouvé une plante très rare|"
        "espère vendre la vieille maison|a écrit une longue lettre à un ami|prévoit de donner un concert|apprend à jouer du piano|explique l’origine de la "
        "panne|achète trois livres d’histoire|a parlé de l’économie|remarque qu’il y a moins d’oiseaux",
        "après un hiver long et enneigé.|et tout le monde en était très heureux.|mais personne ne sait pourquoi.|bien que les prix aient augmenté.|avant la fin "
        "de l’année prochaine.|la route est donc fermée à présent.|avec les élèves du village d’à côté.|mais la télévision n’en a rien dit.|afin de protéger la "
        "forêt et les rivières.|du début du printemps jusqu’en été.|contre toute attente.|avant de rentrer chez lui, à l’étranger.",
    ),
    "en": (
        "The teacher|My neighbour’s cousin|A young engineer|The town council|A retired doctor|One of the farmers|The school library|A company in Leeds|The "
        "scientist|His elder sister|The paper’s editor|The team’s coach|The café owner|A lost traveller",
        "is writing a new report|decided to build a bridge|thinks it’s getting warmer|drinks hot tea every morning|has found a rare plant|wants to sell the old "
        "house|sent a friend a long letter|is planning a concert – the first one|began to learn the piano|explained why the power failed|paid £30 for three "
        "books|talked about “the economy”|has seen fewer birds",
        "after a long and cold winter.|and everybody was glad of it.|but nobody knows why.|although prices have gone up.|before the end of next year.|so the road "
        "is closed for now.|with the children of the next village.|but it wasn’t on television.|to look after the woods and rivers.|from spring until autumn.|"
        "against all expectation.|and then went home to the south.",
    ),
}

#: Languages that are written without spaces between words.
UNSPACED = frozenset({"zh-Hans", "zh-Hant", "ja", "th"})


def sentences(language: str, chars: int, seed: int = 0) -> list[str]:
    """Return different sentences of a language, of ``chars`` characters or more together."""
    first, second, third = (part.split("|") for part in PARTS[language])
    space = "" if language in UNSPACED else " "
    end = "。" if language.startswith("zh") else " " if language == "th" else ""
    every = [f"{a}{space}{b}{space}{c}{end}" for a in first for b in second for c in third]
    random.Random(f"{language} {seed}").shuffle(every)
    found, total = [], 0
    for sentence in every:
        found.append(sentence)
        total += len(sentence)
        if total >= chars:
            break
    return found
