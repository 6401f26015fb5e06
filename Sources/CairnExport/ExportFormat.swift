public import CairnCapture
public import CairnMarkup
public import CairnText

/// A format to which captures can be exported.
public enum ExportFormat: String, CaseIterable, Sendable {
  case json, jsonl, csv, zip, textbundle, opml, ics, vcard, bibtex, csl, org, epub

  /// Creates the format of files with the extension `fileEnding`; nil if the extension does not
  /// belong to a format.
  public init?(fileEnding: String) {
    switch fileEnding.lowercased() {
    case "textpack": self = .textbundle
    case "ical": self = .ics
    case "vcf": self = .vcard
    case "bib": self = .bibtex
    case "textbundle", "vcard", "bibtex", "csl": return nil
    case let ending: self.init(rawValue: ending)
    }
  }

  /// Creates a format from a typed word: the name of the format, or the extension of its files. Nil
  /// for any other word.
  public init?(called word: String) {
    guard let format = Self(rawValue: word.lowercased()) ?? Self(fileEnding: word) else {
      return nil
    }
    self = format
  }

  /// The captures that the format can contain, as a phrase such as `captures of type person`; nil
  /// if the format can contain all captures.
  public var restriction: String? {
    switch self {
    case .ics: "actions with a due date"
    case .vcard: "captures of type person"
    case .bibtex, .csl: "captures with an author or an ISBN"
    default: nil
    }
  }

  /// The format in words, for a list of formats.
  public var title: String {
    switch self {
    case .json: "JSON"
    case .jsonl: "JSON Lines"
    case .csv: "Table (CSV)"
    case .zip: "Markdown files (zip)"
    case .textbundle: "TextBundles"
    case .opml: "Outline (OPML)"
    case .ics: "Calendar (iCalendar)"
    case .vcard: "Address cards (vCard)"
    case .bibtex: "Bibliography (BibTeX)"
    case .csl: "Bibliography (CSL JSON)"
    case .org: "Org mode"
    case .epub: "Book (EPUB)"
    }
  }

  /// The usual extension of files in this format.
  public var fileEnding: String {
    switch self {
    case .textbundle: "textpack"
    case .vcard: "vcf"
    case .bibtex: "bib"
    case .csl: "json"
    default: rawValue
    }
  }

  /// The media type of files in this format, as in the header `Content-Type`.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .jsonl: "application/jsonl"
    case .csv: "text/csv; charset=utf-8"
    case .zip, .textbundle: "application/zip"
    case .opml: "text/x-opml; charset=utf-8"
    case .ics: "text/calendar; charset=utf-8"
    case .vcard: "text/vcard; charset=utf-8"
    case .bibtex: "application/x-bibtex; charset=utf-8"
    case .csl: "application/vnd.citationstyles.csl+json"
    case .org: "text/org; charset=utf-8"
    case .epub: "application/epub+zip"
    }
  }

  /// Whether the format contains bytes that a terminal cannot show.
  public var isBinary: Bool { self == .zip || self == .textbundle || self == .epub }

  /// Whether the format keeps captures unchanged, including the comments (`%%…%%`) in their texts.
  /// The other formats are for reading, and leave comments out.
  public var keepsComments: Bool {
    switch self {
    case .json, .jsonl, .csv, .zip, .textbundle: true
    default: false
    }
  }

  /// Returns a writer of a new file in this format.
  public func writer(_ context: ExportContext) -> any ExportWriter {
    switch self {
    case .json: JSONWriter(context)
    case .jsonl: JSONLinesWriter(context)
    case .csv: CSVWriter(context)
    case .zip: MarkdownZipWriter(context)
    case .textbundle: TextBundleWriter(context)
    case .opml: OPMLWriter(context)
    case .ics: CalendarWriter(context)
    case .vcard: VCardWriter(context)
    case .bibtex: BibTeXWriter(context)
    case .csl: CSLWriter(context)
    case .org: OrgWriter(context)
    case .epub: EPUBWriter(context)
    }
  }
}

/// A writer of one file in an ``ExportFormat``.
public protocol ExportWriter {
  /// Returns the bytes before the first capture.
  mutating func begin() -> [UInt8]
  /// Adds a capture, and returns the next bytes of the file, if any; nil if the format cannot
  /// contain the capture.
  mutating func add(_ capture: Capture) -> [UInt8]?
  /// Returns the bytes after the last capture.
  mutating func end() -> [UInt8]
}

extension ExportWriter {
  /// Returns no bytes.
  public mutating func begin() -> [UInt8] { [] }
  /// Returns no bytes.
  public mutating func end() -> [UInt8] { [] }
}

/// The facts about a notebook that an export needs.
public struct ExportContext: Sendable {
  /// The user's clock and time zone.
  public var clock: LocalClock
  /// The title of the file, such as the name of the notebook.
  public var title: String
  /// The number of captures to export, including those that the format cannot contain.
  public var count = 0
  /// Whether a calendar contains events instead of to-dos.
  public var makesEvents = false
  /// A function that returns the name of a collection, without the names of its parents.
  public var collection: @Sendable (NotePath) -> String = { $0.name }
  /// A function that returns the paths of the files that belong to a capture with this body.
  public var files: @Sendable (Capture, Markup) -> [NotePath] = { _, _ in [] }
  /// A function that returns the bytes of a file, or nil if the file cannot be read.
  public var read: @Sendable (NotePath) -> [UInt8]? = { _ in nil }
  /// A function that returns the bytes of a collection's page; nil if there is no page to export.
  public var page: @Sendable (NotePath) -> [UInt8]? = { _ in nil }
  /// A function that returns the path of the file to which a link in a capture leads; nil if there
  /// is no such file.
  public var destination: @Sendable (Markup.Link, Capture) -> NotePath? = { _, _ in nil }
  /// A function that returns whether the capture at a path is exported too.
  public var isExported: @Sendable (NotePath) -> Bool = { _ in false }

  /// Creates facts about a notebook. The functions for files and links return nothing until they
  /// are set.
  public init(clock: LocalClock, title: String) {
    (self.clock, self.title) = (clock, title)
  }
}

// MARK: - Captures

extension Capture {
  /// An identifier that stays the same in later exports: the capture's id or, if it has no id, the
  /// checksum of its path.
  var lastingID: String { id ?? Checksum.digits(of: path.bytes) }

  /// The address in the field `url` if it is safe to open (``Markup/safeAddress(_:)``); otherwise
  /// nil. Other programs show this address as a link.
  var link: String? { url.flatMap(Markup.safeAddress) }

  /// The body as text. Bytes that are not UTF-8 become U+FFFD.
  var bodyString: String { String(decoding: body, as: UTF8.self) }

  /// The text of the body, without markup and without a heading that repeats the title.
  var plainBody: String {
    let markup = markup
    let text = markup.plainText
    guard let heading = repeatedTitle(in: markup)?.text, text.hasPrefix(heading) else {
      return text
    }
    return String(text.dropFirst(heading.count).drop(while: \.isNewline))
  }
}
