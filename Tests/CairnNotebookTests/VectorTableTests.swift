import CairnIndex
import CairnText
import Testing

@testable import CairnNotebook

/// Vectors in 8 bits, and the bytes of a file of them.
@Suite struct VectorTableTests {
  /// Vectors of texts on a few subjects, as models make them: some numbers are much larger than
  /// others in all vectors, and a subject's vectors are alike.
  private struct Texts {
    private var chance: SplitMix
    private let subjects: [[Float]]
    private let common: [Float]

    init(seed: UInt64, dimensions: Int) {
      var chance = SplitMix(seed: seed)
      func vector(_ size: Float) -> [Float] {
        (0..<dimensions).map { _ in Self.normal(&chance) * size }
      }
      common = vector(0.5)
      subjects = (0..<12).map { _ in vector(1) }
      self.chance = chance
    }

    /// Returns a number that is distributed about as the normal distribution is.
    private static func normal(_ chance: inout SplitMix) -> Float {
      (0..<6).reduce(0) { sum, _ in sum + Float.random(in: -1...1, using: &chance) } / 1.4
    }

    mutating func vector() -> [Float] {
      let subject = subjects[Int.random(in: subjects.indices, using: &chance)]
      return zip(common, subject).map { $0 + $1 + Self.normal(&chance) }
    }
  }

  private static func similarity(_ one: [Float], _ other: [Float]) -> Double {
    func product(_ left: [Float], _ right: [Float]) -> Double {
      zip(left, right).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }
    return product(one, other) / (product(one, one) * product(other, other)).squareRoot()
  }

  private static func path(_ number: Int) -> NotePath {
    NotePath(listed: Array("n\(number).md".utf8))
  }

  /// The most similar captures by vectors of 8 bits are those by exact vectors.
  @Test(arguments: [(UInt64(1), 384), (2, 768), (3, 33)])
  func ranking(_ seed: UInt64, _ dimensions: Int) throws {
    var texts = Texts(seed: seed, dimensions: dimensions)
    let vectors = (0..<500).map { _ in texts.vector() }
    var writer = VectorTableWriter(model: 7)
    for (number, vector) in vectors.enumerated() {
      let piece = (hash: UInt64(number), vector: try #require(QuantizedVector(vector)))
      writer[Self.path(number)] = .init(stamp: 1, pieces: [piece])
    }
    let table = try VectorTable(IndexBytes([writer.bytes]))
    #expect(table.count == 500 && table.dimensions == dimensions)
    var found = 0
    for _ in 0..<20 {
      let query = texts.vector()
      let exact = vectors.map { Self.similarity($0, query) }
      let rough = table.similarities(to: try #require(QuantizedVector(query)))
      let byPath = try (0..<500).map { number in
        Double(rough[try #require(table.number(of: Self.path(number)))])
      }
      for (one, other) in zip(exact, byPath) { #expect(abs(one - other) < 0.02) }
      func best(_ values: [Double]) -> Set<Int> {
        Set(values.indices.sorted { values[$0] > values[$1] }.prefix(10))
      }
      found += best(exact).intersection(best(byPath)).count
    }
    #expect(found >= 190, "\(found) of 200")
  }

  /// A capture is as similar as its most similar piece, and its own vector is the direction of all.
  @Test func pieces() throws {
    func vector(_ numbers: Float...) throws -> QuantizedVector {
      try #require(QuantizedVector(numbers))
    }
    let (east, north) = (try vector(1, 0, 0), try vector(0, 2, 0))
    var writer = VectorTableWriter(model: 1)
    writer[Self.path(1)] = .init(stamp: 5, pieces: [(UInt64(10), east), (UInt64(11), north)])
    writer[Self.path(2)] = .init(stamp: 0, pieces: [])
    writer[Self.path(3)] = .init(stamp: 6, pieces: [(UInt64(12), try vector(0, 0, -3))])
    let table = try VectorTable(IndexBytes([writer.bytes]))
    #expect(table.similarities(to: north) == [1, -1, 0])
    #expect(table.bestPiece(of: 0, for: north) == 1)
    #expect(table.similarities(to: try vector(1, 1)) == [-1, -1, -1])
    let mean = try #require(QuantizedVector(meanOf: [east, north]))
    #expect(abs(Double(mean.similarity(to: east)) - 0.5.squareRoot()) < 0.001)
    #expect(table.hashes(of: 0) == [10, 11] && table.stamp(2) == 6)
    #expect(table.number(of: Self.path(2)) == 1 && table.number(of: Self.path(4)) == nil)
    #expect(VectorTableWriter(table).bytes == writer.bytes)
    for numbers in [[], [0, 0], [1, .nan], [.infinity, 1]] as [[Float]] {
      #expect(QuantizedVector(numbers) == nil, "\(numbers)")
    }
  }

  /// No damaged byte and no missing byte goes unnoticed.
  @Test func damage() throws {
    var texts = Texts(seed: 4, dimensions: 40)
    var writer = VectorTableWriter(model: 1)
    for number in 0..<3 {
      let vector = try #require(QuantizedVector(texts.vector()))
      writer[Self.path(number)] = .init(stamp: 1, pieces: [(UInt64(number), vector)])
    }
    let bytes = writer.bytes
    #expect(try VectorTable(IndexBytes([bytes])).count == 3)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x10
      #expect(throws: IndexDamage.self, "\(place)") { try VectorTable(IndexBytes([damaged])) }
    }
    for count in [0, 8, 63, 64, bytes.count - 1] {
      #expect(throws: IndexDamage.self, "\(count)") {
        try VectorTable(IndexBytes([Array(bytes.prefix(count))]))
      }
    }
  }
}
