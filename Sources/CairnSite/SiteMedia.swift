import CairnCapture
import CairnDigest
import CairnText
import Synchronization

/// The pictures and files to which pages of a site refer. Each is stored in the site once, under a
/// name derived from its content. Thread-safe.
///
/// The bytes of a file determine its type. Only pictures, videos, audio and PDF documents are
/// stored. SVG drawings are not stored, because a drawing could run scripts with the rights of the
/// site if a reader opened the file itself.
final class SiteMedia: Sendable {
  let read: DigestPictures.Reader
  let store: @Sendable (String, [UInt8]) -> Bool

  private struct State {
    /// For each file requested so far, its path in the site, keyed by its path in the notebook; nil
    /// for a file that is left out.
    var files: [NotePath: String?] = [:]
    var stored: Set<String> = []
  }
  private let state = Mutex(State())

  /// Files with more than this number of bytes are left out, because storing a file needs the whole
  /// file in memory.
  private static let largest = 256 << 20
  /// The folder in the site for pictures and files.
  static let folder = "\(SiteAddresses.assets)media/"

  init(
    read: @escaping DigestPictures.Reader, store: @escaping @Sendable (String, [UInt8]) -> Bool
  ) {
    self.read = read
    self.store = store
  }

  /// Stores a file of the notebook in the site and returns its path there; nil if the file is left
  /// out.
  func path(of file: NotePath) -> String? {
    if let known = state.withLock({ $0.files[file] }) { return known }
    var path: String?
    if case .bytes(let bytes) = read(file, Self.largest), let type = MediaType(bytes) {
      path = put(type, bytes)
    }
    return state.withLock { state in
      state.files[file] = .some(path)
      return path
    }
  }

  /// Stores a file in the site and returns its path there; nil for an SVG drawing or on failure.
  private func put(_ type: MediaType, _ bytes: [UInt8]) -> String? {
    guard type != .svg else { return nil }
    let path = "\(Self.folder)\(Checksum.digits(of: bytes)).\(type.fileEnding)"
    if state.withLock({ !$0.stored.insert(path).inserted }) { return path }
    if store(path, bytes) { return path }
    state.withLock { _ = $0.stored.remove(path) }
    return nil
  }
}
