import CairnCapture
import CairnDocument
import CairnFiles
import CairnText

extension Examination {
  /// Finds pictures, recordings, videos, PDF files, and files in folders `media` that no document
  /// mentions (see ``Mentions``). Other files, such as tables and canvases, are documents of their
  /// own.
  ///
  /// The fix moves such a file into the trash if its path shows that Cairn copied it into the
  /// notebook, and if every file that may mention it could be read.
  func orphanedAttachments() -> [Finding] {
    let media = scan.attachments.filter(\.isMedia)
    guard !media.isEmpty else { return [] }
    let (files, wanted) = (Set(scan.attachments), media.keyedByName)
    let mentioned = Set(mentions().flatMap { $0.files(of: wanted, among: files) })
    return media.filter { !mentioned.contains($0) }.map { path in
      path.isCopiedMedia
        ? Finding(
          "orphaned-attachment", path,
          "no capture uses this copied file any more; run `cairn doctor --fix` to move it to the "
            + "trash",
          fix: problems.isEmpty ? .removeLeftover : nil)
        : Finding(
          "orphaned-attachment", path,
          "no capture links to this file; link to it, remove it, or list it in `.cairnignore`")
    }
  }

  /// Finds fields of captures that name pictures or files that do not exist.
  ///
  /// Skips paths such as `/images/x.png`, which other programs take for paths on a web site. Also
  /// skips values with an unknown file extension, such as `v1.2`. For a file in a folder `media`,
  /// the extension does not matter.
  func lostMedia() -> [Finding] {
    captures.flatMap { capture -> [Finding] in
      var locator = SourceLocator(capture.document.bytes)
      return capture.document.mediaTexts.compactMap { written -> Finding? in
        let text = written.text
        guard !text.hasPrefix("/"),
          let path = MediaReference(text, in: capture.collection).path, path.isMedia,
          notebook.isMissing(path)
        else { return nil }
        return Finding(
          Diagnostic(
            .warning, "media-lost",
            "the file `\(text)` does not exist; restore it, or remove its name from this field",
            at: written.range, in: capture.document.bytes, path: capture.path,
            location: locator.location(of: written.range.lowerBound)))
      }
    }
  }

  /// Returns the ``Mentions`` of each capture, page and ignored Markdown file.
  private func mentions() -> [Mentions] {
    let captures = zip(captures, links.value).map { capture, links in
      Mentions(in: capture.document, links: links.map(\.link), folder: capture.collection)
    }
    let pages = pages.map { path, page in
      Mentions(of: Capture(path: path, document: page.document, modified: Instant(seconds: 0)))
    }
    let ignored = ignored.map(Mentions.init)
    return captures + pages + ignored
  }
}

extension NotePath {
  /// Whether the path has the extension of a picture, video, audio file or document, or is in a
  /// folder `media`.
  fileprivate var isMedia: Bool {
    MediaType(fileEnding: fileExtension) != nil
      || parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8)
  }

  /// Whether Cairn seems to have copied the file: it is in a folder `media`, and its name without
  /// the extension consists of 32 hexadecimal digits.
  fileprivate var isCopiedMedia: Bool {
    parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8) && stemBytes.count == 32
      && stemBytes.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
