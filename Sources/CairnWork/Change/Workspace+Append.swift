import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
import CairnText

/// A request to add text at the end of a capture, or of the part under a heading.
public struct AppendRequest: Sendable {
  /// The handle of the capture.
  public var capture: String
  /// The text to add.
  public var text: String
  /// The heading under which to add the text; nil for the end of the capture.
  public var heading: String?

  /// Creates a request to add text to a capture.
  public init(_ capture: String, _ text: String, under heading: String? = nil) {
    (self.capture, self.text, self.heading) = (capture, text, heading)
  }
}

extension Workspace {
  /// Adds text to a capture as a paragraph of its own. A list item continues a list.
  ///
  /// Throws a ``Refusal`` if the text is empty, or if there is no such capture or heading.
  public func append(_ request: AppendRequest, _ mode: Mode) throws -> ChangeReport {
    guard !request.text.isBlank else {
      throw Refusal("text-empty", "the text to append is empty", .invalid)
    }
    let (capture, _) = try captureToWrite(named: request.capture)
    return try notebook.change([capture], mode) { (capture) throws(Diagnostic) in
      try Self.appending(request, to: capture)
    }
  }

  private static func appending(
    _ request: AppendRequest, to capture: Capture
  ) throws(Diagnostic) -> Document {
    var bytes = capture.document.bytes
    var end = bytes.count
    if let name = request.heading {
      let headings = capture.markup.headings
      let table = HeadingTable(capture.markup.headingNames)
      guard let number = table.number(named: name) else {
        throw Diagnostic(
          .error, "heading-unknown",
          "`\(capture.path)` has no heading `\(name)`"
            + (Nearest.name(to: name, among: headings.map(\.text))
              .map { "; did you mean `\($0)`?" } ?? ""))
      }
      let next = headings[(number + 1)...].first { $0.level <= headings[number].level }
      end = next?.range.lowerBound ?? end
    }
    let usesCRLF = bytes.contains(0x0D)
    let line = Array((usesCRLF ? "\r\n" : "\n").utf8)
    let isBlank = { (byte: UInt8) in byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09 }
    var start = end
    while start > capture.document.body.lowerBound, isBlank(bytes[start - 1]) { start -= 1 }
    let text = request.text.trimmedAsCapture
      .split(omittingEmptySubsequences: false) { $0.isNewline }
      .joined(separator: usesCRLF ? "\r\n" : "\n")
    let last = bytes[..<start].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).last ?? []
    let isFirst = start == capture.document.body.lowerBound
    let joins = Self.isItem(text.utf8) && Self.isItem(last)
    let gap = isFirst ? [] : joins ? line : line + line
    let rest = end < bytes.count ? line + line : line
    bytes.replaceSubrange(start..<end, with: gap + Array(text.utf8) + rest)
    return Document(bytes)
  }

  /// Returns whether a line is a list item.
  private static func isItem(_ line: some Collection<UInt8>) -> Bool {
    let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first else { return false }
    return "-*+".utf8.contains(first) && rest.dropFirst().first == 0x20
  }
}
