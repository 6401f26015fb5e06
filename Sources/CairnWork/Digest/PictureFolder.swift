import CairnCapture
import CairnFiles
import CairnText
import SystemPackage

/// The folder to which the pictures of a digest are copied. The name of each file consists of its
/// checksum (32 hexadecimal digits) and the extension of its type. Files are never replaced or
/// removed.
struct PictureFolder: Sendable {
  private let folder: OutputFolder

  /// Opens the folder at an absolute path, or creates it.
  ///
  /// Throws a ``Refusal`` if the path is not a folder or the folder cannot be created.
  init(_ path: FilePath, name: String) throws(Refusal) {
    do throws(FileError) {
      folder = try OutputFolder(path)
    } catch {
      throw Refusal(
        "output-no-folder",
        error.code == .notFolder
          ? "--assets: `\(name)` is not a folder"
          : "--assets: the folder `\(name)` cannot be created: \(error.code)")
    }
  }

  /// Copies a picture into the folder, unless a copy already exists. Returns the file name of the
  /// copy; nil if copying failed, or if a different file has that name.
  func copy(_ bytes: [UInt8], _ type: MediaType) -> String? {
    let name = "\(Checksum.digits(of: bytes)).\(type.fileEnding)"
    let path = NotePath.root.appending(listed: name.utf8)
    do throws(FileError) {
      if let held = try folder.read(path) { return held == bytes ? name : nil }
      try folder.create(path, bytes)
      return name
    } catch {
      return nil
    }
  }
}
