public import CairnCapture
public import CairnInsight
public import CairnNotebook
public import CairnText

/// The captures that adding a text would write, and the question to ask first.
///
/// After a question, ``Workspace/plan(_:answering:)`` makes the next plan from its answer. The text
/// is saved as a draft before anything is asked, so dropping a plan loses no text.
public struct AddPlan: Sendable {
  /// The whole text.
  var whole: PendingCapture
  /// The captures to write: one, or one per piece once the pieces are approved.
  var captures: [PendingCapture] = []
  /// The question to answer before the plan can be applied; nil if there is none to answer.
  public internal(set) var question: AddQuestion?

  /// The text to add.
  public var text: String { whole.new.text }
  /// The draft that holds the text until the plan is applied; nil if there is none.
  public var rescued: RescuedText? {
    whole.request.mode == .write ? whole.draft.map { .draft($0) } : nil
  }
}

/// A question about a text that is being added.
public enum AddQuestion: Sendable {
  /// Asks for the type of the text. The classification contains the likely types.
  case type(Classification)
  /// Asks whether the fields read from the text are right. The schema is the collection's.
  case details(NewDetails, Schema?)
  /// Asks for the value of a required field. `whose` names, in messages, what requires the field.
  case field(Schema.Field, whose: String)
  /// Asks which of the pieces to keep as captures.
  case pieces([ProposedPiece], TextSplitter)
}

/// The answer to the ``AddQuestion`` of the same name.
public enum AddAnswer: Sendable {
  /// The type; nil to leave it open.
  case type(String?)
  /// The fields; nil to use none of them.
  case details(NewDetails?)
  /// The value; nil to cancel.
  case field(TypedValue?)
  /// The pieces; nil to cancel.
  case pieces([ProposedPiece]?)
}

/// The captures that were added, or in a dry run would be.
public struct AddResult: Sendable {
  /// The changed files, starting with those of ``captures``, in the same order.
  public let report: ChangeReport
  /// The captures, with what was detected in each.
  public let captures: [PendingCapture]
  /// Whether the captures are the pieces of one text.
  public let isSplit: Bool
  /// The provider that was asked, or in a dry run would be.
  public let asked: AskedProvider?
  /// The path of the capture that was split, if that capture was moved to the trash; otherwise nil.
  public let removed: NotePath?

  /// Whether a capture was saved without a type because its type was uncertain or not detected.
  public var hasUnclassified: Bool { captures.contains(where: \.lacksType) }
}

/// An error that says why a text was not added and where the text was saved.
public struct AddFailure: Error {
  /// The error.
  public let reason: any Error
  /// The place where the text was saved; nil if there was no text to save.
  public let rescued: RescuedText?
  /// The options to pass when the text is added again, with placeholders for their values.
  public let remedy: [String]

  /// Creates a failure.
  public init(_ reason: any Error, _ rescued: RescuedText?, remedy: [String] = []) {
    (self.reason, self.rescued, self.remedy) = (reason, rescued, remedy)
  }
}
