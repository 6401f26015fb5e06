import CairnCapture
import CairnDocument
public import CairnText

/// A template for new captures, as docs/templates.md describes it: fields to begin with, and a
/// body with places to fill in.
public struct CaptureTemplate: Sendable {
  private let source: String

  /// The template that a file holds.
  public init(_ source: String) {
    self.source = source
  }

  /// The template with the places in its body filled in; its front matter as it stands.
  ///
  /// Where the body has no place for the text, the text comes behind it.
  public func filled(with new: NewCapture, at clock: LocalClock) -> String {
    let document = Document(Array(source.utf8))
    let head = String(decoding: document.bytes[..<document.body.lowerBound], as: UTF8.self)
    var body = String(decoding: document.bytes[document.body], as: UTF8.self)
    if !body.contains("{{text}}") {
      let start = body.trimmingBlanks
      body = start.isEmpty ? "{{text}}" : start + "\n\n{{text}}"
    }
    let moment = clock.dateTime(clock.now)
    let (hours, minutes) = (moment.secondOfDay / 3600, moment.secondOfDay / 60 % 60)
    let values = [
      ("title", new.field("title") ?? ""), ("date", moment.date.description),
      ("time", "\(hours.padded(2)):\(minutes.padded(2))"),
      ("collection", new.collection?.description ?? ""),
      ("type", new.field("type") ?? document["type"]?.text ?? ""),
      // Last, so that braces in it stand for themselves.
      ("text", new.text),
    ]
    for (name, value) in values { body = body.replacing("{{\(name)}}", with: value) }
    return head + body
  }

  /// The names of the places that ``filled(with:at:)`` fills in.
  public static let places = ["text", "title", "date", "time", "collection", "type"]

  /// Something wrong in a template.
  public struct Problem: Sendable {
    /// What kind: stable, for scripts.
    public let code: String
    /// What was found, and what to do.
    public let message: String
    /// Where, in bytes of the template.
    public let range: Range<Int>
  }

  /// What is wrong in the template: front matter that cannot be edited, and places in the body that
  /// nothing is put in.
  public var problems: [Problem] {
    let document = Document(Array(source.utf8))
    if let refusal = document.editRefusal {
      let range = document.unread ?? 0..<0
      return [Problem(code: refusal.code, message: refusal.message, range: range)]
    }
    let body = String(decoding: document.bytes[document.body], as: UTF8.self)
    return body.matches(of: /\{\{([^{}\n]*)\}\}/).compactMap { match in
      let name = String(match.1)
      if Self.places.contains(name) { return nil }
      let near = Nearest.name(to: name, among: Self.places)
      let start = body.utf8.distance(from: body.startIndex, to: match.range.lowerBound)
      let length = match.0.utf8.count
      let advice = near.map { "did you mean `\($0)`?" } ?? "it stays as it is"
      let place = document.body.lowerBound + start
      return Problem(
        code: "template-unknown-variable",
        message: "nothing is put in the place of `\(name)`; \(advice)",
        range: place..<place + length)
    }
  }

  /// A text without the hints of this template that stand in it unchanged: comments on lines of
  /// their own.
  public func withoutHints(_ text: String) -> String {
    var text = text
    for line in source.split(separator: "\n")
    where line.hasPrefix("<!--") && line.hasSuffix("-->") {
      text = text.replacing(line + "\n", with: "").replacing(line, with: "")
    }
    return text
  }
}
