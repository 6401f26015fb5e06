extension PersonCandidates {
  /// Returns the features of a candidate, as the places of their weights in ``PersonWeights``.
  ///
  /// - Parameter others: The number of names elsewhere in the text.
  func features(of span: Range<Int>, others: Int) -> [Int] {
    let (start, end) = (span.lowerBound, span.upperBound)
    let form = span.reduce(FeatureHash.of("form")) {
      FeatureHash.joined($0, forms[$1].hash)
    }
    let last = tokens[end - 1]
    let (before, after) = (tag(start - 1), tag(end))
    let owner: UInt64 = last.isPossessive ? 1 : 0
    let position = UInt64(start < 4 ? start : start < 8 ? 4 : 5)
    let isNamed = forms[end - 1].isNamed
    let general: UInt64 = isNamed ? 2 : forms[end - 1].base == .relative ? 1 : 0
    let coarse = forms[span.lowerBound].base == .title && span.count > 1 ? 9 : forms[end - 1].coarse
    var found: [Int] = []
    // Each feature counts for captures of any type and, once more, for those of this type.
    func add(_ name: UInt64, _ parts: UInt64...) {
      let feature = parts.reduce(FeatureHash.joined(name, 0), FeatureHash.joined)
      found.append(PersonWeights.place(of: feature))
      found.append(PersonWeights.place(of: FeatureHash.joined(feature, kind)))
    }
    add(1, form)
    add(2, form, position)
    add(3, form, before)
    add(4, form, after)
    add(5, coarse, owner, after)
    add(6, coarse, before, after)
    add(7, general, hash(start - 1))
    add(8, general, hash(end), owner)
    add(9, general, hash(start - 2), hash(start - 1))
    add(10, coarse, tag(start - 2), before)
    add(11, coarse, after, tag(end + 1))
    add(12, general, hash(end), hash(end + 1))
    add(13, coarse, position, tag(0))
    add(14, coarse, before)
    add(15, coarse, UInt64(min(others, 2)), position)
    add(16, coarse, after)
    add(17, general, hash(start - 2))
    add(18, coarse, position, owner)
    add(25, coarse, hash(start - 1))
    if !isNamed {
      add(19, FeatureHash.of(last.owner))
      if span.count > 1 { add(20, hash(start)) }
    } else if forms[end - 1].base != .name {
      let isListed = ![.ordinary, .unknown].contains(forms[end - 1].base)
      if !isListed { add(19, FeatureHash.of(last.owner)) }
      add(21, FeatureHash.of(String(last.owner.suffix(2))))
    }
    add(26, coarse, isReached(start) ? 1 : 0)
    // The nearest verb before the candidate in its clause.
    if let verb = verb(before: start) {
      add(22, general, verb)
      add(23, general, verb, hash(start - 1))
    }
    add(24, general, tokens[..<start].contains { [".", ";", "!", "?"].contains($0.word) } ? 1 : 0)
    return found
  }

  /// Returns whether a verb whose object is a person (`call`) precedes a token, directly or with an
  /// article between them.
  private func isReached(_ start: Int) -> Bool {
    let isAfterArticle = PersonWords.articles.contains(word(start - 1))
    return PersonWords.asking.contains(word(isAfterArticle ? start - 2 : start - 1))
  }

  /// Returns the hash of the nearest word before `index`, in the same clause, that may be a verb;
  /// nil if none of the last eight tokens is one.
  private func verb(before index: Int) -> UInt64? {
    for token in tokens[..<index].reversed().prefix(8) {
      if token.kind == .sign, token.word != "'" { return nil }
      let isVerb = !token.classes.isDisjoint(
        with: [.chore, .proposal, .verb, .state, .presentThird, .pastForm, .progressive])
      if isVerb { return token.hash }
    }
    return nil
  }

  private func hash(_ index: Int) -> UInt64 {
    tokens.indices.contains(index)
      ? tokens[index].hash : UInt64(bitPattern: Int64(index < 0 ? -1 : -2))
  }

  private func tag(_ index: Int) -> UInt64 {
    tags.indices.contains(index) ? tags[index] : UInt64(bitPattern: Int64(index < 0 ? -1 : -2))
  }
}
