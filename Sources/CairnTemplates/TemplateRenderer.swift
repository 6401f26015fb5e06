import CairnText

/// A renderer that runs the steps of a template. Rendering takes time proportional to the length of
/// the output plus the number of values looked up.
struct TemplateRenderer {
  private let program: TemplateProgram
  /// The values in which names are looked up (the context stack), the innermost last.
  private var stack: [any TemplateValue]
  private var indentation: [UInt8] = []
  private var output: [UInt8] = []

  /// Runs a range of a program's steps with `value` as the outermost context, and returns the
  /// output as UTF-8.
  static func render(
    _ program: TemplateProgram, _ steps: Range<Int>, _ value: any TemplateValue
  ) -> [UInt8] {
    var renderer = TemplateRenderer(program: program, stack: [value])
    renderer.output.reserveCapacity(2048)
    renderer.run(steps, nil)
    return renderer.output
  }

  private init(program: TemplateProgram, stack: [any TemplateValue]) {
    self.program = program
    self.stack = stack
  }

  private mutating func run(_ steps: Range<Int>, _ position: ListPosition?) {
    var next = steps.lowerBound
    while next < steps.upperBound {
      let step = program.steps[next]
      next += 1
      switch step {
      case .text(let range): output += program.text[range]
      case .value(let name, let escaping):
        guard let value = value(of: name, position) else { continue }
        if escaping == .all || escaping == .foreign && value.isForeign {
          HTMLEscaping.append(value.shown, to: &output)
        } else {
          output += value.shown.utf8
        }
      case .section(let name, let isInverted, let end):
        runSection(next..<end, isInverted, value(of: name, position), position)
        next = end
      case .part(let steps, let range):
        let outer = indentation
        indentation = range.isEmpty ? [] : outer + program.text[range]
        run(steps, nil)
        indentation = outer
      case .indentation: output += indentation
      }
    }
  }

  private mutating func runSection(
    _ steps: Range<Int>, _ isInverted: Bool, _ value: (any TemplateValue)?,
    _ position: ListPosition?
  ) {
    switch value?.section ?? .omitted {
    case .omitted: if isInverted { run(steps, position) }
    case _ where isInverted: break
    case .unchanged: run(steps, position)
    case .inner: if let value { run(steps, within: value, nil) }
    case .repeated(let elements):
      for (index, element) in elements.enumerated() {
        run(steps, within: element, ListPosition(index: index, count: elements.count))
      }
    }
  }

  private mutating func run(
    _ steps: Range<Int>, within value: any TemplateValue, _ position: ListPosition?
  ) {
    stack.append(value)
    run(steps, position)
    stack.removeLast()
  }

  private func value(
    of name: TemplateProgram.Name, _ position: ListPosition?
  ) -> (any TemplateValue)? {
    var value: (any TemplateValue)?
    var path = name.path
    switch name.origin {
    case .position: value = position
    case .top: value = stack.last
    case .stack:
      guard let first = path.popFirst() else { return nil }
      let word = program.words[first]
      for context in stack.reversed() where value == nil { value = context.child(named: word) }
    }
    for component in path { value = value?.child(named: program.words[component]) }
    for function in name.functions.reversed() {
      value = value?.transform(program.words[function])
    }
    return value
  }
}

/// The position of an element in the list that a section is repeated for. Functions such as
/// `last()` use it.
private struct ListPosition: TemplateValue {
  let index: Int
  let count: Int

  func transform(_ name: String) -> (any TemplateValue)? {
    switch name {
    case "first": index == 0
    case "last": index == count - 1
    case "index": String(index)
    case "even": index.isMultiple(of: 2)
    case "odd": !index.isMultiple(of: 2)
    default: nil
    }
  }
}
