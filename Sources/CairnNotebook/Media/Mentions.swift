public import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnMarkup
public import CairnText

/// The files that one document mentions.
///
/// A mention is a file name, or a path that ends in a file name. Mentions are found in fields,
/// between quotes and in the targets of links: `images: [media/x.png]`, `<img src="x.png">`,
/// `https://example.org/x.png`. A mention counts for every file with that name, so that no needed
/// file is reported as orphaned. But if the mention is the path of an existing file, it counts only
/// for that file.
struct Mentions {
  /// The mentions, keyed by lowercase file name. Each mention is stored as an array of the paths to
  /// which its text may refer; the array is empty for a wikilink.
  private(set) var places: [String: Set<[NotePath]>] = [:]

  /// Creates the mentions in a document that has the links `links` and whose file is in `folder`.
  init(in document: Document, links: some Sequence<Markup.Link>, folder: NotePath) {
    for link in links { add(link.target, in: link.isWikilink ? nil : folder) }
    for field in document.fields {
      for text in field.value.strings { add(text, in: folder) }
    }
    for text in document.bytes.quotedTexts { add(text, in: folder) }
  }

  /// Creates the mentions in a capture or a collection's page.
  init(of capture: Capture) {
    self.init(
      in: capture.document, links: capture.links(in: capture.bodyText), folder: capture.collection)
  }

  /// Returns whether one of the mentions may refer to the file at a path, given the paths of all
  /// files.
  func contain(_ path: NotePath, among files: Set<NotePath>) -> Bool {
    (places[path.name.lowercased()] ?? []).contains { places in
      places.contains(path) || !places.contains(where: files.contains)
    }
  }

  /// Returns those of `wanted`, keyed by lowercase file name, to which one of the mentions may refer,
  /// given the paths of all files.
  func files(of wanted: [String: [NotePath]], among files: Set<NotePath>) -> [NotePath] {
    places.keys.flatMap { name in
      (wanted[name] ?? []).filter { contain($0, among: files) }
    }
  }

  /// Adds text that may end in a file name. A path in the text is relative to `folder`; if `folder`
  /// is nil, only the file name counts.
  private mutating func add(_ text: String, in folder: NotePath?) {
    let path = text.prefix { !"?#|".contains($0) }
    let end = path.lastIndex { !"]) ".contains($0) }.map { path.index(after: $0) }
    let whole = String(path[..<(end ?? path.startIndex)]).percentDecoded
    let last = whole.split(separator: "/").last.map { $0.drop { "![( ".contains($0) } } ?? ""
    guard !last.isEmpty else { return }
    // In `![](media/x.png` the path begins after the parenthesis.
    let bare = whole.split { "([<>= ".contains($0) }.last ?? ""
    let found = folder.map { folder in
      [whole, String(bare)].compactMap { NotePath.resolving($0, from: folder) }
    }
    places[last.lowercased(), default: []].insert(found ?? [])
  }
}

extension Capture {
  /// The paths to which the capture's Markdown links, fields and quoted text may refer, whether or
  /// not files exist there.
  public var mentionedPaths: Set<NotePath> {
    Set(Mentions(of: self).places.values.flatMap { $0.joined() })
  }
}

extension Catalog {
  /// Returns the files that move with a capture: the files that are named in its fields and are in
  /// the folder `media` beside it. Files in other folders stay, because a person chose their place.
  func media(of capture: Capture) -> [NotePath] {
    let folder = capture.collection.appending(listed: Capture.mediaFolder.utf8)
    return (capture.images + capture.files).compactMap(\.path).filter {
      $0.parent == folder && hasAttachment(at: $0)
    }
  }

  /// Returns the captures and other files outside a collection that mention an attachment in it.
  /// Requires a catalog with attachments.
  public func users(ofAttachmentsIn collection: NotePath) -> [NotePath] {
    let users = users(of: attachments.filter { $0.isInside(collection) })
    return users.values.joined().uniqued().filter { !$0.isInside(collection) }.sorted()
  }

  /// Returns, for each of `files`, the paths of the other files that mention it. ``Mentions`` finds
  /// the mentions in captures, pages and ignored Markdown files. In other text files in the same
  /// folders, including hidden files, every occurrence of a file's name counts. A file that cannot
  /// be read counts as mentioning all files, so that no file that it needs is moved or removed.
  ///
  /// Reads every document and text file, on several threads, because the index does not contain all
  /// mentions.
  func users(of files: [NotePath]) -> [NotePath: Set<NotePath>] {
    if files.isEmpty { return [:] }
    if let unconcealed { return unconcealed.users(of: files) }
    let (notebook, all, search) = (notebook, Set(attachments), NameSearch(files))
    let wanted = files.keyedByName
    let mentioned = { @Sendable (capture: Capture) in
      let named = capture.isDoubtful ? Array(search.files(in: capture.document.bytes)) : []
      return (named + Mentions(of: capture).files(of: wanted, among: all)).map {
        ($0, capture.path)
      }
    }
    let paths = snapshot.entries.map { snapshot.path($0) } + walk.ignored
    let read = Parallel.map(paths.chunked(into: 128)) { part in
      part.flatMap { path -> [(NotePath, NotePath)] in
        do throws(FileError) {
          return mentioned(try notebook.capture(at: path))
        } catch {
          return error.meansMissing ? [] : files.map { ($0, path) }
        }
      }
    }
    let folders = [.root] + walk.folders
    let hidden = folders.flatMap { notebook.store.hiddenFiles(in: $0) }
    let others = Parallel.map((attachments + hidden).chunked(into: 128)) { part in
      part.flatMap { path in
        search.files(inFile: path, of: notebook.store).filter { $0 != path }.map { ($0, path) }
      }
    }
    let unread = problems.filter { !$0.meansMissing }.flatMap { error in
      files.map { ($0, error.notePath ?? .root) }
    }
    let found: [[(NotePath, NotePath)]] =
      read + others + [pageCaptures.flatMap(mentioned), unread]
    return found.joined().reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
  }
}

extension [NotePath] {
  /// The paths, keyed by lowercase file name.
  var keyedByName: [String: [NotePath]] { Dictionary(grouping: self) { $0.name.lowercased() } }
}

extension Capture {
  /// Whether Cairn may have missed fields or links of the file, because the file is large or its
  /// front matter cannot be read.
  fileprivate var isDoubtful: Bool {
    document.editRefusal != nil || document.bytes.count > 1 << 20
  }
}

extension [UInt8] {
  /// The texts that may be quoted file names: each line split at double quotes and, separately, at
  /// single quotes. Contains only parts that have a dot and are shorter than 1000 bytes. Parts
  /// outside quotes are included, so a stray quote is harmless.
  fileprivate var quotedTexts: [String] {
    "\"'".utf8.flatMap { quote in
      contains(quote)
        ? split { $0 == quote || $0 == UInt8(ascii: "\n") }.filter {
          $0.count < 1_000 && $0.contains(UInt8(ascii: "."))
        }.map { String(decoding: $0, as: UTF8.self) } : []
    }
  }
}
