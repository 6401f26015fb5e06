import CairnCapture
import CairnDocument
import CairnText

extension LinkRepair {
  /// Returns the document of the file that was at `path`, with updated paths to pictures and files
  /// in its fields. A path is updated if its file has moved, or if it would lead elsewhere from the
  /// new folder.
  func mediaRepaired(_ document: Document, at path: NotePath) -> Repaired {
    let (folder, newFolder) = (path.parent, relocation(path).parent)
    let texts = document.mediaTexts
    // Edits change the texts but never the number of texts, so indices stay valid.
    let targets = texts.map { written -> NotePath? in
      guard let old = MediaReference(written.text, in: folder).path,
        case let target = relocation(old), isThere(old) || isThere(target),
        MediaReference(written.text, in: newFolder).path != target
      else { return nil }
      return target
    }
    let wanted = texts.indices.filter { targets[$0] != nil }
    let (result, lost) = document.changing(wanted) { document, group in
      let written = document.mediaTexts
      let changes = group.compactMap { index -> Document.TextChange? in
        guard index < written.count, let target = targets[index] else { return nil }
        let isAbsolute = written[index].text.hasPrefix("/")
        let bytes = isAbsolute ? Array("/".utf8) + target.bytes : target.relative(from: newFolder)
        return String(validating: bytes, as: UTF8.self).map { .init(written[index], $0) }
      }
      return changes.count == group.count ? try? document.replacing(changes) : nil
    }
    let places = lost.isEmpty ? [] : result.mediaTexts
    var locator = SourceLocator(result.bytes)
    let warnings = lost.sorted().compactMap { index -> Diagnostic? in
      guard let target = targets[index], index < places.count else { return nil }
      let range = places[index].range
      return Diagnostic(
        .error, "link-lost",
        "Cairn cannot update this path to `\(target)`; change it by hand",
        at: range, in: result.bytes, location: locator.location(of: range.lowerBound))
    }
    return Repaired(document: result, warnings: warnings)
  }
}
