public import CairnCapture
public import CairnDocument
import CairnText

extension Workspace {
  /// Returns the fields of a capture in human-readable form, except title, meaning and collection.
  /// The fields that every capture can have come first. If a program or a provider set a value, the
  /// name of the program or provider follows the value.
  ///
  /// - Parameters:
  ///   - tags: All tags of the capture, including those in the body.
  ///   - novelty: The degree to which the capture differs from all others, from 0 to 1; nil if
  ///     unknown.
  ///   - isExact: Whether to return times as they are in the file, and not as lists show them.
  public func shownFields(
    of capture: Capture, tags: [String], novelty: Double?, isExact: Bool
  ) -> [(name: String, value: String)] {
    let title = Set(MachineMark.markedKeys.map(MachineMark.key))
      .union(["id", "title", "type", "meaning", "collection"])
    var fields: [(String, String?)] = [
      ("id", capture.id), ("path", capture.path.description), ("type", shownType(capture)),
      ("score", capture.score.map { "\($0.rawValue) \($0.name)" }),
      ("created", isExact ? created(capture) : capture.created.dated(clock)),
      ("tags", tags.isEmpty ? nil : tags.joined(separator: ", ")),
      ("novelty", novelty?.inHundredths),
    ]
    let shown = title.union(["score", "created"]).union(Capture.tagKeys)
    let others = FieldOrder.shown(capture.document.fields)
    for field in others where !shown.contains(field.key) {
      if field.key == "originals", !(capture.images + capture.files).isEmpty { continue }
      let maker = capture.maker(of: field.key).map { "  (\($0))" } ?? ""
      let isTime = !isExact && ["due", "completed"].contains(field.key)
      let value =
        (isTime ? capture.time(field.key)?.dated(clock) : capture.mediaShown(field.key))
        ?? field.value.shown
      fields.append((field.key, value + maker))
    }
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Returns the type, followed by the name of the program that set the type, if any. Without a
  /// type, returns a remark if the type was uncertain or not detected, and otherwise nil.
  private func shownType(_ capture: Capture) -> String? {
    let mark = MachineMark.key(for: "type")
    guard let type = capture.type else {
      return MachineMark.isWaiting(capture.text(mark))
        ? "unclassified; run `cairn clarify` to set the type" : nil
    }
    return type + (capture.maker(of: "type").map { "  (\($0))" } ?? "")
  }

  /// Returns the creation time as the field `created` or `date` states it. Without these fields,
  /// returns the date in the file's name. If the name contains no date either, returns the time of
  /// the last write, in whole seconds and in the caller's time zone.
  private func created(_ capture: Capture) -> String {
    guard capture.time("created") == nil, capture.time("date") == nil,
      case .dateTime(let time) = capture.created
    else { return capture.created.description }
    let moment = Instant(seconds: clock.instant(time).seconds)
    return clock.dateTime(moment).description
  }
}

extension Capture {
  /// Returns the pictures or other files that the field `key` lists, on one line. Nil if the field
  /// lists none, or if `key` is neither `images` nor `files`.
  fileprivate func mediaShown(_ key: String) -> String? {
    guard ["images", "files"].contains(key), case let media = media(key), !media.isEmpty else {
      return nil
    }
    return media.map(\.shown).joined(separator: ", ")
  }
}

extension MediaReference {
  /// The original name, if known, followed by the path or address.
  public var shown: String { originalName.map { "\($0) (\(written))" } ?? written }
}

extension FieldValue {
  /// The value in human-readable form, on one line.
  public var shown: String {
    switch self {
    case .list(let elements): elements.map(\.shown).joined(separator: ", ")
    case .map(let entries): entries.map { "\($0.key): \($0.value.shown)" }.joined(separator: ", ")
    default: text ?? ""
    }
  }
}

extension Score {
  /// The score as stars, such as `★★★` for great; `?` for undecided.
  public var stars: String { self == .undecided ? "?" : String(repeating: "★", count: rawValue) }
}
