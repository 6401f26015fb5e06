import CairnInsight
import Foundation

/// Trains the classifier's weights from `Training/captures`, and measures its accuracy.
///
///     cairn-train weights CAPTURES Sources/CWeights       writes the files that are embedded there
///     cairn-train vocabulary CAPTURES Sources/CWeights/common.bin DICTIONARY…
///     cairn-train names CAPTURES Sources/CWeights/names.bin Training/names/given.txt
///     cairn-train answers CAPTURES > Tests/CairnInsightTests/answers.tsv
///     cairn-train voices CAPTURES     measures types with weights from the other voices
///     cairn-train persons CAPTURES    measures persons with weights from the other voices
///     cairn-train foreign CAPTURES    measures types in other languages, of lines left out
///     cairn-train table CAPTURES EVAL OWN [even|odd|all [URL MODEL]]
///         measures what is compiled in and, if there is a URL, an embedding server
///     cairn-train mistakes CAPTURES EVAL OWN [even|odd]    lists the wrong answers
///
/// `weights` and `answers` train the classifier, also on what the teacher said:
/// CAPTURES/../taught.tsv, which Training/teacher made. `answers` prints the answers for some
/// captures before the weights are rounded, so that a test can compare them with the program's
/// answers.
struct Trainer {
  let captures: [LabelledCapture]
  /// The lines that the teacher labelled.
  let taught: [TaughtLine]

  /// The divisor of scores. It was determined on voices that are not in the training data.
  static let temperature = 1.0
  /// The number of groups of voices for the measurement.
  static let groups = 6

  /// Returns the answers of classifiers trained on other voices: each group of voices is classified
  /// by a classifier that was trained without this group.
  func heldOut() -> [Measures.Answer] {
    let voices = Set(captures.map(\.voice)).sorted()
    return (0..<Self.groups).flatMap { group -> [Measures.Answer] in
      let held = Set(voices.indices.filter { $0 % Self.groups == group }.map { voices[$0] })
      let model = Regression().model(for: captures.filter { !held.contains($0.voice) })
      return captures.filter { held.contains($0.voice) }.map { answer($0, model) }
    }
  }

  /// Returns the probability of each outcome of ``Weights`` under a model.
  private func outcomes(of text: String, _ model: LinearModel) -> [Double] {
    Softmax.of(model.scores(of: Features(of: text)).map { $0 / Self.temperature })
  }

  private func answer(_ capture: LabelledCapture, _ model: LinearModel) -> Measures.Answer {
    let outcomes = outcomes(of: capture.text, model)
    let isForeign = !Language.isUnderstood(capture.text, outcomes)
    let likelihoods = outcomes.prefix(CaptureKind.allCases.count)
    let best = likelihoods.max() ?? 0
    let kind = likelihoods.firstIndex(of: best).map { CaptureKind.allCases[$0] }
    return Measures.Answer(
      capture: capture, kind: isForeign ? nil : kind, confidence: best, isForeign: isForeign)
  }

  /// Trains, and writes the weights of types and persons, the score of one unit, and the
  /// frequencies of words in the lines.
  func write(to folder: String) throws {
    let weights = WeightsText(
      Regression().model(for: captures, taught: taught), temperature: Self.temperature)
    let texts = [
      ("weights.txt", weights.characters), ("step.txt", Array("\(weights.step)\n".utf8)),
      ("words.txt", WordPrior(of: captures.typed).characters),
      ("lines.txt", TrainingLines.bytes(of: captures.classified)),
    ]
    for (name, bytes) in texts {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      try Data(bytes).write(to: file, options: .atomic)
    }
    let persons = PersonRegression().weights(for: captures)
    try EmbeddedFile.write(WeightsText.bytes(persons), to: "\(folder)/persons.bin")
    let foreign = ForeignRegression().weights(for: captures)
    try EmbeddedFile.write(WeightsText.bytes(foreign), to: "\(folder)/foreign.bin")
  }

  /// Prints the answers of newly trained weights for every fortieth capture: text, type and
  /// confidence.
  func answers() -> [String] {
    let model = Regression().model(for: captures, taught: taught)
    return captures.indices.filter { $0 % 40 == 0 }.map { index in
      let shares = outcomes(of: captures[index].text, model).prefix(CaptureKind.allCases.count)
      let best = shares.indices.max { shares[$0] < shares[$1] } ?? 0
      let thousandths = Int((shares[best] * 1000).rounded())
      return "\(captures[index].text)\t\(CaptureKind.allCases[best].rawValue)\t\(thousandths)"
    }
  }

  /// Measures what is compiled in, on the lines of a folder.
  ///
  /// - Parameter arguments: The folder, the folder of the project's own lines, which lines, and the
  ///   address and the model of an embedding server, if there is one.
  func table(_ arguments: [String]) throws -> EvalTable {
    guard arguments.count > 1 else { throw TrainingError(description: "two folders are required") }
    let half = arguments.count > 2 ? EvalFolder.Half(rawValue: arguments[2]) : .all
    guard let half else {
      throw TrainingError(description: "`\(arguments[2])` is not one of all, even, odd")
    }
    let server =
      arguments.count > 4 ? EmbeddingServer(url: arguments[3], model: arguments[4]) : nil
    return try EvalTable(
      EvalFolder(path: arguments[0], half: half), own: EvalFolder(path: arguments[1], half: half),
      training: captures, server.map { try SecondOpinion($0, captures) })
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard let command = arguments.first, let folder = arguments.dropFirst().first else {
  let commands = "weights|vocabulary|names|answers|voices|persons|foreign|table|mistakes"
  print("usage: cairn-train \(commands) CAPTURES [FOLDER|FILE.jsonl…]")
  exit(64)
}
do {
  let trainer = Trainer(
    captures: try CaptureFiles.training(folder),
    taught: try CaptureFiles.taught("\(folder)/../taught.tsv"))
  switch command {
  case "weights": for folder in arguments.dropFirst(2) { try trainer.write(to: folder) }
  case "answers": for line in trainer.answers() { print(line) }
  case "vocabulary":
    var vocabulary = Vocabulary()
    for path in arguments.dropFirst(3) { try vocabulary.addDictionary(path) }
    vocabulary.add(trainer.captures)
    if let path = arguments.dropFirst(2).first { try vocabulary.write(to: path) }
  case "names":
    let paths = Array(arguments.dropFirst(2))
    guard paths.count == 2 else { throw TrainingError(description: "two files are required") }
    let names = try String(contentsOfFile: paths[1], encoding: .utf8).split(separator: "\n")
    try EmbeddedFile.write(GivenNames.bytes(for: Set(names.map(String.init))), to: paths[0])
  case "voices": print(Measures(trainer.heldOut()).report)
  case "foreign": print(ForeignRegression().report(trainer.captures))
  case "persons": print(PersonRegression().report(trainer.captures, groups: Trainer.groups))
  case "table": print(try trainer.table(Array(arguments.dropFirst(2))).text)
  case "mistakes":
    for line in try trainer.table(Array(arguments.dropFirst(2))).mistakes { print(line) }
  default: throw TrainingError(description: "unknown command `\(command)`")
  }
} catch {
  FileHandle.standardError.write(Data("cairn-train: \(error)\n".utf8))
  exit(2)
}
