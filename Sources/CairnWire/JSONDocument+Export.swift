import CairnExport
import CairnJSON
public import CairnWork
import SystemPackage

extension JSONDocument {
  /// Returns a document that describes an export that was written to a file.
  public static func exported(_ result: ExportResult, _ plan: ExportPlan) -> JSONDocument {
    JSONDocument([
      "file": JSONValue(plan.path?.string), "format": .string(plan.format.rawValue),
      "total": .integer(result.written), "left_out": .integer(plan.leftOut),
      "unfit": .list(result.unfit) { .path($0) },
    ])
  }
}
