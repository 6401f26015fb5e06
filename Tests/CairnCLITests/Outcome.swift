/// What a command did: the bytes it wrote to each stream, and how it ended.
struct Outcome: Equatable {
  var standardOutput: [UInt8] = []
  var standardError: [UInt8] = []
  /// The exit code; 128 and the signal's number for a command that a signal ended.
  var code: Int = 0
}

// MARK: - As lines of a transcript

extension Outcome {
  /// The lines that a transcript shows for this: standard output, standard error behind `! `, and
  /// `? code` where it is not 0; in the console dialect what a terminal shows, which is neither of
  /// these signs.
  ///
  /// Blank lines at the very end are left out. Bytes that are not UTF-8 show as U+FFFD, and control
  /// characters but tab and newline as their pictures (U+2400 …).
  func lines(_ dialect: Transcript.Dialect) -> [String] {
    var lines = Self.lines(standardOutput).map { line in
      let isMarker = dialect.markers.contains { (line + "\n").hasPrefix($0) }
      return isMarker && line != Self.unfinished ? "\\" + line : line
    }
    lines += Self.lines(standardError).map { dialect == .transcript ? "! " + $0 : $0 }
    if code != 0, dialect == .transcript { lines.append("? \(code)") }
    while lines.last == "" { lines.removeLast() }
    guard dialect == .console else { return lines }
    return lines.map { $0.replacing("{{tmp}}/home", with: "~") }
  }

  /// Stands below a last line that does not end in a newline, as in the output of `diff`.
  private static let unfinished = "\\ no newline at end"

  private static func lines(_ bytes: [UInt8]) -> [String] {
    guard let last = bytes.last else { return [] }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { shown($0) }
    if last == UInt8(ascii: "\n") { lines.removeLast() } else { lines.append(unfinished) }
    return lines
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\t"
      text.append(isControl ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar)
    }
    return String(text)
  }
}
