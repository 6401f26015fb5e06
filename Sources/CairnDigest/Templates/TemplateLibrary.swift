public import CairnTemplates

/// All named templates: the notebook's, Obsidian's, the user's and the built-in ones.
///
/// The template of a digest is a folder `digests/NAME`, with settings in `template.yml` and parts
/// in a folder for each format. A template for captures is a file `capture/NAME.md`, and the
/// briefing template is the file ``Briefing/template``. The templates of each owner are a
/// ``Shelf``; if several shelves contain a file, the first shelf takes precedence.
public struct TemplateLibrary: Sendable {
  /// A set of template files with one owner: the notebook, Obsidian, the user or the program.
  public struct Shelf: Sendable {
    /// The owner of a shelf.
    public enum Origin: String, Sendable {
      /// The notebook, with its folder `.cairn/templates/`.
      case notebook
      /// Obsidian, with the folder that is set in its settings.
      case obsidian
      /// The user, with the folder `templates/` next to the user's settings.
      case user
      /// The program itself, which contains the built-in templates.
      case builtIn = "built in"
    }

    /// The owner of the shelf of templates.
    public let origin: Origin
    /// A function that returns the paths of the files on the shelf, such as
    /// `digests/weekly/template.yml`.
    public let paths: @Sendable () -> [String]
    /// A function that returns the text of the file at a path; nil if the shelf has no such file.
    public let source: @Sendable (String) -> TemplateSource?

    /// Creates a shelf whose files have the paths `paths` and the texts that `source` returns.
    public init(
      _ origin: Origin, paths: @escaping @Sendable () -> [String],
      source: @escaping @Sendable (String) -> TemplateSource?
    ) {
      self.origin = origin
      self.paths = paths
      self.source = source
    }

    /// The built-in templates.
    public static let builtIn = Shelf(
      .builtIn, paths: { BuiltInTemplates.files.keys.sorted() },
      source: { path in
        BuiltInTemplates.files[path].map { TemplateSource($0, name: "templates/\(path)") }
      })
  }

  /// The shelves in order of precedence.
  public let shelves: [Shelf]

  /// Creates a library that searches `shelves` in order, and then the built-in templates.
  public init(_ shelves: [Shelf] = []) {
    self.shelves = shelves + [.builtIn]
  }

  /// The name of the template that supplies any parts that another template lacks.
  public static let defaultName = "default"

  /// Returns the file at a path from the first shelf that has such a file, with the owner of that
  /// shelf; nil if no shelf has the file.
  public func file(_ path: String) -> (source: TemplateSource, origin: Shelf.Origin)? {
    for shelf in shelves {
      if let source = shelf.source(path) { return (source, shelf.origin) }
    }
    return nil
  }

  /// Returns a part of a digest template. If the template lacks the part, returns the part of the
  /// default template. Returns nil if both templates lack the part.
  public func part(_ part: String, of name: String, _ format: DigestFormat) -> TemplateSource? {
    let names = name == Self.defaultName ? [name] : [name, Self.defaultName]
    return names.lazy.compactMap { file("digests/\($0)/\(format)/\(part).mustache")?.source }.first
  }
}

// MARK: - Names

extension TemplateLibrary {
  /// A named template.
  public struct Entry: Hashable, Sendable {
    /// The kind of document that a template makes.
    public enum Kind: String, Sendable {
      case digest, capture, briefing
    }

    /// The kind of document that the template makes.
    public let kind: Kind
    /// The name without the kind: `weekly`.
    public let name: String
    /// The owners of the template's files, in order of precedence.
    public let origins: [Shelf.Origin]
    /// The paths of the template's files on their shelves: `digests/weekly/template.yml`.
    public let files: [String]

    /// The path of the template's folder or file: `digests/weekly` or `capture/gift.md`.
    public var path: String { kind.path(of: name) }
  }

  /// All templates: those for digests, then captures, then briefings, each kind sorted by name.
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

  /// The names of built-in templates, keyed by alias.
  private static let otherNames = ["monthly-review": "monthly"]

  /// Returns the template with this name; nil if there is none. The name can include the kind
  /// (`capture/gift`) and have spaces instead of hyphens (`reading log`). If `kind` is nil,
  /// searches all kinds.
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

  /// Returns the kind and name of the template that a file belongs to; nil for any other file.
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
  /// Returns the path of the folder or file of a template of this kind.
  public func path(of name: String) -> String {
    switch self {
    case .digest: "digests/\(name)"
    case .capture: "capture/\(name).md"
    case .briefing: Briefing.template
    }
  }

  /// The position of this kind in the list of templates.
  fileprivate var place: Int {
    switch self {
    case .digest: 0
    case .capture: 1
    case .briefing: 2
    }
  }
}
