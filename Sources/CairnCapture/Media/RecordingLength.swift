/// The length of a recording, as its file states it.
public enum RecordingLength {
  /// Returns the length of a WAV file in seconds, rounded to the nearest second. `bytes` can be just
  /// the start of the file. Returns nil for other files, and if the file does not state its length.
  public static func seconds(ofWave bytes: [UInt8]) -> Int? {
    let reader = ByteCursor(bytes)
    guard reader.has("RIFF", at: 0), reader.has("WAVE", at: 8) else { return nil }
    var place = 12
    var bytesPerSecond: Int?
    // A chunk has a name of four bytes and a size; an odd size is followed by a byte of padding.
    while let size = reader.little(4, at: place + 4) {
      if reader.has("fmt ", at: place) { bytesPerSecond = reader.little(4, at: place + 16) }
      if reader.has("data", at: place) {
        // A program that is killed while it records does not write the size. The file then
        // contains 0 or a very large number instead.
        guard let bytesPerSecond, bytesPerSecond > 0, size > 0, size < 0x7FFF_0000 else {
          return nil
        }
        return (size + bytesPerSecond / 2) / bytesPerSecond
      }
      place += 8 + size + size % 2
    }
    return nil
  }
}
