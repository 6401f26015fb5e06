import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// One capture while it is tested: what the tests look at, read when the first one asks.
final class CaptureReading: NeedleFinder {
  let capture: Capture
  /// How many times a pattern was given up on.
  private(set) var timesGivenUp = 0

  private(set) lazy var bodyText = capture.bodyText
  private(set) lazy var title = SearchText(capture.writtenTitle ?? capture.title(in: bodyText))
  private(set) lazy var meaning = capture.meaning.map(SearchText.init)
  private(set) lazy var tags = capture.tags(in: bodyText).map(SearchText.init)
  private(set) lazy var aliases = capture.aliases.map(SearchText.init)
  private(set) lazy var path = SearchText(capture.path.description)
  private(set) lazy var ownFields = capture.ownTexts.map(SearchText.init)

  /// The text that the body shows, and below it what a reader may remember though it is not text:
  /// the addresses that links lead to, and raw HTML.
  private(set) lazy var body = SearchText(
    utf8: capture.unseenTexts(in: bodyText).reduce(into: bodyText.plainText) { bytes, text in
      bytes.append(UInt8(ascii: "\n"))
      bytes += text.utf8
    })

  init(_ capture: Capture) {
    self.capture = capture
  }

  /// Whether `needle` is found in `text`; a pattern that is given up on is not, and that is counted.
  func holds(_ needle: Needle, _ text: SearchText) -> Bool {
    do throws(RegularExpression.LimitExceeded) {
      return try needle.isFound(in: text)
    } catch {
      timesGivenUp += 1
      return false
    }
  }
}

// MARK: - Where bare words look

extension CaptureReading {
  /// The zones in which words are counted: all, but for a title that is the body's first line.
  var countedZones: [Zone] {
    Zone.allCases.filter { $0 != .title || !capture.titleIsFirstLine(of: bodyText) }
  }

  /// The texts of one zone. A phrase lies within one of them.
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
  /// The value of a front-matter field by its folded name; `a.b` goes into mappings where no field
  /// has that name.
  func value(ofField name: String) -> FieldValue? {
    if let field = capture.document.fields.last(where: { $0.key.folded == name }) {
      return field.value
    }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let value = value(ofField: parts[0]) else { return nil }
    return value.descendant(parts[1...])
  }
}

extension FieldValue {
  /// What lies in mappings below these folded keys.
  func descendant(_ keys: ArraySlice<String>) -> FieldValue? {
    guard let key = keys.first else { return self }
    guard case .map(let entries) = self, let entry = entries.last(where: { $0.key.folded == key })
    else { return nil }
    return entry.value.descendant(keys.dropFirst())
  }
}
