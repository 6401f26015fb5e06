import CairnDocument
public import CairnText

/// A settings file. Edits change one setting and leave everything else in the file unchanged.
///
/// The file is YAML, and is edited like front matter without fences.
public struct SettingsFile: Sendable {
  /// The file's bytes.
  public let bytes: [UInt8]

  /// Creates a settings file; `bytes` is empty if the file does not exist yet.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private static let fence = Array("---\n".utf8)

  /// Returns the file with a setting set to a value, or removed if `value` is nil.
  ///
  /// - Throws: A `Diagnostic` if the value is invalid, a nested setting cannot be changed, or the
  ///   file cannot be edited safely.
  public func setting(_ key: Settings.Key, to value: String?) throws(Diagnostic) -> SettingsFile {
    if let value, let breach = key.breach(by: value) {
      let given = value.isBlank ? "" : "; got `\(value)`"
      throw Diagnostic(.error, "settings-value", "`\(key.name)` \(breach)\(given)")
    }
    if let value, let edited = try replacingNested(key, with: value) { return edited }
    if isNested(key) { throw Self.refusal(of: key) }
    return try editing { (document) throws(Diagnostic) in
      guard let value else { return try document.unsetting(key.name) }
      return try document.setting(
        key.name, to: key.kind == .text ? .text(value) : .literal(value))
    }
  }

  /// Returns the file with the value of a key set to `text`, or with the key removed if `text` is
  /// nil. For keys that are not settings, such as the names of views.
  ///
  /// - Throws: A `Diagnostic` if the file cannot be edited safely.
  func setting(_ name: String, toText text: String?) throws(Diagnostic) -> SettingsFile {
    try editing { (document) throws(Diagnostic) in
      guard let text else { return try document.unsetting(name) }
      return try document.setting(name, to: .text(text))
    }
  }

  private func editing(
    _ edit: (Document) throws(Diagnostic) -> Document
  ) throws(Diagnostic) -> SettingsFile {
    // The closing fence has to start on a new line.
    let isEnded = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    let document = Document(
      Self.fence + bytes + (isEnded ? [] : [UInt8(ascii: "\n")]) + Self.fence)
    guard document.body.isEmpty, document.frontMatter.kind == .yaml else {
      throw Diagnostic(
        .error, "settings-layout", "the file contains a line `---`; edit the file by hand")
    }
    let edited = try edit(document)
    let content = edited.bytes.dropFirst(Self.fence.count).dropLast(Self.fence.count)
    let isSame = edited.bytes == document.bytes
    return SettingsFile(isSame ? bytes : Array(isEnded ? content : content.dropLast()))
  }
}
