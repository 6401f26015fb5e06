import CairnText

/// A classifier that detects the type of a text from the vector that an embedding model made of it.
///
/// The classifier consists of small neural networks, which read the direction of the vector,
/// relative to the mean of all training vectors. It serves as a second opinion to ``Classifier``,
/// which compares words.
public struct MeaningTypes: Sendable {
  /// The Euclidean length of each input vector.
  private static let length: Float = 8
  /// The number of networks. The likelihood of a type is the mean of theirs, which depends less on
  /// the weights with which the training starts.
  private static let networkCount = 3

  /// The mean of the training vectors.
  private let mean: [Float]
  private let networks: [MeaningNetwork]

  /// The number of dimensions of each vector.
  public var dimensions: Int { mean.count }

  /// Trains a classifier. Returns nil if there are no examples, or if their vectors have different
  /// numbers of dimensions. Costs half a minute for fifteen thousand vectors of 400 dimensions.
  /// Reads each example several times, and keeps none, so that a lazy collection saves memory.
  public init?(_ examples: some RandomAccessCollection<(vector: [Float], kind: CaptureKind)>) {
    guard let first = examples.first?.vector, !first.isEmpty,
      examples.allSatisfy({ $0.vector.count == first.count })
    else { return nil }
    var sums = [Float](repeating: 0, count: first.count)
    for example in examples { for place in sums.indices { sums[place] += example.vector[place] } }
    let mean = sums.map { $0 / Float(examples.count) }
    self.mean = mean
    networks = (0..<Self.networkCount).map { number in
      MeaningNetwork(
        examples.lazy.map { (Self.input($0.vector, mean), $0.kind) }, inputs: mean.count + 1,
        seed: UInt64(number))
    }
  }

  /// Returns the vector relative to the mean, with the length ``length``, followed by 1.
  private static func input(_ vector: [Float], _ mean: [Float]) -> [Float] {
    let relative = zip(vector, mean).map { $0 - $1 }
    let norm = relative.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return relative.map { norm > 0 ? $0 / norm * length : 0 } + [1]
  }

  /// Returns the likelihood of each type, in the order of ``CaptureKind``. Returns nil if the
  /// vector has another number of dimensions.
  public func likelihoods(of vector: [Float]) -> [Double]? {
    guard vector.count == dimensions else { return nil }
    return means(of: Self.input(vector, mean))
  }

  private func means(of input: [Float]) -> [Double] {
    var means = [Double](repeating: 0, count: CaptureKind.allCases.count)
    for network in networks {
      for (place, likelihood) in network.likelihoods(of: input).enumerated() {
        means[place] += likelihood / Double(networks.count)
      }
    }
    return means
  }

  /// Returns the likelihood of each type, as ``likelihoods(of:)`` does, adjusted to the types that
  /// a person chose for similar texts.
  ///
  /// Each similar text raises the score of its type and lowers the scores of the other types. The
  /// amounts depend on how wrong the classifier is about that text: on the difference between the
  /// likelihood of each type and the right value, which is 1 for the chosen type and 0 for the
  /// others. Texts whose type the classifier expected therefore change almost nothing.
  ///
  /// - Parameter taught: The vectors of texts, with the types that a person chose. Vectors with
  ///   another number of dimensions are ignored.
  public func likelihoods(
    of vector: [Float], taught: [(vector: [Float], kind: CaptureKind)]
  ) -> [Double]? {
    guard let likelihoods = likelihoods(of: vector) else { return nil }
    let input = Self.input(vector, mean)
    var shifts = [Double](repeating: 0, count: likelihoods.count)
    for (other, kind) in taught where other.count == dimensions {
      let known = Self.input(other, mean)
      let products = zip(input, known).dropLast().map { $0 * $1 }
      let cosine = Double(products.reduce(0, +) / (Self.length * Self.length))
      let nearness = (cosine - Self.leastCosine) / (1 - Self.leastCosine)
      guard nearness > 0 else { continue }
      let expected = means(of: known)
      for place in shifts.indices {
        let error = (place == kind.index ? 1 : 0) - expected[place]
        shifts[place] += Self.lesson * nearness * error
      }
    }
    let greatest = shifts.reduce(0) { max($0, abs($1)) }
    let scale = greatest > Self.mostShift ? Self.mostShift / greatest : 1
    let products = zip(likelihoods, shifts).map { $0 * Exponential.of($1 * scale) }
    let sum = products.reduce(0, +)
    return products.map { $0 / sum }
  }

  /// A text counts as similar if the cosine of the two vectors, relative to the mean, is greater
  /// than this number.
  private static let leastCosine = 0.25
  /// The greatest amount by which one text can raise the score of its type. A text has this effect
  /// if its vector has the same direction as the vector of the text to classify, and if the
  /// classifier considers the chosen type impossible (likelihood 0).
  private static let lesson = 24.0
  /// The maximum change of a score by all similar texts.
  private static let mostShift = 8.0

  /// Multiplies the likelihoods of ``Classifier`` by those of a second opinion, and scales the
  /// products so that the sum of the likelihoods stays the same. The likelihoods of the second
  /// opinion are first raised to the power of 0.75. This reduces their effect, because both
  /// opinions depend on the same text.
  static func fused(_ likelihoods: [Double], _ opinion: [Double]) -> [Double] {
    let products = zip(likelihoods, opinion).map {
      $0 * $1.squareRoot() * $1.squareRoot().squareRoot()
    }
    let sum = products.reduce(0, +)
    let whole = likelihoods.reduce(0, +)
    return sum > 0 ? products.map { $0 / sum * whole } : likelihoods
  }
}

// MARK: - As bytes

extension MeaningTypes {
  /// The numbers of the classifier: the number of dimensions, the mean and the weights.
  public var numbers: [Float] { [Float(dimensions)] + mean + networks.flatMap(\.weights) }

  /// Creates a classifier from its ``numbers``. Returns nil if there are too few or too many.
  public init?(numbers: [Float]) {
    guard let first = numbers.first, let dimensions = Int(exactly: first), dimensions > 0,
      dimensions < 1 << 16, numbers.allSatisfy(\.isFinite)
    else { return nil }
    let weights = numbers.dropFirst(1 + dimensions)
    let inputs = dimensions + 1
    let count = MeaningNetwork.weightCount(inputs: inputs)
    guard weights.count == Self.networkCount * count else { return nil }
    mean = Array(numbers[1...dimensions])
    networks = (0..<Self.networkCount).map {
      MeaningNetwork(weights: weights.dropFirst($0 * count).prefix(count), inputs: inputs)
    }
  }
}
