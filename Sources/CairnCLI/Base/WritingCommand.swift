/// A command whose purpose is to change the notebook. If one changes nothing, the next `undo` would
/// take back an earlier command than the person expects, and so asks first.
protocol WritingCommand: NotebookCommand {
  /// Whether these arguments ask for a change; true for most commands.
  var asksForChange: Bool { get }
}

extension WritingCommand {
  var asksForChange: Bool { true }
}

extension AddCommand: WritingCommand {}
extension SplitCommand: WritingCommand {}
extension ClarifyCommand: WritingCommand {}
extension EditCommand: WritingCommand {}
extension SetCommand: WritingCommand {}
extension UnsetCommand: WritingCommand {}
extension TypeCommand: WritingCommand {}
extension MeaningCommand: WritingCommand {}
extension TagCommand: WritingCommand {}
extension MoveCommand: WritingCommand {}
extension RenameCommand: WritingCommand {}
extension RemoveCommand: WritingCommand {}
extension CollectionCreateCommand: WritingCommand {}
extension CollectionRenameCommand: WritingCommand {}
extension CollectionIconCommand: WritingCommand {}
extension CollectionDescribeCommand: WritingCommand {}
extension CollectionRemoveCommand: WritingCommand {}
extension CollectionDefaultsCommand: WritingCommand {}
extension DoneCommand: WritingCommand {}
extension DeferCommand: WritingCommand {}
extension CancelCommand: WritingCommand {}
extension ReopenCommand: WritingCommand {}
extension AdoptCommand: WritingCommand {}
extension ImageCommand.Add: WritingCommand {}
extension ImageCommand.Remove: WritingCommand {}
extension ImageCommand.Order: WritingCommand {}
extension ImageCommand.Cover: WritingCommand {}
extension TrashCommand.Restore: WritingCommand {}
extension ViewCommand.Save: WritingCommand {}
extension ViewCommand.Remove: WritingCommand {}
extension ConfigCommand: WritingCommand {
  var asksForChange: Bool { value != nil || unset }
}
