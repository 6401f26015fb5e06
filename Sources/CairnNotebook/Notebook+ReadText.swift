public import CairnCapture
public import CairnDocument
import CairnText

/// Text that a program read in the pictures or recordings of a capture, with everything that was
/// determined from the text.
public struct FoundText: Sendable {
  /// The text.
  public var text: String
  /// The text as Markdown, which becomes the end of the body.
  public var markdown: String
  /// The program that read the text, and its confidence: `tesseract 0.93`.
  public var maker: String
  /// The result of classification; nil if the capture has a type or the text is too long.
  public var filing: Filing?
  /// The time in the text of an action; nil if there is none.
  public var time: FoundTime?
  /// The other fields found in the text. A field is set if the capture does not have the field yet.
  public var fields: [(key: String, value: NewValue)] = []

  /// The title found in the text (`found`), and the title that it replaces (`replaced`), which came
  /// from the file name. If `found` is nil, the field `title` is removed, so that the text itself
  /// is the title. Nil to keep the title.
  public var title: (found: String?, replaced: String)?

  /// Creates a text without a type.
  public init(_ text: String, markdown: String, maker: String) {
    (self.text, self.markdown, self.maker) = (text, markdown, maker)
  }

  /// The key of the field that records which program read the text, and the program's confidence.
  static let key = MachineMark.key(for: "read")
}

extension Capture {
  /// The program that read the text of this capture's pictures or recordings, and its confidence;
  /// nil if no program read any.
  public var textReader: String? { MachineMark(document[FoundText.key])?.maker }
}

extension Notebook {
  /// Appends text, which a program read in a picture or a recording, to a capture's body. Also adds
  /// the mark `read_by` and classifies the capture. Values that the capture already has are kept.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked. Other errors are in the report.
  public func keep(
    _ found: FoundText, in capture: Capture, _ mode: Mode = .write
  ) throws -> ChangeReport {
    try change([capture], mode) { capture throws(Diagnostic) in
      guard capture.textReader == nil else {
        throw Diagnostic(.error, "read-already", "another command has already read the text")
      }
      var document = try BodyInsertion(found.markdown, .end).applied(to: capture)
      let mark = MachineMark(maker: found.maker, value: found.text)
      document = try document.applying([.set(FoundText.key, .text(mark.text))])
      if let filing = found.filing, document["type"]?.names.isEmpty ?? true {
        document = try document.filed(filing)
      }
      if let time = found.time { document = try document.timed(time) }
      if let (title, replaced) = found.title, document["title"]?.text == replaced {
        document = try document.applying([
          title.map { .set("title", .text($0)) } ?? .unset("title")
        ])
      }
      for (key, value) in found.fields where document[key] == nil {
        document = try document.applying([.set(key, value)])
      }
      return try stamped(document)
    }
  }
}
