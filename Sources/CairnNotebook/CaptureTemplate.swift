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
