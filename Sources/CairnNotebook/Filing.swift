import CairnCapture
import CairnDocument
import CairnText

/// What a machine found a new capture to be, where nobody says it.
public enum Filing: Sendable {
  /// It is of this type, as `maker` says, and these fields are known of it.
  case found(type: String, maker: String, fields: [(key: String, text: String)])
  /// It may be several things: it waits without a type until a person says which.
  case unsure
}

extension Notebook {
  /// The text by which a new capture is to be filed; nil where something says its type already, or
  /// where it is of a kind of its own.
  ///
  /// A type is said by what was given, by the page of its collection or by the settings. A whole
  /// file with front matter, what begins with a template, and captures of a collection whose page
  /// lists their fields are what they are. Reads no more than the page of the collection.
  ///
  /// - Throws: as ``add(_:_:using:)`` does, where the capture would not be taken.
  public func textToFile(_ new: NewCapture) throws -> String? {
    let checked = try CheckedCapture(new, in: self)
    guard checked.type == nil, !checked.isWhole, new.template == nil,
      checked.page?.schema == nil, !checked.body.isEmpty
    else { return nil }
    return [new.field("title"), checked.body].compactMap(\.self).joined(separator: "\n")
  }
}

extension Document {
  /// This document with what a machine found of a new capture, as far as no field says otherwise.
  func filed(_ filing: Filing) throws(Diagnostic) -> Document {
    let mark = MachineMark.key(for: "type")
    switch filing {
    case .unsure:
      return try applying([.set(mark, .text(MachineMark.unsure))])
    case .found(let type, let maker, let fields):
      let known = fields.filter { self[$0.key] == nil }
      return try applying(
        [
          .set("type", .text(type)),
          .set(mark, .text(MachineMark(maker: maker, value: type).text)),
        ] + known.map { .set($0.key, .text($0.text)) })
    }
  }
}
