public import CairnCapture
import CairnJSON
import CairnNotebook
import CairnText
public import CairnWork
import SystemPackage

// MARK: - The notes of days

extension JSONDocument {
  /// Returns a document that describes the note of a day and, if the note was created, the change
  /// that created it.
  public static func daily(_ result: DailyResult) -> JSONDocument {
    let note: JSONValue = [
      "daily": [
        "day": .string(result.note.day.description), "path": .path(result.note.path),
        "id": JSONValue(result.note.capture?.id ?? result.report.changed.first?.id),
      ]
    ]
    return changes(result.report, note)
  }
}

// MARK: - Opening

extension JSONDocument {
  /// Returns a document that describes an address or a file that was opened.
  public static func opened(_ target: OpenTarget) -> JSONDocument {
    switch target {
    case .address(let text): JSONDocument(["opened": ["address": .string(text), "file": .null]])
    case .file(let path):
      JSONDocument(["opened": ["address": .null, "file": .string(path.string)]])
    }
  }

  /// Returns a document that describes those links of a capture that lead to a file or an address.
  public static func links(_ links: [NumberedLink], of capture: Capture) -> JSONDocument {
    JSONDocument([
      "id": JSONValue(capture.id), "path": .path(capture.path),
      "links": .list(links) { link in
        var facts: JSONValue = ["number": .integer(link.number), "text": .string(link.text)]
        switch link.destination {
        case .address(let text): facts = facts.adding(["address": .string(text), "file": .null])
        case .file(let path): facts = facts.adding(["address": .null, "file": .path(path)])
        }
        return facts
      },
    ])
  }
}
