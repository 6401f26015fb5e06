import CairnCapture
import CairnDigest
import CairnDocument
import CairnIndex
import CairnMarkup
import CairnText

/// What a site knows of a capture when its body has been let go of. A class, since it is handed on
/// many times, and a copy of all of this would cost each time.
final class SiteCapture: Sendable {
  /// The file.
  let path: NotePath
  let title: String
  let type: String?
  let status: String?
  let meaning: String?
  let score: Score?
  /// The day it was made on.
  let day: CalendarDate
  let created: FieldTime
  /// When a field says that it was changed, else when it was made: a file's own time says only when
  /// it came to this machine.
  let changed: FieldTime
  /// The tags as written, each once.
  let tags: [String]
  /// The day by which it is to be done.
  let due: CalendarDate?
  /// Whether that was before today and it is still to be done.
  let isOverdue: Bool
  /// The hash of the file's bytes.
  let content: String
  /// The captures and files that its links lead to, each once, in the order of its text.
  let links: [NotePath]
  /// The pictures and files that its fields name.
  let media: [NotePath]
  /// Wikilinks that lead nowhere.
  let deadLinks: [Diagnostic]
  /// Links whose targets have to be looked at once all captures are known: those to headings, and
  /// those that name files.
  let doubtfulLinks: [DoubtfulLink]

  /// A link that may lead nowhere.
  struct DoubtfulLink: Sendable {
    /// Its bytes in the capture's file.
    let range: Range<Int>
    /// What it names, as it is written.
    let target: String
    /// The file that it leads to; nil where its path leaves the notebook.
    let path: NotePath?
    let fragment: String?
    let isPicture: Bool
    /// Whether the file is known to be there, since its name was found.
    let isFound: Bool
  }

  /// Reads a capture, whose body is this.
  init(
    _ capture: Capture, _ body: BodyText, _ target: DigestSurroundings.Target, clock: LocalClock
  ) {
    path = capture.path
    title = ItemWriter.title(of: capture, body)
    type = capture.type
    status = capture.status
    meaning = capture.meaning
    score = capture.score
    created = capture.created
    changed = capture.writtenUpdate ?? capture.created
    day = capture.created.localDay(clock)
    var known: Set<String> = []
    tags = capture.tags(in: body).filter { known.insert($0.folded).inserted }
    due = capture.due?.localDay(clock)
    isOverdue = capture.isOverdue(clock)
    content = Checksum.digits(of: capture.document.bytes)
    media = (capture.images + capture.files).compactMap(\.path)
    var locator = SourceLocator(capture.document.bytes)
    var seen: Set<NotePath> = []
    var links: [NotePath] = []
    var deadLinks: [Diagnostic] = []
    var doubtfulLinks: [DoubtfulLink] = []
    for link in capture.links(in: body) where !link.isExternal {
      let isWikilink = link.kind == .wiki || link.kind == .wikiEmbed
      let path = link.target.isEmpty ? capture.path : target(capture, link)
      let fragment = link.fragment.flatMap { $0.isEmpty || $0.hasPrefix("^") ? nil : $0 }
      let isFound = isWikilink || link.target.isEmpty
      if !isFound || fragment != nil && path != nil {
        doubtfulLinks.append(
          DoubtfulLink(
            range: link.range, target: link.target, path: path, fragment: fragment,
            isPicture: link.kind == .image, isFound: isFound))
      }
      if link.target.isEmpty { continue }
      if let path {
        if seen.insert(path).inserted { links.append(path) }
      } else if isWikilink {
        deadLinks.append(
          Diagnostic(
            .warning, "dead-link",
            "nothing here is called `\(link.target)`; the page shows its text",
            at: link.range, in: capture.document.bytes, path: capture.path,
            location: locator.location(of: link.range.lowerBound)))
      }
    }
    self.links = links
    self.deadLinks = deadLinks
    self.doubtfulLinks = doubtfulLinks
  }

  /// What a list shows of it, at an address.
  func shown(at address: String) -> String {
    SiteInputs(
      address, title, type, status, meaning, score?.name, day.description, String(isOverdue),
      due?.description
    ).digits
  }
}
