/// The vocabulary for how good a book, film, game or record was.
enum VerdictWords {
  static let all = Phrases<EntryDetails.Verdict>([(great, .great), (okay, .okay), (bad, .bad)])

  /// Words that negate a verdict after them: `not great`, `never dull`.
  static let negations: Set<String> = [
    "not", "never", "hardly", "wasn't", "isn't", "weren't", "didn't", "aren't", "nothing", "don't",
    "doesn't",
  ]

  /// Words for a part of a work. A verdict before one of these words is only about that part:
  /// `rubbish ending`.
  static let parts: Set<String> = [
    "ending", "start", "beginning", "plot", "dialogue", "acting", "soundtrack", "score", "cover",
    "graphics", "visuals", "story", "script", "pacing", "production", "lyrics", "controls",
    "accent", "accents", "cast", "performances", "middle", "first", "translation", "title", "songs",
    "cgi", "photography", "costumes", "characters", "music", "writing", "twist", "jokes", "prose",
    "effects", "art",
  ]

  /// Words at the start of a line about a work that is still to be seen, read or played: `watch …`.
  static let requests: Set<String> = ["watch", "see", "play", "try", "listen", "get", "rent"]

  /// Phrases in lines about a work that has not been read, seen or played yet.
  static let intentions = Phrases(
    """
    want to, wanna, must, should, need to, have to, to read, to watch, to see, to play, to listen
    going to, planning, gonna, on my list, on the list, watchlist, tbr, wishlist, next up
    recommended by, recommends, recommendation, someday, check out, comes out, coming out
    pre-order, preorder, waiting for, look up, supposed to be, meant to be, apparently, look into
    add to, next month, next week, reading group, book club, keeps on about, keep on about
    raving about, is out, when it's out, not started, haven't started, one day i'll, can't wait
    looking forward, excited for, any good, worth it then, maybe for the, for the holidays, rave about, on the pile, to try
    """)

  /// Phrases in lines about a work that has been read, seen or played.
  static let experiences = Phrases(
    """
    finished, watched, saw, seen, tried, played, listened, loved, hated, gave up, rewatched, reread
    re-read, binged, walked out, i read, just read, finally read, abandoned, enjoyed, liked, heard
    again, went to see, went to, got to see, got through, devoured, completed, beat it, dnf, was
    """)

  private static let great = """
    amazing, brilliant, masterpiece, masterful, masterwork, perfect, perfection, loved, adored, wow
    blown away, blew me away, blew my mind, fantastic, stunning, superb, excellent, incredible
    wonderful, outstanding, sublime, magnificent, phenomenal, spectacular, gorgeous, beautiful
    exquisite, unforgettable, favourite, favorite, best, terrific, marvellous, marvelous, great
    couldn't put it down, couldn't put down, could not put it down, couldn't stop, unputdownable
    addictive, hooked, obsessed, enchants, enchanting, enchanted, grinning, in tears, cried, sobbed
    wept, on repeat, flawless, riveting, gripping, mesmerising, mesmerizing, breathtaking
    instant classic, a classic, really good, very good, so good, too good, damn good, pretty great
    must see, must-see, must-read, delightful, joyous, pure joy, a joy, genius, transcendent
    chef's kiss, banger, love, loving it, highly recommend, can't recommend it enough
    can't recommend enough, would recommend, recommended to everyone, hilarious, life changing
    life-changing, changed my life, goosebumps, floored, devoured, haunting, astonishing, astounding
    extraordinary, exceptional, charming, captivating, spellbinding, dazzling, remarkable
    superlative, glorious, fabulous, awesome, epic, laughed out loud, best thing, worth every
    worth every penny, worth the hype, not a dull moment, never boring, never dull, no notes
    heartbreaking, devastating, moved me, moved to tears, ten out of ten, all-time, all time great
    unmissable, bowled over, still thinking about it, can't stop thinking, couldn't stop thinking
    gem, a gem, lovely, magic, magical, splendid, top notch, top-notch, first-rate, first rate
    cracking, corker, belter, mind-blowing, mind blowing, jaw-dropping, electrifying, thrilling
    touching, heartwarming, hypnotic, luminous, exhilarating, euphoric, delicious, a delight
    delighted, great fun, so much fun, huge fun, such fun, tremendous, new favourite, new favorite
    as good as ever, never gets old, laughed till, laughed until, laughed so, in stitches, ugly cried
    in floods of tears, bawled, speechless, stays with me, stayed with me, haunts me, knocked out
    knocked my socks off, stayed up till, stayed up until, stayed up all night, in one sitting
    in one go, in a day, cheered me, made my day, made my week, made me cry, made me laugh
    lost myself in, immaculate, impeccable, inspired, inspiring, triumph, triumphant, essential
    timeless, lived up to, exceeded, surpassed, radiant, tour de force, wonderfully, brilliantly
    time of my life, in bits, unreal, clever, so clever, better than i remembered, nothing better
    couldn't look away, can't look away, page turner, page-turner, quite moving, very moving
    marvel, compelling, engrossing, absorbing, enthralling, immersive, witty, wise, poignant, profound
    elegant, inventive, rewarding, satisfying, infectious, catchy, uplifting, powerful, nuanced
    lyrical, evocative, soaring, impressive, stellar, sensational, divine, heavenly, masterclass
    joyful, funny, destroyed me, wrecked me, broke me, shook me, hit me hard, stuck with me, rent free
    chills, shivers, hairs on, lump in my throat, welled up, teared up, standing ovation, missed my stop
    twice in a row, three times in a row, straight back to the start, started it again, telling everyone
    telling people, worth it, worth the wait, worth the money, well worth, what an ending, what a voice
    what a story, what a ride, what a performance, one of the greatest, one of the finest, rapturous
    astonishes, dazzles, sparkles, sparkling, sings, cheered, whooped, spot on, nailed it, on the nose
    beautifully, in awe, mind blown, what a film, what a book, what a game, what a record
    what a show, adore, absolute treat, a treat, five stars, ace, top tier, goated, slaps, a bop
    """
  private static let okay = """
    okay, ok, alright, all right, fine, decent, solid, pleasant, nice, not bad, so-so, so so, average
    passable, watchable, readable, listenable, playable, enjoyable, good enough, good, liked, samey
    uneven, patchy, mixed, mixed feelings, hit and miss, hit-and-miss, meh, middling, mediocre
    adequate, nothing special, not great, not amazing, forgettable, bit long, bit slow, too long
    overlong, bit much, fun, entertaining, diverting, could be better, could have been better
    competent, likeable, half decent, half-decent, inoffensive, unremarkable, predictable, mid
    serviceable, it'll do, does the job, did the job, harmless, interesting, not for everyone
    enjoyed, reasonable, run of the mill, run-of-the-mill, take it or leave it, neither here nor there
    has its moments, had its moments, has moments, some nice moments, okay-ish, okayish, ok-ish
    works fine, wears thin, amusing, cute, sweet, lukewarm, whatever, underwhelming, underwhelmed
    overhyped, not as good as, not the best, not their best, not his best, not her best, shrug
    dependable, reliable, comfy, sweet enough, didn't grab me, didn't really grab me, no surprises
    so far so good, a bit of fun, good fun, wanted more, wanted to like, ran out of steam, half good
    first half, second half, loses its way, loses steam, trails off, slow, thin, flat in places
    middle of the road, standard, nothing new, passes the time, passed the time, good not great
    fair enough, fairly good, quite good, pretty good, not life changing, ordinary, tolerable
    no strong feelings, didn't blow me away, slightly disappointed, slightly disappointing
    bit disappointing, better than expected, better than i expected, expected more, expected better
    a laugh, soothing, not a patch, good in parts, fell apart, lost its way, undemanding, comfort, mildly
    """
  private static let bad = """
    awful, terrible, dreadful, rubbish, bad, boring, bored, dull, worst, gave up, giving up
    couldn't finish, could not finish, did not finish, didn't finish, dnf, abandoned, walked out
    hated, hate, disappointing, disappointed, disappointment, slog, waste, trash, garbage, tedious
    unbearable, unwatchable, unreadable, unplayable, switched it off, switched off, turned it off
    turned off, cringe, cringey, mess, fell asleep, dire, poor, lame, crap, shit, stinker, pants
    horrible, atrocious, abysmal, insufferable, pretentious, stopped reading, stopped watching
    stopped playing, stopped listening, quit, overrated, pointless, drivel, tripe, snoozefest
    never again, avoid, painful, nonsense, skip it, regret, regretted, not for me, not good, let down
    letdown, couldn't get into, want my money back, wanted my money back, dragged, clunky, lifeless
    soulless, ghastly, appalling, laughable, unfunny, turgid, yawn, torture, chore, repetitive
    uninstalled, refund, refunded, nope, snooze, zzz, put me to sleep, sent me to sleep, returned it
    deleted it, unlistenable, unpleasant, shallow, preachy, bloated, tiresome, annoying, irritating
    irritated, grating, stupid, dumb, ridiculous, insulting, joyless, humourless, laboured, bland
    lazy, clichéd, cliched, trite, incoherent, made no sense, makes no sense, gave me a headache
    never get back, won't get back, wish i hadn't, left early, left at the interval, left halfway
    lost interest, lost me, didn't click, didn't work for me, did nothing for me, not my thing
    not my cup of tea, can't stand, couldn't stand, couldn't bear, loathed, detested, despised
    would not recommend, wouldn't recommend, can't recommend, don't bother, wouldn't bother
    wasted, excruciating, embarrassing, cash grab, cash-grab, hot mess, dumpster fire, woeful, vile
    life's too short, life is too short, put down, put it down, i can't, crashes, unfinished
    padding, padded, plodding, plods, sluggish, contrived, forced, hollow, flimsy, stale, derivative
    generic, formulaic, cynical, charmless, tone deaf, tone-deaf, wooden, stilted, cheesy, corny
    muddled, confusing, baffling, convoluted, aged badly, not aged well, hasn't aged well, lost patience
    no patience, bailed, bailed out, ditched, binned, dropped, misfire, falls flat, fell flat, flat
    didn't land, doesn't land, didn't care, couldn't care less, unlikeable, unlikable, nodded off
    dozed off, snored, checked my phone, checked my watch, looked at my watch, clock watching, ugh, yuck
    wanted it to end, couldn't wait for it to end, glad when it ended, drags, a drag, zero chemistry
    flop, a dud, dud, shambles, sucks, sucked, unfinishable, threw it across the room, bounced off
    """
}
