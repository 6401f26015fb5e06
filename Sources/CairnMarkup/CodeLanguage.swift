/// The keywords and punctuation of a language that ``CodeHighlighter`` needs.
struct CodeLanguage {
  /// The keywords; in lower case if ``ignoresCase`` is true.
  var keywords: Set<String> = []
  var ignoresCase = false
  /// The markers of comments that extend to the end of the line, such as `//`.
  var lineComments: [String] = []
  /// The markers at the start and at the end of longer comments, such as `/*` and `*/`.
  var blockComments: [(open: String, close: String)] = []
  /// The quotation marks of strings. A string in backticks may contain line feeds.
  var quotes: Set<UInt8> = Set("\"'".utf8)
  /// The quotation marks of strings that may span several lines, such as `"""`.
  var longStrings: [String] = []
  /// The bytes that belong to words, apart from letters, digits and underscores.
  var wordSigns: Set<UInt8> = []
  /// The character after a key, such as the colon in YAML; nil if the language has no keys.
  var keySign: UInt8?
  /// Whether the code is a diff, in which each line that begins with `+`, `-` or `@` is one piece.
  var isDiff = false

  /// Returns whether a word is a keyword.
  func has(_ word: String) -> Bool { keywords.contains(ignoresCase ? word.lowercased() : word) }

  /// Returns the language with this name, in upper or lower case; nil if it is unknown.
  static func named(_ name: String) -> CodeLanguage? {
    let name = name.lowercased()
    return all[others[name] ?? name]
  }

  /// For each name that has no entry of its own in ``all``, the key of the entry to use:
  /// `javascript` for `ts`.
  private static let others = [
    "py": "python", "python3": "python", "js": "javascript", "jsx": "javascript",
    "mjs": "javascript", "node": "javascript", "typescript": "javascript", "ts": "javascript",
    "tsx": "javascript", "h": "c", "c++": "c", "cpp": "c", "cc": "c", "hpp": "c", "objc": "c",
    "rs": "rust", "golang": "go", "rb": "ruby", "bash": "sh", "shell": "sh", "zsh": "sh",
    "fish": "sh", "console": "sh", "make": "sh", "makefile": "sh", "dockerfile": "sh",
    "kt": "java", "kotlin": "java", "cs": "java", "csharp": "java", "scala": "java",
    "yml": "yaml", "json5": "json", "jsonc": "json", "jsonl": "json", "ini": "toml",
    "conf": "toml", "xml": "html", "svg": "html", "xhtml": "html", "vue": "html",
    "scss": "css", "less": "css", "patch": "diff", "postgres": "sql", "sqlite": "sql",
    "mysql": "sql", "hs": "haskell",
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let slashes: [(open: String, close: String)] = [("/*", "*/")]

  private static let all: [String: CodeLanguage] = [
    "swift": CodeLanguage(
      keywords: words(
        """
        actor any as associatedtype async await break case catch class consume continue default \
        defer deinit do else enum extension fallthrough false fileprivate final for func guard if \
        import in indirect init inout internal is isolated lazy let macro mutating nil \
        nonisolated open operator override package private protocol public repeat return self \
        Self some static struct subscript super switch throw throws true try typealias unowned \
        var weak where while
        """), lineComments: ["//"], blockComments: slashes, quotes: Set("\"".utf8),
      longStrings: ["\"\"\""]),
    "python": CodeLanguage(
      keywords: words(
        """
        and as assert async await break case class continue def del elif else except False \
        finally for from global if import in is lambda match None nonlocal not or pass raise \
        return self True try while with yield
        """), lineComments: ["#"], longStrings: ["\"\"\"", "'''"]),
    "javascript": CodeLanguage(
      keywords: words(
        """
        abstract any as async await boolean break case catch class const continue debugger \
        declare default delete do else enum export extends false finally for from function if \
        implements import in instanceof interface keyof let namespace new null number of private \
        protected public readonly return static string super switch this throw true try type \
        typeof undefined unknown var void while with yield
        """), lineComments: ["//"], blockComments: slashes, quotes: Set("\"'`".utf8)),
    "c": CodeLanguage(
      keywords: words(
        """
        auto bool break case catch char class const constexpr continue default delete do double \
        else enum explicit extern false float for friend goto if inline int long namespace new \
        nullptr NULL operator override private protected public register return short signed \
        sizeof static struct switch template this throw true try typedef typename union unsigned \
        using virtual void volatile while #include #define #if #ifdef #ifndef #else #endif #pragma
        """), lineComments: ["//"], blockComments: slashes, wordSigns: Set("#".utf8)),
    "java": CodeLanguage(
      keywords: words(
        """
        abstract as assert boolean break byte case catch char class companion const continue data \
        def default do double else enum extends false final finally float for foreach fun if \
        implements import in instanceof int interface internal is lazy long namespace new null \
        object override package private protected public readonly record return sealed short \
        static string super switch synchronized this throw throws trait true try using val var \
        void volatile when while with yield
        """), lineComments: ["//"], blockComments: slashes, longStrings: ["\"\"\""]),
    "go": CodeLanguage(
      keywords: words(
        """
        any bool break byte case chan const continue default defer else error fallthrough false \
        float64 for func go goto if import int interface iota map nil package range return rune \
        select string struct switch true type var
        """), lineComments: ["//"], blockComments: slashes, quotes: Set("\"'`".utf8)),
    "rust": CodeLanguage(
      keywords: words(
        """
        as async await bool break const continue crate dyn else enum extern false fn for i32 i64 \
        if impl in let loop match mod move mut pub ref return self Self static str struct super \
        trait true type u8 u32 u64 unsafe use usize where while
        """), lineComments: ["//"], blockComments: slashes, quotes: Set("\"".utf8)),
    "ruby": CodeLanguage(
      keywords: words(
        """
        alias and begin break case class def defined do else elsif end ensure false for if in \
        module next nil not or raise redo require rescue retry return self super then true undef \
        unless until when while yield
        """), lineComments: ["#"]),
    "sh": CodeLanguage(
      keywords: words(
        """
        alias break case cd continue declare do done echo elif else end esac eval exec exit \
        export false fi for function if in local read readonly return select set shift source \
        then true unset until while FROM RUN COPY CMD ENTRYPOINT ENV WORKDIR
        """), lineComments: ["#"], wordSigns: Set("-".utf8)),
    "sql": CodeLanguage(
      keywords: words(
        """
        add all alter and as asc begin between by case check column commit constraint create \
        cross default delete desc distinct drop else end exists foreign from full group having if \
        in index inner insert integer into is join key left like limit not null offset on or \
        order outer primary real references returning right rollback select set table text then \
        union unique update using values view when where with
        """), ignoresCase: true, lineComments: ["--"], blockComments: slashes),
    "lua": CodeLanguage(
      keywords: words(
        """
        and break do else elseif end false for function goto if in local nil not or repeat return \
        then true until while
        """), lineComments: ["--"], blockComments: [("--[[", "]]")]),
    "haskell": CodeLanguage(
      keywords: words(
        """
        case class data deriving do else forall if import in infixl infixr instance let module \
        newtype of otherwise then type where
        """), lineComments: ["--"], blockComments: [("{-", "-}")], quotes: Set("\"".utf8)),
    "html": CodeLanguage(
      blockComments: [("<!--", "-->")], quotes: Set("\"".utf8), wordSigns: Set("-:".utf8),
      keySign: UInt8(ascii: "=")),
    "css": CodeLanguage(
      keywords: words("@media @import @supports @font-face @layer @container !important"),
      blockComments: slashes, wordSigns: Set("-@!".utf8), keySign: .colon),
    "json": CodeLanguage(
      keywords: words("true false null"), lineComments: ["//"], quotes: Set("\"".utf8),
      keySign: .colon),
    "yaml": CodeLanguage(
      keywords: words("true false null yes no"), lineComments: ["#"], wordSigns: Set("-".utf8),
      keySign: .colon),
    "toml": CodeLanguage(
      keywords: words("true false"), lineComments: ["#", ";"], longStrings: ["\"\"\"", "'''"],
      wordSigns: Set("-.".utf8), keySign: UInt8(ascii: "=")),
    "diff": CodeLanguage(isDiff: true),
  ]
}
