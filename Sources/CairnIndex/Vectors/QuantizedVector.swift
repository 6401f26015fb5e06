/// The vector of a text, stored as 8-bit integers so that it can be compared quickly with many
/// other vectors.
///
/// The numbers are scaled so that the one with the largest absolute value becomes 127 or -127. The
/// bytes are padded with zeros to a multiple of ``blockSize``, so that several bytes can be
/// compared at a time.
public struct QuantizedVector: Hashable, Sendable {
  /// A padded vector has a multiple of this number of bytes.
  static let blockSize = 32

  /// The number of dimensions, without padding.
  public let dimensions: Int
  /// The numbers, padded.
  let numbers: [Int8]
  /// 1 divided by the length of the vector in ``numbers``.
  let scale: Float

  /// Creates a vector from its numbers. Nil if there are no numbers, if all are zero, or if one is
  /// not finite.
  public init?(_ values: some Collection<Float>) {
    let largest = values.reduce(0) { max($0, abs($1)) }
    guard largest > 0, values.allSatisfy(\.isFinite) else { return nil }
    var numbers = [Int8](repeating: 0, count: Self.stride(values.count))
    for (index, value) in values.enumerated() {
      numbers[index] = Int8((value / largest * 127).rounded())
    }
    self.init(values.count, numbers)
  }

  /// Creates a vector from its padded numbers. If all numbers are zero, ``scale`` is 0.
  init(_ dimensions: Int, _ numbers: [Int8]) {
    self.dimensions = dimensions
    self.numbers = numbers
    let square = numbers.reduce(0) { $0 + Int($1) * Int($1) }
    scale = square == 0 ? 0 : 1 / Float(square).squareRoot()
  }

  /// Creates a vector in the mean direction of the given vectors, which must all have the same
  /// number of dimensions. Nil if there are no vectors or if they cancel each other out.
  public init?(meanOf vectors: [QuantizedVector]) {
    guard let first = vectors.first else { return nil }
    if vectors.count == 1 {
      self = first
      return
    }
    var sums = [Float](repeating: 0, count: first.dimensions)
    for vector in vectors {
      for index in sums.indices { sums[index] += Float(vector.numbers[index]) * vector.scale }
    }
    self.init(sums)
  }

  /// The numbers of the vector, scaled to a length of 1, without padding.
  public var values: [Float] { numbers.prefix(dimensions).map { Float($0) * scale } }

  /// Returns the number of bytes that a vector occupies.
  static func stride(_ dimensions: Int) -> Int {
    (dimensions + blockSize - 1) / blockSize * blockSize
  }

  /// Returns the cosine similarity to another vector of the same number of dimensions, from -1 to
  /// 1.
  public func similarity(to other: QuantizedVector) -> Float {
    let sum = other.numbers.withUnsafeBytes { bytes in
      bytes.baseAddress.map { product(with: $0) } ?? 0
    }
    return Float(sum) * scale * other.scale
  }

  /// Returns the scalar product of ``numbers`` and the numbers at `other`. There must be as many
  /// numbers at `other` as in ``numbers``.
  @inline(__always)
  func product(with other: UnsafeRawPointer) -> Int32 {
    numbers.withUnsafeBytes { own in
      guard let own = own.baseAddress else { return 0 }
      var sums = SIMD8<Int32>(repeating: 0)
      for offset in Swift.stride(from: 0, to: numbers.count, by: 8) {
        let left = own.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int8>.self)
        let right = other.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int8>.self)
        // At most 127 × 127, which fits in 16 bits.
        let products =
          SIMD8<Int16>(truncatingIfNeeded: left)
          &* SIMD8<Int16>(truncatingIfNeeded: right)
        sums &+= SIMD8<Int32>(truncatingIfNeeded: products)
      }
      return sums.wrappedSum()
    }
  }
}
