import CairnCapture
public import CairnDigest
import CairnFiles
import CairnJSON
public import CairnNotebook
import CairnTemplates
public import CairnText
public import CairnWork
public import SystemPackage

// MARK: - Collections, tags, views and settings

extension JSONDocument {
  /// Returns a document that describes all collections.
  public static func collections(_ collections: [CaptureCollection]) -> JSONDocument {
    JSONDocument(["collections": .list(collections, record)])
  }

  /// Returns a document that describes one collection.
  public static func collection(_ collection: CaptureCollection) -> JSONDocument {
    JSONDocument(["collection": record(collection)])
  }

  private static func record(_ collection: CaptureCollection) -> JSONValue {
    let page = collection.page
    return [
      "path": .path(collection.path), "name": .string(collection.name),
      "icon": JSONValue(page?.icon), "description": JSONValue(page?.description),
      "type": JSONValue(page?.defaultType), "template": JSONValue(page?.template),
      "count": .integer(collection.count), "total": .integer(collection.total),
      "fields": .list(page?.schema?.fields ?? []) { field in
        [
          "name": .string(field.name), "kind": .string(field.kind.rawValue),
          "required": .boolean(field.isRequired), "choices": .texts(field.choices),
        ]
      },
    ]
  }

  /// Returns a document that describes tags, each followed by the tags nested in it.
  public static func tags(_ tags: [TagCount]) -> JSONDocument {
    JSONDocument(["tags": .array(tags.flatMap(records))])
  }

  private static func records(_ tag: TagCount) -> [JSONValue] {
    [["name": .string(tag.name), "count": .integer(tag.count), "total": .integer(tag.total)]]
      + tag.nested.flatMap(records)
  }

  /// Returns a document that describes saved views.
  public static func views(_ views: [SavedView]) -> JSONDocument {
    JSONDocument([
      "views": .list(views) {
        [
          "name": .string($0.name), "query": .string($0.query),
          "origin": .string($0.origin.rawValue),
        ]
      }
    ])
  }

  /// Returns a document that describes settings with their values.
  public static func settings(_ keys: [Settings.Key], of settings: Settings) -> JSONDocument {
    JSONDocument([
      "settings": .list(keys) { key in
        let value = settings[key.name]
        return [
          "key": .string(key.name), "value": JSONValue(value?.text),
          "origin": JSONValue(value?.origin.rawValue), "summary": .string(key.summary),
        ]
      }
    ])
  }
}

// MARK: - Pictures

extension JSONDocument {
  /// Returns a document that describes the pictures of a capture.
  public static func images(_ images: [ListedImage]) -> JSONDocument {
    JSONDocument([
      "images": .list(images) { image in
        let facts = image.facts
        return [
          "path": .path(image.reference.path), "written": .string(image.reference.written),
          "name": .string(image.reference.name), "type": JSONValue(facts?.type?.mimeType),
          "width": JSONValue(facts?.size?.width), "height": JSONValue(facts?.size?.height),
          "bytes": JSONValue(facts?.byteCount),
        ]
      }
    ])
  }
}

// MARK: - The doctor

extension JSONDocument {
  /// Returns a document that describes findings and, if repairs were requested, the resulting
  /// changes.
  public static func diagnosis(_ result: DoctorResult, _ request: DoctorRequest) -> JSONDocument {
    let findings: JSONValue = ["findings": .list(result.findings, record)]
    guard request.repairs != nil else { return JSONDocument(findings) }
    let repaired: JSONValue = ["repaired": .list(result.repaired, record)]
    return changes(result.report, repaired.adding(findings))
  }

  private static func record(_ finding: Finding) -> JSONValue {
    let diagnostic = finding.diagnostic
    let facts: JSONValue = [
      "code": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message), "source": JSONValue(diagnostic.source),
    ]
    return facts.adding(.place(of: diagnostic)).adding([
      "related": .list(finding.related) { .path($0) }, "fixable": .boolean(finding.isFixable),
    ])
  }

  /// Returns a document that describes a takeover: a notebook that was moved now uses the state
  /// stored for `root`, its previous folder.
  public static func takenOver(_ root: FilePath) -> JSONDocument {
    JSONDocument(["taken_over": JSONValue(bytes: Array(root.description.utf8))])
  }

  /// Returns a document that describes a trial in which every field of the notebook was edited in
  /// memory.
  public static func roundTrip(_ trial: RoundTrip) -> JSONDocument {
    let reasons = trial.refused.sorted { $0.key < $1.key }
    return JSONDocument([
      "round_trip": [
        "files": .integer(trial.files), "edits": .integer(trial.edits),
        "restored": .integer(trial.restored), "respelled": .integer(trial.respelled),
        "refused": .object(reasons.map { .init($0.key, .integer($0.value)) }),
        "violations": .list(trial.violations) {
          .place(of: $0).adding(["message": .string($0.message)])
        },
      ]
    ])
  }
}

// MARK: - The index

extension JSONDocument {
  /// Returns a document that describes the index: its folder, its size, and the numbers of captures
  /// and words in it.
  public static func index(_ status: IndexStatus) -> JSONDocument {
    JSONDocument([
      "index": [
        "captures": .integer(status.captures), "words": .integer(status.words),
        "bytes": .integer(status.byteCount), "note_bytes": .integer(status.noteBytes),
        "changed": .integer(status.changed),
        "folder": status.folder.map { JSONValue(bytes: $0.bytes) } ?? .null,
      ]
    ])
  }

  /// Returns a document that describes an index check, with the problems that it found.
  public static func check(_ check: IndexCheck) -> JSONDocument {
    JSONDocument([
      "check": [
        "captures": .integer(check.captures), "exists": .boolean(check.exists),
        "damage": .texts(check.damage),
        "differences": .list(check.differences) {
          ["path": .path($0.path), "kind": .string($0.kind.rawValue)]
        },
      ]
    ])
  }
}

// MARK: - Templates, digests and sites

extension JSONDocument {
  /// Returns a document that describes all templates.
  public static func templates(_ library: TemplateLibrary) -> JSONDocument {
    JSONDocument([
      "templates": .list(library.entries) { entry in
        [
          "name": .string(entry.name), "kind": .string(entry.kind.rawValue),
          "origin": .string(entry.origins[0].rawValue),
          "overrides": .texts(entry.origins.dropFirst().map(\.rawValue)),
          "description": JSONValue(library.summary(of: entry)), "files": .texts(entry.files),
        ]
      }
    ])
  }

  /// Returns a document that describes the files of a template.
  public static func files(of entry: TemplateLibrary.Entry, in library: TemplateLibrary)
    -> JSONDocument
  {
    JSONDocument([
      "files": .array(
        entry.files.compactMap { path in
          library.file(path).map { file in
            [
              "file": .string(path), "origin": .string(file.origin.rawValue),
              "text": .string(file.source.text),
            ]
          }
        })
    ])
  }

  /// Returns a document that describes problems in templates.
  public static func problems(_ problems: [Diagnostic]) -> JSONDocument {
    JSONDocument([
      "problems": .list(problems) {
        .place(of: $0).adding([
          "file": JSONValue($0.source), "code": .string($0.code), "message": .string($0.message),
        ])
      }
    ])
  }

  /// Returns a document that describes a written digest: its file, the number of captures in it,
  /// and the number of captures left out.
  public static func digest(_ plan: DigestPlan, in file: FilePath) -> JSONDocument {
    JSONDocument([
      "file": JSONValue(bytes: Array(file.string.utf8)), "total": .integer(plan.count),
      "left_out": .integer(plan.leftOut),
    ])
  }

  /// Returns a document that describes a site that was made: its folder, and counts of its captures
  /// and files.
  public static func site(_ result: SiteResult, in folder: String) -> JSONDocument {
    JSONDocument([
      "site": .string(folder), "total": .integer(result.count), "files": .integer(result.files),
      "written": .integer(result.written), "removed": .integer(result.removed),
      "left": .texts(result.strangers), "dead_links": .integer(result.deadLinks.count),
      "outside_links": .integer(result.outsideLinks), "left_out": .integer(result.leftOut),
    ])
  }
}
