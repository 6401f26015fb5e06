import CairnDocument
import CairnMarkup

extension Capture {
  /// The person in the field `person`; nil if there is none. If the value is a single wikilink,
  /// this is the text that the link shows: `[[people/sarah|Sarah]]` gives `Sarah`.
  public var personShown: String? {
    text("person").map { text in
      let links = document.fieldLinks.filter { $0.text.text == text }
      guard links.count == 1, text.hasPrefix("[["), text.hasSuffix("]]") else { return text }
      return links[0].link.text
    }
  }
}
