/// A change to one field, as an argument of a command: `score=great`, `tags+=q4`.
public struct Change: Hashable, Sendable {
  /// The kind of change.
  public enum Operation: String, Hashable, Sendable {
    /// `=`: sets the field to the value.
    case set = "="
    /// `+=`: adds the value to the field's list.
    case add = "+="
    /// `-=`: removes the value from the field's list.
    case remove = "-="
  }

  /// The field's name, as written.
  public let field: String
  /// The kind of change.
  public let operation: Operation
  /// The value: all text after the operator, unchanged.
  public let value: String
  /// The elements, if a program sets the field to a list; otherwise nil.
  public let list: [String]?

  /// Creates a change to `field`. If a program sets the field to a list, `list` contains the
  /// elements, and `value` is a text for people.
  public init(field: String, _ operation: Operation, value: String, list: [String]? = nil) {
    self.field = field
    self.operation = operation
    self.value = value
    self.list = list
  }

  /// Parses an argument as a change, or returns nil if the argument is part of a query instead.
  ///
  /// A change is a bare name (a letter or `_`, then letters, digits, `_`, `-`, `.`), then the
  /// operator, then the value. The value may be empty and may contain anything: `note=a=b, c`. Any
  /// other name is in quotes: `"Zeta field"=6`.
  public static func parse(_ argument: String) -> Change? {
    if argument.hasPrefix("\"") { return parse(quoted: argument.dropFirst()) }
    guard let sign = argument.unicodeScalars.firstIndex(of: "=") else { return nil }
    var name = argument[..<sign]
    var operation = Operation.set
    switch name.unicodeScalars.last {
    case "+": operation = .add
    case "-": operation = .remove
    default: break
    }
    if operation != .set { name.unicodeScalars.removeLast() }
    guard FieldName.isPlain(name) else { return nil }
    let value = argument.unicodeScalars[argument.unicodeScalars.index(after: sign)...]
    return Change(field: String(name), operation, value: String(value))
  }

  /// Parses a change that begins with the name of a field and a quotation mark.
  private static func parse(quoted text: Substring) -> Change? {
    guard let end = text.firstIndex(of: "\""), end != text.startIndex else { return nil }
    let rest = text[text.index(after: end)...]
    for operation in [Operation.set, .add, .remove] where rest.hasPrefix(operation.rawValue) {
      let value = rest.dropFirst(operation.rawValue.count)
      return Change(field: String(text[..<end]), operation, value: String(value))
    }
    return nil
  }
}
