/// The vocabulary of lines about gifts.
enum GiftWords {
  static let articles: Set<String> = ["my", "our", "the", "his", "her", "their", "your", "a"]
  /// Words for gifts.
  static let gifts: Set<String> = """
    gift gifts present presents pressie prezzie something thing things idea ideas thank-you you
    treat surprise stocking card parcel filler fillers token little
    """.words()
  /// Words that always mean a gift, unlike `thing`.
  static let presents: Set<String> = [
    "gift", "gifts", "present", "presents", "pressie", "prezzie", "pressies", "prezzies",
  ]
  /// Verbs after which the recipient may follow as an object: `buy Mum …`.
  static let giving: Set<String> = [
    "get", "getting", "buy", "buying", "give", "giving", "send", "sending", "make", "making",
    "knit", "bake", "bring", "find", "owe", "surprise", "lend", "sew", "build", "offer",
  ]
  /// Words that refer to a person named elsewhere.
  static let pronouns: Set<String> = ["he", "she", "they", "he'd", "she'd", "they'd", "who"]
  /// Words before the thing that somebody intends to give: `I should …`, `we could …`.
  static let intentions: Set<String> = """
    i we i'd i'll we'll let's should could might must will would want need have to gotta maybe
    perhaps can like love really definitely going gonna remember don't forget thinking of how what
    about why not
    """.words()
  /// Words before a name that describe the person.
  static let descriptions: Set<String> = [
    "little", "baby", "young", "old", "dear", "big", "lovely", "darling", "poor", "new", "newborn",
  ]
  /// Words that do not identify a gift. A phrase that consists only of these words is not an idea.
  static let vague: Set<String> = [
    "nice", "special", "small", "little", "lovely", "cool", "fun", "thoughtful", "big", "good",
    "proper", "cheap", "quick", "drew", "got", "present", "gift", "else", "anything", "useful",
  ]
  /// Words after "for" that begin a duration or a reason rather than part of the idea:
  /// `flowers for minding the parcel`.
  static let reasonsBehindFor: Set<String> = """
    ages years months weeks ever once minding helping watering looking feeding having driving
    lending hosting babysitting covering being letting taking giving putting sorting organising
    organizing fixing teaching all
    """.words()
  /// Words after "to" that begin a reason: `a plant to say thanks`.
  static let reasonsBehindTo: Set<String> = ["say", "thank", "celebrate", "mark", "welcome"]
  /// Words for places where somebody may see a gift: `the jug at the market`.
  static let shops: Set<String> = [
    "shop", "market", "stall", "fair", "museum", "bookshop", "bakery", "deli", "shops", "sale",
    "catalogue", "catalog", "gallery", "store", "charity", "gift",
  ]
  /// Words that form an idea together with a preceding "gift": `gift card`.
  static let certificates: Set<String> = ["card", "cards", "voucher", "vouchers", "certificate"]
  /// Words after a number at the start of a remark. A segment that consists only of a number and
  /// these words names no gift: `3 weeks left`.
  static let counted: Set<String> = """
    yrs years year people of us in total each months left days weeks now already old
    """.words()
  /// Words for relatives, groups and other people without a name: `my wife`, `the neighbours`.
  static let kin: Set<String> = """
    boys girls kids children lads family in-laws wife husband mum dad mother father team colleagues
    neighbours neighbors crew class office housemates flatmates grandkids grandchildren godchildren
    hosts newlyweds couple bridesmaids binmen postie folks men women mums dads teachers goddaughters
    grandparents cousins nephews nieces friends
    """.words()
  /// Words that may be between a person and the thing that the person would like.
  static let wishing: Set<String> = """
    would could might really absolutely always still just definitely probably has have had been be
    is was keeps kept going on about eyeing eying after wanting needing wants want wanted needs need
    needed loves love adores adore like likes liked loved enjoy enjoys use asking asked for hinting
    hinted at mentioned mentions mentioning looking dreaming of mad crazy obsessed with into fancy
    fancies fancied deserves appreciate dropping hints said desperate admired admiring wishes
    coveting all totally so very he'd she'd talking raving die kill he she they that how much never
    buys himself herself themselves
    """.words()
  /// The words of ``wishing`` that express a wish.
  static let wishes: Set<String> = """
    eyeing eying after wanting needing wants want wanted needs need needed love adore like liked
    loved enjoy use asking asked hinting hinted mentioned mentioning mentions looking dreaming fancy
    fancies fancied deserves appreciate hints desperate admired admiring coveting about die kill
    himself herself themselves
    """.words()
  /// The words of ``wishing`` that express a general interest.
  static let interests: Set<String> = [
    "loves", "likes", "into", "mad", "crazy", "obsessed", "enjoys", "adores",
  ]
  static let verbs: Set<String> = """
    is are was were will would has have had does did can said says told mentioned keeps wants needs
    likes loves got gets went lives works hates isn't won't doesn't can't already signs pays chips
    gives brings turns knows thinks turned
    """.words()
  /// Words that begin a remark, not a gift idea: `she …`, `don't …`.
  static let asides: Set<String> = """
    he she they it i we he's she's they're it's i'm he'll she'll they'll i'll we'll i've she'd he'd
    they'd his her their who which because since don't dont not never if when remember ask check
    order there's that's must need saw mentioned said no nothing everyone everybody deliver collect
    deadline
    """.words()
  /// Words that may precede the idea and are not part of it.
  static let leads: Set<String> = """
    a an the some that those this maybe perhaps possibly get buy find give idea ideas gift gifts
    present presents pressie prezzie something thing things what how about thinking of could should
    would for to from in on at by is be and or so with him them us me my treat like now also want do
    party these one otherwise else alternatively failing backup plan option options either our bash
    drew just going
    """.words()
  /// Words that may follow a gift idea without being part of the idea.
  static let tails: Set<String> = """
    a an the for to from in on at by and or with my our maybe perhaps please too as of is so idea
    his her their your instead again
    """.words()
  static let reasons: Set<String> = [
    "because", "since", "if", "when", "who", "cos", "cause", "before", "unless", "while",
  ]
  /// Verbs after an idea that begin an opinion about it: `… would be perfect`.
  static let verdicts: Set<String> = [
    "would", "might", "could", "will", "is", "are", "was", "looks", "seems", "should", "costs",
  ]
  static let liked: Set<String> = [
    "liked", "likes", "loved", "loves", "wanted", "wants", "mentioned", "saw", "admired", "pointed",
    "showed", "keeps", "spotted", "tried", "was", "has", "talked", "asked", "said", "eyed",
  ]
  static let looks: Set<String> = """
    red blue green yellow pink purple orange black white grey gray brown navy teal cream gold silver
    turquoise size large small medium xl wool cotton leather linen oak striped hardback framed
    signed engraved boxed personalised personalized
    """.words()
  /// Returns the index after the last word in a segment that introduces a suggestion: `maybe`,
  /// `perhaps`. Returns nil if there is none.
  static func marker(in range: Range<Int>, _ tokens: [Token]) -> Int? {
    range.dropFirst().last { ["maybe", "perhaps"].contains(tokens[$0].word) }.map { $0 + 1 }
  }
}
