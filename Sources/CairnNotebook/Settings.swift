public import CairnInsight
public import CairnText

/// The settings of a notebook and its user, and the source of each.
///
/// A setting has the value of the first layer that sets it: environment, notebook, Obsidian, user,
/// default. (Options on the command line override all layers, and are not stored here.) Layers in
/// files are YAML; the nested key `capture: {type: idea}` is equivalent to the dotted key
/// `capture.type: idea`.
public struct Settings: Sendable {
  /// The source of a value.
  public enum Origin: String, Sendable {
    /// An environment variable.
    case environment
    /// `.cairn/config.yml` in the notebook.
    case notebook
    /// The folder `.obsidian` of a vault.
    case obsidian
    /// `config.yml` in the user's configuration folder.
    case user
    /// The built-in default.
    case `default`
  }

  /// The value of a setting and its source.
  public struct Value: Hashable, Sendable {
    /// The value as text.
    public let text: String
    /// The layer that sets the value.
    public let origin: Origin
  }

  /// The problems in the layers: unknown keys, invalid values, files that are not valid YAML.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// The values that layers set, keyed by the names of their keys.
  var values: [String: Value] = [:]

  /// Creates settings with only the defaults.
  public init() {}
}

// MARK: - Values

extension Settings {
  /// The names of the keys that any layer sets.
  var setNames: [String] { Array(values.keys) }

  /// Returns the value of a key. If no layer sets the key, returns the key's default; nil if the
  /// key has no default.
  public subscript(name: String) -> Value? {
    values[name]
      ?? Self.keys.first { $0.name == name }?.defaultValue.map { Value(text: $0, origin: .default) }
  }

  /// Returns the value of a key as a whole number from 0 to 10^12; nil if there is no value or it
  /// is not such a number.
  public func count(_ name: String) -> Int? {
    self[name].flatMap { Int($0.text) }.flatMap { Key.counts.contains($0) ? $0 : nil }
  }

  /// Returns the value of a key as a number from 0 to 1; nil if there is no value or it is not such
  /// a number.
  public func share(_ name: String) -> Double? {
    self[name].flatMap { Double($0.text) }.flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// Returns the name of the template for new captures of a type; nil for none.
  public func template(ofType type: String) -> String? {
    values[Self.templatePrefix + type]?.text
  }

  /// The types named in settings: as the default type, or in the keys `template.TYPE` and
  /// `fields.TYPE`.
  public var types: [String] {
    let named = values.keys.filter { Self.typeKey($0) != nil }.map { key in
      String(key.drop { $0 != "." }.dropFirst())
    }
    return named.sorted() + [self["capture.type"]?.text].compactMap(\.self)
  }

  /// Returns the limit that these settings contain for `key`, if `value` is lower than the limit
  /// and a notebook is not allowed to lower the limit; otherwise nil.
  public func limit(undercutBy value: String, of key: Key) -> Int? {
    guard key.mayOnlyRise, let new = Int(value), let least = count(key.name) else { return nil }
    return new < least ? least : nil
  }

  /// Returns whether the value of a key is `true`, ignoring case.
  public func isOn(_ name: String) -> Bool { self[name]?.text.lowercased() == "true" }

  /// The languages, besides English, in which Cairn understands dates in words.
  public var dateLanguage: TimeLanguageChoice {
    self["dates.language"].flatMap { TimeLanguageChoice($0.text) } ?? .detected
  }
}
