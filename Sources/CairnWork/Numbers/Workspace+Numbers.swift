public import CairnCapture
import CairnIndex
import CairnNotebook
public import CairnText

extension Workspace {
  /// Returns the capture with this number. `id` is the number as the client wrote it.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or more than one.
  public func capture(numbered number: CaptureNumber, writtenAs id: String) throws -> Capture {
    let catalog = catalog()
    let found =
      if let id = number.id {
        catalog.entries(withWholeID: id)
      } else {
        catalog.snapshot.entries.filter { entry in
          let path = catalog.snapshot.path(entry)
          guard CaptureNumber(path: path) == number else { return false }
          return catalog.row(entry).map { CaptureNumber(id: $0.id, path: path) } == number
        }
      }
    guard found.count == 1, let capture = found.first.flatMap({ catalog.capture($0) }) else {
      throw Refusal(
        "capture-unknown",
        found.isEmpty
          ? "no capture has the id `\(id)`" : "\(found.count) captures have the id `\(id)`",
        .nothingFound)
    }
    return capture
  }

  /// Returns the path of the file with this number. The file can be a picture or any other file
  /// that is not a capture. `id` is the number as the client wrote it.
  ///
  /// Throws a ``Refusal`` if there is no such file.
  public func attachment(
    numbered number: CaptureNumber, writtenAs id: String
  ) throws -> NotePath {
    let files = catalog(attachments: true).attachments
    guard let path = files.first(where: { CaptureNumber(path: $0) == number }) else {
      throw Refusal("file-unknown", "no file has the id `\(id)`", .nothingFound)
    }
    return path
  }
}
