/// Words around days and times in other languages, such as prepositions, with their meanings in
/// English. Unicode CLDR does not list these words. The format is that of ``ForeignNames``.
///
/// In a meaning, `@#` stands for a number with its ordinal ending, `month#1` for the month with
/// that number, and `0` in `#:0` for a full hour. A word after `<` is inserted before the whole
/// time, and a word after `~` before the last English word.
enum ForeignWords {
  static let de: StaticString = """
    bis=by; bis zum=by; bis spätestens=by; spätestens=by; am=on; den=on; um=at; gegen=around; vor=before;
    nach=after; ab=from; uhr=o'clock; jeden=every; jede=every; jedes=every; alle #=every #; zweiten=second; zweite=second;
    dritten=third; dritte=third;
    nächste=next; nächsten=next; nächster=next; nächstes=next; kommende=coming; kommenden=coming;
    kommender=coming; diesen=this; diese=this; dieser=this; dieses=this; letzte=last; letzten=last;
    letzter=last; letztes=last; übernächste woche=the week after next; wochenende=weekend;
    am wochenende=on the weekend; tag=day; tage=days; tagen=days; woche=week; wochen=weeks;
    monat=month; monate=months; monats=month; jahr=year; jahre=years; stunde=hour; stunden=hours;
    mittag=noon; mittags=at noon; mitternacht=midnight; morgen früh=tomorrow morning; früh=morning;
    morgen abend=tomorrow evening; morgen nachmittag=tomorrow afternoon; morgen mittag=tomorrow noon;
    heute abend=this evening; heute nachmittag=this afternoon; heute morgen=this morning;
    heute nacht=tonight; abend=evening; nachmittag=afternoon; vormittag=morning;
    viertel nach=quarter past; viertel vor=quarter to; ende=end of; anfang=start of; mitte=middle of;
    ende des=end of the; anfang des=start of the; mitte des=middle of the; sonnabend=saturday;
    montags=mondays; dienstags=tuesdays; mittwochs=wednesdays; donnerstags=thursdays;
    freitags=fridays; samstags=saturdays; sonntags=sundays; täglich=daily; wöchentlich=weekly;
    monatlich=monthly; jährlich=yearly; weihnachten=christmas; ostern=easter; silvester=new year's eve;
    heiligabend=christmas eve; halb #=half before #; im=in; in den=in;
    jahres=year; ende der=end of the; anfang der=start of the; mitte der=middle of the
    """
  static let fr: StaticString = """
    avant=before; avant le=before; après=after; d'ici=by; d'ici le=by; pour=by; pour le=by;
    jusqu'à=until; jusqu'au=until; le=on; ce=this; cet=this; cette=this; à=at; vers=around; dès=from;
    prochain=~next; prochaine=~next; dernier=~last; dernière=~last; passé=~last; tous les=every;
    toutes les=every; chaque=every; tous les # jours=every # days; toutes les # semaines=every # weeks; jour=day; jours=days; semaine=week; semaines=weeks; mois=month;
    an=year; ans=years; année=year; heure=hour; heures=o'clock; # heures=# o'clock; midi=noon;
    minuit=midnight; matin=morning; après-midi=afternoon; soir=evening; ce soir=this evening;
    ce matin=this morning; cet après-midi=this afternoon; demain matin=tomorrow morning;
    demain soir=tomorrow evening; week-end=weekend; ce week-end=this weekend; fin=end of;
    début=start of; mi=mid; fin du=end of the; fin de la=end of the; début du=start of the; noël=christmas;
    pâques=easter; # heures et demie=#:30; 1er=1; le 1er=the first; en=in;
    fin de l'année=end of the year; fin de semaine=end of the week; la fin du=the end of the;
    la fin de la=the end of the
    """
  static let es: StaticString = """
    antes del=before; antes de=before; después de=after; después del=after; hasta=until;
    hasta el=until; para el=by; para=by; el=on; este=this; esta=this; a las=at; a la=at; sobre las=around;
    desde=from; próximo=next; próxima=next; el próximo=next; la próxima=next; que viene=~next;
    el pasado=last; pasado=~last; pasada=~last; cada=every; cada #=every #; todos los=every; todas las=every; día=day;
    días=days; semana=week; semanas=weeks; mes=month; meses=months; año=year; años=years; hora=hour;
    horas=hours; mediodía=noon; medianoche=midnight; por la mañana=in the morning; de la mañana=am;
    por la tarde=in the afternoon; de la tarde=pm; por la noche=in the evening; de la noche=pm;
    esta tarde=this afternoon; esta noche=this evening; esta mañana=this morning;
    pasado mañana=the day after tomorrow; fin de semana=weekend; este fin de semana=this weekend;
    finales de=end of; fin de mes=end of the month; principios de=start of; mediados de=middle of; de=of;
    del=of; navidad=christmas; nochebuena=christmas eve; nochevieja=new year's eve; y media=thirty;
    dentro de # días=in # days; dentro de # semanas=in # weeks; dentro de una semana=in 1 week;
    # y media=#:30; # y cuarto=#:15; día #=the @#; el día #=on the @#; una=one;
    fin de la semana=end of the week; final de la semana=end of the week;
    finales de la semana=end of the week; fin de año=end of the year;
    finales de año=end of the year; fin del mes=end of the month
    """
  static let it: StaticString = """
    entro=by; entro il=by; entro le=by; entro la=by; prima di=before; prima del=before; dopo=after;
    fino a=until; fino al=until; per=by; il=on; lo=on; di=of; del=of; questo=this; questa=this;
    alle=at; alle ore=at; all'una=at one; verso le=around; da=from; dal=from; prossimo=~next; prossima=~next;
    scorso=~last; scorsa=~last; ogni=every; tutti i=every; tutte le=every; giorno=day; giorni=days;
    settimana=week; settimane=weeks; mese=month; mesi=months; anno=year; anni=years; ora=hour; ore=hours;
    mezzogiorno=noon; mezzanotte=midnight; mattina=morning; domani mattina=tomorrow morning;
    domani sera=tomorrow evening; stasera=this evening; stamattina=this morning; sera=evening;
    pomeriggio=afternoon; la settimana prossima=next week; la settimana scorsa=last week;
    il mese prossimo=next month; l'anno prossimo=next year; fine settimana=weekend; weekend=weekend; fine mese=end of the month;
    fine=end of; inizio=start of; metà=middle of; natale=christmas; pasqua=easter; # e mezza=#:30;
    # e un quarto=#:15; a=in; fra # giorni=in # days; fra # settimane=in # weeks; fra una settimana=in 1 week;
    tra una settimana=in 1 week; capodanno=new year's;
    fine del=end of the; fine della=end of the; fine dell'anno=end of the year;
    fine anno=end of the year; entro la fine del=by the end of the;
    entro la fine della=by the end of the; entro la fine dell'anno=by the end of the year
    """
  static let pt: StaticString = """
    antes de=before; antes do=before; antes da=before; depois de=after; depois do=after; até=until;
    até o=until; até a=until; até dia #=by the @#; até o dia #=by the @#; dia #=the @#; no dia #=on the @#;
    no=on; na=on; neste=this; nesta=this; este=this; esta=this; às=at; à=at; ao=at; por volta das=around;
    desde=from; próximo=next; próxima=next; na próxima=next; no próximo=next; que vem=~next; passado=~last;
    passada=~last; cada=every; todo=every; toda=every; todos os=every; todas as=every; dias=days;
    semana=week; semanas=weeks; mês=month; meses=months; ano=year; anos=years; hora=hour; horas=hours;
    meio-dia=noon; meia-noite=midnight; de manhã=in the morning; da manhã=am; à tarde=in the afternoon;
    da tarde=pm; à noite=in the evening; da noite=pm; hoje à noite=this evening; fim de semana=weekend;
    este fim de semana=this weekend; fim do mês=end of the month; fim de=end of; início de=start of;
    meados de=middle of; de=of; natal=christmas; páscoa=easter; daqui a # dias=in # days;
    daqui a # semanas=in # weeks; # e meia=#:30; uma=one; véspera de natal=christmas eve;
    fim da=end of the; fim do=end of the; final da=end of the; final do=end of the
    """
  static let nl: StaticString = """
    voor=before; vóór=before; na=after; tot=until; tegen=by; uiterlijk=by; op=on; om=at; rond=around;
    vanaf=from; uur=o'clock; elke=every; iedere=every; elk=every; volgende=next; komende=coming; deze=this;
    dit=this; vorige=last; afgelopen=last; dag=day; dagen=days; week=week; weken=weeks; maand=month;
    maanden=months; jaar=year; jaren=years; uren=hours; middag=afternoon; middernacht=midnight;
    ochtend=morning; morgenochtend=tomorrow morning; morgenavond=tomorrow evening;
    morgenmiddag=tomorrow afternoon; vanavond=this evening; vanmiddag=this afternoon;
    vanochtend=this morning; avond=evening; weekend=weekend; dit weekend=this weekend;
    het weekend=the weekend; eind=end of; einde van de maand=end of the month; eind van de maand=end of the month;
    begin=start of; half=half before; half #=half before #; kwart over=quarter past; kwart voor=quarter to;
    dagelijks=daily; wekelijks=weekly; maandelijks=monthly; kerst=christmas; pasen=easter; in=in;
    eind van=end of; eind van de=end of the; eind van het=end of the; einde van=end of;
    einde van de=end of the; einde van het=end of the
    """
  static let pl: StaticString = """
    do=by; przed=before; po=after; w=on; we=on; o=at; od=from; około=around; co=every; każdy=every;
    każdą=every; każde=every; przyszły=next; przyszłą=next; przyszłym=next; następny=next; następną=next;
    w przyszły=next; w przyszłą=next; w przyszłym=next; ten=this; tę=this; tym=this; w tym=this;
    w zeszły=last; w zeszłą=last; w ubiegły=last; dzień=day; dni=days; tydzień=week; tygodniu=week;
    tygodnie=weeks; tygodni=weeks; miesiąc=month; miesiącu=month; miesiąca=month; miesiące=months; rok=year;
    roku=year; lat=years; godz=at; południe=noon; w południe=at noon; północ=midnight;
    rano=in the morning; wieczorem=in the evening; dziś wieczorem=this evening;
    jutro rano=tomorrow morning; jutro wieczorem=tomorrow evening; weekend=weekend; w weekend=on the weekend;
    za tydzień=in 1 week; za miesiąc=in 1 month; koniec=end of; końca=end of; do końca=by the end of;
    pod koniec=end of; na początku=start of; tygodnia=week; codziennie=daily; dziś=today; dzisiaj=today; pojutrze=the day after tomorrow;
    święta=christmas; boże narodzenie=christmas; wielkanoc=easter;
    o pierwszej=at 1:00; o drugiej=at 2:00; o trzeciej=at 3:00; o czwartej=at 4:00;
    o piątej=at 5:00; o szóstej=at 6:00; o siódmej=at 7:00; o ósmej=at 8:00;
    o dziewiątej=at 9:00; o dziesiątej=at 10:00; o jedenastej=at 11:00; o dwunastej=at 12:00;
    o trzynastej=at 13:00; o czternastej=at 14:00; o piętnastej=at 15:00;
    o szesnastej=at 16:00; o siedemnastej=at 17:00; o osiemnastej=at 18:00;
    o dziewiętnastej=at 19:00; o dwudziestej=at 20:00
    """
  static let hu: StaticString = """
    előtt=<before; után=<after; jövő=next; jövő héten=next week; következő=next; ezen a=this; ez a=this;
    ezen a héten=this week; múlt=last; minden=every; nap=day; hét=week; héten=week; hónap=month; hónapban=month; év=year;
    # óra=#:0; # órakor=#:0; # kor=#:0; # órára=#:0; délben=at noon; éjfél=midnight; reggel=morning;
    délelőtt=morning; délután=afternoon; este=evening; ma este=this evening; ma délután=this afternoon;
    hétvége=weekend; hétvégén=on the weekend; a hétvégén=on the weekend; jövő hétvégén=next weekend;
    naponta=daily; hetente=weekly; havonta=monthly; hó végén=end of the month;
    hónap végéig=by the end of the month; karácsony=christmas; karácsonyig=christmas <by; húsvét=easter;
    holnapután=the day after tomorrow; fél #=half before #; múlva=; # ig=the @# <by; # én=the @#; # án=the @#; a=;
    hajnali=in the morning; hét végén=end of the week;
    hét végéig=by the end of the week; év végén=end of the year;
    év végéig=by the end of the year
    """
  static let ru: StaticString = """
    до=by; к=by; перед=before; после=after; в=at; во=at; на=on; с=from; около=around; каждый=every;
    каждую=every; каждое=every; каждые #=every #; следующий=next; следующую=next; следующее=next; следующей=next;
    в следующий=next; в следующую=next; в следующее=next; этот=this; эту=this; это=this; в этот=this; в эту=this;
    прошлый=last; прошлую=last; в прошлый=last; в прошлую=last; день=day; дня=days; дней=days; неделя=week; неделю=week;
    неделе=week; недели=weeks; недель=weeks; через неделю=in 1 week; через день=every 2 days; через месяц=in 1 month;
    через час=in 1 hour; месяц=month; месяца=month; месяце=month; год=year; года=year; часа=o'clock; часов=o'clock; час=o'clock;
    полдень=noon; полночь=midnight; утром=in the morning; днём=in the afternoon; вечером=in the evening;
    сегодня вечером=this evening; завтра утром=tomorrow morning; завтра вечером=tomorrow evening; ночью=at night;
    утра=am; вечера=pm; выходные=weekend; в выходные=on the weekend; на выходных=on the weekend;
    в эти выходные=this weekend; конца=end of; до конца=by the end of; в конце=end of; в начале=start of; ежедневно=daily;
    еженедельно=weekly; ежемесячно=monthly; рождество=christmas; пасха=easter; новый год=new year's;
    конца недели=end of the week; до конца недели=by the end of the week;
    в конце недели=end of the week; к концу=by the end of;
    к концу недели=by the end of the week
    """
  static let ja: StaticString = """
    までに=<by; まで=<until; 前に=<before; 以降=<from; に=; の=; は=; までには=<by; #月#日=#2 of month#1;
    #月末=end of month#1; 月末=end of the month; 今月末=end of this month; 週末=weekend; 今週末=this weekend;
    来週末=next weekend; 再来週=the week after next; 明後日=the day after tomorrow; あさって=the day after tomorrow; あした=tomorrow;
    きょう=today; きのう=yesterday; #時半=#:30; #時#分=#1:#2; #時=#:0; 午後#時=# pm; 午前#時=# am; 午後#時半=#:30 pm; 午前#時半=#:30 am;
    夜#時=# pm; 朝#時=# am; 夕方#時=# pm; 今夜=tonight; 今晩=tonight; 今朝=this morning; 正午=noon; 朝=in the morning; 夜=in the evening; 夕方=in the evening;
    毎日=every day; 毎週=every week; 毎月=every month; 毎年=every year; 毎朝=every morning;
    毎週月曜日=every monday; 毎週火曜日=every tuesday; 毎週水曜日=every wednesday; 毎週木曜日=every thursday;
    毎週金曜日=every friday; 毎週土曜日=every saturday; 毎週日曜日=every sunday; #日後=in # days; #週間後=in # weeks;
    #か月後=in # months; #ヶ月後=in # months; #時間後=in # hours; #分後=in # minutes; #日=the @#; クリスマス=christmas; 年末=end of the year;
    来週の=next week; 今週の=this week; 月曜=monday; 火曜=tuesday; 水曜=wednesday; 木曜=thursday; 金曜=friday; 土曜=saturday; 日曜=sunday;
    #時間=…; 午後#時#分=#1:#2 pm; 午前#時#分=#1:#2 am; 夜#時半=#:30 pm; 朝#時半=#:30 am
    """
  static let zh: StaticString = """
    之前=<before; 以前=<before; 前=<by; 为止=<until; 之后=<after; 以后=<after; 在=; #月#日=#2 of month#1; #月#号=#2 of month#1;
    #号=the @#; #日=the @#; 月底=end of the month; 本月底=end of this month; 年底=end of the year; 周末=weekend; 这个周末=this weekend; 本周末=this weekend;
    下周末=next weekend; 下下周=the week after next; #点=#:0; #点半=#:30; #点#分=#1:#2; 下午#点=# pm; 上午#点=# am; 早上#点=# am; 晚上#点=# pm;
    下午#点半=#:30 pm; 上午#点半=#:30 am; 早上#点半=#:30 am; 晚上#点半=#:30 pm; 中午=at noon; 中午#点=# pm; 今晚=tonight; 明早=tomorrow morning; 明晚=tomorrow evening;
    今天下午=this afternoon; 今天晚上=this evening; 每天=every day; 每周=every week; 每月=every month; 每年=every year; 每天早上=every morning;
    #天后=in # days; #周后=in # weeks; #个星期后=in # weeks; #个月后=in # months; #小时后=in # hours; #分钟后=in # minutes;
    星期天=sunday; 周天=sunday; 下周=next week; 这周=this week; 圣诞节=christmas; 后天=the day after tomorrow; 大后天=in 3 days; 明日=tomorrow; 今日=today;
    #点钟=#:0; 下午#点钟=# pm; 上午#点钟=# am; 晚上#点钟=# pm; 早上#点钟=# am; 下午#点#分=#1:#2 pm; 上午#点#分=#1:#2 am;
    晚上#点#分=#1:#2 pm; 早上#点#分=#1:#2 am
    """
  static let ko: StaticString = """
    까지=<by; 전까지=<before; 전에=<before; 이후=<after; 에=; 의=; #월 #일=#2 of month#1; #월#일=#2 of month#1; #일=the @#; 월말=end of the month; 이번 달 말=end of this month;
    주말=weekend; 이번 주말=this weekend; 다음 주말=next weekend; 다다음 주=the week after next; 다음주=next week; 이번주=this week; 모레=the day after tomorrow;
    #시=#:0; #시 반=#:30; #시 #분=#1:#2; 오후 #시=# pm; 오전 #시=# am; 오후 #시 반=#:30 pm; 오전 #시 반=#:30 am; 저녁 #시=# pm; 아침 #시=# am; 밤 #시=# pm;
    정오=noon; 자정=midnight; 오늘 밤=tonight; 오늘 저녁=this evening; 내일 아침=tomorrow morning; 내일 저녁=tomorrow evening; 아침=in the morning; 저녁=in the evening;
    매일=every day; 매주=every week; 매월=every month; 매달=every month; 매년=every year; 매일 아침=every morning; 매주 월요일=every monday; 매주 화요일=every tuesday;
    매주 수요일=every wednesday; 매주 목요일=every thursday; 매주 금요일=every friday; 매주 토요일=every saturday; 매주 일요일=every sunday; #일 후=in # days; #주 후=in # weeks;
    #개월 후=in # months; #시간 후=in # hours; #분 후=in # minutes; 크리스마스=christmas; 연말=end of the year; 다음 달=next month;
    #시간=…; 오후 #시 #분=#1:#2 pm; 오전 #시 #분=#1:#2 am; 저녁 #시 반=#:30 pm; 밤 #시 반=#:30 pm;
    아침 #시 반=#:30 am
    """
}
