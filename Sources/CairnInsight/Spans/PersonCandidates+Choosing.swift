extension PersonCandidates {
  /// Returns the index of the likeliest candidate; nil if nobody is likely enough.
  ///
  /// Several candidates may be parts of one name or describe the same person. Their probabilities
  /// are added. A word after an `@` is chosen regardless of its probability.
  ///
  /// - Parameter shares: The probability of each candidate.
  package func choice(_ shares: [Double], threshold: Double = PersonWeights.threshold) -> Int? {
    let marked = all.indices.first { index in
      all[index].tokens.count == 1 && forms[all[index].tokens.lowerBound].isMarked
    }
    if let marked { return marked }
    guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }) else { return nil }
    let name = name(for: best)
    let sum = shares.indices.reduce(0) { sum, index in
      let isSame =
        all[index].tokens.overlaps(all[best].tokens) || self.name(for: index) == name
      return isSame ? sum + shares[index] : sum
    }
    let isSure = isKnown(name) || isCalled(all[name].tokens)
    if !isKnown(name), isFirm(all[name].tokens) { return nil }
    if isHost(all[name].tokens) { return nil }
    // `Ring Tadhg, see will he drive to Athenry`
    if !isSure, sum >= threshold,
      let called = all.indices.first(where: { isCalled(all[$0].tokens) })
    {
      return called
    }
    // A role after such words is hardly anything but a person: `text the scaffolder`
    let span = all[name].tokens
    let isCalledByRole =
      forms[span.upperBound - 1].isDescription
      && PersonWords.articles.contains(word(span.lowerBound - 1))
      && PersonWords.calling.contains(word(span.lowerBound - 2))
    let least = isSure ? threshold : max(threshold, PersonWeights.thresholdOfUnknown)
    return sum >= (isCalledByRole ? threshold / 2 : least) ? name : nil
  }

  /// Returns whether a candidate contains a word that indicates a person, such as a known name, a
  /// title, a relative, a role, or a family name after "the". A rare name must have a capital
  /// letter.
  private func isKnown(_ index: Int) -> Bool {
    all[index].tokens.contains { place in
      let form = forms[place]
      if form.base == .rareName { return form.isCapitalised }
      return ![.unknown, .agent, .place, .ordinary, .grammar].contains(form.base)
    }
  }

  /// Returns whether words that are in no list of names look like the name of a firm or a place:
  /// `Kwik` in `Kwik Fit`, `Specsavers`, `Hollybank`.
  private func isFirm(_ span: Range<Int>) -> Bool {
    guard span.count == 1 else { return false }
    if tokens.indices.contains(span.upperBound), !tokens[span.lowerBound].isPossessive {
      let form = forms[span.upperBound]
      if form.isCapitalised, !form.isCapitals, [.ordinary, .unknown].contains(form.base) {
        return true
      }
    }
    let name = tokens[span.lowerBound].owner
    let isWord = { (part: Substring) in
      CommonWords.contains(part) || PersonWords.ambiguous.contains(part)
    }
    return name.indices.dropFirst(3).dropLast(3).contains { place in
      isWord(name[..<place]) && isWord(name[place...])
    }
  }

  /// Returns whether a name is that of a restaurant or a hotel: `Luigi's` in `a table at Luigi's`.
  private func isHost(_ span: Range<Int>) -> Bool {
    word(span.lowerBound - 1) == "at" && tokens[span.upperBound - 1].isPossessive
      && PersonWords.reserved.contains(word(span.lowerBound - 2))
  }

  /// Returns whether a word with a capital letter directly follows a verb such as `call`: `Noor` in
  /// `Ring Noor`.
  private func isCalled(_ span: Range<Int>) -> Bool {
    tokens[span.lowerBound].isCapitalised && PersonWords.calling.contains(word(span.lowerBound - 1))
  }

  /// If the candidate at `index` describes a person, returns the index of the candidate with this
  /// person's name: `Walter` for `neighbour` in `my neighbour Walter`, `Imogen` for `babysitter` in
  /// `the babysitter (Imogen)`, `Pauline` in `Dr Hussain's receptionist is called Pauline`. Returns
  /// `index` if there is no name. If the candidate is the second of two people, as in `Ann and Bo`,
  /// returns the index for the first.
  package func name(for index: Int) -> Int {
    let span = all[index].tokens
    if ["and", "&"].contains(word(span.lowerBound - 1)) {
      // `Mr and Mrs Quartey`
      let couple = max(0, span.lowerBound - 2)..<span.upperBound
      if let couple = all.firstIndex(where: { $0.tokens == couple }) { return couple }
      if let first = all.indices.last(where: { all[$0].tokens.upperBound == span.lowerBound - 1 }) {
        return name(for: first)
      }
    }
    let last = forms[span.upperBound - 1]
    // `the wife of Andrei`, `Rustom the lighting guy`
    if let first = all.indices.last(where: { all[$0].tokens.upperBound == span.lowerBound - 1 }),
      case let (link, other) = (word(span.lowerBound - 1), forms[span.lowerBound - 2]),
      link == "of" && other.base == .relative
        || link == "the" && other.isNamed && other.isCapitalised && last.isDescription
    {
      return first
    }
    // `my dentist is called Ravi`, but not `Dr Iyer prefers to be called Ravi`
    if last.isDescription || tokens[span.upperBound - 1].isPossessive,
      let called = called(behind: span.upperBound)
    {
      return called
    }
    if let name = introducedRelative(span) { return name }
    if span.count == 1, let titled = titled(span) { return related(to: titled) ?? titled }
    if let related = related(to: index) { return related }
    if let whole = continued(span) { return whole }
    // `Sunita aunty`
    if span.count == 1, isHonorific(span.upperBound),
      let whole = all.firstIndex(where: { $0.tokens == span.lowerBound..<span.upperBound + 1 })
    {
      return whole
    }
    if span.count > 1, last.isNamed { return withoutRole(span) ?? index }
    guard last.isDescription, !tokens[span.upperBound - 1].isPossessive else { return index }
    if let name = named(at: span.upperBound) {
      return titled(all[name].tokens) ?? withoutRole(all[name].tokens) ?? name
    }
    // `locum from Monday is Fergal`
    let verb = placeEnd(behind: span.upperBound)
    let isA = word(verb + 1) == "a"
    if word(verb) == "is", let name = named(at: verb + (isA ? 2 : 1)) {
      // `the postman is Dev`, but not `the postman is Dev's cousin`
      let last = all[name].tokens.upperBound
      let isLast = last == tokens.count || tokens[last].kind == .sign || word(last) == "and"
      let isOwner = tokens[last - 1].isPossessive || tokens[span].contains(where: \.isPossessive)
      return isLast && !isOwner ? name : index
    }
    if let name = introduced(behind: span.upperBound) { return name }
    let place = placeEnd(behind: span.upperBound)
    guard ["(", ","].contains(word(place)) else { return index }
    guard let name = named(at: place + 1) else { return index }
    // `the roof guy from Leeds, Piotr`, but not `the vet in Leeds, Ann booked`
    let end = all[name].tokens.upperBound
    guard place == span.upperBound || end == tokens.count || tokens[end].kind == .sign else {
      return index
    }
    return withoutRole(all[name].tokens) ?? name
  }

  /// Returns the index after the words that say where somebody is, such as `at Ermington` or
  /// `from the council`. Returns `start` if no such words begin there.
  private func placeEnd(behind start: Int) -> Int {
    guard ["at", "from", "in", "on"].contains(word(start)) else { return start }
    let place = start + (PersonWords.articles.contains(word(start + 1)) ? 2 : 1)
    guard tokens.indices.contains(place), tokens[place].kind == .word else { return start }
    return place + 1
  }

  /// Returns the index of the name of somebody's relative: `Joel` for `Priyanka` in
  /// `Priyanka's partner: Joel`. Nil if there is none.
  private func introducedRelative(_ span: Range<Int>) -> Int? {
    guard span.count == 1, tokens[span.lowerBound].isPossessive, span.upperBound < tokens.count,
      forms[span.upperBound].isDescription
    else { return nil }
    return introduced(behind: span.upperBound + 1)
  }

  /// Returns the index of the name after a colon or an equals sign in the same sentence: `Stelian`
  /// in `the guy who fixed our roof: Stelian, 07700 900318`. Nil if there is none, or if a word or
  /// a number follows it.
  private func introduced(behind start: Int) -> Int? {
    for index in start..<max(start, tokens.count) {
      if [".", "!", "?", ";", "(", ")"].contains(word(index)) { return nil }
      guard ["=", ":"].contains(word(index)) else { continue }
      guard let name = named(at: index + 1) else { return nil }
      let end = all[name].tokens.upperBound
      let isLast = end == tokens.count || tokens[end].kind == .sign
      guard isLast, !tokens[end - 1].isPossessive else { return nil }
      return withoutRole(all[name].tokens) ?? name
    }
    return nil
  }

  /// Returns the index of a name without the role before it: `Walter` for `neighbour Walter`. Nil
  /// if the role belongs to the name, as in `Dr Patel`, `Aunt Jo` or `Coach Reyes`, or directly
  /// precedes a surname.
  private func withoutRole(_ span: Range<Int>) -> Int? {
    let first = forms[span.lowerBound]
    guard first.isDescription, !belongsToName(span.lowerBound), !isHonorific(span.lowerBound + 1)
    else { return nil }
    let next = forms[span.lowerBound + 1]
    let isTitled = PersonWords.formal.contains(word(span.lowerBound + 1))
    let isGiven = [.name, .nameOrWord, .rareName].contains(next.base)
    let isBare = PersonWords.unaddressed.contains(word(span.lowerBound)) || !first.isCapitalised
    guard isTitled || isGiven || isBare else { return nil }
    return all.firstIndex { $0.tokens == span.lowerBound + 1..<span.upperBound }
  }

  /// Returns the index of the candidate that consists of a name and the title before it:
  /// `Councillor Oduya` for `Oduya`, `cousin Ike` for `Ike`. Nil if no title precedes the name.
  private func titled(_ span: Range<Int>) -> Int? {
    let start = span.lowerBound - 1
    guard start >= 0, forms[start].isDescription else { return nil }
    let isTitle =
      tokens[start].isCapitalised && [.unknown, .rareName].contains(forms[span.lowerBound].base)
      && !PersonWords.unaddressed.contains(word(start))
    guard isTitle || belongsToName(start) else { return nil }
    return all.firstIndex { $0.tokens == start..<span.upperBound }
  }

  /// Returns whether a word is a title that is part of the name that follows: `Mrs`, `Coach`,
  /// `Sister`, but not `sister` in `my sister Concepta` and `cousin` in `my cousin Taras`.
  private func belongsToName(_ index: Int) -> Bool {
    let isRelative =
      word(index) == "cousin"
      ? PersonWords.articles.contains(word(index - 1))
      : !tokens[index].isCapitalised && ["brother", "father", "sister"].contains(word(index))
    if isRelative { return false }
    // `Opa Henk`, `for Engineer Danjuma`, but not `Niece Amy` and `Colleague Marloes`
    let isAddress =
      forms[index].isCapitalised && !PersonWords.articles.contains(word(index - 1))
      && !PersonWords.unaddressed.contains(word(index))
      && ([.relative, .title].contains(forms[index].base)
        || forms[index].base == .role && !forms[index].startsSentence)
    return isAddress || PersonWords.formal.contains(word(index))
      || PersonWords.titlesOfNames.contains(word(index))
  }

  /// Returns whether a token is a word of respect that belongs to the name before it.
  private func isHonorific(_ index: Int) -> Bool {
    tokens.indices.contains(index) && !tokens[index].isCapitalised
      && PersonWords.honorifics.contains(String(tokens[index].owner))
  }

  /// Returns the index of the candidate that consists of a name and the capitalized names that
  /// follow its last given name: `María José` for `María`, `Mrs Jean Oddie` for `Mrs Jean`. Nil if
  /// no such name follows.
  private func continued(_ span: Range<Int>) -> Int? {
    let (last, end) = (span.upperBound - 1, span.upperBound)
    guard [.name, .rareName].contains(forms[last].base), tokens[last].isCapitalised,
      end < tokens.count, tokens[end].isCapitalised, !forms[end].isExcluded
    else { return nil }
    // `Cathal Lynch`, but not `CALL ANN TODAY` and `Ann Parish Council`
    let isFollowed = forms.dropFirst(end + 1).first?.isNamed ?? false
    let isSurname = forms[end].isNamed && !forms[end].isCapitals && !isFollowed
    guard [.name, .rareName, .unknown].contains(forms[end].base) || isSurname else { return nil }
    guard let whole = all.firstIndex(where: { $0.tokens == span.lowerBound..<end + 1 }) else {
      return nil
    }
    return continued(all[whole].tokens) ?? whole
  }

  /// Returns the index of the candidate that consists of a person and their relative or their role:
  /// `Kuba's new teacher` for `Kuba` in `ask Kuba's new teacher`. Nil if there is none, or if a
  /// capture about a person says something of several relatives: `Kuba's kids are Ada and Tim`.
  private func related(to index: Int) -> Int? {
    let (start, end) = (all[index].tokens.lowerBound, all[index].tokens.upperBound)
    guard tokens[end - 1].isPossessive else { return nil }
    for last in end..<min(end + 3, tokens.count) {
      if forms[last].isDescription, forms[last].base != .agent || last > end {
        // `Kuba's parents' evening`
        let isOwner = word(last + 1) == "'"
        guard isAction || !isPlural(tokens[last].owner), !isOwner else { return nil }
        return all.firstIndex { $0.tokens == start..<last + 1 }
      }
      guard mayDescribe(last), !tokens[last].isPossessive else { return nil }
    }
    return nil
  }

  private func isPlural(_ word: Substring) -> Bool {
    word.hasSuffix("s") && !word.hasSuffix("ss")
  }

  /// Returns the index of the longest name that begins at a token; nil if there is none.
  private func named(at start: Int) -> Int? {
    all.indices.last { index in
      let span = all[index].tokens
      return span.lowerBound == start && forms[span.upperBound - 1].isNamed
        && tokens[span.upperBound - 1].isCapitalised
    }
  }

  /// Returns the index of the name after `called`, `named`, `goes by`, `name is` or `name of` in
  /// the same sentence; nil if there is none, or if an animal is mentioned before it.
  private func called(behind start: Int) -> Int? {
    for index in start..<max(start, tokens.count) {
      if [".", "!", "?", ";"].contains(word(index)) { return nil }
      if tokens[index].classes.contains(.animal) { return nil }
      // `is called Ravi`, `a gal named Dawn`
      let last = forms[index - 1]
      let isCalled =
        ["called", "named"].contains(word(index)) && (last.base == .grammar || last.isDescription)
      if isCalled { return named(at: index + 1) }
      // `goes by Fitz`, `name is Ravi`, `name of Whitcombe`
      let isName =
        ["name", "names"].contains(word(index)) && ["is", "'s", "of"].contains(word(index + 1))
      if isName || word(index) == "goes" && word(index + 1) == "by" { return named(at: index + 2) }
    }
    return nil
  }
}
