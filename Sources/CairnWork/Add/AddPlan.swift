public import CairnCapture
public import CairnInsight
public import CairnNotebook
public import CairnText

/// The captures that a request to add text would write, and the question to ask first.
///
/// To answer the question, call ``Workspace/plan(_:answering:)``, which returns the next plan.
/// Cairn saves the text as a draft before it asks anything, so no text is lost if a plan is
/// dropped.
public struct AddPlan: Sendable {
  /// The text as a whole, before it is split into pieces.
  var whole: PendingCapture
  /// The captures to write: a single one or, once the pieces are approved, one per piece.
  var captures: [PendingCapture] = []
  /// The question to answer before the plan can be applied; nil if the plan can be applied now.
  public internal(set) var question: AddQuestion?

  /// The text to add.
  public var text: String { whole.new.text }
  /// The draft that holds the text until the plan is applied; nil if there is none.
  public var rescued: RescuedText? {
    whole.request.mode == .write ? whole.draft.map { .draft($0) } : nil
  }
}

/// A question about text that is being added.
public enum AddQuestion: Sendable {
  /// A question about the type of the text. The classification contains the likely types.
  case type(Classification)
  /// A question that asks a person to check the fields that were read from the text. The schema
  /// belongs to the collection or the type; nil if neither has a schema.
  case details(NewDetails, Schema?)
  /// A question about the value of a required field. `whose` says which captures require the field,
  /// such as `in the inbox`.
  case field(Schema.Field, whose: String)
  /// A question about which of the proposed pieces to keep as captures. The splitter detects the
  /// type to show with each piece.
  case pieces([ProposedPiece], TextSplitter)
}

/// A person's answer to an ``AddQuestion``. Each case answers the question of the same name.
public enum AddAnswer: Sendable {
  /// The type; nil to leave the capture unclassified.
  case type(String?)
  /// The fields; nil to use none of them.
  case details(NewDetails?)
  /// The value; nil to cancel.
  case field(TypedValue?)
  /// The pieces; nil to cancel.
  case pieces([ProposedPiece]?)
}

/// The captures that were added or, in a dry run, would be added.
public struct AddResult: Sendable {
  /// The changed files. The files of ``captures`` come first, in the same order.
  public var report: ChangeReport
  /// The captures, including the values that were detected in their texts.
  public let captures: [PendingCapture]
  /// Whether the captures are the pieces of a split text.
  public let isSplit: Bool
  /// The provider that was asked or, in a dry run, would be asked; nil if there is none.
  public let asked: AskedProvider?
  /// The path of the original capture if a split moved it to the trash; otherwise nil.
  public let removed: NotePath?

  /// Whether a capture was saved without a type because its type was uncertain or not detected.
  public var hasUnclassified: Bool { captures.contains(where: \.lacksType) }
}

/// An error that says why text was not added and where the text was saved.
public struct AddFailure: Error {
  /// The error that prevented adding the text.
  public let reason: any Error
  /// The place where the text was saved; nil if there was no text to save.
  public let rescued: RescuedText?
  /// The options that a user can add to correct the error, as words of a command line with
  /// placeholders for values: `--due` and `WHEN`. Empty if no option corrects the error.
  public let remedy: [String]

  /// Creates a failure.
  public init(_ reason: any Error, _ rescued: RescuedText?, remedy: [String] = []) {
    (self.reason, self.rescued, self.remedy) = (reason, rescued, remedy)
  }
}
