import CairnCapture
import CairnDigest
import CairnMarkup
import CairnNotebook
import CairnProvider
import CairnText

extension Workspace {
  /// The longest time that the program for formulas may take.
  private static let mathTimeout = Duration.seconds(300)
  /// The maximum size of the program's output, in bytes.
  private static let mostMath = 64 << 20

  /// Returns the formulas of captures as MathML. The program in the user's setting `math.program`
  /// runs once for all of them: it reads Markdown, and prints HTML with MathML.
  ///
  /// Returns nil if no program is set or if there are no formulas. If the program fails, adds a
  /// notice and returns nil.
  func math(in source: DigestSource) async -> DigestOptions.Math? {
    guard let program = notebook.settings["math.program"]?.text, !program.isBlank else {
      return nil
    }
    let formulas = Self.formulas(in: source)
    if formulas.isEmpty { return nil }
    var run = Program(
      .shell(program), temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
    run.mostOutput = Self.mostMath
    // No formula can contain this mark, so no formula can pretend to be another.
    let mark = "cairn\(Checksum.digits(of: Array(formulas.map(\.tex).joined().utf8)))n"
    run.input = Array(
      formulas.enumerated().map { number, formula in
        let sign = formula.isBlock ? "$$" : "$"
        return "\(mark)\(number)\n\n\(sign)\(formula.tex)\(sign)\n\n"
      }.joined().utf8)
    do throws(ProviderFailure) {
      let output = try await run.run(until: Deadline(in: Self.mathTimeout))
      if let failure = output.failure(hiding: []) { throw failure }
      let made = Self.formulas(
        formulas, after: mark, in: String(decoding: output.bytes, as: UTF8.self))
      if made.isEmpty { throw ProviderFailure(.output, "the output contains no MathML") }
      return DigestOptions.Math(program: program, formulas: made)
    } catch {
      note("Formulas are shown as written, because `\(program)` failed: \(error.reason)")
      return nil
    }
  }

  /// Returns the different formulas of captures in a fixed order.
  private static func formulas(in source: DigestSource) -> [Formula] {
    var found = Set<Formula>()
    for numbers in Array(0..<source.count).chunked(into: DigestSource.step) {
      let captures = source.read(Array(numbers)).compactMap(\.self)
      let parts = Parallel.map(captures.chunked(into: 32)) { part in
        part.filter { $0.body.contains(UInt8(ascii: "$")) }.flatMap { $0.markupWithMath.formulas }
      }
      found.formUnion(parts.joined())
    }
    return found.sorted { ($0.tex, $0.isBlock ? 1 : 0) < ($1.tex, $1.isBlock ? 1 : 0) }
  }

  /// Returns the MathML that follows the mark of each formula in a program's output. Formulas that
  /// the program did not understand are left out.
  private static func formulas(
    _ formulas: [Formula], after mark: String, in html: String
  ) -> [Formula: MathML] {
    var made: [Formula: MathML] = [:]
    for part in html.split(separator: mark, omittingEmptySubsequences: false).dropFirst() {
      guard let number = Int(part.prefix(while: \.isNumber)), formulas.indices.contains(number)
      else { continue }
      made[formulas[number]] = MathML(in: part)
    }
    return made
  }
}
