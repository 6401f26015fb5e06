import CairnDocument
import CairnText

/// Methods for settings nested in another key: `provider: {timeout: 5}`.
extension SettingsFile {
  /// Returns whether a setting is nested in another key.
  func isNested(_ key: Settings.Key) -> Bool { nestedScalar(key) != nil }

  /// Returns the file with only the value of a nested setting replaced; nil if the setting is not
  /// nested.
  ///
  /// - Throws: A `Diagnostic` if the old value cannot be replaced.
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

  /// Returns the error for a nested setting that cannot be changed.
  static func refusal(of key: Settings.Key) -> Diagnostic {
    Diagnostic(
      .error, "settings-nested",
      "`\(key.name)` is nested below another key and cannot be changed there; write it as "
        + "`\(key.name): …` on a separate line, or edit the file by hand")
  }

  /// The settings in the file, read as if it were the user's file.
  private var settings: Settings {
    var settings = Settings()
    settings.add(bytes, as: .user, path: "")
    return settings
  }

  private func nestedScalar(_ key: Settings.Key) -> YAMLNode? {
    let file = ConfigText(bytes, .user, path: "")
    guard let root = try? file.mapping(malformed: "settings-malformed", wanted: "settings") else {
      return nil
    }
    return Self.scalar(key.name[...], in: root, depth: 0)
  }

  private static func scalar(
    _ name: Substring, in entries: [YAMLNode.Entry], depth: Int
  ) -> YAMLNode? {
    for (key, node) in entries {
      let part = key.text ?? ""
      if case .mapping(let inner) = node.content {
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

  /// Returns the byte range of a scalar on one line, plain or in quotes without escapes; nil for
  /// any other scalar.
  private func range(of node: YAMLNode) -> Range<Int>? {
    guard let text = node.text, node.range.upperBound <= bytes.count else { return nil }
    let written = bytes[node.range]
    guard let quote = written.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return written.elementsEqual(text.utf8) ? node.range : nil }
    let isOneLine = !written.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return isOneLine && written.count { $0 == quote } == 2 ? node.range : nil
  }

  /// Returns a value in a one-line form that is valid anywhere in YAML.
  private static func spelled(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_./".utf8.contains(byte)
      }
    return isPlain ? value : "'\(value.replacing("'", with: "''"))'"
  }
}
