import CairnText
import Testing

struct HashTests {
  /// Messages and hashes from FIPS 180-4 and RFC 6234.
  @Test(
    "Known messages have the known hashes",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
  func known(text: String, count: Int, hash: String) {
    #expect(SHA256.digits(of: String(repeating: text, count: count).utf8) == hash)
  }

  /// Messages and hashes from RFC 1321.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func knownMD5(text: String, hash: String) {
    #expect(MD5.digits(of: Array(text.utf8)) == hash)
  }
}
