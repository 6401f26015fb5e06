import CairnText
import Glibc

/// Does to the files of a notebook what people, editors, backups and version control do to them.
struct RandomEditor {
  private let root: String
  var chance: SplitMix
  /// The files there may be, by path; some are gone.
  private var paths: [String] = []
  private var versions: [(path: String, bytes: [UInt8], times: [timespec])] = []
  /// How many edits were made.
  private(set) var count = 0

  private static let folders = ["", "a/", "a/b/", "c/", "a/b/d e/", "ü/"]

  init(_ root: String, seed: UInt64) {
    self.root = root
    chance = SplitMix(seed: seed)
  }

  private mutating func any<Element>(_ list: [Element]) -> Element? {
    list.randomElement(using: &chance)
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }
}

// MARK: - Texts

extension RandomEditor {
  private mutating func text() -> [UInt8] {
    var text = ""
    if below(4) > 0 {
      text += "---\n"
      if below(2) == 0 { text += "type: \(any(["action", "entry", "idea", "Action"]) ?? "")\n" }
      if below(3) == 0 { text += "id: k7x2m9q\(below(900) + 100)\n" }
      if below(3) == 0 { text += "budget: \(below(10))\n" }
      if below(4) == 0 { text += "tags: [work, t\(below(5))]\n" }
      if below(5) == 0 { text += "status: \(any(["open", "done"]) ?? "")\n" }
      if below(5) == 0 { text += "due: 2026-11-\(10 + below(20))\n" }
      if below(5) == 0 { text += "rating: [1, \(below(3))]\n" }
      if below(9) == 0 { text += "field\(below(30)): x\n" }
      if below(30) == 0 { text += "broken: [\n" }
      text += "---\n"
    }
    if below(3) == 0 { text += "# \(any(["Report", "Plan", "Étude"]) ?? "") \(below(9))\n" }
    for _ in 0..<below(4) {
      text +=
        any(["A big deal.\n", "Small deal\n", "ideal #work\n", "bag\n", "- [ ] task\n"]) ?? ""
    }
    return Array(text.utf8)
  }

  private func path(_ path: String) -> String { "\(root)/\(path)" }

  private func times(_ path: String) -> [timespec]? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return [status.st_atim, status.st_mtim]
  }

  private func setTimes(_ path: String, _ times: [timespec]) {
    utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW)
  }

  private func put(_ bytes: [UInt8], _ path: String) {
    for slash in path.indices where path[slash] == "/" {
      mkdir(self.path(String(path[..<slash])), 0o755)
    }
    FileBytes.write(self.path(path), bytes)
  }
}

// MARK: - Edits

extension RandomEditor {
  /// Makes a file.
  mutating func create() {
    let folder = any(Self.folders) ?? ""
    let path = "\(folder)\(any(["report", "note", "x"]) ?? "")\(below(40)).md"
    put(text(), path)
    if !paths.contains(path) { paths.append(path) }
  }

  /// Does one thing, and says what.
  mutating func edit() -> String {
    count += 1
    guard let path = any(paths) else {
      create()
      return "create"
    }
    let whole = self.path(path)
    let kind = below(27)
    switch kind {
    case 0..<3:
      create()
      return "create"
    case 3..<5: put(text(), path)
    case 5:
      if let bytes = FileBytes.read(whole) { put(bytes + text(), path) }
    case 6..<9: sameSize(path, later: kind == 8)
    case 9: unlink(whole)
    case 10: move(path)
    case 11: moveFolder()
    case 12: setTimes(whole, [timespec](repeating: randomTime(), count: 2))
    case 13: saveVersion(path)
    case 14: restoreVersion()
    case 15:
      FileBytes.write(whole + "~", text())
      rename(whole + "~", whole)
    case 16: swap(path)
    case 17: settings("_collection.md", ["---\nfields:\n  - rating: [1, 2]\n---\n", "# Page\n"])
    case 18: settings(".cairnignore", ["note*\n", "/a/b\n", "*.md\n!report*\n"])
    case 19: becomeFolder(path)
    case 20: chmod(whole, 0o644 - mode_t(below(2) * 0o44))
    case 21: link(path)
    case 22: removeFolder()
    case 23: checkOut()
    case 24: chmod(self.path(any(["a", "a/b", "c", "ü"]) ?? ""), 0o755 - mode_t(below(2) * 0o55))
    default: setTimes(whole, [timespec](repeating: timespec(tv_sec: 1_000, tv_nsec: 0), count: 2))
    }
    return "\(kind) \(path)"
  }

  private mutating func randomTime() -> timespec {
    let seconds = any([0, 1, 1_000_000_000, 1_795_258_800, 4_000_000_000, 9_000_000_000, -5]) ?? 0
    return timespec(tv_sec: seconds, tv_nsec: below(2) * 123_456_789)
  }

  /// Other bytes, as many as there were, and the time put back: at once, or a moment later.
  private mutating func sameSize(_ path: String, later: Bool) {
    let whole = self.path(path)
    guard var bytes = FileBytes.read(whole), !bytes.isEmpty, let times = times(whole) else {
      return
    }
    if later { usleep(25_000) }
    for _ in 0..<3 { bytes[below(bytes.count)] = any(Array("adeb \n7".utf8)) ?? 0 }
    put(bytes, path)
    setTimes(whole, times)
  }

  private mutating func move(_ path: String) {
    let target = "\(any(Self.folders) ?? "")moved\(below(9)).md"
    if target.contains("/") { put([], "\(target)x.txt") }
    if rename(self.path(path), self.path(target)) == 0, !paths.contains(target) {
      paths.append(target)
    }
  }

  private mutating func moveFolder() {
    guard let from = any(Self.folders.filter { !$0.isEmpty }) else { return }
    let target = any(["moved", "c/x", "a/y", "ü"]) ?? ""
    if rename(path(String(from.dropLast())), path(target)) == 0 {
      paths += paths.filter { $0.hasPrefix(from) }.map { "\(target)/\($0.dropFirst(from.count))" }
    }
  }

  private mutating func removeFolder() {
    guard let folder = any(["c", "moved", "a/b/d e"]) else { return }
    for path in paths where path.hasPrefix(folder + "/") { unlink(self.path(path)) }
    rmdir(path(folder))
  }

  /// Makes the files those of one of three branches, as git does: files that differ are removed, and
  /// made anew.
  private mutating func checkOut() {
    let branch = below(3)
    for number in 0..<30 {
      let path = "\(Self.folders[number % Self.folders.count])branch\(number).md"
      unlink(self.path(path))
      guard (number + branch) % 3 > 0 else { continue }
      put(Array("# Branch\n\nA big deal of number \(number % (branch + 2))\n".utf8), path)
      if number % 9 == 0, !paths.contains(path) { paths.append(path) }
    }
  }

  private mutating func saveVersion(_ path: String) {
    guard let bytes = FileBytes.read(self.path(path)), let times = times(self.path(path)) else {
      return
    }
    versions.append((path, bytes, times))
  }

  /// Puts an old version back with its old time, as a backup does.
  private mutating func restoreVersion() {
    guard let version = any(versions) else { return }
    put(version.bytes, version.path)
    setTimes(path(version.path), version.times)
  }

  /// Exchanges two files of the same size and time.
  private mutating func swap(_ path: String) {
    guard var bytes = FileBytes.read(self.path(path)), let times = times(self.path(path)) else {
      return
    }
    let other = "\(path.dropLast(3))-b.md"
    if !bytes.isEmpty { bytes[below(bytes.count)] = UInt8(ascii: "z") }
    put(bytes, other)
    setTimes(self.path(other), times)
    if !paths.contains(other) { paths.append(other) }
    rename(self.path(path), self.path("swap~"))
    rename(self.path(other), self.path(path))
    rename(self.path("swap~"), self.path(other))
  }

  private mutating func settings(_ name: String, _ texts: [String]) {
    let path = "\(any(Self.folders) ?? "")\(name)"
    if below(2) == 0, let text = any(texts) {
      put(Array(text.utf8), path)
    } else {
      unlink(self.path(path))
    }
  }

  /// A folder where a file was, and the other way round.
  private mutating func becomeFolder(_ path: String) {
    let whole = self.path(path)
    if unlink(whole) == 0, below(2) == 0 {
      put(text(), "\(path)/in.md")
      if !paths.contains("\(path)/in.md") { paths.append("\(path)/in.md") }
    } else {
      unlink("\(whole)/in.md")
      if rmdir(whole) == 0 { put(text(), path) }
    }
  }

  private mutating func link(_ path: String) {
    let other = self.path("\(path.dropLast(3))-l.md")
    unlink(other)
    if below(2) == 0 { symlink(self.path(path), other) } else { Glibc.link(self.path(path), other) }
  }
}
