import Foundation
import Testing
import Yams

@testable import CairnDocument

/// What Yams, which also wraps libyaml, makes of the texts that ``YAMLReader`` reads.
enum YamsOracle {
  /// The nodes of a text, one on each line with the byte that it begins at; or why there are none.
  typealias Reading = Result<[String], YAMLFailure>

  /// Larger texts and trees are not compared: Yams takes seconds for them, and goes through all that
  /// aliases stand for.
  private static let mostNodes = 100_000

  /// Expects that both read the same nodes at the same places, or fail for the same reason there.
  ///
  /// Returns whether they were compared. Texts that are not UTF-8, too large or beyond our limits are not,
  /// nor are those in which Yams takes other keys for the same, or drops a byte order mark from a scalar.
  @discardableResult
  static func expectAgreement(
    _ text: [UInt8], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Bool {
    guard text.count < mostNodes, let string = String(validating: text, as: UTF8.self) else {
      return false
    }
    let ours: Reading
    do throws(YAMLFailure) {
      let root = try YAMLReader.root(of: text, subject: "the text")
      guard root?.weight ?? 0 < mostNodes else { return false }
      var lines: [String] = []
      if let root { list(root, 0, &lines) }
      guard !lines.contains(where: { $0.unicodeScalars.contains("\u{FEFF}") }) else { return false }
      ours = .success(lines)
    } catch {
      guard !error.isLimit else { return false }
      ours = .failure(error)
    }
    guard let theirs = reading(string) else { return false }
    #expect(ours == theirs, "\(string.debugDescription)", sourceLocation: sourceLocation)
    return true
  }

  private static func list(_ node: YAMLNode, _ depth: Int, _ lines: inout [String]) {
    let start = String(repeating: " ", count: depth) + "\(node.range.lowerBound) "
    switch node.content {
    case .scalar(let text, let value): lines.append(start + line(text, value))
    case .sequence(let elements):
      lines.append(start + "[]")
      for element in elements { list(element, depth + 1, &lines) }
    case .mapping(let entries):
      lines.append(start + "{}")
      for (key, value) in entries {
        list(key, depth + 1, &lines)
        list(value, depth + 1, &lines)
      }
    }
  }

  private static func line(_ text: String, _ value: FieldValue) -> String {
    "\(text.debugDescription) \(value)"
  }
}

// MARK: - Yams

extension YamsOracle {
  /// What Yams makes of a text; nil if it compares keys in another way than we do, or cannot name them.
  private static func reading(_ text: String) -> Reading? {
    // To Yams, keys are the same that look the same.
    guard text.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8) else {
      return nil
    }
    let places = places(in: text)
    do {
      let parser = try Parser(yaml: text, encoding: .utf8)
      var lines: [String] = []
      if let root = try parser.singleRoot() {
        guard !hasKeysOfTwoVersions(root) else { return nil }
        list(root, 0, places, &lines)
      }
      return .success(lines)
    } catch YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _), YamlError.composer(_, let problem, let mark, _)
    {
      return .failure(YAMLFailure(offset: places["\(mark)"], reason: problem))
    } catch YamlError.reader(let problem, _, let value, _) {
      // Yams counts characters up to there; the first that is forbidden is the one.
      let before = text.unicodeScalars.prefix { Int32($0.value) != value }
      return .failure(YAMLFailure(offset: String(before).utf8.count, reason: problem))
    } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
      if keys.contains("<uncovertable>") { return nil }
      let names = keys.map { "`\($0)`" }.joined(separator: ", ")
      return .failure(
        YAMLFailure(
          offset: places["\(context.mark)"],
          reason: "duplicate \(keys.count == 1 ? "key" : "keys") \(names)"))
    } catch {
      return .failure(YAMLFailure(offset: nil, reason: "\(error)"))
    }
  }

  private static func list(
    _ node: Node, _ depth: Int, _ places: [String: Int], _ lines: inout [String]
  ) {
    let place = node.mark.flatMap { places["\($0)"] }
    let start = String(repeating: " ", count: depth) + "\(place ?? -1) "
    switch node {
    case .scalar(let scalar):
      let tag = scalar.tag.description
      let value = YAMLScalar.value(
        of: scalar.string, tag: tag.isEmpty ? nil : tag, isPlain: scalar.style == .plain)
      lines.append(start + line(scalar.string, value))
    case .sequence(let elements):
      lines.append(start + "[]")
      for element in elements { list(element, depth + 1, places, &lines) }
    case .mapping(let entries):
      lines.append(start + "{}")
      for (key, value) in entries {
        list(key, depth + 1, places, &lines)
        list(value, depth + 1, places, &lines)
      }
    case .alias: lines.append(start + "*")
    }
  }

  /// Whether a map in a tree has two keys of the same text, which Yams tells apart by the types of
  /// YAML 1.1: `yes` and `"yes"`.
  private static func hasKeysOfTwoVersions(_ node: Node) -> Bool {
    switch node {
    case .scalar, .alias: return false
    case .sequence(let elements): return elements.contains(where: hasKeysOfTwoVersions)
    case .mapping(let entries):
      let texts = entries.compactMap(\.key.scalar?.string)
      return Set(texts).count < texts.count
        || entries.contains { hasKeysOfTwoVersions($0.key) || hasKeysOfTwoVersions($0.value) }
    }
  }

  /// The byte offset of each place of a text, by its line and column as Yams writes them.
  ///
  /// Lines end where they do in YAML 1.1.
  private static func places(in text: String) -> [String: Int] {
    var places: [String: Int] = [:]
    var (line, column, offset) = (1, 1, 0)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      places["\(line):\(column)"] = offset
      offset += UTF8.width(scalar)
      let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar), !isPair {
        (line, column) = (line + 1, 1)
      } else {
        column += 1
      }
    }
    // libyaml ends the last line even where the text does not.
    places["\(line):\(column)"] = offset
    places["\(line + 1):1"] = offset
    return places
  }
}
