import CairnJSON
import CairnText

/// What a site was made of, as it is kept in its folder: which files the program made there, from
/// what, and with what bytes. Only what stands here is ever replaced or removed.
///
///     {"schema":1,"files":[
///     ["index.html","8f…","0c…",5120,["site/media/3f….jpg"]]
///     ],"unfinished":[]}
public struct SiteManifest: Hashable, Sendable {
  /// Its file in the site's folder.
  public static let fileName = ".cairn-site"
  /// The version of its form.
  private static let schema = 1

  /// A file that was made.
  public struct Entry: Hashable, Sendable {
    /// The hash of what it was made of; empty for a picture, whose bytes are its name.
    public let inputs: String
    /// The hash of its bytes.
    public let digest: String
    /// How many bytes it has.
    public let size: Int
    /// The paths in the site of the pictures and files that it refers to, sorted.
    public let media: [String]

    /// A file that was made.
    public init(inputs: String, digest: String, size: Int, media: [String]) {
      self.inputs = inputs
      self.digest = digest
      self.size = size
      self.media = media
    }
  }

  /// The files by their paths in the site.
  public var files: [String: Entry] = [:]
  /// The paths of files that a run was about to make: where it was cut short, some of them are there
  /// and others not, or as they were.
  public var unfinished: Set<String> = []

  /// Nothing was made yet.
  public init() {}
}

// MARK: - Reading and writing

extension SiteManifest {
  /// Reads a manifest; nil where it is damaged, or written by a program that came later.
  public init?(_ bytes: [UInt8]) {
    guard let value = JSONValue(reading: bytes), value["schema"]?.number == Self.schema,
      let files = value["files"]?.elements, let unfinished = value["unfinished"]?.elements
    else { return nil }
    for file in files {
      guard let parts = file.elements, parts.count == 5, let path = Self.path(parts[0]),
        let inputs = parts[1].text, let digest = parts[2].text, let size = parts[3].number,
        let media = parts[4].elements?.map(Self.path)
      else { return nil }
      let known = media.compactMap(\.self)
      guard known.count == media.count else { return nil }
      self.files[path] = Entry(inputs: inputs, digest: digest, size: size, media: known)
    }
    let paths = unfinished.compactMap(Self.path)
    guard paths.count == unfinished.count, self.files.count == files.count else { return nil }
    self.unfinished = Set(paths)
  }

  /// A path that stays in the site, spelled as it can be; whoever wrote the file may be a stranger.
  private static func path(_ value: JSONValue) -> String? {
    value.text.flatMap { text in NotePath(text)?.description == text && !text.isEmpty ? text : nil }
  }

  /// The manifest as a file: a line for each of the site's, by path.
  public var bytes: [UInt8] {
    var output = Array("{\"schema\":\(Self.schema),\"files\":[".utf8)
    for (index, (path, entry)) in files.sorted(by: { $0.key < $1.key }).enumerated() {
      output += (index > 0 ? ",\n" : "\n").utf8
      let parts: [JSONValue] = [
        .string(path), .string(entry.inputs), .string(entry.digest), .integer(entry.size),
        .array(entry.media.map { .string($0) }),
      ]
      JSONValue.array(parts).write(to: &output)
    }
    output += "\n],\"unfinished\":".utf8
    JSONValue.array(unfinished.sorted().map { .string($0) }).write(to: &output)
    return output + "}\n".utf8
  }
}
