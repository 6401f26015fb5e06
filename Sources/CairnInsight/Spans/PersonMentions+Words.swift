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
    "show", "bring", "venmo", "with", "for", "to", "from", "about", "re", "w", "@", "and", "let",
    "get", "take", "bug", "tip", "wish", "congratulate", "post",
  ])
  /// Words that may be between a word of ``reaching`` and a person.
  static let between: Set<String> = [
    "the", "my", "our", "to", "dr", "for", "with", "back", "from",
  ]
  static let articles: Set<String> = [
    "the", "my", "our", "a", "an", "his", "her", "their", "your", "this", "that", "yer",
  ]
  /// Words that begin a capture about a person without naming the person.
  static let openings: Set<String> = [
    "met", "saw", "spoke", "ran", "bumped", "heard", "found", "just", "new", "name", "bad",
    "congrats", "apparently", "upstairs", "downstairs", "turns", "happy", "colour", "did", "got",
    "glad", "poor", "lovely", "note", "contact", "bday", "birthday", "anniversary", "spent",
    "bought", "sold", "paid",
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
    "ta", "pe",
  ]
  /// Words in the list of roles that usually mean something else.
  static let noRoles: Set<Substring> = [
    "it", "ot", "pa", "hr", "super", "head", "sweep", "admin", "ops", "guide", "principal",
    "best", "estate", "kit", "cook", "coach",
  ]
  /// Words that form a role with the next word.
  static let compounds: Set<String> = [
    "estate", "letting", "window", "health", "social", "driving", "piano", "district", "tree",
    "dog", "cat", "taxi", "bus", "tax", "music", "swimming", "yoga",
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
