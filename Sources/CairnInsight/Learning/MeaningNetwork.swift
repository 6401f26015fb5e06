import CairnText

/// A neural network with one hidden layer that computes the likelihood of each type from the vector
/// of a text.
///
/// The value of a hidden unit is the weighted sum of the inputs, or 0 if the sum is negative. The
/// score of a type is the weighted sum of the hidden units. The units are stored in groups of
/// eight, so that the processor computes several at once.
struct MeaningNetwork: Sendable {
  /// An input and the type that the network is to compute from it.
  typealias Example = (input: [Float], kind: CaptureKind)
  private typealias Units = SIMD8<Float>

  /// The maximum number of groups of hidden units.
  private static let mostGroups = 16
  private static let kinds = CaptureKind.allCases.count
  /// The size of the first adjustment of a weight.
  private static let rate: Float = 0.03
  /// The number of passes over the examples.
  private static let passes = 8
  /// The number of examples after which the weights are adjusted.
  private static let batch = 8

  /// A row for each input and then a row for each type. A row contains a weight for each hidden
  /// unit.
  private var rows: [Units]
  private let groups: Int

  /// The number of groups of hidden units in a network with this number of inputs.
  private static func groups(inputs: Int) -> Int { min(inputs / 24 + 1, mostGroups) }

  /// Trains a network with AdaGrad on batches of examples, which all have the same number of
  /// inputs. Networks with different seeds differ, because they start with different weights.
  init(_ examples: some RandomAccessCollection<Example>, inputs: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    groups = Self.groups(inputs: inputs)
    let hiddenCount = inputs * groups
    let span = (6 / Float(inputs)).squareRoot()
    rows = (0..<hiddenCount + Self.kinds * groups).map { place in
      Units.random(in: -1...1, using: &random) * (place < hiddenCount ? span : 0.02)
    }
    var moved = [Units](repeating: Units(repeating: 1e-4), count: rows.count)
    var order = Array(examples.indices)
    for pass in 0..<Self.passes {
      order.shuffle(using: &random)
      let rate = Self.rate * (1 - Float(pass) / Float(Self.passes))
      for start in stride(from: 0, to: order.count, by: Self.batch) {
        let part = order[start..<min(start + Self.batch, order.count)]
        var gradients = [Units](repeating: .zero, count: rows.count)
        for index in part { add(examples[index], share: 1 / Float(part.count), to: &gradients) }
        // The more a weight has moved, the less it moves.
        for (place, gradient) in gradients.enumerated() {
          moved[place] += gradient * gradient
          rows[place] -= rate * gradient / moved[place].squareRoot()
        }
      }
    }
  }

  /// Adds the gradients of one example, multiplied by `share`.
  private func add(_ example: Example, share: Float, to gradients: inout [Units]) {
    let hidden = hidden(example.input)
    var effects = [Units](repeating: .zero, count: groups)
    for (kind, likelihood) in likelihoods(of: hidden).enumerated() {
      let error = share * (Float(likelihood) - (kind == example.kind.index ? 1 : 0))
      let first = rows.count - (Self.kinds - kind) * groups
      for group in hidden.indices {
        gradients[first + group] += hidden[group] * error
        effects[group] += rows[first + group] * error
      }
    }
    for group in hidden.indices { effects[group].replace(with: 0, where: hidden[group] .<= 0) }
    for (place, value) in example.input.enumerated() {
      for group in effects.indices {
        gradients[place * groups + group] += effects[group] * value
      }
    }
  }

  /// Returns the likelihood of each type, in the order of `CaptureKind`.
  func likelihoods(of input: [Float]) -> [Double] { likelihoods(of: hidden(input)) }

  /// Returns the values of the hidden units.
  private func hidden(_ input: [Float]) -> [Units] {
    var sums = [Units](repeating: .zero, count: groups)
    for (place, value) in input.enumerated() {
      for group in sums.indices { sums[group] += rows[place * groups + group] * value }
    }
    return sums.map { $0.replacing(with: 0, where: $0 .< 0) }
  }

  private func likelihoods(of hidden: [Units]) -> [Double] {
    let types = rows.suffix(Self.kinds * groups)
    return Softmax.of(
      (0..<Self.kinds).map { kind in
        let row = types.dropFirst(kind * groups)
        return zip(hidden, row).reduce(0) { $0 + Double(($1.0 * $1.1).sum()) }
      })
  }
}

// MARK: - As numbers

extension MeaningNetwork {
  /// The weights of the network.
  var weights: [Float] { rows.flatMap { units in units.indices.map { units[$0] } } }

  /// The number of weights of a network with this number of inputs.
  static func weightCount(inputs: Int) -> Int {
    (inputs + kinds) * groups(inputs: inputs) * Units.scalarCount
  }

  /// Creates a network with this number of inputs from its ``weights``.
  init(weights: some RandomAccessCollection<Float>, inputs: Int) {
    groups = Self.groups(inputs: inputs)
    rows = stride(from: 0, to: weights.count, by: Units.scalarCount).map { start in
      Units(weights.dropFirst(start).prefix(Units.scalarCount))
    }
  }
}
