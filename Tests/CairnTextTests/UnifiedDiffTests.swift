import CairnText
import Testing

/// What a difference says is what became of a file.
@Suite struct UnifiedDiffTests {
  /// The version that a difference leads to from another one, read as `patch` reads it.
  private func patched(_ old: [String], by hunks: [String]) -> [String] {
    var new: [String] = []
    var next = 0
    for line in hunks {
      if line.hasPrefix("@@") {
        let numbers = line.split { !"0123456789".contains($0) }.compactMap { Int($0) }
        let start = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
        new += old[next..<start]
        next = start
        continue
      }
      let text = String(line.dropFirst())
      if line.hasPrefix("+") {
        new.append(text)
      } else {
        #expect(next < old.count && old[next] == text)
        if line.hasPrefix(" ") { new.append(text) }
        next += 1
      }
    }
    return new + old[next...]
  }

  private func hunks(_ old: [String], _ new: [String]) -> [String] {
    let bytes = { (lines: [String]) in Array(lines.map { $0 + "\n" }.joined().utf8) }
    return UnifiedDiff(from: bytes(old), to: bytes(new)).text { text, _ in text }
  }

  @Test("Any two versions", arguments: 0..<200 as Range<UInt64>)
  func any(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let kinds = Int.random(in: 1...30, using: &random)
    let lines = { (random: inout SplitMix) in
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        "\(Int.random(in: 0..<kinds, using: &random))"
      }
    }
    let (old, new) = (lines(&random), lines(&random))
    #expect(patched(old, by: hunks(old, new)) == new, "seed \(seed)")
  }

  @Test("Long versions without a line of their own cost no more than their length")
  func long() {
    let old = Array(repeating: "[a](b.md)", count: 40_000)
    let new = Array(repeating: "[a](c.md)", count: 40_000)
    let found = hunks(["x"] + old, ["x"] + new)
    #expect(found.count == 80_002)
    #expect(found[1...2] == [" x", "-[a](b.md)"])
    // One line far down in a long file is one change.
    var other = (0..<40_000).map { "\($0 % 3)" }
    let before = other
    other[30_000] = "here"
    #expect(hunks(before, other).count == 9)
  }
}
