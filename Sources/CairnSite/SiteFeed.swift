import CairnCapture
import CairnText

/// The Atom feed of a site (RFC 4287): the most recently changed captures, newest first.
struct SiteFeed {
  /// The path of the feed in the site.
  static let path = "feed.xml"
  /// The maximum number of captures in the feed.
  static let count = 20

  /// A capture in the feed.
  struct Entry {
    let capture: SiteCapture
    /// The capture's `id` field, if any.
    let id: String?
    /// The path of the capture's page in the site.
    let page: String
    /// The body as HTML with absolute links; nil if the feed does not show the body.
    let html: String?
  }

  let title: String
  let language: String
  /// The URL of the site, ending in a slash.
  let base: String
  let clock: LocalClock
  let version: String
  let entries: [Entry]

  /// The feed as XML.
  var bytes: [UInt8] {
    var xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    xml += "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(Self.escaped(language))\">\n"
    xml += Self.element("title", title) + Self.element("id", base)
    xml +=
      "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(Self.escaped(base))\(Self.path)\"/>\n"
    xml += "<link rel=\"alternate\" type=\"text/html\" href=\"\(Self.escaped(base))\"/>\n"
    // `updated` is required (§4.2.15); an empty feed uses the epoch.
    let updated = entries.map { $0.capture.changed }.map { time($0) }.max()
    xml += Self.element("updated", updated ?? "1970-01-01T00:00:00Z")
    xml += "<author>\n\(Self.element("name", title))</author>\n"
    xml += "<generator version=\"\(Self.escaped(version))\">Cairn</generator>\n"
    for entry in entries { xml += text(of: entry) }
    return Array((xml + "</feed>\n").utf8)
  }

  private func text(of entry: Entry) -> String {
    let address = base + Address.encoded(entry.page.utf8)
    var xml = "<entry>\n" + Self.element("title", entry.capture.title)
    xml += Self.element("id", id(of: entry) ?? address)
    xml += "<link rel=\"alternate\" type=\"text/html\" href=\"\(Self.escaped(address))\"/>\n"
    xml += Self.element("published", time(entry.capture.created))
    xml += Self.element("updated", time(entry.capture.changed))
    for tag in entry.capture.tags { xml += "<category term=\"\(Self.escaped(tag))\"/>\n" }
    if let meaning = entry.capture.meaning, !meaning.isEmpty {
      xml += Self.element("summary", meaning)
    }
    if let html = entry.html { xml += "<content type=\"html\">\(Self.escaped(html))</content>\n" }
    return xml + "</entry>\n"
  }

  /// Returns a tag URI (RFC 4151) made from the site's host, the capture's day of creation and the
  /// capture's id. The URI stays the same if the file moves. Nil if the capture has no id, or if
  /// the host is not a domain name.
  private func id(of entry: Entry) -> String? {
    let rest = base.split(separator: "/", maxSplits: 1).last ?? ""
    let host = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != ":" }.lowercased()
    let isName = host.utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || byte &- 0x61 < 26 || "-.".utf8.contains(byte)
    }
    guard let id = entry.id, !host.isEmpty, isName else { return nil }
    return "tag:\(host),\(entry.capture.day):\(Address.encoded(id.utf8))"
  }

  /// Returns a time in Atom's format (RFC 4287 §3.3). The time is always in UTC, so that times sort
  /// as text.
  private func time(_ time: FieldTime) -> String {
    DateTime(Instant(seconds: time.instant(clock).seconds), offset: 0).description
  }

  private static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(escaped(text))</\(name)>\n"
  }

  /// Returns text escaped for XML. Characters that XML 1.0 §2.2 excludes become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      default:
        let isCharacter = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
        escaped.unicodeScalars.append(isCharacter ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
