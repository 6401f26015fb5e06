/// What was measured on a notebook of one size.
struct Results {
  /// How many captures the notebook has.
  let count: Int
  /// The bytes of all its files.
  let noteBytes: Int
  /// The runs of each case, by its name.
  var samples: [String: Sample] = [:]
  /// The bytes of Cairn's cache when the index is up to date.
  var snapshotBytes = 0
  /// The bytes of FTS5's database.
  var databaseBytes: Int?
  /// The bytes of the journal of a change of all captures, and of their files.
  var journal: (bytes: Int, files: Int)?
  /// What only the resident process has.
  var resident: Resident.Figures?
  /// Tools that found something else than others.
  var disagreements: [String] = []

  /// The median of a case in milliseconds; nil where it did not run, or failed.
  func wall(_ name: String) -> Double? {
    guard let sample = samples[name], sample.isGood else { return nil }
    return sample.wall
  }

  /// How many times as long one case took as another.
  func ratio(_ name: String, to other: String) -> Double? {
    guard let wall = wall(name), let against = self.wall(other) else { return nil }
    return wall / against
  }

  /// The most memory that any of these cases held, in bytes.
  func peak(_ names: [String]) -> Int? {
    names.compactMap { samples[$0] }.filter(\.isGood).map(\.peak).max()
  }
}

/// One row of the table of targets.
struct Target {
  /// What is compared.
  let what: String
  /// What was measured, with its unit; nil where it could not be.
  let figure: String?
  /// The figure as the target has it: a ratio, or bytes.
  let value: Double?
  /// What it should be.
  let limit: Double
  /// Whether more is better.
  var isFloor = false
  /// How value and limit are written.
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

/// A number with so many digits behind the point.
func decimals(_ number: Double, _ digits: Int) -> String {
  guard number.isFinite else { return "–" }
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((number * Double(scale)).rounded())
  guard digits > 0 else { return "\(scaled)" }
  let fraction = "\(abs(scaled) % scale)"
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
}

/// A time in the unit that suits it: `3.2 ms`, `1.40 s`.
func duration(_ milliseconds: Double) -> String {
  if milliseconds < 100 { return "\(decimals(milliseconds, 1)) ms" }
  return milliseconds < 1000
    ? "\(decimals(milliseconds, 0)) ms" : "\(decimals(milliseconds / 1000, 2)) s"
}

/// Bytes in the unit that suits them.
func bytes(_ count: Int) -> String {
  count < 10 << 20
    ? "\(decimals(Double(count) / 1_048_576, 1)) MiB" : "\(count / 1_048_576) MiB"
}
