package import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
package import CairnMarkup
import CairnNotebook
package import CairnTemplates
package import CairnText

/// The addresses that a server's pages use to refer to captures and files. The server makes these
/// pages on request.
package struct PageAddresses: Sendable {
  /// A callback that returns the address of a capture's page. Its arguments are the capture's id,
  /// which can be nil, and the path of the capture.
  package let capture: @Sendable (String?, NotePath) -> String
  /// A callback that returns the address of a picture or another file.
  package let file: @Sendable (NotePath) -> String

  /// Creates the addresses from callbacks.
  package init(
    capture: @escaping @Sendable (String?, NotePath) -> String,
    file: @escaping @Sendable (NotePath) -> String
  ) {
    (self.capture, self.file) = (capture, file)
  }
}

extension Workspace {
  /// The prefix of the ids of headings on a capture's page.
  private static let headingPrefix = "n"

  /// Returns the values that the template of a capture's page can use, such as `html` and `fields`.
  ///
  /// - Parameter boxes: The form that is submitted when a reader clicks a checkbox; nil if clicks
  ///   do nothing. The form receives line numbers that count from the start of the file.
  package func pageScope(
    of capture: Capture, _ addresses: PageAddresses, boxes: HTMLTaskForm? = nil
  ) -> CaptureScope {
    let document = capture.document
    let skipped = document.bytes[..<document.body.lowerBound].count { $0 == UInt8(ascii: "\n") }
    let boxes = boxes?.skipping(skipped)
    let item = DigestItem(number: 0, key: Self.headingPrefix, place: 1, anchor: nil)
    return pageWriter(of: [capture], addresses, boxes: boxes).scope(of: capture, item)
  }

  private func pageWriter(
    of captures: [Capture], _ addresses: PageAddresses, boxes: HTMLTaskForm?
  ) -> ItemWriter {
    let catalog = catalog(attachments: true)
    let files = Set(catalog.attachments)
    let destinations = catalog.destinations(ofLinksIn: captures)
    let store = notebook.store
    let pictures = DigestPictures(
      embedLimit: 0,
      read: { path, limit in
        guard files.contains(path), let size = (try? store.stamp(path))??.size else {
          return .missing
        }
        if size > limit { return .larger(size) }
        return (try? store.read(path)).map { .bytes($0.bytes) } ?? .missing
      }, copy: { path, _, _ in addresses.file(path) })
    var writer = ItemWriter(
      options: DigestOptions(title: "", clock: clock), format: .html,
      fileAddress: { files.contains($0) ? addresses.file($0) : nil },
      target: { destinations.destination(of: $1, in: $0) }, shown: pictures, level: 1,
      title: { path in catalog.entry(at: path).flatMap { catalog.row($0) }?.title })
    writer.page = { path, fragment in
      guard let row = catalog.entry(at: path).flatMap({ catalog.row($0) }) else { return nil }
      var slugs = Slugs()
      let place = fragment.map {
        "#\(Self.headingPrefix)_" + Address.encoded(slugs.next(for: $0).utf8)
      }
      return addresses.capture(row.id, path) + (place ?? "")
    }
    writer.boxes = boxes
    return writer
  }
}
