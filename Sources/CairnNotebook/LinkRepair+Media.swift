import CairnCapture
import CairnDocument
import CairnText

extension LinkRepair {
  /// The file that was at `path` with the paths of its pictures and files rewritten, where they
  /// would lead elsewhere from its new place, or what they name has gone elsewhere.
  func mediaRepaired(_ document: Document, at path: NotePath) -> Repaired {
    let (folder, newFolder) = (path.parent, relocation(path).parent)
    var result = document
    var warnings: [Diagnostic] = []
    // An edit changes a text and not how many there are, so places among them stay.
    for index in document.mediaTexts.indices {
      let written = result.mediaTexts[index]
      guard let old = MediaReference(written.text, in: folder).path,
        case let target = relocation(old), isThere(old) || isThere(target),
        MediaReference(written.text, in: newFolder).path != target
      else { continue }
      let isAbsolute = written.text.hasPrefix("/")
      let bytes = isAbsolute ? Array("/".utf8) + target.bytes : target.relative(from: newFolder)
      if let text = String(validating: bytes, as: UTF8.self),
        let rewritten = try? result.replacing(written, by: text)
      {
        result = rewritten
      } else {
        warnings.append(
          Diagnostic(
            .error, "link-lost",
            "this path cannot be written so that it leads to `\(target)`; change it by hand",
            at: written.range, in: result.bytes))
      }
    }
    return Repaired(document: result, warnings: warnings)
  }
}
