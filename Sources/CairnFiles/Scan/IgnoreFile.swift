public import CairnText

/// The rules of one `.cairnignore`, with the syntax and semantics of gitignore(5).
///
/// Names are compared byte by byte; `?` matches one byte, as in git.
struct IgnoreFile: Sendable {
  static let name = ".cairnignore"

  private struct Rule {
    let glob: IgnorePattern
    /// Whether the line began with `!`, which means that matching paths are not ignored.
    let isNegated: Bool
    /// Whether the line ended with `/`, which limits the rule to folders.
    let isForFolders: Bool
    /// Whether the line had a slash before its end. If so, the pattern is matched against the whole
    /// path below the ignore file's folder, otherwise against the last name only.
    let isAnchored: Bool
    /// The text of the line. `line` is the line's number, from 1.
    var pattern = ""
    var line = 0
  }

  private let rules: [Rule]
  /// The number of path components of the file's folder.
  private let depth: Int
  /// The path of the file.
  private let path: NotePath

  /// Parses the ignore file of `folder`. Invalid patterns are skipped, as in git.
  init(_ bytes: [UInt8], in folder: NotePath) {
    depth = folder.components.count
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rules = lines.enumerated().compactMap { index, line in
      var rule = Self.rule(line)
      rule?.pattern = String(
        decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      rule?.line = index + 1
      return rule
    }
    path = folder.appending(listed: Self.name.utf8)
  }

  /// Returns the last line that matches this path, and whether it makes scans ignore the path
  /// (false if it begins with `!`); nil if no line matches. Some lines match only folders
  /// (`isFolder`).
  ///
  /// - Parameter path: The names from the root down. The path must be inside the folder of the
  ///   ignore file.
  func match(
    _ path: ArraySlice<ArraySlice<UInt8>>, isFolder: Bool
  ) -> (match: IgnoreMatch, isHidden: Bool)? {
    let names = path.dropFirst(depth)
    let last = names.suffix(1)
    let rule = rules.last { rule in
      (isFolder || !rule.isForFolders) && rule.glob.matches(rule.isAnchored ? names : last)
    }
    return rule.map { rule in
      (IgnoreMatch(file: self.path, line: rule.line, pattern: rule.pattern), !rule.isNegated)
    }
  }

  private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
    if line.first == UInt8(ascii: "#") { return nil }
    var pattern = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    pattern = trimmed(pattern)
    let isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    let isForFolders = pattern.last == UInt8(ascii: "/")
    if isForFolders { pattern.removeLast() }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern.removeFirst() }
    guard !pattern.isEmpty, let glob = IgnorePattern(pattern) else { return nil }
    return Rule(
      glob: glob, isNegated: isNegated, isForFolders: isForFolders, isAnchored: isAnchored)
  }

  /// Returns a line without its trailing spaces. A space escaped with a backslash is kept.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      let isEscape = line[index] == UInt8(ascii: "\\")
      let isSpace = line[index] == UInt8(ascii: " ")
      index = min(index + (isEscape ? 2 : 1), line.endIndex)
      if !isSpace { end = index }
    }
    return line[..<end]
  }
}

/// A line of a `.cairnignore` that matches a path.
public struct IgnoreMatch: Hashable, Sendable {
  /// The `.cairnignore` file that contains the line.
  public let file: NotePath
  /// The number of the line, from 1.
  public let line: Int
  /// The text of the line, including a `!` or `/`.
  public let pattern: String
}

extension IgnoreMatch: CustomStringConvertible {
  /// The pattern with its file and line, worded as the end of a sentence.
  public var description: String { "`\(pattern)` in \(file):\(line)" }
}

extension Store {
  /// Returns whether scans would find a note at `path` if a regular file was there. False if an
  /// ignore file cannot be read.
  public func includes(_ path: NotePath) -> Bool {
    guard isNote(path.nameBytes), !path.components.contains(where: { FileName.isHidden($0) }) else {
      return false
    }
    do throws(FileError) {
      return try ignoreRule(hiding: path, isFolder: false) == nil
    } catch {
      return false
    }
  }

  /// Returns the line that makes scans ignore `path` or a folder above it; nil if scans include
  /// `path`. Nothing needs to exist at `path`; `isFolder` states whether to regard the path as that
  /// of a folder. Throws ``FileError`` if an ignore file cannot be read.
  public func ignoreRule(
    hiding path: NotePath, isFolder: Bool
  ) throws(FileError) -> IgnoreMatch? {
    let names = path.components
    var rules = IgnoreRules()
    var folder = NotePath.root
    for depth in names.indices {
      let place = folder.appending(listed: IgnoreFile.name.utf8)
      if try kind(place) == .file {
        rules = rules.adding(IgnoreFile(try readText(place).bytes, in: folder))
      }
      let isFolder = isFolder || depth + 1 < names.count
      if let match = rules.match(names[...depth], isFolder: isFolder) { return match }
      folder = folder.appending(listed: names[depth])
    }
    return nil
  }
}

/// The rules of all ignore files from the root down to a folder.
struct IgnoreRules: Sendable {
  private var files: [IgnoreFile] = []

  var isEmpty: Bool { files.isEmpty }

  /// Returns these rules followed by the rules of `file`, which is in a folder further down.
  /// Returns these rules unchanged if `file` is nil.
  func adding(_ file: IgnoreFile?) -> IgnoreRules {
    guard let file else { return self }
    var rules = self
    rules.files.append(file)
    return rules
  }

  /// Returns the line that makes scans ignore a path; nil if scans include the path. The nearest
  /// file with a matching line decides. Some lines match only folders (`isFolder`).
  func match(_ path: ArraySlice<ArraySlice<UInt8>>, isFolder: Bool) -> IgnoreMatch? {
    for file in files.reversed() {
      guard let found = file.match(path, isFolder: isFolder) else { continue }
      return found.isHidden ? found.match : nil
    }
    return nil
  }
}
