public import CairnCapture
import CairnIndex
public import CairnText

/// What a list shows of a capture: it can be had from the index alone.
public struct CaptureRow: Sendable {
  /// Where it lies.
  public let path: NotePath
  /// Its id.
  public let id: String?
  /// What kind it is.
  public let type: String?
  /// The verdict.
  public let score: Score?
  /// When it was made; the offset that was written may be lost.
  public let created: FieldTime
  /// Its title.
  public let title: String
  /// Its tags, as written.
  public let tags: [String]

  /// The folder that holds it.
  public var collection: NotePath { path.parent }

  /// The row of a capture that was read.
  public init(_ capture: Capture) {
    let markup = capture.markup
    path = capture.path
    id = capture.id
    type = capture.type
    score = capture.score
    created = capture.created
    title = capture.title(in: markup)
    tags = capture.tags(in: markup)
  }

  /// The row of a document of a segment; nil where the index does not know all of it.
  init?(_ document: Int, of segment: Segment) throws(IndexDamage) {
    for fact in ["type", "score"] {
      if let column = try segment.exceptions(fact), !(try column.values(of: document)).isEmpty {
        return nil
      }
    }
    func text(_ column: Column?) throws(IndexDamage) -> [String] {
      guard let column else { return [] }
      var texts: [String] = []
      for number in try column.values(of: document) { texts.append(try column.text(number)) }
      return texts
    }
    path = segment.path(document)
    id = try text(segment.ids()).first
    guard let title = try text(segment.titles()).first, let created = try segment.created(document)
    else { return nil }
    self.title = title
    self.created = created
    tags = try text(segment.tags())
    var type: String?
    if let column = try segment.field("type"), let number = try column.values(of: document).first {
      guard let value = try column.value(number) else { return nil }
      type = value.text
    }
    self.type = type?.isEmpty == true ? nil : type
    var score: Score?
    if let column = try segment.field("score"), let number = try column.values(of: document).first {
      guard let value = try column.value(number) else { return nil }
      score = Score(value)
    }
    self.score = score
  }
}
