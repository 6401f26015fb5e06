public import CairnTemplates
import CairnText

/// The templates that can be named: the notebook's own, the user's, and those that come with Cairn.
///
/// A digest's template is a folder `digests/NAME` with settings in `template.yml` and parts in a
/// folder for each format; one for captures is a file `capture/NAME.md`; that of briefings is the file
/// ``Briefing/template``. A file that is there several times is taken from the first shelf that has it.
public struct TemplateLibrary: Sendable {
  /// One place where templates lie.
  public struct Shelf: Sendable {
    /// Whose it is.
    public enum Origin: String, Sendable {
      /// `.cairn/templates/` in the notebook.
      case notebook
      /// `templates/` beside the user's settings.
      case user
      /// The program.
      case builtIn = "built in"
    }

    /// Whose it is.
    public let origin: Origin
    /// The paths of its files: `digests/weekly/template.yml`.
    public let paths: @Sendable () -> [String]
    /// The text of a file.
    public let source: @Sendable (String) -> TemplateSource?

    /// A place with these files.
    public init(
      _ origin: Origin, paths: @escaping @Sendable () -> [String],
      source: @escaping @Sendable (String) -> TemplateSource?
    ) {
      self.origin = origin
      self.paths = paths
      self.source = source
    }

    /// The templates that come with Cairn.
    public static let builtIn = Shelf(
      .builtIn, paths: { BuiltInTemplates.files.keys.sorted() },
      source: { path in
        BuiltInTemplates.files[path].map { TemplateSource($0, name: "templates/\(path)") }
      })
  }

  /// The places, the first one that has a file wins.
  public let shelves: [Shelf]

  /// The templates in these places, and those that come with Cairn.
  public init(_ shelves: [Shelf] = []) {
    self.shelves = shelves + [.builtIn]
  }

  /// The name of the template whose parts stand in for those that others do not have.
  public static let defaultName = "default"

  /// A file, and whose it is.
  public func file(_ path: String) -> (source: TemplateSource, origin: Shelf.Origin)? {
    for shelf in shelves {
      if let source = shelf.source(path) { return (source, shelf.origin) }
    }
    return nil
  }

  /// A part of a digest's template, or a file that its parts include: its own, else the default's.
  public func part(_ part: String, of name: String, _ format: DigestFormat) -> TemplateSource? {
    let names = name == Self.defaultName ? [name] : [name, Self.defaultName]
    return names.lazy.compactMap { file("digests/\($0)/\(format)/\(part).mustache")?.source }.first
  }
}

// MARK: - Names

extension TemplateLibrary {
  /// A template that can be named.
  public struct Entry: Hashable, Sendable {
    /// What it makes.
    public enum Kind: String, Sendable {
      case digest, capture, briefing
    }

    /// What it makes.
    public let kind: Kind
    /// What it is called.
    public let name: String
    /// Whose files it has, the first wins.
    public let origins: [Shelf.Origin]
    /// Its files, as they are told apart in all places: `digests/weekly/template.yml`.
    public let files: [String]

    /// Where its files lie: `digests/weekly` or `capture/gift.md`.
    public var path: String { kind.path(of: name) }
  }

  /// All templates: those of digests, those of captures, then that of briefings, by name.
  public var entries: [Entry] {
    var found: [String: (kind: Entry.Kind, origins: [Shelf.Origin], files: Set<String>)] = [:]
    for shelf in shelves {
      for path in shelf.paths() {
        guard let (kind, name) = Self.template(of: path) else { continue }
        var entry = found["\(kind) \(name)"] ?? (kind, [], [])
        if !entry.origins.contains(shelf.origin) { entry.origins.append(shelf.origin) }
        entry.files.insert(path)
        found["\(kind) \(name)"] = entry
      }
    }
    return found.map { key, entry in
      Entry(
        kind: entry.kind, name: String(key.drop { $0 != " " }.dropFirst()),
        origins: entry.origins, files: entry.files.sorted())
    }.sorted { ($0.kind.place, $0.name) < ($1.kind.place, $1.name) }
  }

  /// Other names of templates that come with Cairn.
  private static let otherNames = ["monthly-review": "monthly"]

  /// The template with this name, which may begin with what it makes (`weekly`, `capture/gift`) and
  /// have blanks for hyphens: `reading log`.
  public func entry(_ name: String, kind: Entry.Kind? = nil) -> Entry? {
    let entries = entries
    let hyphenated = name.split(separator: " ").joined(separator: "-").lowercased()
    let names = [name, hyphenated, Self.otherNames[hyphenated]].compactMap(\.self)
    return names.lazy.compactMap { name in
      entries.first { entry in
        (kind == nil || entry.kind == kind)
          && (entry.name == name || entry.path == name || "\(entry.kind)/\(entry.name)" == name)
      }
    }.first
  }

  /// Which template a file belongs to.
  private static func template(of path: String) -> (Entry.Kind, String)? {
    if path == Briefing.template { return (.briefing, "brief") }
    let parts = path.split(separator: "/").map(String.init)
    if parts.count == 2, parts[0] == "capture", parts[1].hasSuffix(".md") {
      return (.capture, String(parts[1].dropLast(3)))
    }
    guard parts.count > 2, parts[0] == "digests" else { return nil }
    let isSettings = parts.count == 3 && parts[2] == DigestPreset.fileName
    let isPart =
      parts.count == 4 && DigestFormat(rawValue: parts[2]) != nil
      && parts[3].hasSuffix(".mustache")
    return isSettings || isPart ? (.digest, parts[1]) : nil
  }
}

extension TemplateLibrary.Entry.Kind {
  /// Where the files of a template with a name lie.
  public func path(of name: String) -> String {
    switch self {
    case .digest: "digests/\(name)"
    case .capture: "capture/\(name).md"
    case .briefing: Briefing.template
    }
  }

  /// In which place of a list it stands.
  fileprivate var place: Int {
    switch self {
    case .digest: 0
    case .capture: 1
    case .briefing: 2
    }
  }
}
