import CairnText
import Yams

/// A setting that stands below another key: `provider: {timeout: 5}`.
extension SettingsFile {
  /// Whether a setting stands below another key.
  func isNested(_ key: Settings.Key) -> Bool { nestedScalar(key) != nil }

  /// The file with another value of a setting that stands below another key, and nothing else changed;
  /// nil where it does not stand there.
  ///
  /// - Throws: a `Diagnostic` where the value cannot be put in the place of the old one.
  func replacingNested(
    _ key: Settings.Key, with value: String
  ) throws(Diagnostic) -> SettingsFile? {
    guard let scalar = nestedScalar(key) else { return nil }
    guard let range = range(of: scalar) else { throw Self.refusal(of: key) }
    var written = bytes
    written.replaceSubrange(range, with: Self.spelled(value).utf8)
    let edited = SettingsFile(written)
    let (old, new) = (settings, edited.settings)
    let isRight =
      new[key.name]?.text == value
      && Set(old.setNames + new.setNames).allSatisfy { $0 == key.name || old[$0] == new[$0] }
    guard isRight else { throw Self.refusal(of: key) }
    return edited
  }

  /// What is said where a setting cannot be changed there.
  static func refusal(of key: Settings.Key) -> Diagnostic {
    Diagnostic(
      .error, "settings-nested",
      "the file has `\(key.name)` below another key, where this cannot be changed; write it as "
        + "`\(key.name): …` on a line of its own, or edit it by hand")
  }

  /// The settings of the file, as if the user had written them.
  private var settings: Settings {
    var settings = Settings()
    settings.add(bytes, as: .user, path: "")
    return settings
  }

  private func nestedScalar(_ key: Settings.Key) -> Node? {
    let file = ConfigText(bytes, .user, path: "")
    guard let root = try? file.mapping(malformed: "settings-malformed", wanted: "settings") else {
      return nil
    }
    return Self.scalar(key.name[...], in: root, depth: 0)
  }

  private static func scalar(_ name: Substring, in mapping: Node.Mapping, depth: Int) -> Node? {
    for (key, node) in mapping {
      let part = key.scalar?.string ?? ""
      if case .mapping(let inner) = node {
        if name.hasPrefix("\(part)."),
          let found = scalar(name.dropFirst(part.count + 1), in: inner, depth: depth + 1)
        {
          return found
        }
      } else if depth > 0, name == part {
        return node
      }
    }
    return nil
  }

  /// The bytes of a scalar that stands on one line; nil where it may not.
  private func range(of node: Node) -> Range<Int>? {
    guard let scalar = node.scalar,
      let start = ConfigText(bytes, .user, path: "").offset(of: node), start < bytes.count
    else { return nil }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    switch line.first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      // A quote within it is not the end, and then the result is not what was asked for.
      return line.dropFirst().firstIndex(of: line[start]).map { start..<$0 + 1 }
    default:
      let length = scalar.string.utf8.count
      return line.starts(with: scalar.string.utf8) ? start..<start + length : nil
    }
  }

  /// A value on one line, as it may stand anywhere.
  private static func spelled(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_./".utf8.contains(byte)
      }
    return isPlain ? value : "'\(value.replacing("'", with: "''"))'"
  }
}
