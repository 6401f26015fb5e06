extension PersonMentions {
  /// Verbs whose object is a person.
  static let asking: Set<String> = [
    "call", "ring", "phone", "telephone", "text", "txt", "message", "email", "ask", "tell",
    "remind", "inform", "chase", "ping", "pay", "thank", "visit", "meet", "invite", "help",
    "give", "owe", "lend", "nag", "send", "return",
  ]
  /// Words that may precede the person whom an action concerns: `with Sarah`, `let Tom …`.
  static let reaching: Set<String> = asking.union([
    "mail", "notify", "contact", "dm", "apologise", "see", "collect", "fetch", "drive", "write",
    "teach", "show", "bring", "venmo", "with", "for", "to", "from", "about", "re", "w", "@", "and",
    "let",
    "get", "take", "bug", "tip", "wish", "congratulate", "post",
  ])
  /// Words that may be between a word of ``reaching`` and a person.
  static let between: Set<String> = [
    "the", "my", "our", "to", "dr", "for", "with", "back", "from",
  ]
  static let articles: Set<String> = [
    "the", "my", "our", "a", "an", "his", "her", "their", "your", "this", "that", "yer",
  ]
  /// Names that are also ordinary words in lower case.
  static let ambiguous: Set<Substring> = [
    "will", "may", "mark", "rose", "hope", "grace", "art", "bill", "pat", "sue", "rob", "drew",
    "jack", "sandy", "dot", "plum", "dawn", "june", "april", "august", "summer", "autumn",
    "holly", "ivy", "iris", "heather", "ginger", "basil", "olive", "rosemary", "fern", "hazel",
    "hunter", "page", "chase", "frank", "grant", "miles", "victor", "earl", "dean", "guy", "max",
    "gene", "ray", "van", "penny", "ruby", "pearl", "jade", "amber", "crystal", "precious",
    "blessing", "patience", "prudence", "charity", "faith", "joy", "an", "in", "so", "do", "me",
    "my", "mo", "mar", "via", "long", "her", "his", "ali", "sol", "su", "ram", "al", "jo", "ed",
    "bo", "di", "jan", "sal", "mina", "dan", "fen", "rod", "kit", "jay", "bay", "ash", "sky",
    "king", "barney", "bea", "cat", "gil", "val", "con", "rich", "luz", "mercedes", "sultan",
  ]
  /// Capitalized words that are not names.
  static let noNames: Set<String> = [
    "i", "i'm", "i've", "i'd", "i'll", "ok", "tv", "uk", "us", "usa", "eu", "nhs", "gp", "mot",
    "pin", "wifi", "id", "ps", "xl", "dvd", "pdf", "html", "api", "vat", "bbc", "mp", "phd",
    "ceo", "cfo", "cto", "hr", "it", "usb", "led", "diy", "rsvp", "asap", "fyi", "dm", "aa",
    "aaa", "google", "amazon", "ikea", "tesco", "aldi", "lidl", "netflix", "spotify", "excel",
    "zoom", "english", "french", "german", "spanish", "italian", "irish", "welsh", "polish",
    "japanese", "greek", "dutch", "latin", "christmas", "easter", "london", "paris", "berlin",
    "ta", "pe", "vodafone", "verizon", "comcast", "barclays", "lloyds", "natwest", "hsbc",
    "santander",
    "halifax", "monzo", "revolut", "paypal", "klarna", "visa", "ebay", "etsy", "vinted", "argos",
    "asda", "sainsbury", "sainsbury's", "waitrose", "morrisons", "costco", "walmart", "walgreens",
    "cvs",
    "starbucks", "mcdonald's", "dunelm", "screwfix", "wickes", "halfords", "decathlon", "apple",
    "microsoft", "adobe", "slack", "github", "facebook", "instagram", "whatsapp", "twitter",
    "airbnb",
    "uber", "ryanair", "easyjet", "hermes", "evri", "dpd", "dhl", "ups", "fedex", "ocado", "hmrc",
    "dvla", "irs", "dmv", "edf", "ovo", "octopus", "sky", "virgin", "telekom", "orange", "aviva",
    "axa",
    "disney", "youtube", "canvas", "moodle",
  ]
  /// Words in the list of roles that usually mean something else.
  static let noRoles: Set<Substring> = [
    "it", "ot", "pa", "hr", "super", "head", "sweep", "admin", "ops", "guide", "principal",
    "best", "estate", "kit", "cook", "coach", "tax", "letting", "ward", "author", "baby", "health",
    "social", "student",
  ]
  /// Words that form a role with the next word.
  static let compounds: Set<String> = [
    "estate", "letting", "window", "health", "social", "driving", "piano", "district", "tree",
    "dog", "cat", "taxi", "bus", "tax", "music", "swimming", "yoga",
  ]
  /// Verbs that can have two objects. The first of the two is a person: `get Annelise the numbers`.
  /// Without a second object, the first is usually a thing.
  static let bringing: Set<String> = [
    "get", "find", "buy", "make", "bring", "take", "fetch", "let",
  ]
  /// Words after the person in `get Annelise the numbers` or `find Jago a solicitor`.
  static let afterReceiver: Set<String> = [
    "a", "an", "the", "some", "his", "her", "their", "to", "off", "that", "those", "something",
  ]
  /// Verbs before a recipient with "to": `send the postcard to Benedikt`.
  static let giving: Set<String> = [
    "send", "reply", "write", "give", "explain", "apologise", "apologize", "speak",
    "talk", "introduce", "lend", "show", "say", "rsvp", "mail", "email", "text", "pass", "promise",
    "forward", "owe", "mention", "postcard", "letter", "card", "invite", "listen", "report",
  ]
  /// Verbs before "to" and a family, as in `return it to the Okafors`. Without "the", a shop may
  /// follow: `return it to Dunelm`.
  static let returning: Set<String> = ["return", "take", "bring", "back", "post", "drop"]
  /// Words before the subject of a question or of a clause: `does Annelise want slides?`.
  static let asked: Set<String> = [
    "with", "w", "does", "did", "has", "hasn't", "forget", "remember", "whether",
  ]
  /// Given names that are also things in lower case: `poppy seeds`.
  static let alsoThings: Set<Substring> = [
    "angel", "aria", "bella", "berry", "bob", "carol", "chase", "cherry", "chloe", "coral", "daisy",
    "dale", "dev", "ebony", "flora", "glen", "jasper", "jasmine", "jenny", "lance", "lily", "luna",
    "margarita", "mason", "matt", "melody", "mia", "nick", "peter", "poppy", "roman", "sally",
    "sienna", "terry", "tom", "tony", "troy", "viola", "violet", "willow", "wren",
  ]
  /// Words before a recipient with "for": `a card for Odhran`.
  static let gifts: Set<String> = [
    "gift", "present", "card", "cake", "flowers", "pressie", "prezzie", "something", "bed",
    "postcode", "reference", "invitation", "collection", "thank-you",
  ]
  /// Verbs and other words after a person who acts at the start of a task: `Iwona never got it`.
  static let acting: Set<String> = [
    "asked", "asks", "forgot", "hasn't", "hasnt", "is", "never", "needs", "owes", "promised",
    "rang",
    "re", "said", "says", "still", "texted", "told", "wants", "was", "wrote", "about", "has",
  ]
  /// Words for what belongs to a person: `Ottilie's birthday`, `the birthday of Bronagh`.
  static let personal: Set<String> = [
    "address", "anniversary", "appointment", "bag", "bday", "birthday", "brother", "coat", "dad",
    "daughter", "email", "father", "friend", "homework", "husband", "jacket", "leaving", "lunch",
    "mother",
    "mum", "mom", "name", "number", "parents", "party", "passport", "prescription", "present",
    "reference", "room", "shoes", "sister", "size", "son", "teacher", "wedding", "wife",
  ]
  /// Words before a name in a capture about that person.
  static let introducing: Set<String> = [
    "is", "called", "named", "name", "=", ":", "(", "met", "saw", "and", "&", "that", "old",
    "young",
    "little", "client", "likely", "heard", "with", "fancies", "dating", "bumped", "into", "spoke",
  ]
  /// Words after a person whom a note is about.
  static let being: Set<String> = [
    "is", "was", "has", "had", "=", ":", "can't", "cant", "doesn't", "doesnt", "isn't", "never",
    "always", "got", "says", "said", "'s", "and", "won't", "will", "hasn't", "from",
  ]
  /// Words for several relatives, which may own the thing that follows: `kids' camp`.
  static let groups: Set<String> = ["kids", "parents", "grandparents", "twins"]
  /// Words for relatives that may precede a name.
  static let kinTitles: Set<String> = [
    "uncle", "aunt", "auntie", "aunty", "nana", "granny", "grandma", "grandad", "grandpa", "gran",
    "cousin",
  ]
  /// Words for companions and other people, except relatives, that may follow an owner: `boss's
  /// wife`.
  static let belonging: Set<String> = [
    "wife", "husband", "partner", "girlfriend", "boyfriend", "mate", "assistant", "secretary",
    "widow", "widower", "neighbour",
  ]
}
