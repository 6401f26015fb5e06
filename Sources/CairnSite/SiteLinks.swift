import CairnMarkup

/// The paths in a site to which one finished page refers.
struct SiteLinks {
  /// The paths in the site, without duplicates, sorted.
  let paths: [String]

  /// Finds the addresses in the attributes `href` and `src` of a page; `path` is the path of the
  /// page in the site. Text cannot look like an attribute, because quotation marks in text and
  /// values are escaped.
  init(in page: [UInt8], of path: String) {
    let folder = path.split(separator: "/").dropLast().map(String.init)
    var found: Set<String> = []
    page.withUnsafeBufferPointer { page in
      for attribute in [Array(" href=\"".utf8), Array(" src=\"".utf8)] {
        var index = 0
        while index + attribute.count < page.count {
          guard page[index] == 0x20, page[index..<index + attribute.count].elementsEqual(attribute)
          else {
            index += 1
            continue
          }
          index += attribute.count
          let end = page[index...].firstIndex(of: UInt8(ascii: "\"")) ?? page.endIndex
          let address = page[index..<end].prefix { $0 != UInt8(ascii: "#") }
          if let path = Self.path(String(decoding: address, as: UTF8.self), from: folder) {
            found.insert(path)
          }
          index = end
        }
      }
    }
    paths = found.sorted()
  }

  /// Returns the path in the site to which a relative address leads; nil for an external address or
  /// an anchor. An address that leads out of the site is returned unchanged.
  private static func path(_ address: String, from folder: [String]) -> String? {
    if address.isEmpty || address.contains(":") || address.hasPrefix("//") { return nil }
    var steps = folder
    for step in address.split(separator: "/", omittingEmptySubsequences: false) {
      if step == ".." {
        if steps.popLast() == nil { return address }
      } else {
        steps.append(String(step).percentDecoded)
      }
    }
    return steps.joined(separator: "/")
  }
}
