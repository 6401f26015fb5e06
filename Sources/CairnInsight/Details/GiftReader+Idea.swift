extension GiftReader {
  /// Sets ``idea`` and ``notes`` from the tokens that are not used yet.
  mutating func readIdea() {
    let segments = GiftSegment.all(in: tokens)
    var fallback: Range<Int>?
    for (place, segment) in segments.enumerated() {
      switch role(of: segment) {
      case .nothing: continue
      case .note: notes.append(span(segment))
      case .interest(let range):
        notes.append(span(segment))
        fallback = fallback ?? range
      case .idea(let range):
        guard idea == nil else {
          notes.append(span(segment))
          continue
        }
        idea = span(range)
        let next = segments.indices.contains(place + 1) ? segments[place + 1] : 0..<0
        if let look = look(next, after: range) { idea = span(range.lowerBound..<look) }
        if let end = listEnd(segments[(place + 1)...], after: range) {
          idea = span(range.lowerBound..<end)
        }
      }
    }
    if idea == nil, let fallback { idea = span(fallback) }
  }

  /// The role of a segment of the line.
  private enum SegmentRole {
    case nothing, note
    /// Something that a person likes, which is used as the idea if the line contains no other idea.
    case interest(Range<Int>)
    case idea(Range<Int>)
  }

  private func role(of segment: Range<Int>) -> SegmentRole {
    var range = segment
    var isInterest = false
    if let recipientTokens, segment.contains(recipientTokens.lowerBound),
      recipientTokens.upperBound < segment.upperBound
    {
      let wish = GiftWish(in: tokens[..<segment.upperBound], from: recipientTokens.upperBound)
      if let wish {
        range = wish.end..<segment.upperBound
        isInterest = wish.isInterest
      } else if isSubject(recipientTokens, segment) {
        return .note
      }
    } else if let start = wishStart(segment),
      let wish = GiftWish(in: tokens[..<segment.upperBound], from: start)
    {
      range = wish.end..<segment.upperBound
      isInterest = wish.isInterest
    }
    if let marker = GiftWords.marker(in: range, tokens) { range = marker..<range.upperBound }
    range = trimmed(behindIntention(range))
    guard let first = range.first else { return .nothing }
    let saysNothing = range.allSatisfy { index in
      GiftWords.vague.contains(word(index)) || GiftWords.gifts.contains(word(index))
    }
    // `teacher's present`
    let isGift = range.count <= 3 && GiftWords.presents.contains(word(range.upperBound - 1))
    if saysNothing || isGift { return .nothing }
    if isAside(range, first) { return .note }
    return isInterest ? .interest(range) : .idea(range)
  }

  /// Returns the index at which a wish without a person's name begins: `want` in `they want money`,
  /// `wants` in `wants anything with wheels`. Nil if there is none.
  private func wishStart(_ segment: Range<Int>) -> Int? {
    let start = segment.lowerBound
    if GiftWords.pronouns.contains(word(start)) { return start + 1 }
    return ["wants", "wanted", "needs"].contains(word(start)) ? start : nil
  }

  /// Returns whether `name` is the subject of a sentence in a segment:
  /// `Samira's boys will lose their minds`.
  private func isSubject(_ name: Range<Int>, _ segment: Range<Int>) -> Bool {
    let isFirst =
      name.lowerBound == segment.lowerBound
      || name.lowerBound == segment.lowerBound + 1
        && GiftWords.articles.contains(word(segment.lowerBound))
    let (index, next) = (name.upperBound, name.upperBound + 1)
    guard isFirst, segment.contains(index) else { return false }
    if ["from", "in", "at"].contains(word(index)) { return true }
    if GiftWords.verbs.contains(word(index)) { return true }
    let isVerb = word(index).hasSuffix("s") && (used.contains(next) || word(next) == "on")
    return isVerb || tokens[index].classes.contains(.state)
  }

  /// Returns `range` without words at its start that announce a gift: `I should give`,
  /// `we could book`.
  private func behindIntention(_ range: Range<Int>) -> Range<Int> {
    var index = range.lowerBound
    while index < range.upperBound, GiftWords.intentions.contains(word(index)) { index += 1 }
    let isGiving = GiftWords.giving.contains(word(index))
    return isGiving && index < range.upperBound ? index + 1..<range.upperBound : range
  }

  /// Returns whether the tokens in `range` are only a remark and name no gift:
  /// `she mentioned it twice`, `don't panic`. `first` is the first index in `range`.
  private func isAside(_ range: Range<Int>, _ first: Int) -> Bool {
    if GiftWords.asides.contains(tokens[first].word) { return true }
    let isCount =
      tokens[first].kind == .number
      && range.dropFirst().allSatisfy { GiftWords.counted.contains(word($0)) }
    return isCount || !tokens[range].contains { $0.kind == .word }
  }

  /// Returns `range` without the words before and after the idea.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    func isLead(_ index: Int) -> Bool {
      if word(index) == "gift", GiftWords.certificates.contains(word(index + 1)) { return false }
      if word(index) == "something", word(index + 1) == "with" { return false }
      return used.contains(index) || tokens[index].kind == .sign
        || GiftWords.leads.contains(word(index))
    }
    while start < end, isLead(start) { start += 1 }
    if let cut = (start..<end).first(where: { $0 > start && endsIdea($0, end) }) { end = cut }
    while start < end,
      used.contains(end - 1) || tokens[end - 1].kind == .sign && word(end - 1) != "'"
        || GiftWords.tails.contains(word(end - 1))
    {
      end -= 1
    }
    return start..<end
  }

  /// Returns whether the idea ends before the token at `index`, because a reason, a place or an
  /// opinion begins there.
  private func endsIdea(_ index: Int, _ end: Int) -> Bool {
    if used.contains(index) { return true }
    let (word, next) = (word(index), word(index + 1))
    if GiftWords.reasons.contains(word) { return true }
    if word == "for", GiftWords.reasonsBehindFor.contains(next) { return true }
    if word == "to", GiftWords.reasonsBehindTo.contains(next) { return true }
    // `the jug at the market`
    let isPlace = ["from", "at", "in"].contains(word) && ["the", "that"].contains(next)
    if isPlace, GiftWords.shops.contains(self.word(index + 2)) { return true }
    if ["so", "as", "and"].contains(word) { return GiftWords.asides.contains(next) }
    if GiftWords.verdicts.contains(word) { return true }
    let isWho =
      tokens[index].classes.contains(.name) || tokens[index].isCapitalised
      || GiftWords.asides.contains(word)
    return isWho && index + 1 < end && GiftWords.liked.contains(next)
  }

  /// Returns the end of a list of things whose first thing is the idea: `marbles, a kite, chalk`.
  /// The list must have at least three things of at most three words each; otherwise returns nil.
  private func listEnd(_ segments: ArraySlice<Range<Int>>, after idea: Range<Int>) -> Int? {
    var (end, count) = (idea.upperBound, 1)
    for segment in segments {
      let isThing =
        segment.count <= 3 && segment.lowerBound == end + 1 && word(end) == ","
        && segment.allSatisfy { tokens[$0].kind == .word && !used.contains($0) }
        && !GiftWords.asides.contains(word(segment.lowerBound))
      guard isThing else { break }
      (end, count) = (segment.upperBound, count + 1)
    }
    return idea.count <= 3 && count > 2 ? end : nil
  }

  /// If the segment after the idea describes the idea's appearance (`lemon yellow`), returns the
  /// end of the description; otherwise returns nil.
  private func look(_ segment: Range<Int>, after idea: Range<Int>) -> Int? {
    guard segment.count > 0, segment.lowerBound == idea.upperBound + 1,
      word(idea.upperBound) == ",",
      segment.prefix(3).contains(where: { GiftWords.looks.contains(word($0)) }),
      segment.allSatisfy({ !used.contains($0) })
    else { return nil }
    return segment.first { word($0) == "not" } ?? segment.upperBound
  }
}
