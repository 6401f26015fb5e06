public import CairnCapture
public import CairnDocument
public import CairnFiles
import CairnMarkup
public import CairnText

/// Methods that add, reorder and remove the pictures and files of captures.
///
/// They throw `FileError` if the notebook cannot be locked or a file cannot be copied; in that case
/// nothing is changed. If the capture cannot be changed, the report contains the error.
extension Notebook {
  /// Copies files into the notebook and adds them to a capture's fields, after the existing files.
  ///
  /// - Parameters:
  ///   - asCover: Whether to place the first of `media` before all other pictures.
  ///   - isEmbedded: Whether to also add the pictures to the end of the body, where other programs
  ///     show them.
  ///   - first: A callback that makes other changes to the capture's document in the same
  ///     operation.
  /// - Throws: `FileError` if the notebook cannot be locked or a file cannot be copied;
  ///   ``MediaRefusal/nameTaken(_:)`` if a different file already has the name of a copy.
  public func addMedia(
    _ media: [NewMedia], to capture: Capture, asCover: Bool = false,
    isEmbedded: Bool = false, _ mode: Mode = .write,
    _ first: @escaping (Capture) throws(Diagnostic) -> Document = { $0.document }
  ) throws -> ChangeReport {
    let shelf = MediaShelf(collection: capture.collection, store: store)
    let limit = settings.count("capture.max_images")
    let cover = asCover ? media.first.map { shelf.reference(to: $0).written } : nil
    let edit = { (capture: Capture) throws(Diagnostic) -> Document in
      let capture = capture.with(try first(capture))
      let changes: [FieldChange]
      do throws(MediaRefusal) {
        changes = try shelf.changes(of: capture, adding: media, limit: limit)
      } catch {
        throw error.diagnostic
      }
      var added = try applying(changes, to: capture)
      if isEmbedded { added = added.embedding(media.map(shelf.embed)) }
      guard let cover else { return added }
      return try arranging(capture.with(added)) { [cover] + $0.filter { $0 != cover } }
    }
    let copies = try shelf.copies(of: media)
    guard mode == .write else {
      var report = try change([capture], .dryRun, edit)
      if report.refused.isEmpty { report.changed += copies }
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      do {
        return try shelf.storing(media, transaction) {
          var report = try change([capture], in: transaction, isLast: true, edit)
          if !report.refused.isEmpty, isUnnamed(media, by: capture, shelf) {
            throw Refused(report: report)
          }
          report.changed += copies
          if !report.changed.isEmpty { report.operation = transaction.operation }
          return report
        }
      } catch let refused as Refused {
        return refused.report
      }
    }
  }

  /// Copies pictures into the folder `media` of a collection, so that the texts of its captures can
  /// show them. Changes no capture.
  ///
  /// - Returns: The copies that were made, and the Markdown that shows each picture.
  /// - Throws: `FileError` if the notebook cannot be locked or a file cannot be copied;
  ///   ``MediaRefusal/nameTaken(_:)`` if a different file already has the name of a copy.
  public func addEmbeds(
    _ media: [NewMedia], in collection: NotePath
  ) throws -> (report: ChangeReport, embeds: [String]) {
    let shelf = MediaShelf(collection: collection, store: store)
    let embeds = media.map { shelf.embed($0).markdown }
    var report = ChangeReport()
    report.changed = try shelf.copies(of: media)
    guard !report.changed.isEmpty else { return (report, embeds) }
    try state.transaction(at: clock.now) { transaction in
      try shelf.storing(media, transaction) { report.operation = transaction.operation }
    }
    return (report, embeds)
  }

  /// Reorders a capture's pictures. `order` receives the elements of the field `images` and returns
  /// them in the new order.
  public func arrangeImages(
    of capture: Capture, _ mode: Mode = .write, _ order: ([String]) -> [String]
  ) throws -> ChangeReport {
    try change([capture], mode) { capture throws(Diagnostic) in try arranging(capture, order) }
  }

  /// Removes pictures from a capture. A file in the folder `media` goes to the trash, unless
  /// something else in the notebook mentions it. If `isEmbedded` is true, also removes the lines of
  /// the body that show one of the pictures and contain nothing else.
  ///
  /// - Parameter catalog: The current catalog, with attachments.
  public func removeImages(
    _ images: [MediaReference], of capture: Capture, isEmbedded: Bool = false,
    _ mode: Mode = .write, in catalog: Catalog
  ) throws -> ChangeReport {
    let edit = { (capture: Capture) throws(Diagnostic) -> Document in
      let changed = try applying(capture.removingImages(images), to: capture)
      return isEmbedded
        ? changed.unembedding(Set(images.compactMap(\.path)), in: capture.collection) : changed
    }
    let files = Set(catalog.attachments)
    let own = Set(catalog.media(of: capture))
    let candidates = images.compactMap(\.path).filter(own.contains)
    let users = catalog.users(of: candidates)
    let orphans = { (after: [UInt8]) -> [NotePath] in
      let left = Mentions(of: capture.with(Document(after)))
      return candidates.filter { path in
        (users[path] ?? []).isSubset(of: [capture.path]) && !left.contain(path, among: files)
      }
    }
    guard mode == .write else {
      var report = try change([capture], .dryRun, edit)
      let after = report.changed.first?.after ?? capture.document.bytes
      report.changed += orphans(after).map(removed)
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = try change([capture], in: transaction, edit)
      guard !report.changed.isEmpty else { return report }
      let after = try store.read(capture.path).bytes
      trashMedia(orphans(after), transaction, &report)
      return report
    }
  }

  /// Moves to the trash files that are no longer needed, and adds the results to the report.
  func trashMedia(_ paths: [NotePath], _ transaction: Transaction, _ report: inout ChangeReport) {
    for path in paths {
      let gone = removed(path)
      do throws(FileError) {
        _ = try transaction.trash(path)
        report.changed.append(gone)
        try? transaction.removeFolder(path.parent)
      } catch  where error.code == .notFound {
        continue
      } catch {
        report.refused.append(error.diagnostic(path))
      }
    }
  }

  /// Reads a capture's file again, and returns whether its fields refer to none of `media`. Needed
  /// because a write that reports an error may still have changed the file.
  private func isUnnamed(_ media: [NewMedia], by capture: Capture, _ shelf: MediaShelf) -> Bool {
    guard let now = try? self.capture(at: capture.path) else { return false }
    return Set((now.images + now.files).compactMap(\.path)).isDisjoint(with: media.map(shelf.place))
  }

  private func arranging(
    _ capture: Capture, _ order: ([String]) -> [String]
  ) throws(Diagnostic) -> Document {
    try applying(capture.arrangingImages(order(capture.images.map(\.written))), to: capture)
  }

  /// An error thrown so that the copied files are removed again. The error contains the report of
  /// the refused change.
  private struct Refused: Error {
    let report: ChangeReport
  }
}

extension Document {
  /// Returns this document with the given pictures added as the last paragraph of its body. Leaves
  /// out pictures that the body already embeds.
  fileprivate func embedding(_ pictures: [(address: String, markdown: String)]) -> Document {
    let text = String(decoding: bytes[body], as: UTF8.self)
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let embeds = pictures.filter { !text.contains("](\($0.address))") }.map(\.markdown)
    guard !embeds.isEmpty else { return self }
    let isEnded = text.isEmpty || text.hasSuffix("\n") || text.hasSuffix("\r\n")
    let gap = text.isEmpty ? "" : (isEnded ? lineEnd : lineEnd + lineEnd)
    return Document(bytes + Array((gap + embeds.joined(separator: lineEnd) + lineEnd).utf8))
  }
}

extension Document {
  /// Returns this document without the lines of its body that show one of these pictures and
  /// contain nothing else. `folder` contains the document.
  fileprivate func unembedding(_ pictures: Set<NotePath>, in folder: NotePath) -> Document {
    let newline = UInt8(ascii: "\n")
    let isBlank = { (range: Range<Int>) in bytes[range].allSatisfy(" \t\r\n".utf8.contains) }
    let lineStart = { (place: Int) in
      bytes[body.lowerBound..<place].lastIndex(of: newline).map { $0 + 1 } ?? body.lowerBound
    }
    let embeds = Markup(bytes, body: body).links.filter { link in
      link.kind == .image
        && NotePath.resolving(link.target, from: folder).map(pictures.contains) ?? false
    }
    var result = bytes
    for embed in embeds.map(\.range).reversed() {
      var start = lineStart(embed.lowerBound)
      let end = result[embed.upperBound...].firstIndex(of: newline).map { $0 + 1 } ?? result.count
      let isAlone = isBlank(start..<embed.lowerBound)
      guard isAlone, result[embed.upperBound..<end].allSatisfy(" \t\r\n".utf8.contains) else {
        continue
      }
      // Also remove the blank line that separated the pictures from the text.
      let before = start > body.lowerBound ? lineStart(start - 1) : start
      if isBlank(before..<start), result[end...].allSatisfy(" \t\r\n".utf8.contains) {
        start = before
      }
      result.removeSubrange(start..<end)
    }
    return Document(result)
  }
}

// MARK: - Picture files

/// The properties of a picture's file.
public struct ImageFacts: Hashable, Sendable {
  /// The type according to its bytes; nil if it is unknown.
  public let type: MediaType?
  /// The size in pixels; nil if the file does not state it.
  public let size: PixelSize?
  /// The size of the file in bytes.
  public let byteCount: Int
}

extension Notebook {
  /// Returns the properties of the picture at a path. Reads the whole file.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  public func imageFacts(at path: NotePath) throws(FileError) -> ImageFacts {
    let bytes = try store.read(path).bytes
    let type = MediaType(bytes)
    return ImageFacts(
      type: type, size: type.flatMap { PixelSize(of: $0, bytes) }, byteCount: bytes.count)
  }
}

extension Notebook {
  /// Returns whether nothing exists at a path. Returns false if that cannot be determined.
  public func isMissing(_ path: NotePath) -> Bool {
    do throws(FileError) {
      return try store.kind(path) == nil
    } catch {
      return false
    }
  }
}

extension Capture {
  /// Returns this capture with another document.
  func with(_ document: Document) -> Capture {
    Capture(path: path, document: document, modified: modified)
  }
}
