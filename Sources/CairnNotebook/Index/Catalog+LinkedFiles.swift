import CairnCapture
import CairnMarkup
public import CairnText

extension Catalog {
  /// Returns those of `files` that are in use. A file is in use if a capture or a collection's page
  /// links to it, or names it in a field for pictures and files. Reads only the captures that may
  /// contain such a link or field.
  ///
  /// A link that matches several files counts for all of them. A dead link counts for every file
  /// whose path ends in its target, because other programs write `![[pics/a.png]]` or `![](a.png)`
  /// for `work/pics/a.png`.
  public func linkedFiles(among files: Set<NotePath>) -> Set<NotePath> {
    if files.isEmpty { return [] }
    let named = Dictionary(grouping: files) { $0.name.folded }
    let links = IndexedLinks(notebook, snapshot, attachments: attachments)
    let sources = links.captures(thatMayName: files, in: collections.map(\.path)) + pageCaptures
    let texts = sources.map { (capture: $0, links: $0.links(in: $0.bodyText)) }
    let table = links.table(
      for: texts.flatMap { text in
        text.links.map { ($0, text.capture.collection) }
      })
    var found: Set<NotePath> = []
    for (capture, links) in texts {
      for link in links {
        switch table.resolve(link, in: capture) {
        case .found(let path): found.insert(path)
        case .ambiguous(let paths): found.formUnion(paths)
        case .external: break
        case .dead: found.formUnion(Self.files(named, endingIn: link.target, from: capture))
        }
      }
      for reference in Capture.mediaKeys.flatMap({ capture.media($0) }) {
        switch reference.place {
        case .file(let path): found.insert(path)
        case .name(let name): found.formUnion(Self.files(named, endingIn: name, from: capture))
        case .address, .outside: break
        }
      }
    }
    return found.intersection(files)
  }

  /// Returns the files to which a link in `capture` may refer if its target is `target`: each file
  /// whose path ends in `target`, and the file at the path `target` relative to the capture's
  /// folder. `named` contains all files to consider, keyed by folded name.
  private static func files(
    _ named: [String: [NotePath]], endingIn target: String, from capture: Capture
  ) -> [NotePath] {
    let name = target.split(separator: "/").last.map { String($0).folded } ?? ""
    let end = "/" + target.folded.drop { $0 == "/" || $0 == "." }
    let path = NotePath.resolving(target, from: capture.collection)
    return (named[name] ?? []).filter { $0 == path || "/\($0.description.folded)".hasSuffix(end) }
  }
}
