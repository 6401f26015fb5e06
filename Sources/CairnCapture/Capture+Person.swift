public import CairnCapture
import CairnDocument
import CairnMarkup

extension Capture {
  /// Whom it concerns, as `person` says; of a link what it shows.
  public var personShown: String? {
    text("person").map { text in
      let links = document.fieldLinks.filter { $0.text.text == text }
      guard links.count == 1, text.hasPrefix("[["), text.hasSuffix("]]") else { return text }
      return links[0].link.text
    }
  }
}
