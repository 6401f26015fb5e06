extension String {
  /// The text that one line of Markdown shows: without the signs of emphasis, code, links and
  /// marked words. A line without such signs stays exactly as it is. A line with raw HTML loses
  /// only the signs of marked words.
  public var withoutInlineMarkup: String {
    guard utf8.contains(where: { $0.isOne(of: "*_`~[=") }) else { return self }
    let tree = CommonMark.inlines(Array(utf8)[...])
    let kinds = Set(tree.nodes.map(\.kind))
    let isMarked = !kinds.isDisjoint(with: [
      .emphasis, .strong, .strikethrough, .code, .link, .image, .wikilink,
    ])
    guard isMarked, !kinds.contains(.htmlInline) else { return withoutMarks }
    return String(tree.plainText.dropFirst()).withoutMarks
  }

  /// The text of one line, without the equals signs around `==marked==` words. ``Markup/plainText``
  /// keeps these signs.
  public var withoutMarks: String {
    guard contains("==") else { return self }
    let bytes = Array(utf8)
    var signs: [Int] = []
    var open: Int?
    for (offset, mayBegin, mayEnd) in SyntaxTree.equalsSigns(in: bytes[...]) {
      if mayEnd, let start = open {
        signs += [start, offset]
        open = nil
      } else if mayBegin {
        open = offset
      }
    }
    var rest = bytes[...]
    var text: [UInt8] = []
    for sign in signs {
      text += rest[..<sign]
      rest = rest[(sign + 2)...]
    }
    return String(decoding: text + rest, as: UTF8.self)
  }
}
