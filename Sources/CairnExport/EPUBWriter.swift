import CairnArchive
import CairnCapture
import CairnMarkup
import CairnText

/// A writer of a book (EPUB 3.3) with a chapter for each capture, and a table of contents that is
/// grouped by collection.
struct EPUBWriter: ExportWriter {
  private let context: ExportContext
  private var zip = ZipWriter()
  private var chapters: [(collection: NotePath, title: String, name: String)] = []
  private var pictures: [NotePath: (name: String, type: MediaType)] = [:]
  private var latest = Instant(seconds: 0)
  private var identity: [UInt8] = []

  init(_ context: ExportContext) { self.context = context }

  mutating func begin() -> [UInt8] {
    let container = """
      <?xml version="1.0" encoding="UTF-8"?>
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <rootfiles><rootfile full-path="book/book.opf" \
      media-type="application/oebps-package+xml"/></rootfiles>
      </container>

      """
    // The file with the type comes first and is not compressed, so that programs find it at a fixed
    // offset.
    return add("mimetype", Array("application/epub+zip".utf8), isStored: true)
      + add("META-INF/container.xml", Array(container.utf8))
      + add("book/style.css", Array(Self.style.utf8))
  }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    var bytes: [UInt8] = []
    for path in context.files(capture, capture.markup) where pictures[path] == nil {
      guard let file = context.read(path), let type = MediaType(file), Self.types.contains(type)
      else { continue }
      let name = "media/\(Checksum.digits(of: path.bytes)).\(type.fileEnding)"
      pictures[path] = (name, type)
      bytes += add("book/\(name)", file)
    }
    let (title, name) = (capture.title, Self.name(of: capture.path))
    chapters.append((capture.collection, title, name))
    latest = max(latest, capture.updated.instant(context.clock))
    identity += capture.path.bytes + [0]
    let page = """
      <section epub:type="chapter">
      <h1>\(XML.escaped(title))</h1>
      \(cover(of: capture))\(body(of: capture))</section>

      """
    return bytes + add("book/\(name)", Array(Self.page(title, page).utf8))
  }

  mutating func end() -> [UInt8] {
    let contents = add("book/contents.xhtml", Array(Self.page(context.title, navigation).utf8))
    return contents + add("book/book.opf", Array(package.utf8)) + zip.end()
  }

  /// The picture types that every EPUB reader shows. SVG drawings are excluded, because they could
  /// run scripts.
  private static let types: Set<MediaType> = [.png, .jpeg, .gif, .webp]

  private mutating func add(
    _ name: String, _ bytes: [UInt8], isStored: Bool = false
  ) -> [UInt8] {
    let time = DateTime(date: CalendarDate(daysSinceEpoch: 0), secondOfDay: 0)
    return zip.file(Array(name.utf8), bytes, at: time, isStored: isStored) ?? []
  }

  private static func name(of path: NotePath) -> String {
    "c\(Checksum.digits(of: path.bytes)).xhtml"
  }

  // MARK: - Pages

  private func cover(of capture: Capture) -> String {
    let shown = capture.images.compactMap { $0.path }.compactMap { pictures[$0]?.name }
    return shown.map { "<p><img src=\"\($0)\" alt=\"\"/></p>\n" }.joined()
  }

  private func body(of capture: Capture) -> String {
    let markup = capture.markup
    var options = HTMLOptions(headingShift: 1, idPrefix: "h-", keepsDeadLinks: false)
    options.omitsFirstHeading = capture.repeatedTitle(in: markup) != nil
    let html = markup.html(options) { link in
      guard let path = context.destination(link, capture), context.isExported(path) else {
        return nil
      }
      return Self.name(of: path)
    } picture: { link in
      if link.isExternal { return .link(link.target, note: "") }
      let path = context.destination(link, capture)
      return path.flatMap { pictures[$0] }.map { .address($0.name) } ?? .text
    }
    // XML, unlike HTML, requires a value for each attribute. Each `<` in a text is escaped, so
    // every element in `html` comes from the renderer.
    return XML.allowed(html)
      .replacing(
        "<input type=\"checkbox\" disabled checked", with: Self.box + " checked=\"checked\""
      )
      .replacing("<input type=\"checkbox\" disabled ", with: Self.box + " ")
  }

  private static let box = "<input type=\"checkbox\" disabled=\"disabled\""

  private static func page(_ title: String, _ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
    <head><title>\(XML.escaped(title))</title>
    <link rel="stylesheet" type="text/css" href="style.css"/></head>
    <body>
    \(body)</body>
    </html>

    """
  }

  /// The table of contents, with a list for each collection.
  private var navigation: String {
    var list = ""
    var last: NotePath?
    for chapter in chapters {
      if chapter.collection != last {
        if last != nil { list += "</ol></li>\n" }
        let name =
          chapter.collection.isRoot ? context.title : context.collection(chapter.collection)
        list += "<li><span>\(XML.escaped(name))</span><ol>\n"
        last = chapter.collection
      }
      list += "<li><a href=\"\(chapter.name)\">\(XML.escaped(chapter.title))</a></li>\n"
    }
    if last != nil { list += "</ol></li>\n" }
    return
      "<nav epub:type=\"toc\"><h1>\(XML.escaped(context.title))</h1>\n<ol>\n\(list)</ol></nav>\n"
  }

  /// The package document, which lists all files of the book.
  private var package: String {
    var items = [
      Self.item("contents", "contents.xhtml", "application/xhtml+xml", " properties=\"nav\""),
      Self.item("style", "style.css", "text/css"),
    ]
    items += chapters.enumerated().map { index, chapter in
      Self.item("c\(index)", chapter.name, "application/xhtml+xml")
    }
    items += pictures.values.sorted { $0.name < $1.name }.enumerated().map { index, picture in
      Self.item("p\(index)", picture.name, picture.type.mimeType)
    }
    let order = chapters.indices.map { "<itemref idref=\"c\($0)\"/>\n" }.joined()
    let modified = DateTime(Instant(seconds: latest.seconds), offset: 0)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">urn:cairn:\(Checksum.digits(of: identity))</dc:identifier>
      <dc:title>\(XML.escaped(context.title))</dc:title>
      <dc:language>und</dc:language>
      <meta property="dcterms:modified">\(modified)</meta>
      </metadata>
      <manifest>
      \(items.joined())</manifest>
      <spine>
      <itemref idref="contents"/>
      \(order)</spine>
      </package>

      """
  }

  private static func item(
    _ id: String, _ name: String, _ type: String, _ more: String = ""
  ) -> String {
    "<item id=\"\(id)\" href=\"\(name)\" media-type=\"\(type)\"\(more)/>\n"
  }

  private static let style = """
    body { line-height: 1.5 }
    img { max-width: 100% }
    pre, code { font-family: monospace; white-space: pre-wrap }
    blockquote { margin-left: 1em; padding-left: 1em; border-left: 2px solid gray }
    th, td { padding: 0.2em 0.5em; text-align: start }

    """
}
