/// The detection of terminals that support clickable links (OSC 8).
public enum TerminalLinks {
  /// Returns whether a terminal is known to support clickable links. Terminals do not report this,
  /// so environment variables are examined. The variable `FORCE_HYPERLINK` takes precedence: `0`
  /// means no, any other value yes.
  ///
  /// - Parameters:
  ///   - isDumb: Whether the terminal has neither colors nor cursor movement.
  ///   - variable: A function that returns the value of an environment variable, or nil if the
  ///     variable is not set or is empty.
  public static func areShown(isDumb: Bool, variable: (String) -> String?) -> Bool {
    if let forced = variable("FORCE_HYPERLINK") { return forced != "0" }
    if isDumb { return false }
    func isNew(_ name: String, _ least: Int) -> Bool {
      (variable(name).flatMap { Int($0) } ?? 0) >= least
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio"]
    let terminals = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "contour", "wezterm"]
    return isNew("VTE_VERSION", 5000) || isNew("KONSOLE_VERSION", 210_400)
      || ["WT_SESSION", "KITTY_WINDOW_ID", "DOMTERM"].contains { variable($0) != nil }
      || programs.contains(variable("TERM_PROGRAM") ?? "")
      || terminals.contains { (variable("TERM") ?? "").hasPrefix($0) }
  }
}
