import CairnText

/// Functions that recognize times at which nothing is due, such as the time of something that
/// happened.
extension TimeGrammar {
  /// Returns whether a phrase is a date at the start of the text, before a report of what happened:
  /// `20 Nov: met the framer`.
  func isReport(_ spoken: SpokenPhrase) -> Bool {
    spoken.first == 0 && word() == ":" && Self.isDeed(word(1))
  }

  /// Returns whether a time of day belongs to the subject of a general statement:
  /// `8am calls are bad`, `5pm is too late`. `start` is the index of the phrase's first piece.
  func isStatement(from start: Int) -> Bool {
    if start > 0, Self.leads.contains(pieces[start - 1].word) { return false }
    if ["is", "isn't", "was", "feels", "seems"].contains(word()) { return true }
    let nouns = pieces[index...].prefix { piece in
      piece.kind == .word && !Self.generalVerbs.contains(piece.word)
        && !Self.joints.contains(piece.word)
    }
    guard let last = nouns.last, nouns.count < 4 else { return false }
    return last.word.hasSuffix("s") && Self.generalVerbs.contains(word(nouns.count))
  }

  /// Whether the next words say that something on the day before them does not take place: `the
  /// thing on the 19th is off`.
  var isCancelled: Bool {
    ["is", "are", "was", "has", "been"].contains(word())
      && pieces[index...].prefix(3).contains { ["off", "cancelled", "canceled"].contains($0.word) }
  }

  private static let generalVerbs: Set<String> = [
    "are", "aren't", "arent", "were", "never", "always", "don't", "dont", "feel", "suck", "work",
  ]

  /// Returns whether a phrase is the time of something that somebody did:
  /// `what we decided on Tuesday`, `borrowed it in May, give it back`.
  func isStory(_ spoken: SpokenPhrase, from start: Int, after end: Int) -> Bool {
    let lead = spoken.time > 0 ? pieces[spoken.time - 1].word : ""
    guard spoken.parts.relation == .none, !["for", "to"].contains(lead) else { return false }
    // `chase Bo, two short again this morning`
    let isMorning = pieces[spoken.time].word == "this" && word(-1) == "morning"
    if isMorning, pieces[end..<start].contains(where: { $0.word == "," }) { return true }
    // `how the exam on Thursday went`
    if Self.isDeed(word()), !TimeMentions.moves.contains(word()) { return true }
    let clause =
      pieces[end..<start].lastIndex { piece in
        Self.clauseEnds.contains(piece.word)
          || ["to", "and", "but", "so", "for", "please"].contains(piece.word)
      }.map { $0 + 1 } ?? end
    return (clause..<start).contains { place in
      guard Self.isDeed(pieces[place].word) else { return false }
      if place == clause {
        let isStart = clause == 0 || pieces[clause - 1].kind == .sign
        // `talked to Ana today`, but not `guided tour today`
        let next = Lexicon.shared.classes(of: pieces[place + 1].word, isCapitalised: false)
        // `bin the cream, opened 12/10`
        let isBefore =
          clause > 0 && place + 1 == spoken.time
          && !TimeMentions.moves.contains(pieces[place].word)
        return isStart
          && (isBefore || Self.deeds.contains(pieces[place].word) || next.contains(.grammar))
      }
      let last = pieces[place - 1].word
      if Self.subjects.contains(last) || isPerson(place - 1) { return true }
      // `the hinge gave up this morning`, but not `take the lost keys back on Friday`
      return Self.deeds.contains(pieces[place].word) && pieces[place - 1].kind == .word
        && !Lexicon.shared.classes(of: last, isCapitalised: false).contains(.grammar)
    }
  }

  /// Returns whether a phrase says what something is for, rather than when to do it:
  /// `milk for half term`, `something for Sunday lunch`. Returns false for `booked for next week`.
  func isPurpose(_ spoken: SpokenPhrase) -> Bool {
    let days = spoken.phrase.days
    guard spoken.parts.relation == .none, spoken.time > 0, pieces[spoken.time - 1].word == "for",
      days.lowerBound < days.upperBound || word(-1) == "lunch"
    else { return false }
    return spoken.time < 2 || !Self.plans.contains(pieces[spoken.time - 2].word)
  }

  private static let subjects: Set<String> = """
    i we he she they who what was were last just finally that which never ever
    """.words()
  private static let clauseEnds: Set<String> = [
    ",", ".", ":", ";", "!", "?", "(", ")", "-", "–", "—", "/",
  ]

  /// Returns whether a piece may be a name or a word for a person, as in `Alma moved out in May`.
  func isPerson(_ place: Int) -> Bool {
    !Lexicon.shared.classes(of: pieces[place].word, isCapitalised: pieces[place].isCapitalised)
      .isDisjoint(with: [.name, .relative, .role])
  }
  /// Verbs that look like reports of past actions but may announce something:
  /// `booked it for Monday`.
  private static let plans: Set<String> = [
    "arranged", "booked", "due", "expected", "invited", "need", "ordered", "planned", "promised",
    "scheduled", "supposed", "wanted", "agreed", "offered",
  ]

  static func isDeed(_ word: String) -> Bool {
    guard !plans.contains(word) else { return false }
    let isPast = word.utf8.count > 4 && word.hasSuffix("ed") && !word.hasSuffix("eed")
    return isPast || deeds.contains(word)
      || Lexicon.shared.classes(of: word, isCapitalised: false).contains(.pastForm)
  }

  /// Returns whether a phrase is the topic of something, or the day from which something dates:
  /// `let her know about Sunday`, `the pictures from Saturday`, `minutes of the 9th`.
  func isTopic(_ spoken: SpokenPhrase) -> Bool {
    let parts = spoken.parts
    guard !parts.isDistance, parts.time == nil, spoken.time > 0 else { return false }
    let lead = pieces[spoken.time - 1].word
    if lead == "about" { return true }
    if lead == "of" {
      // `morning of the 3rd`, `wk of 7 dec`
      let before = spoken.time > 1 ? pieces[spoken.time - 2].word : ""
      return TimeNames.parts[before] == nil && CalendarUnit(before) == nil
    }
    return lead == "from" && spoken.time > 1
      && (Self.records.contains(pieces[spoken.time - 2].word) || isJustOver(spoken)
        || isHandled(before: spoken.time - 1))
  }

  /// Returns whether the words before "from", at the index `end`, are a task with a thing that
  /// exists already: `fix the engine from friday`. `fix prices from friday` is a task to come.
  private func isHandled(before end: Int) -> Bool {
    let clause = pieces[..<end].split { Self.clauseEnds.contains($0.word) || $0.word == "and" }.last
    guard let clause, let verb = clause.firstIndex(where: { Self.handling.contains($0.word) })
    else { return false }
    return clause[verb...].contains { Self.owners.contains($0.word) || $0.word == "those" }
  }

  /// Verbs of tasks with things that exist already.
  private static let handling: Set<String> = """
    analyse analyze correct debug fix grade mark redo reheat transcribe unpack upload wash
    """.words()

  /// Returns whether a phrase is a day without a year that was in the last three months, so that
  /// the coming one is almost a year away: `the fee from Oct 30` in November.
  private func isJustOver(_ spoken: SpokenPhrase) -> Bool {
    let days = spoken.phrase.days
    guard days.lowerBound == days.upperBound, days.lowerBound >= today.adding(days: 275) else {
      return false
    }
    return !pieces[spoken.time..<index].contains { $0.kind == .number && $0.word.utf8.count > 3 }
  }

  /// Words for things that come from a past day: `the pictures from Saturday`.
  private static let records: Set<String> = """
    alert alerts backup backups bill bug bugs chat clip clips comment comments convo crash data
    dishes email emails error errors feedback figures film footage homework invoice invoices laundry
    lecture leftovers letter letters log logs mail measurements mess message messages minutes msg
    notes order outage parcel photo photos pics pictures post question questions readings receipt
    receipts recording recordings report reports results samples scans screenshot screenshots slides
    statement survey takings texts thread transcript video videos voicemail washing
    """.words()

  static let deeds: Set<String> = """
    ate blew bought broke brought came caught dated did drove fell felt flew forgot found gave got
    grew had happened heard kept knew left lost made met paid ran rang rode said sang saw seen sent
    sold spent spoke stole stood swam taught threw told took was watched went were woke won wore
    wrote
    """.words()
}
