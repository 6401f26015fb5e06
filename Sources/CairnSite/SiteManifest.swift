import CairnJSON
import CairnText

/// A record of the files that Cairn made in a site's folder. Cairn removes only files in this
/// record. For each file, the record contains a hash of the inputs from which the file was made, a
/// hash of its bytes, its size in bytes, and the paths of the pictures and other files that it
/// refers to.
///
///     {"schema":1,"files":[
///     ["index.html","8f…","0c…",5120,["site/media/3f….jpg"]]
///     ],"unfinished":[]}
public struct SiteManifest: Hashable, Sendable {
  /// The name of the manifest's file in the site's folder.
  public static let fileName = ".cairn-site"
  /// The version of the format.
  private static let schema = 1

  /// A file made by Cairn.
  public struct Entry: Hashable, Sendable {
    /// The hash of the file's inputs. Empty for files that are not in ``Site/files``, such as
    /// pictures, and for a file that someone else changed.
    public let inputs: String
    /// The hash of the file's bytes.
    public let digest: String
    /// The size in bytes.
    public let size: Int
    /// The paths in the site of the pictures and files that the file refers to, sorted.
    public let media: [String]

    /// Creates the entry of a file.
    public init(inputs: String, digest: String, size: Int, media: [String]) {
      self.inputs = inputs
      self.digest = digest
      self.size = size
      self.media = media
    }
  }

  /// The files, keyed by path in the site.
  public var files: [String: Entry] = [:]
  /// The paths of the files that a run of Cairn is about to make. If the run is interrupted, each
  /// of these files may be missing, old or new.
  public var unfinished: Set<String> = []

  /// Creates an empty manifest.
  public init() {}
}

// MARK: - Reading and writing

extension SiteManifest {
  /// Reads a manifest; nil if the bytes are damaged, or if they have another format version.
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

  /// Returns the text of `value` as a path in the site. Returns nil if the path is not normalized
  /// or leads out of the site, because it may have been forged.
  private static func path(_ value: JSONValue) -> String? {
    value.text.flatMap { text in NotePath(text)?.description == text && !text.isEmpty ? text : nil }
  }

  /// The content of the manifest's file, with one line for each file of the site, sorted by path.
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
