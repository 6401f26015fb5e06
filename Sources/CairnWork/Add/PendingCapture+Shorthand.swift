import CairnCapture
import CairnFiles
import CairnInsight
import CairnNotebook
import CairnText

extension PendingCapture {
  /// Sets fields from shorthand in the typed words. Removes marks such as `+tag` from the end of
  /// the text, and a past time from its start. Marks elsewhere stay in the text. The request's own
  /// fields take precedence.
  ///
  /// If the request has marks that are not part of the text, sets fields from them instead, and
  /// throws a ``Refusal`` if one of them is not understood.
  mutating func understandShorthand(_ work: Workspace) throws {
    var problem: Refusal?
    let isOn = work.notebook.settings.isOn("capture.shorthand")
    let isApart = !request.marks.isEmpty
    if isApart, !isOn { throw Self.unknownMark(request.marks.joined(separator: " ")) }
    var words = ["-"] + request.marks
    if !isApart { if case .typed(let typed) = request.text { words = typed } else { words = [] } }
    guard isOn, !words.isEmpty else { return }
    let shorthand = Shorthand(Self.joiningTimes(words, work.timeReader))
    let named = shorthand.marks.lazy.compactMap { Understanding.folder($0, work) }.first
    var found = Understanding(self, work, in: new.collection ?? named)
    var count = shorthand.marks.firstIndex { !found.take($0) } ?? shorthand.marks.count
    if found.collection != (new.collection ?? named) {
      // A mark read before `in:` was not understood, so `in:` does not apply either.
      found = Understanding(self, work, in: nil)
      count = shorthand.marks.firstIndex { !found.take($0) } ?? shorthand.marks.count
    }
    // `@Sarah` stays in the text if the sentence needs it: `Remember to tell @Sarah`.
    if count > 0, shorthand.marks[count - 1].ends(shorthand.text(without: count)) { count -= 1 }
    found.reverse()
    let text = shorthand.text(without: count)
    if isApart {
      if text != "-" { problem = Self.unknownMark(text.dropFirst("- ".count)) }
    } else {
      new.text = text
      unread = shorthand.marks[count...].reversed().compactMap(found.unreadText(of:))
      for mark in Shorthand.marks(inside: new.text) where !found.take(mark) {
        if let text = found.unreadText(of: mark), !unread.contains(text) { unread.append(text) }
      }
      if let (head, rest) = Shorthand.opening(of: new.text), found.takeMoment(head) {
        new.text = rest
      }
    }
    new.collection = found.collection
    new.fields += found.fields
    new.tags += found.tags
    understood += found.parts
    if let problem { throw problem }
  }

  /// Returns the error for words that are not valid marks, although the text is on standard input.
  private static func unknownMark(_ words: some StringProtocol) -> Refusal {
    Refusal(
      "mark-unknown",
      "the text comes from standard input, so all words must be marks such as +house; "
        + "`\(words)` is not a mark, or its value is not valid", .invalid)
  }

  /// The maximum number of words in a time after `due:`.
  private static let longestTime = 6

  /// Returns the words of `typed`, with a due time joined into a single word, such as
  /// `due:next tue 5pm`.
  private static func joiningTimes(_ typed: [String], _ reader: TimeReader) -> [String] {
    var words = typed
    if typed.count == 1, let gap = typed[0].ranges(of: " due:").last {
      let mark = typed[0][typed[0].index(after: gap.lowerBound)...]
      if mark.contains(where: \.isNewline) { return typed }
      words = [String(typed[0][..<gap.lowerBound])] + mark.split(separator: " ").map(String.init)
    }
    guard let start = words.lastIndex(where: { $0.hasPrefix("due:") }), start > 0 else {
      return typed
    }
    let longest = min(words.count, start + longestTime)
    let end = (start + 2..<max(longest + 1, start + 2)).last { end in
      reader.read(String(words[start..<end].joined(separator: " ").dropFirst("due:".count))) != nil
    }
    guard let end else { return typed }
    words.replaceSubrange(start..<end, with: [words[start..<end].joined(separator: " ")])
    return words
  }

  /// The values that shorthand sets, collected mark by mark.
  private struct Understanding {
    private let pending: PendingCapture
    private let work: Workspace
    private let schema: Schema?
    private(set) var collection: NotePath?
    private(set) var fields: [(key: String, value: TypedValue)] = []
    private(set) var tags: [String] = []
    /// Human-readable descriptions of the fields: `due Friday, 27 November 2026`.
    private(set) var parts: [String] = []

    /// Creates a set of values that contains only the capture's collection. If the capture has no
    /// collection, the set is empty.
    ///
    /// - Parameter place: The collection whose page lists the known fields; nil for the inbox.
    init(_ pending: PendingCapture, _ work: Workspace, in place: NotePath?) {
      self.pending = pending
      self.work = work
      collection = pending.new.collection
      schema = (try? work.notebook.nearestPage(of: place ?? .root))?.schema
    }

    /// Reverses the collected values. The marks are read from the end of the text, so this restores
    /// the order in which they were typed.
    mutating func reverse() {
      fields.reverse()
      tags.reverse()
      parts.reverse()
    }

    /// Sets the field that a mark names. Returns false if the mark is not understood or the field
    /// already has a value.
    mutating func take(_ mark: Shorthand.Mark) -> Bool {
      switch mark {
      case .great: return take("score", TypedValue("3"), shownAs: "score great")
      case .tag(let name), .field("tag", let name):
        tags.append(name)
        parts.append("tag \(name)")
        return true
      case .person(let name):
        guard isFree("person"),
          let card = work.card(namedAnyOf: [name], updatesIndex: true)
        else { return false }
        return take("person", TypedValue(card.wikilink, isText: true), shownAs: "person \(name)")
      case .field("in", _):
        guard collection == nil, let folder = Self.folder(mark, work) else { return false }
        collection = folder
        parts.append("in \(folder)")
        return true
      case .field(let key, let text): return take(key, text)
      }
    }

    /// If the value of a mark such as `due:frday` is not understood, returns the mark as it was
    /// typed; otherwise returns nil.
    func unreadText(of mark: Shorthand.Mark) -> String? {
      guard case .field(let key, let text) = mark else { return nil }
      let isUnread =
        switch key {
        case "in": collection == nil && Self.folder(mark, work) == nil
        case "type": isFree(key) && !work.isType(text)
        case "repeat": isFree(key) && work.ruleAndDue(text) == nil && !fits(text, key)
        case "due", "score": isFree(key) && !fits(text, key)
        default: false
        }
      return isUnread ? "\(key):\(text)" : nil
    }

    /// Returns whether `text` is a valid value of the field `key`.
    private func fits(_ text: String, _ key: String) -> Bool {
      guard let value = try? work.typed(text, for: key) else { return false }
      return (try? value.value(for: key, existing: nil, schema: schema)) != nil
    }

    /// Sets the field `created` if the words name a time in the past. Returns whether it was set.
    mutating func takeMoment(_ words: String) -> Bool {
      let reader = work.timeReader
      guard let next = reader.read(words) else { return false }
      // The reader assumes that a time of day is in the future. Here, it can also be earlier today.
      guard
        let phrase = [next, reader.read("today \(words)")].lazy.compactMap(\.self).first(
          where: isPast)
      else { return false }
      let text = phrase.time?.description ?? phrase.days.lowerBound.description
      return take("created", TypedValue(text), shownAs: "created \(work.spelled(text))")
    }

    /// Returns whether the phrase is a single moment or day in the past.
    private func isPast(_ phrase: TimePhrase) -> Bool {
      let (day, clock) = (phrase.days.lowerBound, work.clock)
      return phrase.rule == nil && day == phrase.days.upperBound
        && (phrase.time.map { clock.instant($0) < clock.now } ?? (day < clock.today))
    }

    private mutating func take(_ key: String, _ text: String) -> Bool {
      if key == "repeat", let said = work.ruleAndDue(text) {
        return isFree("repeat") && take("due", said.due) && take("repeat", said.rule)
      }
      guard isKnown(key, text), fits(text, key), let value = try? work.typed(text, for: key)
      else { return false }
      return take(key, value, shownAs: "\(key) \(work.spelled(value.text))")
    }

    private mutating func take(_ key: String, _ value: TypedValue, shownAs part: String) -> Bool {
      guard isFree(key) else { return false }
      fields.append((key, value))
      parts.append(part)
      return true
    }

    private func isFree(_ key: String) -> Bool {
      pending.new.field(key) == nil && !fields.contains { $0.key == key }
    }

    /// Returns whether a mark can set the field `key` to `text`. The field must be listed on the
    /// collection's page, or be a built-in field that accepts this text.
    private func isKnown(_ key: String, _ text: String) -> Bool {
      switch key {
      case "due", "repeat", "score", "status", "title", "meaning", "person": true
      case "type": work.isType(text)
      case "url": (try? WebAddress(text)) != nil
      default: schema?.field(key) != nil
      }
    }

    /// Returns the folder that the mark `in:` names; nil if there is no such folder.
    static func folder(_ mark: Shorthand.Mark, _ work: Workspace) -> NotePath? {
      guard case .field("in", let name) = mark, let path = NotePath(name), !path.isRoot,
        path.components.allSatisfy({ (try? FileName.validate($0)) != nil }),
        (try? work.notebook.store.kind(path)) == .folder
      else { return nil }
      return path
    }
  }
}

extension Shorthand.Mark {
  /// Returns whether `text`, the text before this mark, is incomplete without the mark. An example
  /// is `Remember to tell` before `@Sarah`.
  fileprivate func ends(_ text: String) -> Bool {
    switch self {
    case .person: OpenEnd.wants(text, isPerson: true)
    case .tag: OpenEnd.wants(text, isPerson: false)
    default: false
    }
  }
}
