import CairnDocument
import CairnText
import Foundation
import Testing

/// What other readers make of the same front matter: ruamel.yaml (YAML 1.2) and PyYAML (1.1), and
/// Python's own readers of TOML and JSON, run by python3 where they are installed.
struct OtherReaders {
  /// A reader's name, as the script below takes it.
  enum Reader: String { case ruamel, pyyaml, toml, json }

  /// Prints, for each file named on standard input, the values as JSON; dates and numbers that JSON
  /// does not tell apart are maps with one key.
  private static let script = """
    import sys, io, json, datetime, base64
    def tagged(v):
        if v is None or isinstance(v, (bool, str)): return v
        if isinstance(v, int): return v if -2**63 <= v < 2**63 else str(v)
        if isinstance(v, float): return {'float': repr(v)}
        if isinstance(v, datetime.datetime):
            offset = v.utcoffset().total_seconds() if v.utcoffset() else 0
            since = v.replace(tzinfo=None) - datetime.datetime(1970, 1, 1)
            return {'time': int(since.days * 86400 + since.seconds - offset)}
        if isinstance(v, datetime.date): return {'date': v.isoformat()}
        if isinstance(v, datetime.time): return v.isoformat()
        if isinstance(v, (list, tuple)): return [tagged(x) for x in v]
        if isinstance(v, dict): return {'map': [[key(k), tagged(x)] for k, x in v.items()]}
        return {'other': str(v)}
    def key(k): return 'null' if k is None else str(k).lower() if isinstance(k, bool) else str(k)
    def load(text):
        if sys.argv[1] == 'ruamel':
            from ruamel.yaml import YAML
            y = YAML(typ='safe', pure=True); y.version = (1, 2)
            return y.load(io.StringIO(text))
        if sys.argv[1] == 'toml':
            import tomllib
            return tomllib.loads(text)
        if sys.argv[1] == 'json': return json.loads(text)
        import yaml
        return yaml.load(text, Loader=yaml.SafeLoader)
    for line in sys.stdin:
        try: print(json.dumps(tagged(load(base64.b64decode(line).decode('utf8')) or {})))
        except Exception: print('null')
    """

  /// Whether both readers of YAML can be run.
  static let arePresent = canImport("yaml, ruamel.yaml")
  /// Whether the readers of TOML and JSON can be run.
  static let readTOML = canImport("tomllib")

  private static func canImport(_ modules: String) -> Bool {
    let import_ = Process()
    import_.executableURL = URL(filePath: "/usr/bin/env")
    import_.arguments = ["python3", "-c", "import \(modules)"]
    import_.standardError = FileHandle.nullDevice
    guard (try? import_.run()) != nil else { return false }
    import_.waitUntilExit()
    return import_.terminationStatus == 0
  }

  /// The values of each text, as ``OtherReaders/json(_:)`` gives them; nil where it is not read.
  static func values(_ texts: [[UInt8]], by reader: Reader) throws -> [NSObject?] {
    let input = texts.map { Data($0).base64EncodedString() + "\n" }.joined()
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", script, reader.rawValue]
    python.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    return data.split(separator: UInt8(ascii: "\n")).map { line in
      let value = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
      return value is NSNull ? nil : value as? NSObject
    }
  }

  /// A value in the form in which the script prints it.
  static func json(_ value: FieldValue) -> NSObject {
    switch value {
    case .null: NSNull()
    case .boolean(let flag): NSNumber(value: flag)
    case .integer(let number): NSNumber(value: number)
    case .float(let number): ["float": "\(number)"] as NSDictionary
    case .string(let text): NSString(string: text)
    case .date(let date): ["date": date.description] as NSDictionary
    case .dateTime(let time):
      ["time": NSNumber(value: time.instant(otherwise: 0).seconds)] as NSDictionary
    case .list(let elements): NSArray(array: elements.map(json))
    case .map(let entries):
      [
        "map": NSArray(
          array: entries.map { NSArray(array: [NSString(string: $0.key), json($0.value)]) })
      ] as NSDictionary
    }
  }
}

@Suite(
  .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
  .enabled(if: OtherReaders.arePresent, "no python3 with PyYAML and ruamel.yaml"))
struct OtherReadersTests {
  /// Files that ruamel.yaml reads and we see otherwise.
  static let known: Set<String> = []

  /// Every top-level value is what ruamel.yaml reads; where PyYAML differs, it is a difference of
  /// YAML 1.1 that docs/format.md lists.
  @Test
  func valuesAreThoseOfOtherReaders() throws {
    let files = try CorpusTests.markdown().map { ($0.path, Document($0.bytes)) }
      .filter { $0.1.frontMatter.kind == .yaml }
    let texts = files.map { Array($0.1.bytes[$0.1.frontMatter.content]) }
    let ruamel = try OtherReaders.values(texts, by: .ruamel)
    let pyyaml = try OtherReaders.values(texts, by: .pyyaml)
    try #require(ruamel.count == files.count && pyyaml.count == files.count)
    var compared = 0
    for (index, (path, document)) in files.enumerated() {
      let entries = document.fields.map { FieldValue.Entry($0.key, $0.value) }
      let ours = OtherReaders.json(.map(entries))
      guard let map = ruamel[index] as? NSDictionary, map["map"] != nil else { continue }
      #expect(ours.isEqual(map) || Self.known.contains(path), "\(path): \(ours) \(map)")
      compared += 1
      guard let other = pyyaml[index] as? NSDictionary, !ours.isEqual(other) else { continue }
      for (entry, pair) in zip(entries, other["map"] as? [[NSObject]] ?? []) {
        guard pair.count == 2, !OtherReaders.json(entry.value).isEqual(pair[1]) else { continue }
        #expect(Self.isOf11(entry.value, pair[1]), "\(path): \(entry) \(pair[1])")
      }
    }
    #expect(compared > 1_300)
  }

  /// Whether a difference is one that YAML 1.1 makes: `yes` and `no`, numbers of base 60 and with a
  /// leading zero, and numbers with an exponent but without a point.
  private static func isOf11(_ value: FieldValue, _ other: NSObject) -> Bool {
    switch (value, other) {
    case (.string, is NSNumber): true
    case (.integer, is NSNumber): true
    case (.integer, is NSString): true
    case (.float, is NSString): true
    case (.list(let elements), let others as [NSObject]):
      elements.count == others.count
        && zip(elements, others).allSatisfy { OtherReaders.json($0).isEqual($1) || isOf11($0, $1) }
    case (.map(let entries), let others as NSDictionary):
      zip(entries, others["map"] as? [[NSObject]] ?? []).allSatisfy { entry, pair in
        OtherReaders.json(entry.value).isEqual(pair[1]) || isOf11(entry.value, pair[1])
          || entry.key != pair[0] as? String
      }
    default: false
    }
  }
}

/// The law of edits as another reader sees it: the values of all other fields stay.
@Suite(.enabled(if: OtherReaders.arePresent, "no python3 with PyYAML and ruamel.yaml"))
struct OtherReadersLawTests {
  /// Fields named `@`, laid out as few people do.
  static let fields = [
    "@: x\n", "@: x y # c\n\n", "@:\n# c\n", "@:\n  # c\n", "@: > # c\n", "@: |\n\n",
    "@: >+ # c\n\n\n",
    "@: |+\n  x\n\n", "@: |\n  \tx\n  # y\n\n", "@: &@ >+\n  x\n\n",
    "@:\n  - note: |+\n      x\n\n", "@:\n  - >\n    # x\n\n    y: |\n\n  # c\n",
    "@:\n- |+\n  \tx\n\n# c\n",
    "@:\n  b: >+ # c\n    - x: |\n\n  c: 1\n", "@:\n  - x # one\n  - y\n\n  # end\n",
    "@:\n  [x, :y]\n",
    "@:\n  [x,\n   y] # c\n\n", "@: &@\n  - [:x, \"y:z\"]\n  - {: x, y: :z}\n",
    "@: [a, # c\n  :x y, 'it''s']\n", "? @\n: x\n", "[@]: x\n",
    "? [@, x]\n: - y\n  - |+\n    \tx\n\n",
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func editsLeaveOtherValues(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var edits: [(edit: EditingTests.Edit, before: Document, after: Document)] = []
    for _ in 0..<100 {
      let keys = ["a", "b", "c", "key"].shuffled(using: &generator)
        .prefix(Int.random(in: 1...3, using: &generator))
      let texts = keys.map { key in
        Self.fields.randomElement(using: &generator)?.replacing("@", with: key) ?? ""
      }
      let document = Document(Array("---\n\(texts.joined())---\nbody\n".utf8))
      for edit in LawTests.edits {
        guard let edited = try? EditingTests.apply(edit, to: document) else { continue }
        edits.append((edit, document, edited))
      }
    }
    #expect(edits.count > 500)
    let before = try values(edits.map(\.before))
    let after = try values(edits.map(\.after))
    for (index, (edit, document, edited)) in edits.enumerated() {
      guard let old = before[index] else { continue }
      let new = try #require(after[index], "\(edit) in \(document.bytes)")
      let isOther = { (pair: [NSObject]) in pair.first != edit.key as NSString }
      #expect(
        old.filter(isOther) == new.filter(isOther),
        "\(edit): \(String(decoding: edited.bytes, as: UTF8.self))")
    }
  }

  /// The keys of each front matter with their values; nil where it is not read.
  private func values(_ documents: [Document]) throws -> [[[NSObject]]?] {
    try OtherReaders.values(documents.map { Array($0.bytes[$0.frontMatter.content]) }, by: .ruamel)
      .map { ($0 as? NSDictionary)?["map"] as? [[NSObject]] }
  }
}
