/// The names of commands in other tools, with the corresponding Cairn commands.
public enum FamiliarName {
  /// Clauses that say which Cairn command to use, keyed by the name of the command in another tool.
  public static let hints = [
    "cat": "`cairn show` shows a capture",
    "commit": "`cairn sync` commits changes, and exchanges them with the remote",
    "complete": "`cairn done` marks actions as done",
    "create": "`cairn add` adds a capture",
    "grep": "`cairn search` searches the text of captures",
    "mkdir": "`cairn collection create` creates a collection",
    "new": "`cairn add` adds a capture",
    "postpone": "`cairn defer` changes the due date of an action",
    "pull": "`cairn sync` exchanges commits with the remote",
    "push": "`cairn sync` exchanges commits with the remote",
    "restore": "`cairn trash restore` restores a removed file",
    "rmdir": "`cairn collection rm` removes a collection",
    "todo": "`cairn actions` lists actions",
    "untag": "`cairn tag CAPTURE -TAG` removes a tag",
  ]
}
