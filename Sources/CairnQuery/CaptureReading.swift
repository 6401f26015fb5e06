import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// The parts of a capture that a query can test. Each part is parsed on first use.
final class CaptureReading: NeedleFinder {
  let capture: Capture
  /// The number of searches that were abandoned because a regular expression exceeded its limits.
  private(set) var timesGivenUp = 0

  private(set) lazy var bodyText = capture.bodyText
  private(set) lazy var title = SearchText(capture.writtenTitle ?? capture.title(in: bodyText))
  private(set) lazy var meaning = capture.meaning.map(SearchText.init)
  private(set) lazy var tags = capture.tags(in: bodyText).map(SearchText.init)
  private(set) lazy var aliases = capture.aliases.map(SearchText.init)
  private(set) lazy var path = SearchText(capture.path.description)
  private(set) lazy var ownFields = capture.ownTexts.map(SearchText.init)

  /// The text of the body, followed by the text that is searched but not shown: the addresses of
  /// links, and raw HTML.
  private(set) lazy var body = SearchText(
    utf8: capture.unseenTexts(in: bodyText).reduce(into: bodyText.plainText) { bytes, text in
      bytes.append(UInt8(ascii: "\n"))
      bytes += text.utf8
    })

  init(_ capture: Capture) {
    self.capture = capture
  }

  /// Returns whether `needle` occurs in `text`. If the search exceeds its limits, returns false and
  /// increments ``timesGivenUp``.
  func holds(_ needle: Needle, _ text: SearchText) -> Bool {
    do throws(RegularExpression.LimitExceeded) {
      return try needle.isFound(in: text)
    } catch {
      timesGivenUp += 1
      return false
    }
  }
}

// MARK: - Zones

extension CaptureReading {
  /// The zones in which words are counted: all zones, but not the title if it is the body's first
  /// line.
  var countedZones: [Zone] {
    Zone.allCases.filter { $0 != .title || !capture.titleIsFirstLine(of: bodyText) }
  }

  /// Returns the text of one zone, in separate parts. A phrase must occur within a single part.
  func texts(_ zone: Zone) -> [SearchText] {
    switch zone {
    case .title: [title]
    case .meaning: meaning.map { [$0] } ?? []
    case .names: tags + aliases
    case .fields: ownFields
    case .body: [body]
    }
  }
}

// MARK: - Fields

extension CaptureReading {
  /// Returns the value of the front matter field with this folded name, or nil if there is none.
  /// `a.b` is the field `a.b` or, if there is no such field, the key `b` in the mapping `a`. Longer
  /// field names take precedence: `a.b.c` is the key `c` in the field `a.b` rather than `b.c` in
  /// the field `a`.
  func value(ofField name: String) -> FieldValue? {
    if let field = capture.document.fields.last(where: { $0.key.folded == name }) {
      return field.value
    }
    let parts = name.split(separator: ".").map(String.init)
    for count in stride(from: parts.count - 1, to: 0, by: -1) {
      let head = parts[..<count].joined(separator: ".")
      if let field = capture.document.fields.last(where: { $0.key.folded == head }) {
        return field.value.descendant(parts[count...])
      }
    }
    return nil
  }
}

extension FieldValue {
  /// Returns the value at this path of folded keys in nested mappings, or nil if there is none. A
  /// list of mappings gives a list of the values found in them. Keys of mappings can contain dots:
  /// for `a`, `b`, a key `a.b` takes precedence over the key `b` inside `a`.
  func descendant(_ keys: ArraySlice<String>) -> FieldValue? {
    if keys.isEmpty { return self }
    switch self {
    case .list(let elements):
      let found = elements.compactMap { $0.descendant(keys) }
      return found.isEmpty ? nil : .list(found)
    case .map(let entries):
      for count in stride(from: keys.count, to: 0, by: -1) {
        let key = keys.prefix(count).joined(separator: ".")
        if let entry = entries.last(where: { $0.key.folded == key }) {
          return entry.value.descendant(keys.dropFirst(count))
        }
      }
      return nil
    default: return nil
    }
  }
}
