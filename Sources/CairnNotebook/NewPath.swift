import CairnCapture
import CairnDocument
import CairnFiles
import CairnMarkup
import CairnText

extension Notebook {
  /// Returns the path of a new capture's file. The setting `capture.file_name` determines the file
  /// name; the file of a person (`isPerson`) is named after the person alone.
  ///
  /// - Parameter attempts: The number of paths tried before, at which other files already exist. If
  ///   it is not 0, the setting also applies to persons, and `{{id}}` is the whole id.
  func newPath(
    for document: Document, _ id: String, in collection: NotePath, attempts: Int,
    isPerson: Bool
  ) throws(Diagnostic) -> NotePath {
    let capture = Capture(path: .root, document: document, modified: clock.now)
    let day = capture.created.localDay(clock).description
    let title = capture.writtenTitle ?? capture.markup.firstHeading ?? capture.markup.firstLine
    let digits = attempts == 0 ? 4 : CaptureID.length
    let isNamed = isPerson && attempts == 0
    let pattern = isNamed ? "{{slug}}" : settings["capture.file_name"]?.text ?? "{{id}}"
    var name =
      pattern.replacing("{{date}}", with: day)
      .replacing("{{id}}", with: FileName.slug(id).prefix(digits))
      .replacing("{{slug}}", with: FileName.slug(title ?? ""))
    // Names reserved by other systems, such as `con`, become valid with a suffix.
    if FileName.complaint(about: "\(name).md".utf8) != nil { name += "-\(id.prefix(digits))" }
    guard !name.contains("/"), let path = collection.appending("\(name).md") else {
      throw Diagnostic(
        .error, "file-name-invalid",
        "the setting `capture.file_name` results in `\(name).md`, which is not a valid file name")
    }
    try checkIsListed(path)
    return path
  }
}
