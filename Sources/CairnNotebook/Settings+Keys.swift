import CairnCapture
import CairnInsight
public import CairnText

extension Settings {
  /// The definition of a setting.
  public struct Key: Sendable {
    /// The kind of values that a setting accepts.
    public enum Kind: Hashable, Sendable {
      /// Any text.
      case text
      /// Any text that is not blank.
      case name
      /// A whole number, 0 or more.
      case count
      /// A whole number, 1 or more.
      case positiveCount
      /// `true` or `false`.
      case flag
      /// A number from 0 to 1.
      case share
      /// One of these strings.
      case choice([String])
      /// Any of these strings, separated by commas or blanks.
      case choices([String])
      /// A file name that may contain `{{date}}`, `{{slug}}` and `{{id}}`.
      case fileName
      /// The path of each day's note, in the syntax of ``DayPattern``.
      case dayPath
      /// The fields of a type, in the syntax of ``Schema/init(listed:)``.
      case fields
    }

    /// The name of the setting, with dots between its parts.
    public let name: String
    /// The kind of values that the setting accepts.
    public let kind: Kind
    /// The default value; nil if there is none.
    public let defaultValue: String?
    /// Whether only the user can change the setting. True, for example, for settings that run a
    /// program or refer to something outside the notebook.
    public let isUserOnly: Bool
    /// The description of the setting, as a phrase.
    public let summary: String
  }

  /// All keys with fixed names, in the order in which they are listed.
  public static let keys: [Key] = [
    Key(
      "notebook", nil, userOnly: true,
      "the notebook to use if the current folder is not in a notebook"),
    Key(
      "notebook.extensions", nil, kind: .choices(extensions),
      "file extensions of captures besides md, markdown and mdx"),
    Key("editor", "vi", userOnly: true, "the editor that `edit` and `add` start"),
    Key(
      "opener", "xdg-open", userOnly: true,
      "the program that `open` uses to open files and addresses"),
    Key("pager", "less -FRX", userOnly: true, "the program that shows long output"),
    Key(
      "capture.max_characters", "10000", kind: .positiveCount,
      "the maximum length of the text that `add` accepts, in characters"),
    Key(
      "capture.file_name", "{{date}}-{{slug}}-{{id}}", kind: .fileName,
      "the pattern for the names of new files"),
    Key("capture.max_images", "3", kind: .count, "the maximum number of pictures in a capture"),
    Key(
      "capture.max_file_bytes", "50000000", kind: .count,
      "the maximum size of an attached file, in bytes"),
    Key(
      "capture.shorthand", "true", kind: .flag,
      "whether `add` understands shorthand such as due:fri, +tag and @person"),
    Key(
      "bookmark.fetch", nil, userOnly: true,
      "the program that fetches the page at an address that you add: curl, or a command; if not "
        + "set, Cairn fetches no pages"),
    Key(
      "bookmark.timeout", "20", userOnly: true, kind: .count,
      "how long to wait for a page, in seconds"),
    Key("capture.type", nil, kind: .name, "the default type of new captures"),
    Key(
      "add.strict", "false", userOnly: true, kind: .flag,
      "whether `add` exits with code 3 if it saves a capture without a type"),
    Key(
      "classify.add", "ask", kind: .choice(["ask", "quiet", "off"]),
      "how `add` detects the type: ask (asks you if unsure), quiet (never asks), or off (does not "
        + "detect it)"),
    Key(
      "classify.threshold", "\(Classifier.threshold)", kind: .share,
      "the minimum confidence, from 0 to 1, at which Cairn uses a detected type"),
    Key(
      "classify.unclassified", "true", kind: .flag,
      "whether captures whose type Cairn could not detect are listed as unclassified"),
    Key(
      "daily.path", "daily/{{date}}", kind: .dayPath,
      "the path of daily notes, which `today` and `daily` open"),
    Key("daily.template", "daily", kind: .name, "the template of daily notes"),
    Key(
      "dates.order", "dmy", kind: .choice(["dmy", "mdy", "ymd"]),
      "the order of day, month and year in dates such as 3/4/2027"),
    Key(
      "dates.language", "auto",
      kind: .choice([
        "auto", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "hu", "ru", "ja", "zh", "ko",
      ]),
      "the language of dates and times in words, in addition to English; auto detects the "
        + "language"),
    Key(
      "dates.clock", "12h", kind: .choice(["12h", "24h"]),
      "whether a time such as 3:15 means 3:15 in the afternoon (12h) or at night (24h)"),
    Key(
      "edit.updated", "false", kind: .flag,
      "whether a change to a capture updates an existing field `updated`, `modified` or `lastmod`"),
    Key(
      "edit.write_protected", "false", kind: .flag,
      "whether commands may change write-protected files"),
    Key(
      "embeddings.url", nil, userOnly: true,
      "the address of a server that answers POST /v1/embeddings, such as http://localhost:11434/v1"),
    Key("embeddings.model", nil, userOnly: true, "the model that makes vectors of captures"),
    Key("embeddings.key_file", nil, userOnly: true, "the file that contains the server's key"),
    Key("embeddings.key_command", nil, userOnly: true, "the command that prints the server's key"),
    Key(
      "embeddings.timeout", "60", userOnly: true, kind: .count,
      "how long to wait for the vectors of 32 texts, in seconds"),
    Key(
      "embeddings.text_prefix", nil, userOnly: true,
      "the prefix that the model expects before the text of a capture"),
    Key(
      "embeddings.query_prefix", nil, userOnly: true,
      "the prefix that the model expects before a query or a question"),
    Key(
      "link.style", "wiki", kind: .choice(["wiki", "markdown"]),
      "how `link` writes a link: [[name]] (wiki) or [title](path.md) (markdown)"),
    Key("list.sort", "-created", "the default sort order of captures"),
    Key(
      "list.limit", nil, kind: .count,
      "the maximum number of captures that `list` and `search` show on a terminal"),
    Key("digest.theme", "gray", kind: .choice(themes), "the theme of HTML digests"),
    Key(
      "digest.scheme", "auto", kind: .choice(["auto", "light", "dark"]),
      "whether HTML digests are light or dark, or follow the reader's device"),
    Key("digest.title", nil, "the default title of digests"),
    Key(
      "git.commit", "false", userOnly: true, kind: .flag,
      "whether commands commit their changes to git"),
    Key(
      "git.timeout", "120", userOnly: true, kind: .count,
      "how long git waits for a remote that does not answer, in seconds"),
    Key(
      "git.max_file_bytes", "50000000", kind: .count,
      "the maximum size of a file that `sync` commits, in bytes"),
    Key(
      "git.join", "merge", kind: .choice(["merge", "rebase"]),
      "how `sync` combines local and remote commits"),
    Key("journal.days", "30", kind: .count, "how long an operation can be undone, in days"),
    Key(
      "journal.max_bytes", "1000000000", kind: .count,
      "the maximum size of the undo journal, in bytes"),
    Key(
      "lock.timeout", "10", kind: .count,
      "how long to wait for another cairn process that is writing, in seconds"),
    Key(
      "lookup.use", nil, userOnly: true, kind: .choices(["openlibrary", "musicbrainz", "tmdb"]),
      "the services that look up books, music, movies and shows"),
    Key("lookup.command", nil, userOnly: true, "your own program that looks up titles"),
    Key(
      "lookup.contact", nil, userOnly: true,
      "your e-mail address, which Open Library and MusicBrainz require"),
    Key("lookup.key_file", nil, userOnly: true, "the file that contains the token for TMDB"),
    Key("lookup.key_command", nil, userOnly: true, "the command that prints the token for TMDB"),
    Key(
      "lookup.openlibrary_url", nil, userOnly: true,
      "the address of a server to use instead of openlibrary.org"),
    Key(
      "lookup.musicbrainz_url", nil, userOnly: true,
      "the address of a server to use instead of musicbrainz.org"),
    Key(
      "lookup.tmdb_url", nil, userOnly: true,
      "the address of a server to use instead of themoviedb.org"),
    Key(
      "lookup.timeout", "15", userOnly: true, kind: .count,
      "how long to wait for the answer of a lookup service, in seconds"),
    Key(
      "provider.use", nil, userOnly: true,
      "the provider to ask; if not set, Cairn asks no provider"),
    Key(
      "provider.tasks", "classify,meaning,split,ask", userOnly: true,
      kind: .choices(["classify", "meaning", "split", "ask", "brief"]),
      "the tasks that Cairn asks the provider to do"),
    Key(
      "provider.timeout", "15", userOnly: true, kind: .count,
      "how long to wait for a provider's answer, in seconds"),
    Key(
      "provider.retries", "2", userOnly: true, kind: .count,
      "how many times to ask a provider again after a network or server error"),
    Key(
      "math.program", nil, userOnly: true,
      "the command that shows formulas on sites and in HTML digests, such as `pandoc --mathml`"),
    Key(
      "read.image", nil, userOnly: true,
      "the program that reads the text in pictures: tesseract, ocrmypdf, or a command"),
    Key(
      "read.voice", nil, userOnly: true,
      "the program that recognizes speech: whisper.cpp, faster-whisper, vosk, pocketsphinx, or a "
        + "command"),
    Key(
      "read.languages", nil, userOnly: true,
      "the languages to recognize, in the form that the program expects, such as eng+deu for "
        + "tesseract"),
    Key(
      "read.voice_language", nil, userOnly: true,
      "the language of recordings, such as de for whisper.cpp; if not set, Cairn uses "
        + "read.languages"),
    Key("read.model", nil, userOnly: true, "the model that the speech recognition program uses"),
    Key(
      "read.timeout", "300", userOnly: true, kind: .count,
      "how long to wait for the text of a picture or a recording, in seconds"),
    Key(
      "read.confidence", "0.6", userOnly: true, kind: .share,
      "the confidence, from 0 to 1, below which Cairn asks before it saves the text"),
    Key(
      "read.recorder", nil, userOnly: true,
      "the program that records sound; if not set, arecord or pw-record"),
    Key("trash.days", "30", kind: .count, "how long removed captures stay in the trash, in days"),
    Key("web.theme", "gray", kind: .choice(themes), "the theme of the web pages"),
    Key(
      "web.scheme", "auto", kind: .choice(["auto", "light", "dark"]),
      "whether web pages are light or dark, or follow the reader's device"),
    Key(
      "web.view", "list", kind: .choice(["list", "grid"]),
      "whether web pages show captures as a list or a grid"),
    Key("web.page_size", "50", kind: .positiveCount, "the number of captures on a web page"),
    Key(
      "web.thumbnails", nil, userOnly: true,
      "the program that makes small pictures for web pages: vips, imagemagick, graphicsmagick, or "
        + "a command"),
    Key("web.user", nil, "the UUID of the user, for apps that send a user id (docs/api.md)"),
  ]
}

// MARK: - Finding keys

extension Settings {
  /// All keys with fixed names, followed by the keys of the form `template.TYPE`, `fields.TYPE` and
  /// `providers.NAME.…` that are set. The keys of the second group are sorted by name.
  public var listedKeys: [Key] {
    let named = values.keys.filter { Self.typeKey($0) != nil || Self.providerKey($0) != nil }
      .sorted()
    return Self.keys + named.compactMap { try? Self.key($0) }
  }

  /// The keys of the form `template.TYPE` that are set, sorted by name.
  public var templateKeys: [Key] { listedKeys.filter { $0.name.hasPrefix(Self.templatePrefix) } }

  static let templatePrefix = "template."

  /// Returns the key of the form `template.TYPE` or `fields.TYPE`; nil if the name has another
  /// form. TYPE can be any type, because users can define types.
  static func typeKey(_ name: String) -> Key? {
    func isOf(_ prefix: String) -> Bool {
      name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count
    }
    if isOf(templatePrefix) { return Key(name, nil, "the template of new captures of this type") }
    if isOf(fieldsPrefix) {
      return Key(name, nil, kind: .fields, "the fields of captures of this type")
    }
    return nil
  }

  private static let extensions = ["qmd", "Rmd", "rmd", "txt", "org"]

  private static let themes = ["gray", "blue", "orange", "yellow", "green", "indigo"]

  /// Returns the key with the name `name`.
  ///
  /// - Throws: A `Diagnostic` that suggests the most similar name if the key does not exist.
  public static func key(_ name: String) throws(Diagnostic) -> Key {
    if let key = keys.first(where: { $0.name == name }) { return key }
    if let key = typeKey(name) ?? providerKey(name) { return key }
    let provided = providerKey(
      name.replacing("provider.", with: "providers.NAME.", maxReplacements: 1))
    let advice =
      provided.map { "; did you mean `\($0.name)`, where NAME is the name of the provider?" }
      ?? Nearest.advice(
        to: name, among: keys.map(\.name), otherwise: "run `cairn config` to list all settings")
    throw Diagnostic(.error, "settings-unknown-key", "there is no setting `\(name)`\(advice)")
  }
}

// MARK: - Valid values

extension Settings.Key {
  fileprivate init(
    _ name: String, _ defaultValue: String?, userOnly: Bool = false, kind: Kind = .text,
    _ summary: String
  ) {
    self.init(
      name: name, kind: kind, defaultValue: defaultValue, isUserOnly: userOnly, summary: summary)
  }

  /// Whether a notebook can only raise the user's value. True for the limits of the journal and the
  /// trash, because a lower limit would delete data.
  public var mayOnlyRise: Bool {
    ["journal.days", "journal.max_bytes", "trash.days"].contains(name)
  }

  /// The valid counts, limited so that arithmetic cannot overflow.
  static let counts = 0...1_000_000_000_000

  /// Returns a phrase that states the rule that a value breaks, such as `must be true or false`.
  /// Returns nil if the value is valid.
  public func breach(by value: String) -> String? {
    switch kind {
    case .text: nil
    case .name: value.isBlank ? "must not be empty" : nil
    case .count: Self.breachOfCount(by: value, least: 0)
    case .positiveCount: Self.breachOfCount(by: value, least: 1)
    case .share:
      Double(value).map { (0...1).contains($0) } ?? false ? nil : "must be a number from 0 to 1"
    case .flag: ["true", "false"].contains(value.lowercased()) ? nil : "must be true or false"
    case .choice(let choices):
      choices.contains(value) ? nil : "must be one of \(choices.joined(separator: ", "))"
    case .fileName: FileNamePattern.breach(by: value)
    case .dayPath: DayPattern.breach(by: value)
    case .fields: Schema.complaint(about: value)
    case .choices(let choices):
      value.split { $0 == "," || $0 == " " }.allSatisfy { choices.contains(String($0)) }
        ? nil : "must be a comma-separated list of \(choices.joined(separator: ", "))"
    }
  }

  private static func breachOfCount(by value: String, least: Int) -> String? {
    if let count = Int(value), counts.contains(count) {
      return count < least ? "must be at least \(least)" : nil
    }
    let isWhole = !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isNumber }
    return isWhole ? "must be at most \(counts.upperBound)" : "must be a whole number"
  }
}
