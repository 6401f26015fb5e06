import CWeights

/// The lines on which the classifier was trained, each with its type.
public enum TrainingLines {
  /// Reads all lines, in English and in other languages. Costs a few milliseconds.
  public static func read() -> [(text: String, kind: CaptureKind)] {
    let bytes = UnsafeBufferPointer(start: cairn_lines(), count: cairn_lines_count())
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let number = line.first.map({ Int($0) - 0x30 }),
        CaptureKind.allCases.indices.contains(number)
      else { return nil }
      return (String(decoding: line.dropFirst(), as: UTF8.self), CaptureKind.allCases[number])
    }
  }

  /// Returns the bytes from which ``read()`` reads lines: the number of the type and the text of
  /// each line.
  package static func bytes(of lines: [(text: String, kind: CaptureKind)]) -> [UInt8] {
    lines.flatMap { line in
      Array("\(CaptureKind.allCases.firstIndex(of: line.kind) ?? 0)\(line.text)\n".utf8)
    }
  }
}
