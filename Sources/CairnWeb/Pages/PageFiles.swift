import CWeb
import CairnDigest
import CairnTemplates
import CairnText
import Synchronization

/// The files of the web pages, which are compiled into the server: the files below `web/` in the
/// source code.
enum PageFiles {
  /// A file that browsers load.
  struct Asset: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  /// The bytes of the files, keyed by path below `web/`.
  static let files: [String: [UInt8]] = {
    let files = UnsafeBufferPointer(start: cairn_web_files(), count: cairn_web_file_count())
    let all = Dictionary(
      files.map {
        (String(cString: $0.path), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
      }
    ) { $1 }
    return all
  }()

  /// The files that browsers load, keyed by name. The style sheet begins with the style sheet of
  /// digests.
  static let assets: [String: Asset] = {
    var assets: [String: Asset] = [:]
    for (path, bytes) in files where path.hasPrefix(assetFolder) {
      let name = String(path.dropFirst(assetFolder.count))
      guard let type = types.first(where: { name.hasSuffix($0.ending) })?.type else { continue }
      let isStyle = name == styleName
      assets[name] = Asset(
        type: type, bytes: isStyle ? Array(Stylesheet.text.utf8) + bytes : bytes)
    }
    return assets
  }()

  /// A part of the assets' addresses. It changes whenever an asset changes, so that browsers can
  /// keep assets forever.
  static let version: String = {
    let all = assets.sorted { $0.key < $1.key }.flatMap { Array($0.key.utf8) + $0.value.bytes }
    return String(SHA256.digits(of: all).prefix(12))
  }()

  private static let assetFolder = "assets/"
  private static let styleName = "cairn.css"
  private static let types: [(ending: String, type: String)] = [
    (".css", "text/css; charset=utf-8"), (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"), (".png", "image/png"),
    (".webmanifest", "application/manifest+json"),
  ]
}

// MARK: - Templates

extension PageFiles {
  private static let compiled = Mutex<[String: Template]>([:])

  /// Returns the template of a page, compiled on first use.
  ///
  /// Throws a `Diagnostic` if the template is invalid.
  static func template(_ name: String) throws(Diagnostic) -> Template {
    if let known = compiled.withLock({ $0[name] }) { return known }
    let template = try Template(source(name), named: name, escaping: .html) { part in
      files["\(templateFolder)\(part)\(templateEnding)"] == nil ? nil : source(part)
    }
    compiled.withLock { $0[name] = template }
    return template
  }

  private static let templateFolder = "pages/"
  private static let templateEnding = ".mustache"

  private static func source(_ name: String) -> TemplateSource {
    let bytes = files["\(templateFolder)\(name)\(templateEnding)"] ?? []
    return TemplateSource(String(decoding: bytes, as: UTF8.self), name: "\(name)\(templateEnding)")
  }
}
