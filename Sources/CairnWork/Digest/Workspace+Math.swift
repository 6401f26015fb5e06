import CairnCapture
import CairnDigest
import CairnMarkup
import CairnNotebook
import CairnProvider
import CairnText
import Synchronization

/// A server's limits for the program in the setting `math.program`. The program runs for only one
/// request at a time, and for at most ``timeout``. The latest result is remembered. Thread-safe.
public final class FormulaRuns: Sendable {
  /// The maximum time for one run.
  private static let timeout = Duration.seconds(20)
  /// The pause before the program runs again for formulas that it failed to convert.
  private static let failureLifetime = Duration.seconds(60)

  fileprivate typealias Result = Swift.Result<DigestOptions.Math, ProviderFailure>

  private let turns = Turns(most: 1)
  private let latest = Mutex<(key: String, end: ContinuousClock.Instant?, result: Result)?>(nil)

  /// Creates limits that remember no result yet.
  public init() {}

  /// Returns the latest result if it has this key. Otherwise waits for its turn, calls `run`, and
  /// returns its result. Returns nil if `run` returns nil because the request was cancelled.
  fileprivate func result(
    _ key: String, _ run: (Duration) async -> Result?
  ) async throws -> Result? {
    if let known = known(key) { return known }
    try await turns.begin("")
    defer { turns.end("") }
    if let known = known(key) { return known }
    guard let result = await run(Self.timeout) else { return nil }
    var end: ContinuousClock.Instant?
    if case .failure = result { end = .now + Self.failureLifetime }
    latest.withLock { [end] in $0 = (key, end, result) }
    return result
  }

  private func known(_ key: String) -> Result? {
    latest.withLock { latest in
      guard let latest, latest.key == key, latest.end.map({ $0 > .now }) ?? true else { return nil }
      return latest.result
    }
  }
}

extension Workspace {
  /// The maximum time for one run of the program in the setting `math.program`, except in a server.
  private static let mathTimeout = Duration.seconds(300)
  /// The maximum size of the program's output, in bytes.
  private static let mostMath = 64 << 20

  /// Returns the formulas of captures as MathML. The program in the user's setting `math.program`
  /// runs once for all of them: it reads Markdown, and prints HTML with MathML. A server limits the
  /// runs; see ``FormulaRuns``.
  ///
  /// Returns nil if no program is set or if there are no formulas. If the program fails, adds a
  /// notice and returns nil.
  func math(in source: DigestSource) async -> DigestOptions.Math? {
    guard let program = notebook.settings["math.program"]?.text, !program.isBlank else {
      return nil
    }
    let formulas = Self.formulas(in: source)
    if formulas.isEmpty { return nil }
    let mark = Self.mark(of: formulas)
    let result: FormulaRuns.Result? =
      if let runs = context.formulaRuns {
        try? await runs.result("\(mark) \(program)") { limit in
          let result = await math(formulas, mark, by: program, within: limit)
          return context.cancellation.isRequested() ? nil : result
        }
      } else {
        await math(formulas, mark, by: program, within: Self.mathTimeout)
      }
    switch result {
    case .success(let math): return math
    case .failure(let failure):
      note("Formulas are shown as written, because `\(program)` failed: \(failure.reason)")
      return nil
    case nil: return nil
    }
  }

  /// Returns a mark that contains a hash of all formulas. No formula can contain this mark, so no
  /// formula can pretend to be another.
  private static func mark(of formulas: [Formula]) -> String {
    let texts = formulas.map { ($0.isBlock ? "$$" : "$") + $0.tex + "\n" }
    return "cairn\(Checksum.digits(of: Array(texts.joined().utf8)))n"
  }

  private func math(
    _ formulas: [Formula], _ mark: String, by program: String, within limit: Duration
  ) async -> FormulaRuns.Result {
    var run = Program(
      .shell(program), temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
    run.mostOutput = Self.mostMath
    run.input = Array(
      formulas.enumerated().map { number, formula in
        let sign = formula.isBlock ? "$$" : "$"
        return "\(mark)\(number)\n\n\(sign)\(formula.tex)\(sign)\n\n"
      }.joined().utf8)
    do throws(ProviderFailure) {
      let output = try await run.run(until: Deadline(in: limit))
      if let failure = output.failure(hiding: []) { throw failure }
      let made = Self.formulas(
        formulas, after: mark, in: String(decoding: output.bytes, as: UTF8.self))
      if made.isEmpty { throw ProviderFailure(.output, "the output contains no MathML") }
      return .success(DigestOptions.Math(program: program, formulas: made))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the formulas of captures, sorted and without duplicates.
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

  /// Returns the MathML of each formula in the output of a program, where it follows a mark.
  /// Formulas that the program did not understand are left out.
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
