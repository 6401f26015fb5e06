/// The measurements of a notebook of one size.
struct Results {
  /// The number of captures.
  let count: Int
  /// The size of all files, in bytes.
  let noteBytes: Int
  /// The runs of each case, keyed by its name.
  var samples: [String: Sample] = [:]
  /// The size of Cairn's cache when the index is up to date, in bytes.
  var snapshotBytes = 0
  /// The size of FTS5's database, in bytes.
  var databaseBytes: Int?
  /// The size of the journal of a change to all captures, and of their files, in bytes.
  var journal: (bytes: Int, files: Int)?
  /// The figures that only the resident process has.
  var resident: Resident.Figures?
  /// The figures of the server.
  var server: Server.Figures?
  /// The tools whose results differ from the other tools.
  var disagreements: [String] = []

  /// Returns the median of a case in milliseconds; nil if the case did not run or failed.
  func wall(_ name: String) -> Double? {
    guard let sample = samples[name], sample.isGood else { return nil }
    return sample.wall
  }

  /// Returns the time of one case divided by the time of another.
  func ratio(_ name: String, to other: String) -> Double? {
    guard let wall = wall(name), let against = self.wall(other) else { return nil }
    return wall / against
  }

  /// Returns the largest memory of any of these cases, in bytes.
  func peak(_ names: [String]) -> Int? {
    names.compactMap { samples[$0] }.filter(\.isGood).map(\.peak).max()
  }
}

/// A row in the table of targets.
struct Target {
  /// The name of the comparison.
  let what: String
  /// The measured values with their units; nil if they could not be measured.
  let figure: String?
  /// The value to compare with the limit: a ratio, or bytes.
  let value: Double?
  /// The target.
  let limit: Double
  /// Whether larger values are better.
  var isFloor = false
  /// Formats the value and the limit.
  var format: (Double) -> String = { "\(decimals($0, 2))×" }

  /// The row in Markdown.
  var row: String {
    guard let value else { return "| \(what) | not measured | | \(sign) \(format(limit)) | |" }
    let isMet = isFloor ? value >= limit : value <= limit
    return "| \(what) | \(figure ?? "") | \(format(value)) | \(sign) \(format(limit)) | "
      + (isMet ? "yes |" : "**no** |")
  }

  private var sign: String { isFloor ? "≥" : "≤" }
}

/// Returns a number with this many decimal places.
func decimals(_ number: Double, _ digits: Int) -> String {
  guard number.isFinite else { return "–" }
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((number * Double(scale)).rounded())
  guard digits > 0 else { return "\(scaled)" }
  let fraction = "\(abs(scaled) % scale)"
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
}

/// Returns a time in a suitable unit: `3.2 ms`, `1.40 s`.
func duration(_ milliseconds: Double) -> String {
  if milliseconds < 100 { return "\(decimals(milliseconds, 1)) ms" }
  return milliseconds < 1000
    ? "\(decimals(milliseconds, 0)) ms" : "\(decimals(milliseconds / 1000, 2)) s"
}

/// Returns a number of bytes in a suitable unit.
func bytes(_ count: Int) -> String {
  count < 10 << 20
    ? "\(decimals(Double(count) / 1_048_576, 1)) MiB" : "\(count / 1_048_576) MiB"
}
