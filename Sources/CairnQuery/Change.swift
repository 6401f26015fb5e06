/// One change of a field, as a command that writes takes it: `score=great`, `tags+=q4`.
public struct Change: Hashable, Sendable {
  /// What is done to the field.
  public enum Operation: String, Hashable, Sendable {
    /// `=`: the field gets this value.
    case set = "="
    /// `+=`: the value is added to the field's list.
    case add = "+="
    /// `-=`: the value is taken out of the field's list.
    case remove = "-="
  }

  /// The field's name, as written.
  public let field: String
  /// What is done to it.
  public let operation: Operation
  /// The value: the rest of the argument, as it is.
  public let value: String

  /// A change of `field`.
  public init(field: String, _ operation: Operation, value: String) {
    self.field = field
    self.operation = operation
    self.value = value
  }

  /// Reads an argument as a change, or returns nil where it is none and so part of a query.
  ///
  /// A change is a bare name (a letter or `_`, then letters, digits, `_`, `-`, `.`), then the sign,
  /// then the value, which may be empty and hold anything: `note=a=b, c`.
  public static func parse(_ argument: String) -> Change? {
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
}
