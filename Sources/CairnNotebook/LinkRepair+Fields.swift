import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

extension LinkRepair {
  /// The file that was at `path` with the links in its front matter rewritten: in each value just the
  /// target, where the value's quotes allow that, else the value.
  func fieldsRepaired(_ document: Document, at path: NotePath) -> Repaired {
    let folder = relocation(path).parent
    var result = document
    var links = document.fieldLinks
    var warnings: [Diagnostic] = []
    for index in links.indices {
      let link = links[index].link
      guard let target = newTarget(of: link, at: path),
        resolution(of: link, at: path) != .found(target)
      else { continue }
      let found = spellings(of: link, from: path.parent, to: folder, target, in: result.bytes)
        .first { resolution(of: link, saying: $0.target, at: path) == .found(target) }
      let rewritten = found.flatMap { result.retargeting(links[index], to: $0) }
      let newLinks = rewritten?.fieldLinks ?? []
      if let rewritten, newLinks.count == links.count,
        resolution(of: newLinks[index].link, at: path) == .found(target)
      {
        (result, links) = (rewritten, newLinks)
      } else {
        warnings += self.warnings(of: [(link, target)], in: result)
      }
    }
    return Repaired(document: result, warnings: warnings)
  }
}

extension Document {
  /// This document with another target in one of its links; nil where it cannot be written there.
  fileprivate func retargeting(_ link: FieldLink, to spelling: LinkSpelling) -> Document? {
    var text = Array(link.text.text.utf8)
    text.replaceSubrange(link.targetInText, with: spelling.bytes)
    return try? replacing(
      link.text, by: String(decoding: text, as: UTF8.self),
      with: link.link.targetRange.map { Splice($0, spelling.bytes) })
  }
}
