/// A line of help for each field that Cairn knows, for editors and assistants.
public enum FieldHelp {
  /// Returns one sentence that explains a built-in field; nil for any other field.
  public static func line(for key: String) -> String? {
    switch key {
    case "id": "The id of the capture, which never changes."
    case "type":
      "The type of the capture: action, idea, fact, person, entry, gift, note or a "
        + "type of your own."
    case "title": "The title. Without this field, the first heading or line is the title."
    case "collection": "The folder that contains the capture. It changes when the capture moves."
    case "score": "Your rating: 0 undecided, 1 bad, 2 okay, 3 great."
    case "meaning": "What the capture means, in one sentence."
    case "status": "The state of an action: open, done or cancelled."
    case "due": "The day or time at which an action is due, such as 2026-11-27."
    case "repeat": "How often an action repeats, such as `every 2 weeks`."
    case "completed": "The time when an action was completed."
    case "tags", "keywords", "tag": "A list of tags."
    case "aliases", "alias": "Other names of the capture. A link can use any of them."
    case "source": "The link or text that shows where the capture comes from."
    case "url": "The address of the web page that the capture is about."
    case "canonical": "The canonical address of the web page, as stated in the page."
    case "published": "The day when the web page was published."
    case "looked_up": "The service that looked up the entry, and the entry's id in that service."
    case "read_by": "The program that read the text in the pictures or recordings."
    case "images": "The pictures of the capture; the first is the cover."
    case "files": "The files that belong to the capture."
    case "created", "date": "The time when the capture was created."
    case "updated", "modified", "lastmod": "The time of the last change."
    case "person": "The person whom the capture concerns, such as `\"[[Sarah]]\"`."
    case "private":
      "If true, digests and sites leave the capture out, and no provider or assistant can see it."
    case "publish": "If false, the capture is excluded from digests and sites."
    case "draft": "If true, the capture is excluded from digests and sites."
    default: nil
    }
  }

  /// The keys of the built-in fields that a person writes, in the order in which Cairn writes them.
  public static let writtenKeys = FieldOrder.keys.filter {
    !$0.hasSuffix("_by") && !["id", "completed", "originals"].contains($0)
  }

  /// The keys of ``writtenKeys`` that only actions have.
  public static let actionKeys: Set<String> = ["status", "due", "repeat"]
}
