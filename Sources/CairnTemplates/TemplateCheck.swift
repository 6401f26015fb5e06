public import CairnText

/// A check that finds unknown names, parts and functions in templates.
///
///     let check = TemplateCheck(fields: catalog.fieldNames, parts: ["row"])
///     check.problems(in: source, places: [.item])
///
/// When a template is rendered, an unknown name shows nothing. This check reports such names.
public struct TemplateCheck: Sendable {
  /// The code of a diagnostic for a name that is neither a variable nor a field.
  static let unknownName = "template-unknown-variable"

  /// The names of the fields that templates can use, spelled as in captures or schemas.
  private let fields: [String]
  private let knownFields: Set<String>
  /// The names of the parts that can be included.
  private let parts: Set<String>
  /// A callback that returns the source of the part with a given name; nil if there is no such
  /// part.
  private let part: @Sendable (String) -> TemplateSource?

  /// Creates a check from the fields that captures have and the parts that exist.
  ///
  /// - Parameter part: A callback that returns the source of the part with a given name; nil if
  ///   there is no such part. The sources are needed to find parts that include themselves.
  public init(
    fields: some Sequence<String>, parts: Set<String>,
    part: @escaping @Sendable (String) -> TemplateSource? = { _ in nil }
  ) {
    self.fields = Array(fields)
    knownFields = Set(self.fields)
    self.parts = parts
    self.part = part
  }

  /// Returns the problems of a template in source order. If the template is malformed, returns only
  /// its first mistake.
  ///
  /// - Parameters:
  ///   - name: The name of the part, if the template is a part.
  ///   - places: The places where the template is used. For a part, the places of the templates
  ///     that include the part.
  public func problems(
    in source: TemplateSource, named name: String? = nil, places: Set<TemplateVariable.Place>
  ) -> [Diagnostic] {
    problems(
      in: source, named: name,
      TemplateVariable.all.filter { !$0.places.isDisjoint(with: places) },
      takesFields: !places.isDisjoint(with: [.item, .print]))
  }

  /// Returns the problems of a template that can use the names in `variables` and, if `takesFields`
  /// is true, fields of captures. `own` is the name of the part, if the template is a part.
  package func problems(
    in source: TemplateSource, named own: String? = nil, _ variables: [TemplateVariable],
    takesFields: Bool
  ) -> [Diagnostic] {
    let tags: [TemplateTag]
    do throws(TemplateMistake) {
      tags = try TemplateTag.all(in: Array(source.text.utf8))
    } catch {
      return [source.diagnostic(error.code, error.message, at: error.range)]
    }
    var scopes: [[String]] = []
    var problems: [TemplateMistake] = []
    for tag in tags {
      switch tag.kind {
      case .remark, .escaping: continue
      case .end:
        scopes.removeLast()
        continue
      case .partial:
        if let problem = inclusion(tag, in: own) { problems.append(problem) }
        continue
      case .section, .inverted, .variable: break
      }
      let inner = scopes.flatMap(\.self)
      if let problem = name(tag, variables, inner, takesFields) ?? transform(tag) {
        problems.append(problem)
      }
      if tag.kind == .section || tag.kind == .inverted {
        scopes.append(variables.first { $0.name == tag.name }?.elements ?? [])
      }
    }
    return problems.map { source.diagnostic($0.code, $0.message, at: $0.range) }
  }

  private func inclusion(_ tag: TemplateTag, in own: String?) -> TemplateMistake? {
    guard parts.contains(tag.text) else {
      return TemplateMistake(
        "there is no part `\(tag.text)`" + Nearest.advice(to: tag.text, among: parts),
        at: tag.textRange, code: "template-unknown-part")
    }
    guard let own, includes(own, from: tag.text) else { return nil }
    return TemplateMistake(
      tag.text == own
        ? "the part `\(own)` includes itself"
        : "the part `\(own)` includes itself through `\(tag.text)`",
      at: tag.textRange, code: "template-endless")
  }

  /// Returns whether the part `start` is the part `name` or includes it, directly or indirectly.
  private func includes(_ name: String, from start: String) -> Bool {
    var known: Set = [start]
    var open = [start]
    while let next = open.popLast() {
      if next == name { return true }
      let tags = part(next).flatMap { try? TemplateTag.all(in: Array($0.text.utf8)) } ?? []
      open += tags.filter { $0.kind == .partial && known.insert($0.text).inserted }.map(\.text)
    }
    return false
  }

  private func name(
    _ tag: TemplateTag, _ variables: [TemplateVariable], _ inner: [String], _ takesFields: Bool
  ) -> TemplateMistake? {
    if tag.name.isEmpty || tag.name == "." { return nil }
    let name = tag.name.first == "." ? String(tag.name.dropFirst()) : tag.name
    let known = variables.map(\.name) + inner
    let head = String(name.prefix { $0 != "." })
    if known.contains(name) || (known.contains(head) && head != "field") { return nil }
    let field = head == "field" && takesFields ? String(name.dropFirst("field.".count)) : name
    let first = String(field.prefix { $0 != "." })
    if takesFields, knownFields.contains(field) || knownFields.contains(first) { return nil }
    let what = takesFields ? "there is no variable or field" : "there is no variable"
    return TemplateMistake(
      "\(what) `\(field)`"
        + Nearest.advice(to: field, among: known + (takesFields ? fields : [])),
      at: tag.textRange, code: Self.unknownName)
  }

  private func transform(_ tag: TemplateTag) -> TemplateMistake? {
    let ofPlace = ["first", "last", "index", "even", "odd"]
    let known = TemplateTransform.all.map(\.name) + TemplateTransform.ofLists
    for name in tag.transforms {
      let isKnown =
        tag.isPlaceInList
        ? ofPlace.contains(name) : TemplateTransform.named(name) != nil || known.contains(name)
      if isKnown { continue }
      return TemplateMistake(
        "there is no function `\(name)`"
          + Nearest.advice(to: name, among: tag.isPlaceInList ? ofPlace : known),
        at: tag.textRange, code: "template-unknown-function")
    }
    return nil
  }
}
