/// A command whose purpose is to change captures or collections: after one that changed nothing,
/// `undo` would take back something else than is meant, and so asks.
protocol WritingCommand: NotebookCommand {}

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
