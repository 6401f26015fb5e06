import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

extension LinkRepair {
  /// Returns the document of the file that was at `path`, with the links in its front matter
  /// rewritten. Usually, only the targets change. If the new target requires other quotes around a
  /// value, the whole value is rewritten.
  func fieldsRepaired(_ document: Document, at path: NotePath) -> Repaired {
    let links = document.fieldLinks
    var targets: [NotePath?] = []
    var spellings: [LinkSpelling?] = []
    for link in links.map(\.link) {
      let target = newTarget(of: link, in: document, at: path)
      let isLost =
        target != nil
        && resolution(of: link, in: document, at: path) != target.map { .found($0) }
      targets.append(isLost ? target : nil)
      spellings.append(
        targets.last.flatMap(\.self).flatMap {
          spelling(of: link, to: $0, in: document, at: path)
        })
    }
    let wanted = links.indices.filter { targets[$0] != nil }
    let (result, lost) = document.changing(wanted.filter { spellings[$0] != nil }) {
      document, group in
      let old = document.fieldLinks
      guard old.count == links.count,
        let rewritten = document.applying(
          group.compactMap { index in
            spellings[index].map { (old[index], Splice(old[index].targetInText, $0.bytes)) }
          })
      else { return nil }
      let new = rewritten.fieldLinks
      let isRight = group.allSatisfy { index in
        index < new.count
          && resolution(of: new[index].link, in: rewritten, at: path)
            == targets[index].map { .found($0) }
      }
      return new.count == links.count && isRight ? rewritten : nil
    }
    let unwritten = Set(lost + wanted.filter { spellings[$0] == nil })
    let places = unwritten.isEmpty ? [] : result.fieldLinks
    return Repaired(
      document: result,
      warnings: warnings(
        of: unwritten.sorted().compactMap { index in
          targets[index].map { (index < places.count ? places[index].link : links[index].link, $0) }
        }, in: result))
  }
}

extension Document {
  /// Applies numbered changes to the document. Returns the changed document and the numbers of the
  /// changes that failed.
  ///
  /// If a group of changes fails, each half is tried separately. When the attempts are used up, the
  /// remaining changes count as failed. A document gets 64 attempts. A document smaller than about
  /// 256 kB gets more: enough to parse about 16 MB in total.
  ///
  /// - Parameter make: A callback that returns the document with the changes of the given numbers
  ///   applied; nil if one of them fails.
  func changing(
    _ changes: [Int], _ make: (Document, [Int]) -> Document?
  ) -> (Document, failed: [Int]) {
    var document = self
    var failed: [Int] = []
    var open = changes.isEmpty ? [] : [changes[...]]
    var attempts = max(64, (16 << 20) / max(1, bytes.count))
    while let group = open.popLast() {
      attempts -= 1
      if attempts >= 0, let changed = make(document, Array(group)) {
        document = changed
      } else if attempts < 0 || group.count == 1 {
        failed += group
      } else {
        let middle = group.startIndex + group.count / 2
        open += [group[middle...], group[..<middle]]
      }
    }
    return (document, failed)
  }

  /// Returns this document with the given edits of links; nil if one of the edits cannot be
  /// written. `links` must be in the order of the text. The range of each splice refers to the text
  /// of the link's value.
  func applying(_ links: [(link: FieldLink, splice: Splice)]) -> Document? {
    var changes: [TextChange] = []
    var start = 0
    while start < links.count {
      let written = links[start].link.text
      let end = links[start...].firstIndex { $0.link.text != written } ?? links.count
      let inText = links[start..<end].map(\.splice)
      // A link with a target range is spelled in the file exactly as in the text.
      let inFile = links[start..<end].compactMap { link, splice in
        link.link.targetRange.map { target in
          let shift = target.lowerBound - link.targetInText.lowerBound
          return Splice(
            splice.range.lowerBound + shift..<splice.range.upperBound + shift, splice.replacement)
        }
      }
      let text = Array(written.text.utf8).applying(inText)
      changes.append(
        TextChange(
          written, String(decoding: text, as: UTF8.self),
          with: inFile.count == inText.count ? inFile : []))
      start = end
    }
    return try? replacing(changes)
  }
}
