import CairnDocument
import CairnText

extension Settings {
  /// Adds the settings of a file. Existing values are kept, so add the layer with the highest
  /// precedence first.
  ///
  /// - Parameter own: The user's own settings. A limit in the notebook's settings is ignored if it
  ///   is lower than the user's limit. If the user has set no limit, the default limit counts
  ///   instead (``Key/mayOnlyRise``).
  public mutating func add(
    _ bytes: [UInt8], as origin: Origin, path: String, own: Settings = Settings()
  ) {
    let file = ConfigText(bytes, origin, path: path)
    do throws(Diagnostic) {
      let entries = try file.mapping(
        malformed: "settings-malformed", wanted: "settings in the form `key: value`")
      var budget = Self.mostEntries
      for entry in Self.flatten(entries, prefix: "", &budget) { add(entry, of: file, own) }
    } catch {
      diagnostics.append(error)
    }
  }

  /// Reports that the settings file at `path` cannot be read for the given reason.
  public mutating func addUnreadable(_ origin: Origin, path: String, _ reason: String) {
    diagnostics.append(
      ConfigText([], origin, path: path).unreadable("settings-unreadable", reason))
  }

  /// Adds a value unless the key already has one.
  public mutating func add(_ name: String, _ value: String, as origin: Origin) {
    if values[name] == nil { values[name] = Value(text: value, origin: origin) }
  }

  /// Adds the user's own settings, which were read separately. Settings that already have a value
  /// keep it.
  public mutating func add(_ own: Settings) {
    values.merge(own.values) { stronger, _ in stronger }
    diagnostics += own.diagnostics
  }

  private mutating func add(_ entry: Entry, of file: ConfigText, _ own: Settings) {
    guard let complaint = Self.complaint(about: entry, from: file.origin, own) else {
      return add(entry.name, entry.value, as: file.origin)
    }
    diagnostics.append(
      file.warning(complaint.code, complaint.message, at: complaint.node.range.lowerBound))
  }

  /// Returns the reason why a setting in a file is ignored, and the node to point at; nil if the
  /// setting is valid.
  private static func complaint(
    about entry: Entry, from origin: Origin, _ own: Settings
  ) -> (code: String, message: String, node: YAMLNode)? {
    let name = entry.name
    do throws(Diagnostic) {
      let key = try key(name)
      if key.isUserOnly, origin != .user {
        let message =
          "`\(name)` is ignored in this file, because only your own settings can set it; run "
          + "`cairn config --user \(name) VALUE`"
        return ("settings-user-only", message, entry.key)
      }
      guard let breach = key.breach(by: entry.value) else {
        guard origin == .notebook, let least = own.limit(undercutBy: entry.value, of: key) else {
          return nil
        }
        let message =
          "`\(name)` is ignored in this file, because a notebook cannot set it below \(least); run "
          + "`cairn config --user \(name) VALUE`"
        return ("settings-lowered", message, entry.node)
      }
      let found = entry.node.text == nil ? "the list" : "`\(entry.value)`"
      let message = "`\(name)` \(breach); \(found) is ignored"
      return ("settings-value", message, entry.node)
    } catch {
      return (error.code, error.message, entry.key)
    }
  }

  /// A setting in a file.
  private struct Entry {
    let name: String
    let value: String
    let key: YAMLNode
    let node: YAMLNode
  }

  /// The maximum number of keys read from a file. YAML aliases could expand to a huge number.
  private static let mostEntries = 1000

  /// Returns the scalars of a mapping and of the mappings nested in it, each with its full name,
  /// which begins with `prefix`. Reads at most `budget` keys, and reduces `budget` by their number.
  private static func flatten(
    _ mapping: [YAMLNode.Entry], prefix: String, _ budget: inout Int
  ) -> [Entry] {
    var entries: [Entry] = []
    for (key, node) in mapping where budget > 0 {
      budget -= 1
      let name = prefix + (key.text ?? "")
      if case .mapping(let inner) = node.content {
        entries += flatten(inner, prefix: "\(name).", &budget)
      } else {
        entries.append(Entry(name: name, value: node.text ?? "", key: key, node: node))
      }
    }
    return entries
  }
}
