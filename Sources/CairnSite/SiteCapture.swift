import CairnCapture
import CairnDigest
import CairnDocument
import CairnMarkup
import CairnText

/// The facts that a site keeps about a capture after releasing its body. This type is a class,
/// because copying all facts would be slow.
final class SiteCapture: Sendable {
  /// The path of the file.
  let path: NotePath
  let title: String
  let type: String?
  let status: String?
  let meaning: String?
  let score: Score?
  /// The day of creation.
  let day: CalendarDate
  let created: FieldTime
  /// The moment of creation, by which lists of new captures are sorted.
  let moment: Instant
  /// The time of the last change according to a field, otherwise the time of creation. The
  /// modification time of the file is not used, because it only shows when the file reached this
  /// machine.
  let changed: FieldTime
  /// The tags as written, without duplicates.
  let tags: [String]
  /// The due date; nil if there is none.
  let due: CalendarDate?
  /// Whether the capture was due before today and is neither done nor cancelled.
  let isOverdue: Bool
  /// The hash of the file's bytes.
  let content: String
  /// The targets of the links, without duplicates, in the order of the text.
  let links: [NotePath]
  /// The targets of the embeds, such as `![[note]]`, without duplicates; at most ``mostEmbeds``.
  let embeds: [NotePath]
  /// The maximum number of captures that a page embeds. The limit exists because captures take
  /// memory.
  private static let mostEmbeds = 100
  /// For each path in ``links``, the first sentence found that contains a link to that path; nil if
  /// no sentence was found. A link in a field is not in a sentence.
  let sentences: [LinkSentence?]
  /// The facts that charts need.
  let facts: CaptureFacts
  /// The pictures and files that the capture's fields refer to.
  let media: [NotePath]
  /// Diagnostics of wikilinks whose target does not exist.
  let deadLinks: [Diagnostic]
  /// The links with a path, and the links to a heading. The links are checked when all captures are
  /// known.
  let doubtfulLinks: [DoubtfulLink]

  /// A link whose target may not exist.
  struct DoubtfulLink: Sendable {
    /// The byte range of the link in the capture's file.
    let range: Range<Int>
    /// The target as written.
    let target: String
    /// The path of the target; nil if it is outside the notebook.
    let path: NotePath?
    let fragment: String?
    let isPicture: Bool
    /// Whether the file is known to exist, so that only the heading must be checked. True for a
    /// wikilink, and for a link to a heading of the same capture.
    let isFound: Bool
  }

  /// Extracts the facts from a capture and its parsed body.
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
    moment = capture.created.instant(clock)
    tags = capture.tags(in: body)
    due = capture.due?.localDay(clock)
    isOverdue = capture.isOverdue(clock)
    content = Checksum.digits(of: capture.document.bytes)
    media = (capture.images + capture.files).compactMap(\.path)
    facts = CaptureFacts(capture)
    var locator = SourceLocator(capture.document.bytes)
    var passages = LinkPassages(body, of: capture)
    var seen: [NotePath: Int] = [:]
    var links: [NotePath] = []
    var embeds: [NotePath] = []
    var sentences: [LinkSentence?] = []
    var deadLinks: [Diagnostic] = []
    var doubtfulLinks: [DoubtfulLink] = []
    for link in capture.links(in: body) {
      let sentence = passages.sentence(with: link)
      if link.isExternal { continue }
      let path = link.target.isEmpty ? capture.path : target(capture, link)
      let fragment = link.fragment.flatMap { $0.isEmpty || $0.hasPrefix("^") ? nil : $0 }
      let isFound = link.isWikilink || link.target.isEmpty
      if !isFound || fragment != nil && path != nil {
        doubtfulLinks.append(
          DoubtfulLink(
            range: link.range, target: link.target, path: path, fragment: fragment,
            isPicture: link.kind == .image, isFound: isFound))
      }
      if link.target.isEmpty { continue }
      if let path {
        if link.kind == .wikiEmbed, path != capture.path, embeds.count < Self.mostEmbeds,
          !embeds.contains(path)
        {
          embeds.append(path)
        }
        let shown = sentence.map { LinkSentence(text: $0, link: link) }
        if let place = seen[path] {
          // The earlier link may be in a field, which has no sentence.
          if sentences[place] == nil { sentences[place] = shown }
        } else {
          seen[path] = links.count
          links.append(path)
          sentences.append(shown)
        }
      } else if link.isWikilink {
        deadLinks.append(
          Diagnostic(
            .warning, "dead-link",
            "no capture is named `\(link.target)`; the site shows the link as plain text",
            at: link.range, in: capture.document.bytes, path: capture.path,
            location: locator.location(of: link.range.lowerBound)))
      }
    }
    self.links = links
    self.embeds = embeds
    self.sentences = sentences
    self.deadLinks = deadLinks
    self.doubtfulLinks = doubtfulLinks
  }

  /// Returns the hash of everything that a list shows about the capture. `address` is the path of
  /// the capture's page.
  func shown(at address: String) -> String {
    SiteInputs(
      address, title, type, status, meaning, score?.name, day.description, String(isOverdue),
      due?.description
    ).digits
  }
}
