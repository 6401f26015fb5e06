import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

extension Examination {
  /// Files that are no captures and that no capture mentions.
  ///
  /// A mention is a link's target, or a text in a field or between quotes, whose last part is the
  /// file's name: so also `cover: attachments/x.png`, `<img src="x.png">` and links that lead
  /// elsewhere on a web site. Rather one mention too many than a file that is wanted and called an
  /// orphan.
  func orphanedAttachments() -> [Finding] {
    guard !library.attachments.isEmpty else { return [] }
    let mentioned = mentionedNames()
    return library.attachments.filter { !mentioned.contains($0.name.lowercased()) }.map { path in
      Finding(
        "orphaned-attachment", path,
        "no capture mentions this file; link to it, remove it, or name it in `.cairnignore`")
    }
  }

  /// The names of files that captures and pages mention, in lower case.
  private func mentionedNames() -> Set<String> {
    var mentioned: Set<String> = []
    for capture in library.captures {
      mentioned.formUnion(links.links(from: capture.path).map { Self.lastPart(of: $0.link.target) })
    }
    for (_, page) in pages {
      let markup = Markup(page.document.bytes, body: page.document.body)
      mentioned.formUnion(markup.links.map { Self.lastPart(of: $0.target) })
    }
    for (_, document) in documents {
      for field in document.fields {
        mentioned.formUnion(field.value.texts.map { Self.lastPart(of: $0) })
      }
      mentioned.formUnion(document.bytes.quotedTexts.map { Self.lastPart(of: $0) })
    }
    return mentioned
  }

  /// The last part of a path or an address, without brackets, query and fragment, in lower case.
  private static func lastPart(of text: String) -> String {
    let path = text.prefix { !"?#|".contains($0) }
    let name = path.split(separator: "/").last.map { $0.drop { "![( ".contains($0) } } ?? ""
    let end = name.lastIndex { !"]) ".contains($0) }.map { name.index(after: $0) }
    return String(name[..<(end ?? name.startIndex)]).percentDecoded.lowercased()
  }
}

extension FieldValue {
  /// Every text in this value, however deep.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.value.texts)
    default: []
    }
  }
}

extension [UInt8] {
  /// The texts with a dot in them that stand between two quotes of a kind, or a quote and an end of
  /// the line. They overlap, so that a quote too many does no harm.
  fileprivate var quotedTexts: [String] {
    "\"'".utf8.flatMap { quote in
      contains(quote)
        ? split { $0 == quote || $0 == UInt8(ascii: "\n") }.filter {
          $0.count < 1_000 && $0.contains(UInt8(ascii: "."))
        }.map { String(decoding: $0, as: UTF8.self) } : []
    }
  }
}
