/// Names of days, months and spans of time in other languages, and their meanings in English.
///
/// Written by `scripts/foreign-times` from Unicode CLDR; see Sources/CairnInsight/NOTICE.
enum ForeignNames {
  static let de: StaticString = """
    so=sunday; mo=monday; di=tuesday; mi=wednesday; do=thursday; fr=friday; sa=saturday;
    sonntag=sunday; montag=monday; dienstag=tuesday; mittwoch=wednesday; donnerstag=thursday;
    freitag=friday; samstag=saturday; jan=january; feb=february; märz=march; apr=april; mai=may;
    juni=june; juli=july; aug=august; sept=september; okt=october; nov=november; dez=december;
    januar=january; februar=february; april=april; august=august; september=september;
    oktober=october; november=november; dezember=december; mär=march; jun=june; jul=july;
    sep=september; letztes jahr=last year; dieses jahr=this year; nächstes jahr=next year;
    in # jahr=in # years; in # jahren=in # years; vor # jahr=# years ago;
    vor # jahren=# years ago; letzten monat=last month; diesen monat=this month;
    nächsten monat=next month; in # monat=in # months; in # monaten=in # months;
    vor # monat=# months ago; vor # monaten=# months ago; letzte woche=last week;
    diese woche=this week; nächste woche=next week; in # woche=in # weeks; in # wochen=in # weeks;
    vor # woche=# weeks ago; vor # wochen=# weeks ago; vorgestern=the day before yesterday;
    gestern=yesterday; heute=today; morgen=tomorrow; übermorgen=the day after tomorrow;
    in # tag=in # days; in # tagen=in # days; vor # tag=# days ago; vor # tagen=# days ago;
    in # stunde=in # hours; in # stunden=in # hours; vor # stunde=# hours ago;
    vor # stunden=# hours ago; in # minute=in # minutes; in # minuten=in # minutes;
    vor # minute=# minutes ago; vor # minuten=# minutes ago; mitternacht=midnight;
    morgens=in the morning; vorm=in the morning; mittags=in the afternoon; nachm=in the afternoon;
    abends=in the evening; nachts=at night; vormittags=in the morning;
    nachmittags=in the afternoon; mittag=in the afternoon; abend=in the evening; nacht=at night;
    vormittag=in the morning; nachmittag=in the afternoon; eins=one; zwei=two; drei=three;
    vier=four; fünf=five; sechs=six; sieben=seven; acht=eight; neun=nine; zehn=ten; elf=eleven;
    zwölf=twelve; ein=one; eine=one; einen=one; einer=one; eines=one; einem=one;
    """

  static let fr: StaticString = """
    dim=sunday; lun=monday; mar=tuesday; mer=wednesday; jeu=thursday; ven=friday; sam=saturday;
    dimanche=sunday; lundi=monday; mardi=tuesday; mercredi=wednesday; jeudi=thursday;
    vendredi=friday; samedi=saturday; janv=january; févr=february; mars=march; avr=april; mai=may;
    juin=june; juil=july; août=august; sept=september; oct=october; nov=november; déc=december;
    janvier=january; février=february; avril=april; juillet=july; septembre=september;
    octobre=october; novembre=november; décembre=december; l'année dernière=last year;
    cette année=this year; l'année prochaine=next year; dans # an=in # years;
    dans # ans=in # years; il y a # an=# years ago; il y a # ans=# years ago;
    le mois dernier=last month; ce mois-ci=this month; le mois prochain=next month;
    dans # mois=in # months; il y a # mois=# months ago; la semaine dernière=last week;
    cette semaine=this week; la semaine prochaine=next week; dans # semaine=in # weeks;
    dans # semaines=in # weeks; il y a # semaine=# weeks ago; il y a # semaines=# weeks ago;
    avant-hier=the day before yesterday; hier=yesterday; aujourd'hui=today; demain=tomorrow;
    après-demain=the day after tomorrow; dans # jour=in # days; dans # jours=in # days;
    il y a # jour=# days ago; il y a # jours=# days ago; dans # heure=in # hours;
    dans # heures=in # hours; il y a # heure=# hours ago; il y a # heures=# hours ago;
    dans # minute=in # minutes; dans # minutes=in # minutes; il y a # minute=# minutes ago;
    il y a # minutes=# minutes ago; minuit=midnight; midi=noon; mat=in the morning;
    ap.m=in the afternoon; soir=in the evening; nuit=at night; du matin=in the morning;
    de l'après-midi=in the afternoon; du soir=in the evening; matin=in the morning;
    après-midi=in the afternoon; un=one; deux=two; trois=three; quatre=four; cinq=five; six=six;
    huit=eight; neuf=nine; dix=ten; onze=eleven; douze=twelve; une=one;
    """

  static let es: StaticString = """
    dom=sunday; lun=monday; mar=tuesday; mié=wednesday; jue=thursday; vie=friday; sáb=saturday;
    domingo=sunday; lunes=monday; martes=tuesday; miércoles=wednesday; jueves=thursday;
    viernes=friday; sábado=saturday; ene=january; feb=february; abr=april; may=may; jun=june;
    jul=july; ago=august; sept=september; oct=october; nov=november; dic=december; enero=january;
    febrero=february; marzo=march; abril=april; mayo=may; junio=june; julio=july; agosto=august;
    septiembre=september; octubre=october; noviembre=november; diciembre=december;
    el año pasado=last year; este año=this year; el próximo año=next year;
    dentro de # año=in # years; dentro de # años=in # years; hace # año=# years ago;
    hace # años=# years ago; el mes pasado=last month; este mes=this month;
    el próximo mes=next month; dentro de # mes=in # months; dentro de # meses=in # months;
    hace # mes=# months ago; hace # meses=# months ago; la semana pasada=last week;
    esta semana=this week; la próxima semana=next week; dentro de # semana=in # weeks;
    dentro de # semanas=in # weeks; hace # semana=# weeks ago; hace # semanas=# weeks ago;
    anteayer=the day before yesterday; ayer=yesterday; hoy=today; mañana=tomorrow;
    pasado mañana=the day after tomorrow; dentro de # día=in # days; dentro de # días=in # days;
    hace # día=# days ago; hace # días=# days ago; dentro de # hora=in # hours;
    dentro de # horas=in # hours; hace # hora=# hours ago; hace # horas=# hours ago;
    dentro de # minuto=in # minutes; dentro de # minutos=in # minutes;
    hace # minuto=# minutes ago; hace # minutos=# minutes ago; del mediodía=noon;
    de la madrugada=in the morning; de la mañana=in the morning; de la tarde=in the evening;
    de la noche=at night; mediodía=noon; madrugada=in the morning; tarde=in the evening;
    noche=at night; uno=one; dos=two; tres=three; cuatro=four; cinco=five; seis=six; siete=seven;
    ocho=eight; nueve=nine; diez=ten; once=eleven; doce=twelve; un=one; una=one;
    """

  static let it: StaticString = """
    dom=sunday; lun=monday; mar=tuesday; mer=wednesday; gio=thursday; ven=friday; sab=saturday;
    domenica=sunday; lunedì=monday; martedì=tuesday; mercoledì=wednesday; giovedì=thursday;
    venerdì=friday; sabato=saturday; gen=january; feb=february; apr=april; mag=may; giu=june;
    lug=july; ago=august; set=september; ott=october; nov=november; dic=december; gennaio=january;
    febbraio=february; marzo=march; aprile=april; maggio=may; giugno=june; luglio=july;
    agosto=august; settembre=september; ottobre=october; novembre=november; dicembre=december;
    anno scorso=last year; quest'anno=this year; anno prossimo=next year; tra # anno=in # years;
    tra # anni=in # years; # anno fa=# years ago; # anni fa=# years ago; mese scorso=last month;
    questo mese=this month; mese prossimo=next month; tra # mese=in # months;
    tra # mesi=in # months; # mese fa=# months ago; # mesi fa=# months ago;
    settimana scorsa=last week; questa settimana=this week; settimana prossima=next week;
    tra # settimana=in # weeks; tra # settimane=in # weeks; # settimana fa=# weeks ago;
    # settimane fa=# weeks ago; l'altro ieri=the day before yesterday; ieri=yesterday; oggi=today;
    domani=tomorrow; dopodomani=the day after tomorrow; tra # giorno=in # days;
    tra # giorni=in # days; # giorno fa=# days ago; # giorni fa=# days ago; tra # ora=in # hours;
    tra # ore=in # hours; # ora fa=# hours ago; # ore fa=# hours ago; tra # minuto=in # minutes;
    tra # minuti=in # minutes; # minuto fa=# minutes ago; # minuti fa=# minutes ago;
    mezzanotte=midnight; mezzogiorno=noon; di mattina=in the morning;
    di pomeriggio=in the afternoon; di sera=in the evening; di notte=at night;
    del pomeriggio=in the afternoon; mattina=in the morning; pomeriggio=in the afternoon;
    sera=in the evening; notte=at night; uno=one; due=two; tre=three; quattro=four; cinque=five;
    sei=six; sette=seven; otto=eight; nove=nine; dieci=ten; undici=eleven; dodici=twelve; un=one;
    una=one;
    """

  static let pt: StaticString = """
    dom=sunday; seg=monday; ter=tuesday; qua=wednesday; qui=thursday; sex=friday; sáb=saturday;
    domingo=sunday; segunda-feira=monday; segunda=monday; terça-feira=tuesday; terça=tuesday;
    quarta-feira=wednesday; quarta=wednesday; quinta-feira=thursday; quinta=thursday;
    sexta-feira=friday; sexta=friday; sábado=saturday; jan=january; fev=february; mar=march;
    abr=april; mai=may; jun=june; jul=july; ago=august; set=september; out=october; nov=november;
    dez=december; janeiro=january; fevereiro=february; março=march; abril=april; maio=may;
    junho=june; julho=july; agosto=august; setembro=september; outubro=october; novembro=november;
    dezembro=december; ano passado=last year; este ano=this year; próximo ano=next year;
    em # ano=in # years; em # anos=in # years; há # ano=# years ago; há # anos=# years ago;
    mês passado=last month; este mês=this month; próximo mês=next month; em # mês=in # months;
    em # meses=in # months; há # mês=# months ago; há # meses=# months ago;
    semana passada=last week; esta semana=this week; próxima semana=next week;
    em # semana=in # weeks; em # semanas=in # weeks; há # semana=# weeks ago;
    há # semanas=# weeks ago; anteontem=the day before yesterday; ontem=yesterday; hoje=today;
    amanhã=tomorrow; depois de amanhã=the day after tomorrow; em # dia=in # days;
    em # dias=in # days; há # dia=# days ago; há # dias=# days ago; em # hora=in # hours;
    em # horas=in # hours; há # hora=# hours ago; há # horas=# hours ago;
    em # minuto=in # minutes; em # minutos=in # minutes; há # minuto=# minutes ago;
    há # minutos=# minutes ago; meia-noite=midnight; meio-dia=noon; da manhã=in the morning;
    da tarde=in the afternoon; da noite=in the evening; da madrugada=at night;
    manhã=in the morning; tarde=in the afternoon; noite=in the evening; madrugada=at night;
    um=one; dois=two; três=three; quatro=four; cinco=five; seis=six; sete=seven; oito=eight;
    nove=nine; onze=eleven; doze=twelve; uma=one; duas=two;
    """

  static let nl: StaticString = """
    zo=sunday; ma=monday; di=tuesday; wo=wednesday; do=thursday; vr=friday; za=saturday;
    zondag=sunday; maandag=monday; dinsdag=tuesday; woensdag=wednesday; donderdag=thursday;
    vrijdag=friday; zaterdag=saturday; jan=january; feb=february; mrt=march; apr=april; mei=may;
    jun=june; jul=july; aug=august; sep=september; okt=october; nov=november; dec=december;
    januari=january; februari=february; maart=march; april=april; juni=june; juli=july;
    augustus=august; september=september; oktober=october; november=november; december=december;
    vorig jaar=last year; dit jaar=this year; volgend jaar=next year; over # jaar=in # years;
    # jaar geleden=# years ago; vorige maand=last month; deze maand=this month;
    volgende maand=next month; over # maand=in # months; over # maanden=in # months;
    # maand geleden=# months ago; # maanden geleden=# months ago; vorige week=last week;
    deze week=this week; volgende week=next week; over # week=in # weeks; over # weken=in # weeks;
    # week geleden=# weeks ago; # weken geleden=# weeks ago; eergisteren=the day before yesterday;
    gisteren=yesterday; vandaag=today; morgen=tomorrow; overmorgen=the day after tomorrow;
    over # dag=in # days; over # dagen=in # days; # dag geleden=# days ago;
    # dagen geleden=# days ago; over # uur=in # hours; # uur geleden=# hours ago;
    over # minuut=in # minutes; over # minuten=in # minutes; # minuut geleden=# minutes ago;
    # minuten geleden=# minutes ago; middernacht=midnight; 's ochtends=in the morning;
    's middags=in the afternoon; 's avonds=in the evening; 's nachts=at night;
    ochtend=in the morning; middag=in the afternoon; avond=in the evening; nacht=at night;
    een=one; twee=two; drie=three; vier=four; vijf=five; zes=six; zeven=seven; acht=eight;
    negen=nine; tien=ten; elf=eleven; twaalf=twelve;
    """

  static let pl: StaticString = """
    niedz=sunday; pon=monday; wt=tuesday; śr=wednesday; czw=thursday; pt=friday; sob=saturday;
    niedziela=sunday; niedzielę=sunday; niedziely=sunday; niedzieli=sunday; niedzielą=sunday;
    niedzielu=sunday; poniedziałek=monday; poniedziałku=monday; poniedziałkiem=monday;
    poniedziałkowi=monday; wtorek=tuesday; wtorku=tuesday; wtorkiem=tuesday; wtorkowi=tuesday;
    środa=wednesday; środę=wednesday; środy=wednesday; środi=wednesday; środą=wednesday;
    środu=wednesday; środzie=wednesday; czwartek=thursday; czwartku=thursday; czwartkiem=thursday;
    czwartkowi=thursday; piątek=friday; piątku=friday; piątkiem=friday; piątkowi=friday;
    sobota=saturday; sobotę=saturday; soboty=saturday; soboti=saturday; sobotą=saturday;
    sobotu=saturday; sty=january; lut=february; mar=march; kwi=april; maj=may; cze=june; lip=july;
    sie=august; wrz=september; paź=october; lis=november; gru=december; stycznia=january;
    stycznię=january; styczniy=january; stycznii=january; stycznią=january; styczniu=january;
    lutego=february; lutym=february; marca=march; marcę=march; marcy=march; marci=march;
    marcą=march; marcu=march; kwietnia=april; kwietnię=april; kwietniy=april; kwietnii=april;
    kwietnią=april; kwietniu=april; maja=may; maję=may; majy=may; maji=may; mają=may; maju=may;
    czerwca=june; czerwcę=june; czerwcy=june; czerwci=june; czerwcą=june; czerwcu=june;
    lipca=july; lipcę=july; lipcy=july; lipci=july; lipcą=july; lipcu=july; sierpnia=august;
    sierpnię=august; sierpniy=august; sierpnii=august; sierpnią=august; sierpniu=august;
    września=september; wrześnię=september; wrześniy=september; wrześnii=september;
    wrześnią=september; wrześniu=september; października=october; październikę=october;
    październiky=october; październiki=october; październiką=october; październiku=october;
    listopada=november; listopadę=november; listopady=november; listopadi=november;
    listopadą=november; listopadu=november; listopadzie=november; grudnia=december;
    grudnię=december; grudniy=december; grudnii=december; grudnią=december; grudniu=december;
    styczeń=january; luty=february; marzec=march; kwiecień=april; czerwiec=june; lipiec=july;
    sierpień=august; wrzesień=september; październik=october; listopad=november;
    grudzień=december; w zeszłym roku=last year; w tym roku=this year; w przyszłym roku=next year;
    za # rok=in # years; za # lata=in # years; za # lat=in # years; za # roku=in # years;
    # rok temu=# years ago; # lata temu=# years ago; # lat temu=# years ago;
    # roku temu=# years ago; w zeszłym miesiącu=last month; w tym miesiącu=this month;
    w przyszłym miesiącu=next month; za # miesiąc=in # months; za # miesiące=in # months;
    za # miesięcy=in # months; za # miesiąca=in # months; # miesiąc temu=# months ago;
    # miesiące temu=# months ago; # miesięcy temu=# months ago; # miesiąca temu=# months ago;
    w zeszłym tygodniu=last week; w tym tygodniu=this week; w przyszłym tygodniu=next week;
    za # tydzień=in # weeks; za # tygodnie=in # weeks; za # tygodni=in # weeks;
    za # tygodnia=in # weeks; # tydzień temu=# weeks ago; # tygodnie temu=# weeks ago;
    # tygodni temu=# weeks ago; # tygodnia temu=# weeks ago;
    przedwczoraj=the day before yesterday; wczoraj=yesterday; dzisiaj=today; jutro=tomorrow;
    pojutrze=the day after tomorrow; za # dzień=in # days; za # dni=in # days;
    za # dnia=in # days; # dzień temu=# days ago; # dni temu=# days ago; # dnia temu=# days ago;
    za # godzinę=in # hours; za # godziny=in # hours; za # godzin=in # hours;
    # godzinę temu=# hours ago; # godziny temu=# hours ago; # godzin temu=# hours ago;
    za # minutę=in # minutes; za # minuty=in # minutes; za # minut=in # minutes;
    # minutę temu=# minutes ago; # minuty temu=# minutes ago; # minut temu=# minutes ago;
    o północy=midnight; w południe=noon; rano=in the morning; przed południem=in the morning;
    po południu=in the afternoon; wieczorem=in the evening; w nocy=at night; o półn=midnight;
    w poł=noon; przed poł=in the morning; po poł=in the afternoon; wiecz=in the evening;
    północ=midnight; południe=noon; przedpołudnie=in the morning; popołudnie=in the afternoon;
    wieczór=in the evening; noc=at night; półn=midnight; poł=noon; przedpoł=in the morning;
    popoł=in the afternoon; jeden=one; dwa=two; trzy=three; cztery=four; pięć=five; sześć=six;
    siedem=seven; osiem=eight; dziewięć=nine; dziesięć=ten; jedenaście=eleven; dwanaście=twelve;
    dwaj=two; trzej=three; czterej=four; jedna=one; dwie=two; jedno=one; jednego=one; dwóch=two;
    trzech=three; czterech=four; pięciu=five; sześciu=six; siedmiu=seven; ośmiu=eight;
    dziewięciu=nine; dziesięciu=ten; jedenastu=eleven; dwunastu=twelve; jednej=one; jednemu=one;
    dwóm=two; trzem=three; czterem=four; jedną=one; jednym=one; dwoma=two; trzema=three;
    czterema=four; pięcioma=five; sześcioma=six; siedmioma=seven; ośmioma=eight;
    dziewięcioma=nine; dziesięcioma=ten; jedenastoma=eleven; dwunastoma=twelve; dwiema=two;
    dwadzieścia=two; trzydzieści=three; czterdzieści=four; pięćdziesiąt=five; sześćdziesiąt=six;
    siedemdziesiąt=seven; osiemdziesiąt=eight; dziewięćdziesiąt=nine; dwudziestu=two;
    trzydziestu=three; czterdziestu=four; pięćdziesięciu=five; sześćdziesięciu=six;
    siedemdziesięciu=seven; osiemdziesięciu=eight; dziewięćdziesięciu=nine;
    """

  static let hu: StaticString = """
    vasárnap=sunday; vasárnapig=sunday <by; vasárnapra=sunday <by; vasárnapn=sunday;
    vasárnapon=sunday; vasárnapban=sunday; hétfő=monday; hétfőig=monday <by; hétfőre=monday <by;
    hétfőn=monday; hétfően=monday; hétfőön=monday; hétfőben=monday; kedd=tuesday;
    keddig=tuesday <by; keddre=tuesday <by; keddn=tuesday; kedden=tuesday; keddön=tuesday;
    keddben=tuesday; szerda=wednesday; szerdáig=wednesday <by; szerdára=wednesday <by;
    szerdán=wednesday; szerdáon=wednesday; szerdában=wednesday; csütörtök=thursday;
    csütörtökig=thursday <by; csütörtökre=thursday <by; csütörtökn=thursday; csütörtöken=thursday;
    csütörtökön=thursday; csütörtökben=thursday; péntek=friday; péntekig=friday <by;
    péntekre=friday <by; péntekn=friday; pénteken=friday; péntekön=friday; péntekben=friday;
    szombat=saturday; szombatig=saturday <by; szombatra=saturday <by; szombatn=saturday;
    szombaton=saturday; szombatban=saturday; január=january; januárig=january <by;
    januárra=january <by; januárn=january; januáron=january; januárban=january; február=february;
    februárig=february <by; februárra=february <by; februárn=february; februáron=february;
    februárban=february; március=march; márciusig=march <by; márciusra=march <by; márciusn=march;
    márciuson=march; márciusban=march; április=april; áprilisig=april <by; áprilisra=april <by;
    áprilisn=april; áprilison=april; áprilisban=april; május=may; májusig=may <by;
    májusra=may <by; májusn=may; májuson=may; májusban=may; június=june; júniusig=june <by;
    júniusra=june <by; júniusn=june; júniuson=june; júniusban=june; július=july;
    júliusig=july <by; júliusra=july <by; júliusn=july; júliuson=july; júliusban=july;
    augusztus=august; augusztusig=august <by; augusztusra=august <by; augusztusn=august;
    augusztuson=august; augusztusban=august; szeptember=september; szeptemberig=september <by;
    szeptemberre=september <by; szeptembern=september; szeptemberen=september;
    szeptemberön=september; szeptemberben=september; október=october; októberig=october <by;
    októberra=october <by; októbern=october; októberon=october; októberban=october;
    november=november; novemberig=november <by; novemberra=november <by; novembern=november;
    novemberon=november; novemberban=november; december=december; decemberig=december <by;
    decemberre=december <by; decembern=december; decemberen=december; decemberön=december;
    decemberben=december; előző év=last year; ez az év=this year; következő év=next year;
    # év múlva=in # years; # évvel ezelőtt=# years ago; előző hónap=last month;
    ez a hónap=this month; következő hónap=next month; # hónap múlva=in # months;
    # hónappal ezelőtt=# months ago; előző hét=last week; ez a hét=this week;
    következő hét=next week; # hét múlva=in # weeks; # héttel ezelőtt=# weeks ago;
    tegnapelőtt=the day before yesterday; tegnapelőttig=the day before yesterday <by;
    tegnapelőttra=the day before yesterday <by; tegnap=yesterday; tegnapig=yesterday <by;
    tegnapra=yesterday <by; ma=today; maig=today <by; mara=today <by; holnap=tomorrow;
    holnapig=tomorrow <by; holnapra=tomorrow <by; holnapután=the day after tomorrow;
    holnaputánig=the day after tomorrow <by; holnaputánra=the day after tomorrow <by;
    # nap múlva=in # days; # nappal ezelőtt=# days ago; # óra múlva=in # hours;
    # órával ezelőtt=# hours ago; # perc múlva=in # minutes; # perccel ezelőtt=# minutes ago;
    éjfél=midnight; dél=noon; reggel=in the morning; de=in the morning; du=in the afternoon;
    este=in the evening; éjjel=at night; délelőtt=in the morning; délután=in the afternoon;
    egy=one; kettő=two; három=three; négy=four; öt=five; hat=six; hét=seven; nyolc=eight;
    kilenc=nine; tíz=ten; két=two;
    """

  static let ru: StaticString = """
    вс=sunday; пн=monday; вт=tuesday; ср=wednesday; чт=thursday; пт=friday; сб=saturday;
    воскресенье=sunday; воскресенья=sunday; воскресенью=sunday; понедельник=monday;
    понедельника=monday; понедельнику=monday; вторник=tuesday; вторника=tuesday; вторнику=tuesday;
    среда=wednesday; среду=wednesday; среды=wednesday; среде=wednesday; четверг=thursday;
    четверга=thursday; четвергу=thursday; пятница=friday; пятницу=friday; пятницы=friday;
    пятнице=friday; суббота=saturday; субботу=saturday; субботы=saturday; субботе=saturday;
    янв=january; февр=february; мар=march; апр=april; мая=may; мае=may; маю=may; июн=june;
    июл=july; авг=august; авга=august; авгу=august; сент=september; окт=october; нояб=november;
    дек=december; января=january; январе=january; январю=january; февраля=february;
    феврале=february; февралю=february; марта=march; марту=march; марты=march; марте=march;
    апреля=april; апреле=april; апрелю=april; июня=june; июне=june; июню=june; июля=july;
    июле=july; июлю=july; августа=august; августу=august; августы=august; августе=august;
    сентября=september; сентябре=september; сентябрю=september; октября=october; октябре=october;
    октябрю=october; ноября=november; ноябре=november; ноябрю=november; декабря=december;
    декабре=december; декабрю=december; март=march; май=may; июнь=june; июль=july; январь=january;
    февраль=february; апрель=april; август=august; сентябрь=september; октябрь=october;
    ноябрь=november; декабрь=december; в прошлом году=last year; в этом году=this year;
    в следующем году=next year; через # год=in # years; через # года=in # years;
    через # лет=in # years; # год назад=# years ago; # года назад=# years ago;
    # лет назад=# years ago; в прошлом месяце=last month; в этом месяце=this month;
    в следующем месяце=next month; через # месяц=in # months; через # месяца=in # months;
    через # месяцев=in # months; # месяц назад=# months ago; # месяца назад=# months ago;
    # месяцев назад=# months ago; на прошлой неделе=last week; на этой неделе=this week;
    на следующей неделе=next week; через # неделю=in # weeks; через # недели=in # weeks;
    через # недель=in # weeks; # неделю назад=# weeks ago; # недели назад=# weeks ago;
    # недель назад=# weeks ago; позавчера=the day before yesterday; вчера=yesterday;
    сегодня=today; завтра=tomorrow; послезавтра=the day after tomorrow; через # день=in # days;
    через # дня=in # days; через # дней=in # days; # день назад=# days ago;
    # дня назад=# days ago; # дней назад=# days ago; через # час=in # hours;
    через # часа=in # hours; через # часов=in # hours; # час назад=# hours ago;
    # часа назад=# hours ago; # часов назад=# hours ago; через # минуту=in # minutes;
    через # минуты=in # minutes; через # минут=in # minutes; # минуту назад=# minutes ago;
    # минуты назад=# minutes ago; # минут назад=# minutes ago; полн=midnight; полд=noon;
    утра=in the morning; дня=in the afternoon; вечера=in the evening; ночи=at night;
    веч=in the evening; полночь=midnight; полдень=noon; утро=in the morning;
    день=in the afternoon; ночь=at night; вечер=in the evening; один=one; два=two; три=three;
    четыре=four; пять=five; шесть=six; семь=seven; восемь=eight; девять=nine; десять=ten;
    одиннадцать=eleven; двенадцать=twelve; одно=one; одна=one; две=two; одни=one; одного=one;
    двух=two; трех=three; четырех=four; пяти=five; шести=six; семи=seven; восьми=eight;
    девяти=nine; десяти=ten; одиннадцати=eleven; двенадцати=twelve; одной=one; одних=one;
    одному=one; двум=two; трем=three; четырем=four; одним=one; одну=one; одном=one; двумя=two;
    тремя=three; четырьмя=four; пятью=five; шестью=six; семью=seven; восемью=eight; девятью=nine;
    десятью=ten; одиннадцатью=eleven; двенадцатью=twelve; одними=one;
    """

  static let ja: StaticString = """
    日曜日=sunday; 月曜日=monday; 火曜日=tuesday; 水曜日=wednesday; 木曜日=thursday; 金曜日=friday; 土曜日=saturday;
    昨年=last year; 今年=this year; 来年=next year; # 年後=in # years; # 年前=# years ago; 先月=last month;
    今月=this month; 来月=next month; # か月後=in # months; # か月前=# months ago; 先週=last week;
    今週=this week; 来週=next week; # 週間後=in # weeks; # 週間前=# weeks ago; 一昨日=the day before yesterday;
    昨日=yesterday; 今日=today; 明日=tomorrow; 明後日=the day after tomorrow; # 日後=in # days;
    # 日前=# days ago; 先週の日曜日=last sunday; 今週の日曜日=this sunday; 来週の日曜日=next sunday;
    先週の月曜日=last monday; 今週の月曜日=this monday; 来週の月曜日=next monday; 先週の火曜日=last tuesday;
    今週の火曜日=this tuesday; 来週の火曜日=next tuesday; 先週の水曜日=last wednesday; 今週の水曜日=this wednesday;
    来週の水曜日=next wednesday; 先週の木曜日=last thursday; 今週の木曜日=this thursday; 来週の木曜日=next thursday;
    先週の金曜日=last friday; 今週の金曜日=this friday; 来週の金曜日=next friday; 先週の土曜日=last saturday;
    今週の土曜日=this saturday; 来週の土曜日=next saturday; # 時間後=in # hours; # 時間前=# hours ago;
    # 分後=in # minutes; # 分前=# minutes ago; 真夜中=midnight; 正午=noon; 夕方=in the evening;
    """

  static let zh: StaticString = """
    周日=sunday; 每周日=every sunday; 周一=monday; 每周一=every monday; 周二=tuesday; 每周二=every tuesday;
    周三=wednesday; 每周三=every wednesday; 周四=thursday; 每周四=every thursday; 周五=friday;
    每周五=every friday; 周六=saturday; 每周六=every saturday; 星期日=sunday; 每星期日=every sunday; 星期一=monday;
    每星期一=every monday; 星期二=tuesday; 每星期二=every tuesday; 星期三=wednesday; 每星期三=every wednesday;
    星期四=thursday; 每星期四=every thursday; 星期五=friday; 每星期五=every friday; 星期六=saturday;
    每星期六=every saturday; 一月=january; 二月=february; 三月=march; 四月=april; 五月=may; 六月=june; 七月=july;
    八月=august; 九月=september; 十月=october; 十一月=november; 十二月=december; 去年=last year; 今年=this year;
    明年=next year; #年后=in # years; #年前=# years ago; 上个月=last month; 本月=this month; 下个月=next month;
    #个月后=in # months; #个月前=# months ago; 上周=last week; 本周=this week; 下周=next week; #周后=in # weeks;
    #周前=# weeks ago; 前天=the day before yesterday; 昨天=yesterday; 今天=today; 明天=tomorrow;
    后天=the day after tomorrow; #天后=in # days; #天前=# days ago; 上周日=last sunday; 本周日=this sunday;
    下周日=next sunday; 上周一=last monday; 本周一=this monday; 下周一=next monday; 上周二=last tuesday;
    本周二=this tuesday; 下周二=next tuesday; 上周三=last wednesday; 本周三=this wednesday;
    下周三=next wednesday; 上周四=last thursday; 本周四=this thursday; 下周四=next thursday; 上周五=last friday;
    本周五=this friday; 下周五=next friday; 上周六=last saturday; 本周六=this saturday; 下周六=next saturday;
    #小时后=in # hours; #小时前=# hours ago; #分钟后=in # minutes; #分钟前=# minutes ago; 午夜=midnight;
    早上=in the morning; 上午=in the morning; 中午=in the afternoon; 下午=in the afternoon;
    晚上=in the evening; 凌晨=at night; 清晨=in the morning;
    """

  static let ko: StaticString = """
    일요일=sunday; 월요일=monday; 화요일=tuesday; 수요일=wednesday; 목요일=thursday; 금요일=friday; 토요일=saturday;
    작년=last year; 올해=this year; 내년=next year; #년 후=in # years; #년 전=# years ago; 지난달=last month;
    이번 달=this month; 다음 달=next month; #개월 후=in # months; #개월 전=# months ago; 지난주=last week;
    이번 주=this week; 다음 주=next week; #주 후=in # weeks; #주 전=# weeks ago;
    그저께=the day before yesterday; 어제=yesterday; 오늘=today; 내일=tomorrow; 모레=the day after tomorrow;
    #일 후=in # days; #일 전=# days ago; #시간 후=in # hours; #시간 전=# hours ago; #분 후=in # minutes;
    #분 전=# minutes ago; 자정=midnight; 정오=noon; 새벽=in the morning; 오전=in the morning;
    오후=in the afternoon; 저녁=in the evening;
    """
}
