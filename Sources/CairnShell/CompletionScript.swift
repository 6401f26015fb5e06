import CairnText

/// A request that a completion script makes to the program, with the command line up to the cursor:
/// `cairn __complete bash LINE REGION KIND`, `cairn __complete zsh LINE` or
/// `cairn __complete fish LINE`.
///
/// `REGION` is the last part of the line, which Bash will replace, and `KIND` is the value of
/// Bash's variable `COMP_TYPE`. The answer begins with the line `words`, `spelled`, `files` or
/// `folders`. The lines after `words` or `spelled` are the candidates. The line `spelled`, which
/// only zsh gets, says that candidates differ in spelling from the typed word.
public struct ShellRequest: Sendable {
  /// The name of the hidden command.
  public static let command = "__complete"

  /// The command line up to the cursor.
  public let line: ShellLine
  private let shell: Shell
  private let region: String
  /// Whether Bash lists the candidates instead of inserting one after another.
  private let isListed: Bool

  /// Creates a request from the arguments of the hidden command; returns nil if they are not valid.
  ///
  /// - Parameter variable: A function that returns the value of an environment variable, or nil if
  ///   the variable is not set.
  public init?(_ arguments: [String], variable: (String) -> String?) {
    guard arguments.count >= 2, let shell = Shell(rawValue: arguments[0]) else { return nil }
    guard shell != .bash || arguments.count == 4 else { return nil }
    self.shell = shell
    line = ShellLine(arguments[1], in: shell, variable: variable)
    region = shell == .bash ? arguments[2] : ""
    // The kinds `%` and `*` are menu-complete and insert-completions.
    isListed = shell == .bash && !["37", "42"].contains(arguments[3])
  }

  /// Returns the last word of the command line and the kind of word expected there.
  public func place(in program: CommandOutline) -> LinePlace {
    LinePlace(
      after: line.arguments(of: program.names), at: line.last, in: program)
  }

  /// Returns the text that answers the request with a completion.
  public func answer(_ completion: Completion) -> String {
    switch completion {
    case .files: return "files"
    case .folders: return "folders"
    case .words(let candidates):
      let candidates = candidates.filter { !Self.isUnsafe($0.word) }
      let head = isSpelled(candidates) ? "spelled" : "words"
      return ([head] + lines(candidates)).joined(separator: "\n")
    }
  }

  /// Returns whether a candidate is another spelling of the unfinished word instead of a
  /// continuation. If so, zsh must not compare the candidates with the typed word.
  private func isSpelled(_ candidates: [Candidate]) -> Bool {
    shell == .zsh
      && candidates.contains { !$0.word.lowercased().hasPrefix(line.last.lowercased()) }
  }

  /// Returns whether a word contains characters that would split its line in the answer, or that
  /// control the terminal.
  private static func isUnsafe(_ word: String) -> Bool {
    word.unicodeScalars.contains(where: TerminalText.steers)
  }

  private func lines(_ candidates: [Candidate]) -> [String] {
    switch shell {
    case .bash: bashLines(candidates)
    case .zsh:
      candidates.map { candidate in
        let shown = described([candidate.word], [candidate.summary])[0]
        return "\(candidate.word)\t\(candidate.isFinished ? " " : "")\t\(shown)"
      }
    case .fish:
      candidates.map { $0.summary.isEmpty ? $0.word : "\($0.word)\t\(Self.short($0.summary))" }
    }
  }

  /// Returns the candidates as Bash inserts them. If Bash lists several candidates, each candidate
  /// is followed by its description.
  private func bashLines(_ candidates: [Candidate]) -> [String] {
    let insertions = candidates.compactMap { candidate in
      line.insertion(of: candidate.word, replacing: region).map { ($0, candidate) }
    }
    let texts = insertions.map(\.0)
    if insertions.count == 1, let (text, candidate) = insertions.first {
      guard candidate.isFinished else { return [text] }
      // Closes the quote here, because Bash does not do so after an escaped quote. Bash never adds
      // a second closing quote.
      let end =
        switch line.quote {
        case .none: " "
        case .single: "'"
        case .double: "\""
        }
      return [text + end]
    }
    // Bash inserts the longest common prefix of all lines, which must not reach into the
    // descriptions.
    let alike = Set(texts.map { $0.lowercased().replacing("_", with: "-") })
    guard isListed, alike.count == texts.count else { return texts }
    return described(texts, insertions.map(\.1.summary))
  }

  /// Returns each word followed by its description in parentheses. The descriptions are aligned.
  private func described(_ words: [String], _ summaries: [String]) -> [String] {
    let widths = words.map { TerminalText.width(of: $0) }
    let width = min(widths.max() ?? 0, 30)
    return zip(words, summaries).enumerated().map { index, described in
      let (word, summary) = described
      let gap = String(repeating: " ", count: max(width - widths[index], 0) + 2)
      return summary.isEmpty ? word : "\(word)\(gap)(\(Self.short(summary)))"
    }
  }

  /// Returns a description on one line, cut to 60 cells.
  private static func short(_ text: String) -> String {
    TerminalText.truncated(TerminalText.line(text), to: 60)
  }
}

extension Shell {
  /// The script that makes the shell complete the command `cairn` and its short name `cn`.
  public var completionScript: String {
    switch self {
    case .bash:
      #"""
      # Completion of cairn for Bash 4.4 or later. Cairn itself computes the completions.
      _cairn() {
        local -a answer
        mapfile -t answer < <(
          command cairn __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" "$COMP_TYPE" 2>/dev/null
        )
        case ${answer[0]-} in
          files) compopt -o filenames +o nospace && mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
          folders) compopt -o filenames +o nospace && mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
          *) COMPREPLY=("${answer[@]:1}") ;;
        esac
      }
      complete -o nospace -o nosort -F _cairn cairn cn
      """#
    case .zsh:
      #"""
      #compdef cairn cn
      # Completion of cairn for zsh. Cairn itself computes the completions.
      _cairn() {
        local line word rest
        local -a answer finished finished_shown open open_shown
        answer=("${(@f)$(command cairn __complete zsh \
          "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
        case $answer[1] in
          files) compset -P '--*='; _files; return ;;
          folders) compset -P '--*='; _files -/; return ;;
        esac
        for line in "${(@)answer[2,-1]}"; do
          word=${line%%$'\t'*} rest=${line#*$'\t'}
          if [[ ${rest%%$'\t'*} == ' ' ]]; then
            finished+=("$word") finished_shown+=("${rest#*$'\t'}")
          else
            open+=("$word") open_shown+=("${rest#*$'\t'}")
          fi
        done
        local -a options=(-l -V cairn -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
        if [[ $answer[1] == spelled ]]; then
          options+=(-U)
          # The words do not begin with the typed text, so zsh only lists them.
          (( $#answer > 2 )) && compstate[insert]=
        fi
        compadd $options -d finished_shown -a finished
        compadd $options -S '' -d open_shown -a open
      }
      if [[ $funcstack[1] == _cairn ]]; then _cairn "$@"; else compdef _cairn cairn cn; fi
      """#
    case .fish:
      #"""
      # Completion of cairn for fish 3.4 or later. Cairn itself computes the completions.
      function __cairn_complete
          set -l token (commandline -ct)
          set -l option (string match -r -- '^--[^=]*=' $token; or echo)
          set -l answer (command cairn __complete fish (commandline -cp | string collect) 2>/dev/null)
          switch "$answer[1]"
              case files
                  printf '%s\n' $option(__fish_complete_path (string replace -- "$option" '' $token))
              case folders
                  printf '%s\n' $option(__fish_complete_directories (string replace -- "$option" '' $token))
              case '*'
                  printf '%s\n' $answer[2..]
          end
      end
      for name in cairn cn
          complete -c $name -e
          complete -c $name -f -k -a '(__cairn_complete)'
      end
      """#
    }
  }
}
