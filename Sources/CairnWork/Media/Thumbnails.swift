import CairnCapture
import CairnFiles
import CairnNotebook
import CairnProvider
public import CairnText
import Synchronization

/// A server's record of thumbnails: those that are being made, and those that cannot be made.
/// Thread-safe.
public final class Thumbnails: Sendable {
  /// The maximum number of pictures that are remembered as failures.
  private static let mostFailures = 10_000
  /// The number of new thumbnails after which old thumbnails are removed.
  private static let pruningInterval = 32

  private struct State {
    var failed: Set<String> = []
    var made = 0
  }

  private let state = Mutex(State())
  /// The queue of thumbnails to make; at most two programs run at the same time.
  fileprivate let turns = Turns(most: 2)

  /// Creates an empty record.
  public init() {}

  fileprivate func hasFailed(_ name: String) -> Bool {
    state.withLock { $0.failed.contains(name) }
  }

  fileprivate func fail(_ name: String) {
    state.withLock { state in
      if state.failed.count >= Self.mostFailures { state.failed = [] }
      state.failed.insert(name)
    }
  }

  /// Counts a new thumbnail. Returns whether old thumbnails should be removed.
  fileprivate func countNew() -> Bool {
    state.withLock { state in
      state.made += 1
      return state.made % Self.pruningInterval == 1
    }
  }
}

extension Workspace {
  /// The beginning of the names of thumbnails in the cache folder.
  private static let thumbnailPrefix = "thumbnail-"
  /// The maximum size of all thumbnails in the cache folder, in bytes.
  private static let mostThumbnailBytes = 100_000_000
  /// The maximum size, in bytes, of a picture that is used as its own thumbnail.
  private static let smallPicture = 30_000
  /// The maximum number of pixels in a picture for which a thumbnail is made.
  private static let mostPixels = 200_000_000
  private static let pictureTypes: Set<MediaType> = [
    .png, .jpeg, .gif, .webp, .avif, .heic, .bmp, .tiff,
  ]
  private static let thumbnailTypes: Set<MediaType> = [.jpeg, .png, .webp]

  /// Returns a small version of a picture in the notebook. The program in the setting
  /// `web.thumbnails` makes it, and the notebook's cache folder keeps it. Returns the picture
  /// itself if it is small, if no program is set, or if the program fails.
  ///
  /// Throws a ``Refusal`` if there is no such picture or it has too many pixels, `FileError` if it
  /// cannot be read, and `CancellationError` if the caller ended the wait.
  public func thumbnail(
    of path: NotePath, _ thumbnails: Thumbnails
  ) async throws -> [UInt8] {
    try checkAttachment(at: path)
    guard let thumbnailer, let stamp = try notebook.store.stamp(path),
      stamp.size > Self.smallPicture
    else { return try notebook.store.read(path).bytes }
    let name = Self.thumbnailName(of: path, stamp, by: thumbnailer)
    if let known = cachedThumbnail(name) { return known }
    guard !thumbnails.hasFailed(name) else { return try notebook.store.read(path).bytes }
    // The picture is read after its turn begins, so that waiting pictures take no memory.
    try await thumbnails.turns.begin(name)
    defer { thumbnails.turns.end(name) }
    if let known = cachedThumbnail(name) { return known }
    let bytes = try notebook.store.read(path).bytes
    guard let type = MediaType(bytes), Self.pictureTypes.contains(type),
      !thumbnails.hasFailed(name)
    else { return bytes }
    if let size = PixelSize(of: type, bytes),
      size.width.multipliedReportingOverflow(by: size.height).overflow
        || size.width * size.height > Self.mostPixels
    {
      throw Refusal("picture-too-large", "the picture has too many pixels", .invalid)
    }
    do throws(ProviderFailure) {
      let small = try await thumbnailer.thumbnail(of: bytes, type: type.rawValue)
      guard small.count < bytes.count, let type = MediaType(small),
        Self.thumbnailTypes.contains(type)
      else {
        throw ProviderFailure(
          .output,
          "the program printed no picture, or a picture that is not smaller than the original")
      }
      store(small, as: name, removingOld: thumbnails.countNew())
      return small
    } catch {
      if context.cancellation.isRequested() { throw CancellationError() }
      thumbnails.fail(name)
      return bytes
    }
  }

  /// The program in the user's settings that makes thumbnails; nil if none is set.
  private var thumbnailer: Thumbnailer? {
    guard let setting = notebook.settings["web.thumbnails"]?.text, !setting.isBlank else {
      return nil
    }
    return Thumbnailer(
      setting, temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
  }

  /// Returns the name of a thumbnail in the cache folder. The name differs for each version of the
  /// picture and for each program.
  private static func thumbnailName(
    of path: NotePath, _ stamp: Stamp, by thumbnailer: Thumbnailer
  ) -> String {
    let changes = [stamp.modified, stamp.changed].map(\.nanosecondsSinceEpoch)
    let text =
      "\(path)\n\(stamp.size) \(changes) \(stamp.inode)\n\(thumbnailer.name) \(Thumbnailer.size)"
    return thumbnailPrefix + Checksum.digits(of: Array(text.utf8))
  }

  private func cachedThumbnail(_ name: String) -> [UInt8]? {
    guard let file = try? notebook.cache?.mapCached(name) else { return nil }
    let bytes = file.copied
    return MediaType(bytes) == nil ? nil : bytes
  }

  /// Stores a thumbnail in the cache folder. If that fails, the next request makes the thumbnail
  /// again.
  private func store(_ thumbnail: [UInt8], as name: String, removingOld: Bool) {
    guard let cache = notebook.cache, let draft = try? cache.draftCached(name) else { return }
    draft.append(thumbnail)
    _ = try? draft.keep()
    if removingOld {
      cache.pruneCached(beginning: Self.thumbnailPrefix, keeping: Self.mostThumbnailBytes)
    }
  }
}
