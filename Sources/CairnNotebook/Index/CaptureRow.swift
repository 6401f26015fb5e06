public import CairnCapture
import CairnIndex
public import CairnText

/// The facts that a list shows about a capture. For nearly every capture, the index contains all of
/// these facts.
public struct CaptureRow: Sendable {
  /// The path of the capture's file.
  public let path: NotePath
  /// The capture's id; nil if the capture has no id.
  public let id: String?
  /// The capture's type; nil if it has none.
  public let type: String?
  /// The rating in the field `score`; nil if it is missing or invalid.
  public let score: Score?
  /// The time of creation. The time zone offset written in the file may be lost.
  public let created: FieldTime
  /// The capture's title.
  public let title: String
  /// The tags, as written in the capture.
  public let tags: [String]

  /// The folder that contains the capture.
  public var collection: NotePath { path.parent }

  /// Creates the row of a capture that has been read.
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

  /// Creates the row of a document in a segment; nil if the index lacks some of the facts.
  init?(_ document: Int, of segment: Segment) throws(IndexDamage) {
    for fact in ["type", "score"] {
      if let column = try segment.exceptions(fact), !(try column.values(of: document)).isEmpty {
        return nil
      }
    }
    path = segment.path(document)
    id = try segment.ids()?.texts(of: document).first
    guard let title = try segment.titles()?.texts(of: document).first,
      let created = try segment.created(document)
    else { return nil }
    self.title = title
    self.created = created
    tags = try segment.tags()?.texts(of: document) ?? []
    var type: String?
    if let column = try segment.field("type"), let number = try column.values(of: document).first {
      guard let value = try column.value(number) else { return nil }
      type = value.names.first
    }
    self.type = type
    var score: Score?
    if let column = try segment.field("score"), let number = try column.values(of: document).first {
      guard let value = try column.value(number) else { return nil }
      score = Score(value)
    }
    self.score = score
  }
}
