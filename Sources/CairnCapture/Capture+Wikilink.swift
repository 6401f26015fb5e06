import CairnText

extension Capture {
  /// The wikilink to the capture as Cairn writes it: the file name, and the title if it differs and
  /// is short enough for one line.
  public var wikilink: String {
    let (stem, title) = (path.stem, title)
    if title.folded == stem.folded { return "[[\(title)]]" }
    return title.count > 60 || title.contains(where: "[]|".contains)
      ? "[[\(stem)]]" : "[[\(stem)|\(title)]]"
  }
}
