import CairnCapture
import CairnDigest
import CairnIndex
import CairnText
import Synchronization

/// The pictures and files that pages of a site refer to. Each is put into the site once, under a
/// name that its content gives it. May be asked from several threads.
///
/// What a file is, its bytes say. Pictures, films, sounds and PDF documents go along; nothing else
/// does, nor a drawing (SVG): opened on its own it could run scripts where the site is served.
final class SiteMedia: Sendable {
  let read: DigestPictures.Reader
  let store: @Sendable (String, [UInt8]) -> Bool

  private struct State {
    /// The path in the site of each file that was asked for; nil within for one that stays out.
    var files: [NotePath: String?] = [:]
    var stored: Set<String> = []
  }
  private let state = Mutex(State())

  /// A file of more bytes stays out: it would have to be held in memory.
  private static let largest = 256 << 20
  /// The folder in the site.
  static let folder = "\(SiteAddresses.assets)media/"

  init(
    read: @escaping DigestPictures.Reader, store: @escaping @Sendable (String, [UInt8]) -> Bool
  ) {
    self.read = read
    self.store = store
  }

  /// The path in the site of a file of the notebook; nil where it stays out.
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

  /// Puts a file into the site; its path there, or nil where that failed.
  private func put(_ type: MediaType, _ bytes: [UInt8]) -> String? {
    guard type != .svg else { return nil }
    let path = "\(Self.folder)\(Checksum.digits(of: bytes)).\(type.fileEnding)"
    if state.withLock({ !$0.stored.insert(path).inserted }) { return path }
    return store(path, bytes) ? path : nil
  }
}
