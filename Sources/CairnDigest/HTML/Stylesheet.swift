import CairnTemplates

/// The style sheet of HTML digests.
///
/// It stands in the digest, and the digest's Content-Security-Policy names it by its SHA-256 (CSP
/// Level 3 §2.3.1): browsers apply no other style.
package enum Stylesheet {
  /// The text of the `<style>` element.
  package static let text = BuiltInTemplates.files["digests/default/html/style.css"] ?? ""
  /// The text of a site's style sheet: the same, and what only pages of a site have.
  package static let siteText = text + (BuiltInTemplates.files["site/style.css"] ?? "")
  /// Its name in a policy. A test compares this with the file.
  package static let source = "'sha256-cfY2yTqnTBDfnP4Y+WaFeDqZSNiMMmxoO621UvFGoWM='"
}

extension DigestPictures {
  /// What a browser may load for a digest: its own style sheet, pictures in it, and where they were
  /// asked for those beside it and those from elsewhere. No script, no font, no frame, no form.
  var policy: String {
    var images = ["data:"]
    if copy != nil { images += ["'self'", "file:"] }
    if loadsRemote { images += ["https:", "http:"] }
    return "default-src 'none'; style-src \(Stylesheet.source); "
      + "img-src \(images.joined(separator: " ")); base-uri 'none'; form-action 'none'"
  }
}
