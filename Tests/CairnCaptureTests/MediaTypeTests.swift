import CairnCapture
import Testing

/// What a file is by its bytes: one row for each type, for what only looks like it, and for what
/// ends too soon.
struct MediaTypeTests {
  /// A file as a row writes it: text, with `\xHH` for a byte.
  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~"), let high = rest.popFirst(), let low = rest.popFirst() {
        bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// Files of a type, and their size in pixels; `~HH` is a byte.
  static let files: [(file: String, type: MediaType, size: String)] = [
    ("~89PNG~0D~0A~1A~0A~00~00~00~0DIHDR~00~00~02~80~00~00~01~E0~08~02", .png, "640x480"),
    ("GIF89a~40~01~F0~00~00", .gif, "320x240"),
    ("GIF87a~01~00~01~00", .gif, "1x1"),
    ("~FF~D8~FF~E0~00~04ab~FF~C0~00~11~08~00~F0~01~40~03", .jpeg, "320x240"),
    ("~FF~D8~FF~FF~FE~00~03x~FF~C2~00~11~08~00~02~00~03~03", .jpeg, "3x2"),
    // Exif says that it lies on its side.
    (
      "~FF~D8~FF~E1~00~22Exif~00~00MM~00~2A~00~00~00~08~00~01~01~12~00~03~00~00~00~01~00~06~00~00"
        + "~00~00~00~00~FF~C0~00~11~08~00~F0~01~40~03", .jpeg, "240x320"
    ),
    ("RIFF~1A~00~00~00WEBPVP8 ~0E~00~00~00~30~01~00~9D~01~2A~40~C1~F0~40", .webp, "320x240"),
    ("RIFF~1A~00~00~00WEBPVP8L~0E~00~00~00~2F~3F~C1~3B~00", .webp, "320x240"),
    ("RIFF~1A~00~00~00WEBPVP8X~0A~00~00~00~10~00~00~00~3F~01~00~EF~00~00", .webp, "320x240"),
    ("BM~36~00~00~00~00~00~00~00~36~00~00~00~28~00~00~00~40~01~00~00~10~FF~FF~FF", .bmp, "320x240"),
    ("BM~36~00~00~00~00~00~00~00~1A~00~00~00~0C~00~00~00~40~01~F0~00", .bmp, "320x240"),
    (
      "II*~00~08~00~00~00~02~00~00~01~03~00~01~00~00~00~40~01~00~00~01~01~04~00~01~00~00~00~F0~00"
        + "~00~00", .tiff, "320x240"
    ),
    ("~00~00~00~1Cftypavif~00~00~00~00avifmif1miaf", .avif, "-"),
    ("~00~00~00~1Cftypmif1~00~00~00~00mif1avifmiaf", .avif, "-"),
    ("~00~00~00~18ftypheic~00~00~00~00mif1heic", .heic, "-"),
    ("~00~00~00~18ftypmp42~00~00~00~00isommp42", .mp4, "-"),
    ("~00~00~00~14ftypqt  ~00~00~00~00qt  ", .mov, "-"),
    ("~00~00~00~08wide~00~00~01~00mdat", .mov, "-"),
    ("~00~00~00~18ftypM4A ~00~00~00~00M4A isom", .m4a, "-"),
    ("~1A~45~DF~A3~9F~42~86~81~01~42~F7~81~01~42~82~84webm", .webm, "-"),
    ("~1A~45~DF~A3~A3~42~86~81~01~42~82~88matroska", .matroska, "-"),
    (
      "OggS~00~02~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~01~1E~01vorbis",
      .ogg, "-"
    ),
    (
      "OggS~00~02~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~01~2A~80theora",
      .ogv, "-"
    ),
    ("ID3~04~00~00~00~00~00~00", .mp3, "-"),
    ("~FF~FB~90~00 and so on", .mp3, "-"),
    ("fLaC~00~00~00~22", .flac, "-"),
    ("RIFF~24~00~00~00WAVEfmt ", .wav, "-"),
    ("%PDF-1.7~0A", .pdf, "-"),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .svg, "-"),
    ("~EF~BB~BF<?xml version='1.0'?>\n<!-- <html> --><!DOCTYPE svg>\n<svg>", .svg, "-"),
    ("<!DOCTYPE svg [ <!ENTITY a \">\"> ]>\n<svg\twidth='1'>", .svg, "-"),
  ]

  /// Whole pictures, which have to say so, and of which each beginning has to be refused.
  static let whole: [(file: String, type: MediaType)] = [
    (
      "~89PNG~0D~0A~1A~0A~00~00~00~0DIHDR~00~00~00~01~00~00~00~01~08~00~00~00~00~3A~7E~9B~55"
        + "~00~00~00~02IDATab~00~00~00~00~00~00~00~00IEND~AE~42~60~82", .png
    ),
    // A thumbnail with an end of its own in a segment, restarts and stuffed bytes in the scan.
    (
      "~FF~D8~FF~E1~00~08~FF~D8~FF~D9ab~FF~C0~00~0B~08~00~02~00~03~01~01~11~00"
        + "~FF~DA~00~08~01~01~00~00~3F~00a~FF~00b~FF~D0c~FF~FF~D9", .jpeg
    ),
    (
      "GIF89a~01~00~01~00~80~00~00;;;;;;~21~F9~04~00;~00~00~00,~00~00~00~00~01~00~01~00~00"
        + "~02~02;~01~00;", .gif
    ),
    ("GIF87a~01~00~01~00~00~00~00;", .gif),
    (
      "RIFF~1A~00~00~00WEBPVP8 ~0E~00~00~00~30~01~00~9D~01~2A~40~C1~F0~40~00~00~00~00", .webp
    ),
    (
      "BM~3A~00~00~00~00~00~00~00~36~00~00~00~28~00~00~00~01~00~00~00~FF~FF~FF~FF~01~00~18~00"
        + "~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~00~11~22~33~00",
      .bmp
    ),
    ("<svg xmlns='http://www.w3.org/2000/svg'><g/><path d='>'/></svg>", .svg),
    ("<!-- a --><svg width='1' title='>'/>", .svg),
  ]

  @Test("A picture without its end is told from a whole one", arguments: whole)
  func ends(_ file: String, _ type: MediaType) {
    let bytes = Self.bytes(file)
    #expect(MediaType(bytes) == type)
    #expect(type.missingEnd(of: bytes) == nil)
    #expect(type.missingEnd(of: bytes + Array("\0 and more".utf8)) == nil)
    for count in bytes.indices {
      let start = Array(bytes.prefix(count))
      let isRead = MediaType(start) == type
      let hasSize = type == .svg || PixelSize(of: type, start) != nil
      #expect(!isRead || !hasSize || type.missingEnd(of: start) != nil, "\(count) bytes")
    }
  }

  /// Pictures that are cut off, and what is said of them.
  static let cut: [(file: String, type: MediaType, missing: String)] = [
    ("~89PNG~0D~0A~1A~0A~00~00~00~02IDATab", .png, "the IEND chunk at the end is missing"),
    ("~FF~D8~FF~DA~00~02ab", .jpeg, "the EOI marker (FF D9) at the end is missing"),
    ("GIF89a~01~00~01~00~00~00~00,", .gif, "the trailer (3B) at the end is missing"),
    ("RIFF~1A~00~00~00WEBPVP8 ", .webp, "it has only 16 of 34 bytes"),
    ("~00~00~00~0Cftypavif~00~00~00~09mdat", .avif, "it has only 20 of 21 bytes"),
    (
      "~00~00~00~0Cftypavif~00~00~00~01mdat~00~00~00~01~00~00~00~00", .avif,
      "it has only 28 of 4294967308 bytes"
    ),
    ("<svg><g></g>", .svg, "its `svg` element is not closed"),
    ("<svg a='/>", .svg, "its `svg` element is not closed"),
  ]

  @Test("What is missing is said", arguments: cut)
  func missing(_ file: String, _ type: MediaType, _ missing: String) {
    #expect(type.missingEnd(of: Self.bytes(file)) == missing)
  }

  @Test(
    "The length of a WAV file is read",
    arguments: [
      ("fmt ~10~00~00~00~01~00~01~00~40~1F~00~00~80~3E~00~00~02~00~10~00data~00~7D~00~00", 2),
      (
        "LIST~03~00~00~00abc~00fmt ~10~00~00~00~01~00~01~00~40~1F~00~00~80~3E~00~00~02~00~10~00"
          + "data~00~7D~00~00~01", 2
      ),
      ("data~00~7D~00~00", nil), ("fmt ~10~00~00~00~01~00", nil),
      ("fmt ~10~00~00~00~01~00~01~00~40~1F~00~00~80~3E~00~00~02~00~10~00data~FF~FF~FF~FF", nil),
      ("fmt ~10~00~00~00~01~00~01~00~40~1F~00~00~00~00~00~00~02~00~10~00data~00~7D~00~00", nil),
    ])
  func length(_ chunks: String, _ seconds: Int?) {
    let bytes = Self.bytes("RIFF~00~00~00~00WAVE\(chunks)")
    #expect(RecordingLength.seconds(ofWave: bytes) == seconds)
    #expect(RecordingLength.seconds(ofWave: Array(bytes.dropFirst())) == nil)
  }

  @Test(arguments: files)
  func recognised(_ file: String, _ type: MediaType, _ size: String) {
    let bytes = Self.bytes(file)
    #expect(MediaType(bytes) == type)
    let found = PixelSize(of: type, bytes).map { "\($0.width)x\($0.height)" }
    #expect(found ?? "-" == size)
  }

  @Test(arguments: [
    "", " ", "~FF", "~FF~D8", "~89PNG", "GIF89", "GIF90a", "BM",
    "BMW is a maker of cars, and not a file",
    "RIFF", "RIFF~00~00~00~00AVI ", "~00~00~00~20ftyp", "~00~00~00~00moov",
    "~00~00~00~10ftypabcd~00~00~00~00",
    "~1A~45~DF~A3~42~86", "OggS", "ID3", "ID3~FF", "MM~2A~00", "%PDF", "%!PS-Adobe",
    "# A note\n\nwith <svg> in it", "<svgx>", "<svg", "<!-- never closed <svg>", "<?xml",
    "<!DOCTYPE",
    "<html><svg></svg></html>", "<!DOCTYPE html><html>",
    // Byte order marks of UTF-16, and a frame of another layer.
    "~FF~FEa~00b~00", "~FE~FF~00a", "~FF~FF~90~00", "~FF~FB~F0~00", "~FF~EB~90~00",
  ])
  func others(_ file: String) {
    #expect(MediaType(Self.bytes(file)) == nil)
  }

  @Test("A file that is cut off anywhere is of its kind or none, and its size or none")
  func cutOff() {
    for (file, type, size) in Self.files {
      let bytes = Self.bytes(file)
      for length in bytes.indices {
        let head = Array(bytes[..<length])
        let found = MediaType(head)
        #expect(found == nil || found?.kind == type.kind || type == .ogv, "\(type) after \(length)")
        let pixels = PixelSize(of: type, head).map { "\($0.width)x\($0.height)" }
        #expect(pixels == nil || pixels == size, "\(type) after \(length)")
      }
    }
  }

  @Test("Lengths and places that lead anywhere do no harm")
  func hostile() {
    var seed: UInt64 = 7
    for (file, type, _) in Self.files {
      let bytes = Self.bytes(file)
      for _ in 0..<400 {
        var damaged = bytes
        for _ in 0..<3 {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          damaged[Int(seed >> 33) % bytes.count] = [0, 1, 0x7F, 0xFF][Int(seed >> 20 & 3)]
        }
        _ = MediaType(damaged)
        if let size = PixelSize(of: type, damaged) {
          #expect(size.width > 0 && size.height > 0)
        }
      }
    }
  }

  @Test func names() {
    for type in MediaType.allCases {
      #expect(MediaType(fileEnding: type.fileEnding.uppercased()) == type)
      #expect(type.mimeType.contains("/"))
      #expect(type.description.hasPrefix("a"))
    }
    #expect(MediaType.svg.mimeType == "image/svg+xml")
    #expect(MediaType.jpeg.fileEnding == "jpg")
    #expect(MediaType(fileEnding: "md") == nil)
  }
}
