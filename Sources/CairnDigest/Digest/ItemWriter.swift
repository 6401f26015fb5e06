import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText
import Mustache

/// Makes what a template says of one capture in a digest.
struct ItemWriter {
  let options: DigestOptions
  let format: DigestFormat
  let surroundings: DigestSurroundings
  /// The anchors of the captures in the digest.
  let anchors: [NotePath: String]

  /// What the names in the item's template stand for.
  func scope(of capture: Capture, anchor: String) -> CaptureScope {
    let fields = fields(of: capture)
    let scope = CaptureScope(capture, clock: options.clock, escape: format.escape)
    lazy var body = DigestBody(capture, scope.markup, anchor: anchor, writer: self).text
    scope.others = { [unowned scope] name in
      switch name {
      case "anchor": .some(anchor)
      case "title": .some(format.escape(title(of: capture, scope.markup)))
      case "source": .some(source(of: capture))
      case "id", "type", "status", "meaning": .some(capture.text(name).map(format.escape))
      case "stars": .some(capture.score.flatMap(Self.stars))
      case "created": .some(day(capture.created))
      case "updated": .some(day(capture.updated))
      case "due": .some(capture.due.map(day))
      case "hasTags": .some(!capture.tags(in: scope.markup).isEmpty)
      case "hasFields": .some(!fields.isEmpty)
      case "fields": .some(TemplateList(elements: fields))
      case format.rawValue:
        .some(body)
      default: nil
      }
    }
    return scope
  }

  /// The title; where it is only the first line of a text, no more of it than a heading needs.
  private func title(of capture: Capture, _ markup: Markup) -> String {
    let title = capture.title(in: markup)
    guard capture.text("title") == nil, markup.firstHeading == nil, title.count > Self.titleLength
    else { return title }
    let start = title.prefix(Self.titleLength)
    let words = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
    return words + "…"
  }

  /// How many characters of a text's first line stand as its title.
  static let titleLength = 80

  private func day(_ time: FieldTime) -> String { time.localDay(options.clock).description }

  private static func stars(_ score: Score) -> String? {
    score == .undecided ? nil : String(repeating: "★", count: score.rawValue)
  }

  private func source(of capture: Capture) -> String? {
    surroundings.location(capture.path).map(Address.encoded)
  }
}

// MARK: - Fields

extension ItemWriter {
  /// The fields of a capture's own: those that no other name of the template shows.
  private func fields(of capture: Capture) -> [TemplateScope] {
    let document = capture.document
    return document.fieldsThatCount.compactMap { field in
      guard !capture.states(field), !isShown(field, of: capture),
        let value = document.writtenText(field) ?? Self.text(of: field.value)
      else { return nil }
      return TemplateScope(["name": format.escape(field.key), "value": format.escape(value)])
    }
  }

  private func isShown(_ field: Document.Field, of capture: Capture) -> Bool {
    switch field.key {
    case "status": capture.status != nil
    case "due": capture.due != nil
    case "date": capture.time("created") == nil && capture.time("date") != nil
    case "keywords", "tag", "updated", "modified", "lastmod": true
    // Who made a value that is shown.
    case "type_by", "meaning_by": true
    default: false
    }
  }

  private static func text(of value: FieldValue) -> String? {
    guard let shown = value.templateValue({ $0 }) as? any MustacheCustomRenderable, !shown.isNull
    else {
      return nil
    }
    return shown.renderText
  }
}
