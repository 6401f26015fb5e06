public import SystemPackage

/// A program that makes small versions of pictures. Cairn itself decodes no pictures.
///
/// A malicious picture could attack the program that decodes it. The program therefore gets the
/// picture on standard input and never sees a file name, and runs in its own session with limits on
/// its memory and its time.
public struct Thumbnailer: Sendable {
  /// The maximum width and height of a thumbnail, in pixels.
  public static let size = 320
  /// The maximum size of a thumbnail, in bytes.
  private static let mostBytes = 1 << 20
  private static let timeout = Duration.seconds(20)

  /// The name of the program.
  public let name: String
  private let command: String
  private let temporaryFolder: FilePath
  private let isStopped: @Sendable () -> Bool

  /// Creates the thumbnailer that a setting describes: the name of a ready-made thumbnailer, or a
  /// command.
  public init(
    _ setting: String, temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    name = setting
    command = Self.readyMade.first { $0.name == setting }?.command ?? setting
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Returns a small version of a picture, as the program printed it.
  ///
  /// - Parameter type: The type of the picture, such as `jpeg`.
  /// - Throws: A ``ProviderFailure`` if the program fails or takes too long.
  public func thumbnail(
    of picture: [UInt8], type: String
  ) async throws(ProviderFailure) -> [UInt8] {
    var program = Program(
      .shell(Self.limits + command), temporaryFolder: temporaryFolder, isStopped: isStopped)
    program.variables = ["CAIRN_TYPE": type, "CAIRN_SIZE": "\(Self.size)"]
    program.input = picture
    program.mostOutput = Self.mostBytes
    let output = try await program.run(until: Deadline(in: Self.timeout))
    if let failure = output.failure(hiding: []) { throw failure }
    return output.bytes
  }
}

// MARK: - Ready-made thumbnailers

extension Thumbnailer {
  /// The limits of every program: 2 GB of memory, 20 s of processor time, and no core file. Limits
  /// that the shell does not support are left out.
  private static let limits = """
    ulimit -v 2000000 2> /dev/null; ulimit -t 20 2> /dev/null; ulimit -c 0 2> /dev/null

    """

  private static let readyMade = [
    (
      name: "vips",
      command: #"""
      exec vipsthumbnail stdin --size "${CAIRN_SIZE}x${CAIRN_SIZE}>" \
        -o ".jpg[Q=80,strip,background=255]"
      """#
    ),
    // The prefix before the colon makes ImageMagick decode the file only as the type that Cairn
    // recognized. Without it, ImageMagick could run a script that is disguised as a picture.
    (
      name: "imagemagick",
      command: #"""
      program=$(command -v magick || command -v convert) || exit 127
      exec "$program" -limit memory 256MiB -limit map 512MiB -limit disk 512MiB -limit thread 1 \
        -define jpeg:size="$((CAIRN_SIZE * 2))x$((CAIRN_SIZE * 2))" "$CAIRN_TYPE:-[0]" \
        -auto-orient -thumbnail "${CAIRN_SIZE}x${CAIRN_SIZE}>" -background white -flatten \
        -strip -quality 80 jpeg:-
      """#
    ),
    (
      name: "graphicsmagick",
      command: #"""
      exec gm convert -limit memory 256MiB -limit map 512MiB -limit disk 512MiB \
        -limit threads 1 -size "$((CAIRN_SIZE * 2))x$((CAIRN_SIZE * 2))" "$CAIRN_TYPE:-[0]" \
        -auto-orient -thumbnail "${CAIRN_SIZE}x${CAIRN_SIZE}>" -background white -flatten \
        +profile '*' -quality 80 jpeg:-
      """#
    ),
  ]
}
