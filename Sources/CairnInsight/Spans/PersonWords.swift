/// Lists of words, in addition to the classes of ``Lexicon``, that help to recognize persons.
enum PersonWords {
  /// Names that are also ordinary words in lower case.
  static let ambiguous: Set<Substring> = """
    will may mark rose hope grace art bill pat sue rob drew jack sandy dot plum dawn june april
    august summer autumn holly ivy iris heather ginger basil olive rosemary fern hazel hunter page
    chase frank grant miles victor earl dean guy max gene ray van penny ruby pearl jade amber
    crystal precious blessing patience prudence charity faith joy mo mar via long ali sol su ram al
    jo ed bo di jan sal mina dan fen rod kit jay bay ash sky king barney bea cat gil val con rich
    luz mercedes sultan
    """.words()
  /// Words that may end the name of a firm, a building or an event: `Hadley & Sons`, `Moss Ltd`,
  /// `Hartley Barn`.
  static let firms: Set<String> = """
    sons co daughters bros brothers ltd limited inc llp plc gmbh airlines airport arms avenue award
    bakery bank barn books cafe café centre center clinic club college cottage council court cup
    farm fc festival foundation gallery garage group hospital hotel inn insurance league library
    marathon motors museum plumbing press prize publishing records restaurant road rovers school
    services society stadium station street surgery theatre trophy trust united university
    """.words()
  /// Words that only say that somebody is a person.
  static let anybody: Set<String> = """
    girl boy man woman guy lad chap bloke lady kid fella girls boys men women lads people folk folks
    person gentleman fellow gal
    """.words()
  /// Names that are also verbs.
  static let alsoVerbs: Set<String> = [
    "bill", "drew", "frank", "grant", "jack", "mark", "max", "page", "pat", "rob", "skip", "sue",
  ]
  /// Words inside a family name: `van der` in `Anneke van der Berg`.
  static let nameParticles: Set<String> = """
    van von vom zu zur ter af av de du des da das dos di del della dello bin bint ibn al el la le lo
    mac mc st ste
    """.words()
  /// Words that may follow a word of ``nameParticles`` in a family name.
  static let furtherParticles: Set<String> = [
    "der", "den", "dem", "het", "ten", "la", "las", "los", "le", "les",
  ]
  /// Words that may belong to a verb, before its object: `jack up the car`.
  static let particles: Set<String> = ["up", "out", "off"]
  /// Words that begin the object of a verb: `mark the …`.
  static let objects: Set<String> = """
    the a an my our your his their this that these those them him it all every some any each
    """.words()
  /// Verbs that often follow `will` and `may`.
  static let behindModal: Set<String> = [
    "be", "do", "go", "get", "have", "need", "not", "try", "want",
  ]
  /// Given names that in lower case are also words for things: `poppy seeds`.
  static let alsoThings: Set<Substring> = """
    angel aria bella berry bob carol chase cherry chloe coral daisy dale dev ebony flora glen jasper
    jasmine jenny lance lily luna margarita mason matt melody mia nick peter poppy roman sally
    sienna terry tom tony troy viola violet willow wren
    """.words()
  /// Capitalized words that are not names.
  static let noNames: Set<String> = """
    i i'm i've i'd i'll ok tv uk us usa eu nhs gp mot pin wifi id ps xl dvd pdf html api vat bbc phd
    ceo cfo cto hr it usb led diy rsvp asap fyi dm aa aaa google amazon ikea tesco aldi lidl netflix
    spotify excel zoom english french german spanish italian irish welsh polish japanese greek dutch
    latin christmas easter london paris berlin ta pe vodafone verizon comcast barclays lloyds
    natwest hsbc santander halifax ward monzo revolut paypal klarna visa ebay etsy vinted argos asda
    sainsbury sainsbury's waitrose morrisons costco walmart walgreens cvs starbucks mcdonald's
    dunelm screwfix wickes halfords decathlon apple microsoft adobe slack github facebook instagram
    whatsapp twitter airbnb uber ryanair easyjet hermes evri dpd dhl ups fedex ocado hmrc dvla irs
    dmv edf ovo octopus sky virgin telekom orange aviva axa disney youtube canvas moodle
    """.words()
  /// Verbs after which a word with a capital letter is a person, even if it is in no list of names.
  static let calling: Set<String> = [
    "call", "ring", "phone", "telephone", "text", "txt", "msg", "message", "email", "ask", "tell",
    "remind", "thank", "invite", "ping", "dm", "facetime", "skype", "whatsapp",
  ]
  /// Verbs whose object is a person.
  static let asking: Set<String> = calling.union([
    "inform", "chase", "pay", "visit", "meet", "help", "give", "owe", "lend", "nag", "send", "let",
    "contact", "notify", "invoice",
  ])
  /// Prepositions that often precede a person.
  static let beforePersons: Set<String> = ["to", "from", "for", "with", "w", "/", "off", "re"]
  /// Words between a person and their relative or their role, in addition to adjectives and nouns.
  static let ordinals: Set<String> = ["first", "second", "third", "fourth", "other"]
  static let articles: Set<String> = ["the", "my", "our", "his", "her", "their"]
  /// Words after which "from" precedes a place: `back from Torquay`.
  static let travelling: Set<String> = """
    away back bus comes coming ferry flight flies home moved plane returns returning train travels
    """.words()
  /// Titles, and words for relatives, that belong to the name that follows.
  static let formal: Set<String> = """
    mr mrs ms miss dr prof professor sir lady lord rev fr father sister uncle auntie aunt aunty mme
    mlle herr frau señor señora mister nana granny grandma grandad grandpa gran cousin nan mummy
    mama baba
    """.words()
  /// Words of respect that belong to the name before them: `Sunita aunty`.
  static let honorifics: Set<String> = """
    ji aunty auntie aunt uncle akka anna bhai didi sahib san sir madam ma'am saab bhaiya bhabhi garu
    sensei maami mami chitti athai chechi chettan ayya bhau dada kaka kaki hanım bey abla ssi sama
    kun chan abi
    """.words()
  /// Words that are titles only before a capitalized name: `Canon Featherstone`.
  static let titlesOfNames: Set<String> = """
    abbé admiral alderman alhaja alhaji ambassador archbishop archdeacon ate attorney ayatollah big
    bishop bosun brigadier brother canon cantor capt cardinal chief cllr col colonel commander
    commissioner commodore constable corporal councillor councilman councilwoman cpl dame dci deacon
    doctor dom don dona doña elder gen general gov governor guru haji hajia hajji harbourmaster hon
    imam inspector iya justice kuya lieutenant lt ma'am madam madame maestro major matron maulana
    mayor minister monsieur mullah officer oga old oom padre pan pandit pani pc president principal
    pte rabbi rav rebbe reverend sen senator senhor senhora senor senora sensei señorita shaikh
    shaykh sheikh sheikha signor signora signorina sr sra superintendent swami tante tita tito ustad
    ustadh ustaz vicar wee young
    """.words()
  /// Words for people that do not belong to the name that follows: `Niece Amy`.
  static let unaddressed: Set<String> = """
    niece nephew son daughter husband wife hubby partner boyfriend girlfriend fiance fiancé fiancée
    ex twin stepson stepdaughter godson goddaughter grandson granddaughter spouse sibling parents bf
    gf colleague coworker neighbour neighbor friend flatmate roommate housemate classmate landlord
    landlady
    """.words()
  /// Abbreviated titles, which name nobody without a name after them.
  static let abbreviatedTitles: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "rev", "mx", "mme", "mlle",
  ]
  /// Words in the list of roles that usually mean something else.
  static let noRoles: Set<Substring> = """
    it ot pa hr super head sweep admin ops guide best estate kit cook coach tax letting ward author
    baby health social student
    """.words()
  /// Words for what can be reserved in a restaurant or a hotel.
  static let reserved: Set<String> = [
    "table", "tables", "booking", "reservation", "room", "rooms", "seat", "seats",
  ]
  /// Words that end like a role such as `scaffolder`, but denote nobody.
  static let noAgents: Set<Substring> = """
    adapter adaptor assist badger banister banner barometer barrier batter blazer border boulder
    buffer bumper burger buzzer canister carrier center centimeter chamber checklist clover cluster
    clutter colander connector consider consist container controller copper corridor counter crater
    crossover cucumber cupholder cylinder danger disaster discover earlier elevator exterior
    extractor factor feather flower footer forever former further gather generator german grinder
    hairdryer handover hanger header horror however hunger indian inhaler insist interior inverter
    italian jumper junior kilometer latter lawnmower leather ledger lighter lobster manner marker
    matter median murder newspaper norwegian oyster parameter pepper perimeter persian persist
    planner platter pointer powder prayer prefer rather recorder refresher render resist roller
    rubber russian sander saucer scanner semester senior server shelter shortlist shutter slipper
    spider stapler starter sticker strainer superior temper tender terror tester thermometer thunder
    timber together tractor tremor trigger trimester trouser tumbler voucher waitlist wallpaper
    washer weather whatever whenever whisper wishlist wonder zipper
    """.words()
  /// Words for people who belong together, or who are described by another word:
  /// `the insurance people`.
  static let groups: Set<Substring> = """
    people folks folk family couple crew team lot lads guys girls boys men women person
    """.words()
  /// Words that may follow the person whom a note is about.
  static let being: Set<String> = [
    "is", "was", "has", "had", "=", ":", "can't", "cant", "doesn't", "doesnt", "isn't", "never",
    "always", "got", "says", "said", "'s", "and", "won't", "will", "hasn't", "from",
  ]
}
