public import CairnCapture
import CairnFiles
import CairnMarkup
import CairnNotebook
public import CairnText
public import SystemPackage

/// Something to open with the desktop's default program: an address, or a file that is not a
/// program.
public enum OpenTarget: Hashable, Sendable {
  /// An address with the scheme `http`, `https` or `mailto`.
  case address(String)
  /// The absolute path of a file that is not a program and does not start one.
  case file(FilePath)
}

extension OpenTarget: CustomStringConvertible {
  /// The address or the path, as text.
  public var description: String {
    switch self {
    case .address(let text): text
    case .file(let path): path.string
    }
  }

  /// The address or the path, as bytes to pass to a program.
  public var bytes: [UInt8] {
    switch self {
    case .address(let text): Array(text.utf8)
    case .file(let path): path.bytes
    }
  }
}

/// A link that can be opened. All such links of a capture are numbered from 1.
public struct NumberedLink: Sendable {
  /// The number that the user passes to choose the link.
  public let number: Int
  /// The text that the link shows; for a field, its name.
  public let text: String
  /// The address, or the path of the file in the notebook.
  public let destination: Destination

  /// The destination of a link.
  public enum Destination: Hashable, Sendable {
    /// An address with a scheme.
    case address(String)
    /// A file in the notebook.
    case file(NotePath)
  }
}

extension NumberedLink.Destination: CustomStringConvertible {
  /// The address or the path.
  public var description: String {
    switch self {
    case .address(let text): text
    case .file(let path): path.description
    }
  }
}

// MARK: - Targets

extension Workspace {
  /// Returns the target that a word names: an address, a file, or a capture. If `number` is not
  /// nil, returns the destination of the link with this number in the capture that the word names.
  ///
  /// Throws a ``Refusal`` if the word names nothing that Cairn is allowed to open.
  public func target(of word: String, link number: Int? = nil) throws -> OpenTarget {
    if number == nil {
      if let file = try file(named: word) { return try target(file, isCapture: isCapture(file)) }
      if word.contains(":"), let scheme = SafeAddress.scheme(of: word.utf8), !scheme.isEmpty,
        !scheme.contains(where: \.isWhitespace), word.prefix(scheme.count).lowercased() == scheme
      {
        return try address(word)
      }
    }
    let (capture, catalog) = try capture(named: word, attachments: number != nil)
    guard let number else {
      return try target(OutsideFile(notebook.store.absolute(capture.path)), isCapture: true)
    }
    let links = links(of: capture, in: catalog)
    guard let link = links.element(numbered: number) else {
      let count = links.isEmpty ? "no links" : links.count.of("link")
      throw Refusal(
        "link-unknown", "there is no link \(number); `\(capture.path)` has \(count)",
        .nothingFound)
    }
    switch link.destination {
    case .address(let text): return try address(text)
    case .file(let path):
      let file = try OutsideFile(notebook.store.absolute(path))
      // A notebook from another person could contain a symbolic link that leads out of it.
      guard file.path(in: notebook.store) != nil else {
        throw Refusal(
          "open-outside",
          "`\(path)` leads to `\(TerminalText.line(file.path.string))`, which is outside the "
            + "notebook; pass that path to open it")
      }
      return try target(file, isCapture: isCapture(file))
    }
  }

  /// Returns those links of a capture that can be opened: the field `url`, the links in the body
  /// and in other fields, and the pictures and files. Each destination is listed once. Broken links
  /// are left out.
  public func links(of name: String) throws -> (capture: Capture, links: [NumberedLink]) {
    let (capture, catalog) = try capture(named: name, attachments: true)
    return (capture, links(of: capture, in: catalog))
  }

  private func links(of capture: Capture, in catalog: Catalog) -> [NumberedLink] {
    var found: [(String, NumberedLink.Destination)] = []
    if let url = capture.url { found.append(("url", .address(url))) }
    for edge in catalog.links(from: capture) {
      if edge.link.isExternal {
        found.append((edge.link.text, .address(edge.link.target)))
      } else if let path = edge.resolution.path, path != capture.path {
        found.append((edge.link.text, .file(path)))
      }
    }
    for reference in capture.media("images") + capture.media("files") {
      switch reference.place {
      case .address(let address): found.append((reference.shown, .address(address)))
      default: if let path = reference.path { found.append((reference.shown, .file(path))) }
      }
    }
    return found.uniqued { $0.1 }.enumerated().map { index, link in
      NumberedLink(number: index + 1, text: link.0, destination: link.1)
    }
  }
}

// MARK: - Safety

extension Workspace {
  private func isCapture(_ file: OutsideFile) -> Bool {
    file.path(in: notebook.store).map { notebook.store.isNote($0.nameBytes) } ?? false
  }

  /// The schemes of addresses that Cairn is allowed to open.
  private static let schemes = ["http", "https", "mailto"]

  /// The extensions of files that a desktop may run rather than show.
  private static let launchers: Set = [
    "desktop", "directory", "appimage", "sh", "bash", "csh", "zsh", "fish", "run", "bin", "exe",
    "msi", "bat", "cmd", "com", "scr", "vbs", "ps1", "jar", "jnlp", "py", "pl", "rb", "lnk", "url",
    "webloc", "deb", "rpm", "flatpakref", "flatpakrepo", "snap", "service", "mount", "kdelnk",
  ]

  private func address(_ text: String) throws(Refusal) -> OpenTarget {
    let shown = TerminalText.line(text)
    guard let scheme = SafeAddress.scheme(of: text.utf8), Self.schemes.contains(scheme) else {
      throw Refusal(
        "open-scheme",
        "`\(shown)` is not opened; Cairn opens only http, https and mailto addresses", .invalid)
    }
    do throws(WebAddress.Refusal) {
      return .address(try WebAddress(text).text)
    } catch {
      throw Refusal("address-invalid", "`\(shown)` \(error)", .invalid)
    }
  }

  /// Returns the target for a file.
  ///
  /// Throws a ``Refusal`` if the file is a program, or if a desktop would run it. A capture
  /// (`isCapture`) is accepted even if it is executable.
  private func target(_ file: OutsideFile, isCapture: Bool = false) throws(Refusal) -> OpenTarget {
    let ending = file.path.extension?.lowercased() ?? ""
    if file.isExecutable && !isCapture || Self.launchers.contains(ending) {
      throw Refusal(
        "open-program",
        "`\(TerminalText.line(file.path.string))` is not opened because it could be run as a "
          + "program; open it yourself if you trust it", .invalid)
    }
    return .file(file.path)
  }

  /// Returns the file at the path `word`, relative to the caller's folder; nil if `word` is not a
  /// path, or if there is no such file.
  private func file(named word: String) throws(FileError) -> OutsideFile? {
    guard word.contains("/") || word.contains(".") else { return nil }
    do throws(FileError) {
      return try OutsideFile(context.caller.folder.pushing(FilePath(word)))
    } catch  where error.code == .notFound || error.code == .notFolder {
      return nil
    }
  }
}
