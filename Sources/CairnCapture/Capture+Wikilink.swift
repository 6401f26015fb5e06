import CairnText

extension Capture {
  /// The wikilink to it as cairn writes it: the file's name, and the title where that is another, and
  /// short enough for a line.
  public var wikilink: String {
    let (stem, title) = (path.stem, title)
    if title.folded == stem.folded { return "[[\(title)]]" }
    return title.count > 60 || title.contains(where: "[]|".contains)
      ? "[[\(stem)]]" : "[[\(stem)|\(title)]]"
  }
}
