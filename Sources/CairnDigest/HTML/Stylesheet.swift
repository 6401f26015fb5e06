import CairnTemplates

/// The style sheet of HTML digests.
///
/// Each digest contains the style sheet. The digest's Content-Security-Policy allows the style
/// sheet by its SHA-256 hash (CSP Level 3 §2.3.1), so browsers apply no other style.
package enum Stylesheet {
  /// The text of the `<style>` element.
  package static let text = BuiltInTemplates.files["digests/default/html/style.css"] ?? ""
  /// The text of a site's style sheet: the style sheet of digests, with additions for sites.
  package static let siteText = text + (BuiltInTemplates.files["site/style.css"] ?? "")
  /// The source expression that allows ``text`` in a Content-Security-Policy: the hash of the text.
  /// A test checks that the hash matches.
  package static let source = "'sha256-PZ38BS26W8xmWTZmeXZD13oSvyGEKiOQIyFiciRk8no='"
}

extension DigestPictures {
  /// The Content-Security-Policy of a digest. It allows the digest's style sheet, embedded pictures
  /// and, if configured, copied and remote pictures, but no scripts, fonts, frames or forms.
  var policy: String {
    var images = ["data:"]
    if copy != nil { images += ["'self'", "file:"] }
    if loadsRemote { images += ["https:", "http:"] }
    return "default-src 'none'; style-src \(Stylesheet.source); "
      + "img-src \(images.joined(separator: " ")); base-uri 'none'; form-action 'none'"
  }
}
