/// The front matter, or some of its fields, as input for libyaml. libyaml reads the values that
/// `FieldScanner` cannot read.
struct YAMLText {
  /// The maximum number of values. An alias counts as all the values in the node that it refers to.
  static let maximumNodes = 1 << 20

  /// The reason given if the text is YAML but not a mapping.
  static let notFields = "expected lines of the form `key: value`"
  /// The reason if the parser and the scan find different fields.
  static let notAsScanned = "it is unclear where the value's lines begin and end"

  private let text: [UInt8]
  /// The byte ranges of the file that were copied into the text, each with its offset in the text.
  private let parts: [(range: Range<Int>, start: Int)]

  /// Creates the input from `bytes[content]`, the text between the fences.
  init(_ bytes: [UInt8], _ content: Range<Int>) {
    text = Array(bytes[content])
    parts = [(content, 0)]
  }

  /// Creates the input from only these fields. Replaces each key with the field's index in
  /// `fields`, so that no key occurs twice. Only keys that are lists or maps, or follow `?`, stay.
  ///
  /// If `isRespelled` is true, the fields are rewritten for libyaml; see ``FieldRespelling``.
  private init(_ bytes: [UInt8], _ fields: [FieldLayout], isRespelled: Bool) {
    var text: [UInt8] = []
    var parts: [(range: Range<Int>, start: Int)] = []
    for (number, field) in fields.enumerated() {
      text += bytes[field.lines.lowerBound..<field.keyRange.lowerBound]
      if !field.hasComplexKey { text += Array("\(number)".utf8) }
      var start = field.keyRange.upperBound
      let insertions = isRespelled ? FieldRespelling.insertions(in: field, of: bytes) : []
      for insertion in insertions {
        parts.append((start..<insertion.offset, text.count))
        text += bytes[start..<insertion.offset] + insertion.text
        start = insertion.offset
      }
      parts.append((start..<field.lines.upperBound, text.count))
      text += bytes[start..<field.lines.upperBound]
    }
    self.text = text
    self.parts = parts
  }

  /// Returns the values of fields found by a scan, in order, and subtracts their number from
  /// `budget`. Inner values count too.
  ///
  /// - Throws: A ``YAMLFailure`` if the text of a field is not YAML, exceeds the limits or the
  ///   budget, or is not exactly one value.
  static func values(
    of fields: [FieldLayout], in bytes: [UInt8], budget: inout Int
  ) throws(YAMLFailure) -> [FieldValue] {
    guard !fields.isEmpty else { return [] }
    let entries = try entries(of: fields, in: bytes, budget: &budget)
    guard entries.count == fields.count,
      entries.enumerated().allSatisfy({ $1.key == "\($0)" })
    else { throw YAMLFailure(offset: nil, reason: notAsScanned) }
    return entries.map(\.value)
  }

  /// Returns the entries that libyaml reads in the lines of these fields. Each entry has the
  /// field's index in `fields` as its key. Only keys that are lists or maps, or follow `?`, stay as
  /// they are.
  ///
  /// - Throws: A ``YAMLFailure`` if the text is not YAML or exceeds the limits.
  static func entries(
    of fields: [FieldLayout], in bytes: [UInt8], budget: inout Int
  ) throws(YAMLFailure) -> [FieldValue.Entry] {
    let text = YAMLText(bytes, fields, isRespelled: false)
    do throws(YAMLFailure) {
      return try text.entries(budget: &budget)
    } catch {
      let respelled = YAMLText(bytes, fields, isRespelled: true)
      guard !error.isLimit, respelled.text.count > text.text.count,
        let entries = try? respelled.entries(budget: &budget)
      else { throw error }
      return entries
    }
  }

  /// Returns the entries of the root mapping, in order, or an empty array if the text contains only
  /// comments. Subtracts the number of values from `budget`.
  ///
  /// - Throws: A ``YAMLFailure`` with an offset in the file if the text is not YAML, is not a
  ///   mapping, or exceeds the limits or the budget.
  func entries(budget: inout Int) throws(YAMLFailure) -> [FieldValue.Entry] {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw YAMLFailure(offset: offset(inFile: 0), reason: "the front matter is not UTF-8")
    }
    let root: YAMLNode?
    do throws(YAMLFailure) {
      root = try YAMLReader.root(of: text, subject: "the front matter")
    } catch {
      throw YAMLFailure(
        offset: error.offset.map(offset(inFile:)), reason: error.reason, isLimit: error.isLimit)
    }
    guard let root else { return [] }
    guard case .mapping(let entries) = root.content else {
      throw YAMLFailure(offset: offset(inFile: 0), reason: Self.notFields)
    }
    guard root.weight <= budget else {
      throw YAMLFailure(
        offset: nil, reason: "the aliases in the front matter expand to too many values",
        isLimit: true)
    }
    budget -= root.weight
    return entries.map { FieldValue.Entry($0.key.keyText, $0.value.value) }
  }

  /// Returns the offset in the file that corresponds to `offset` in the text.
  private func offset(inFile offset: Int) -> Int {
    guard let part = parts.last(where: { $0.start <= offset }) ?? parts.first else { return 0 }
    return part.range.lowerBound + max(0, min(offset - part.start, part.range.count))
  }
}
