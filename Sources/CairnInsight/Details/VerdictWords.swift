/// The vocabulary for how good a book, film, game or record was.
enum VerdictWords {
  static let all = Phrases<EntryDetails.Verdict>([(great, .great), (okay, .okay), (bad, .bad)])

  /// Words that negate a verdict after them: `not great`, `never dull`.
  static let negations: Set<String> = """
    not never hardly wasn't isn't weren't didn't aren't nothing don't doesn't
    """.words()

  /// Words at the start of a line about a work that is still to be seen, read or played: `watch …`.
  static let requests: Set<String> = ["watch", "see", "play", "try", "listen", "get", "rent"]

  /// Phrases in lines about a work that has not been read, seen or played yet.
  static let intentions = Phrases(
    """
    want to, wanna, must, should, need to, have to, to read, to watch, to see, to play, to listen
    going to, planning, gonna, on my list, on the list, watchlist, tbr, wishlist, next up
    recommended by, recommends, recommendation, someday, check out, comes out, coming out, pre-order
    preorder, waiting for, look up, supposed to be, meant to be, apparently, look into, add to
    next month, next week, reading group, book club, keeps on about, raving about, is out
    when it's out, not started, haven't started, can't wait, looking forward, excited for, any good
    for the holidays, to try
    """)

  /// Phrases in lines about a work that has been read, seen or played.
  static let experiences = Phrases(
    """
    finished, watched, saw, seen, tried, played, listened, loved, hated, gave up, rewatched, reread
    re-read, binged, walked out, i read, just read, finally read, abandoned, enjoyed, liked, heard
    again, went to see, went to, devoured, completed, dnf, was
    """)

  private static let great = """
    amazing, brilliant, masterpiece, masterful, perfect, perfection, loved, adored, wow, blown away
    blew me away, blew my mind, fantastic, stunning, superb, excellent, incredible, wonderful
    outstanding, sublime, magnificent, phenomenal, spectacular, gorgeous, beautiful, exquisite
    unforgettable, favourite, favorite, best, terrific, marvellous, marvelous, great
    couldn't put it down, couldn't stop, unputdownable, addictive, hooked, obsessed, enchanting
    grinning, in tears, cried, sobbed, wept, on repeat, flawless, riveting, gripping, mesmerising
    mesmerizing, breathtaking, a classic, really good, very good, so good, too good, damn good
    pretty great, must see, must-see, must-read, delightful, joyous, genius, transcendent
    chef's kiss, banger, love, loving it, highly recommend, can't recommend enough, would recommend
    hilarious, life changing, life-changing, changed my life, goosebumps, floored, devoured
    haunting, astonishing, astounding, extraordinary, exceptional, charming, captivating
    spellbinding, dazzling, remarkable, glorious, fabulous, awesome, epic, best thing, worth every
    worth the hype, never boring, never dull, no notes, heartbreaking, devastating, moved me
    moved to tears, ten out of ten, all-time, unmissable, bowled over, gem, lovely, magic, magical
    splendid, top-notch, first-rate, cracking, corker, belter, mind-blowing, jaw-dropping
    electrifying, thrilling, touching, heartwarming, hypnotic, luminous, exhilarating, euphoric
    delicious, a delight, delighted, great fun, so much fun, tremendous, in stitches, speechless
    stays with me, stayed with me, in one sitting, in a day, cheered me, made my day, made me cry
    made me laugh, immaculate, impeccable, inspired, inspiring, triumph, triumphant, essential
    timeless, lived up to, exceeded, surpassed, radiant, tour de force, wonderfully, brilliantly
    in bits, unreal, clever, better than i remembered, nothing better, page-turner, marvel
    compelling, engrossing, absorbing, enthralling, immersive, witty, wise, poignant, profound
    elegant, inventive, rewarding, satisfying, infectious, catchy, uplifting, powerful, nuanced
    lyrical, evocative, soaring, impressive, stellar, sensational, divine, heavenly, masterclass
    joyful, funny, destroyed me, wrecked me, broke me, stuck with me, chills, shivers
    twice in a row, worth it, worth the wait, worth the money, well worth, what an ending, sparkles
    sparkling, sings, cheered, spot on, nailed it, beautifully, in awe, adore, a treat, five stars
    ace, top tier, what a game, what a record, page turner, as good as ever, laughed till, hairs on
    time of my life, stayed up till, couldn't look away
    """
  private static let okay = """
    okay, ok, alright, all right, fine, decent, solid, pleasant, nice, not bad, so-so, so so
    average, passable, watchable, readable, listenable, playable, enjoyable, good enough, good
    liked, samey, uneven, patchy, mixed, mixed feelings, hit and miss, meh, middling, mediocre
    adequate, nothing special, not great, forgettable, too long, overlong, fun, entertaining
    diverting, competent, likeable, half decent, inoffensive, unremarkable, predictable, mid
    serviceable, does the job, harmless, interesting, not for everyone, enjoyed, reasonable
    run of the mill, has its moments, okayish, works fine, wears thin, amusing, cute, sweet
    lukewarm, whatever, underwhelming, underwhelmed, overhyped, not as good as, not the best
    not their best, shrug, dependable, reliable, comfy, didn't grab me, no surprises, good fun
    wanted more, ran out of steam, loses its way, trails off, slow, thin, middle of the road
    standard, nothing new, passes the time, fair enough, pretty good, ordinary, tolerable
    better than expected, expected more, a laugh, soothing, lost its way, undemanding
    didn't really grab me
    """
  private static let bad = """
    awful, terrible, dreadful, rubbish, bad, boring, bored, dull, worst, gave up, giving up
    couldn't finish, didn't finish, dnf, abandoned, walked out, hated, hate, disappointing
    disappointed, disappointment, slog, waste, trash, garbage, tedious, unbearable, unwatchable
    unreadable, unplayable, switched off, turned off, cringe, cringey, mess, fell asleep, dire, poor
    lame, crap, shit, stinker, pants, horrible, atrocious, abysmal, insufferable, pretentious
    stopped reading, stopped watching, stopped playing, stopped listening, quit, overrated
    pointless, drivel, tripe, never again, avoid, painful, nonsense, skip it, regret, regretted
    not for me, not good, let down, letdown, couldn't get into, dragged, clunky, lifeless, soulless
    ghastly, appalling, laughable, unfunny, turgid, yawn, torture, chore, repetitive, uninstalled
    refund, refunded, nope, snooze, returned it, deleted it, unlistenable, unpleasant, shallow
    preachy, bloated, tiresome, annoying, irritating, irritated, grating, stupid, dumb, ridiculous
    insulting, joyless, humourless, laboured, bland, lazy, clichéd, trite, incoherent, made no sense
    lost interest, didn't click, didn't work for me, not my thing, can't stand, couldn't stand
    loathed, detested, despised, would not recommend, wouldn't recommend, can't recommend
    don't bother, wasted, excruciating, embarrassing, cash grab, woeful, vile, crashes, unfinished
    padding, padded, plodding, plods, sluggish, contrived, forced, hollow, flimsy, stale, derivative
    generic, formulaic, cynical, charmless, tone deaf, wooden, stilted, cheesy, corny, muddled
    confusing, baffling, convoluted, aged badly, not aged well, lost patience, bailed, ditched
    binned, dropped, misfire, falls flat, fell flat, flat, didn't land, unlikeable, unlikable, ugh
    yuck, drags, flop, dud, shambles, sucks, sucked, turned it off, never get back, life's too short
    """
}
