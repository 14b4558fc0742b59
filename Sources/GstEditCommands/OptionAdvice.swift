/// The command line's options by which a person follows the library's advice.
///
/// The library does not know that it is used from a command line: it says what to do, and here stands how.
enum OptionAdvice {
  /// Sentences of the library, or their ends, and the options that do what they advise.
  static let options: [(advice: String, option: String)] = [
    ("or allow replacing them.", "Give -y."),
    (
      "Give the asset a frame rate, as in 25 or 30000/1001.",
      "To probe, give --frame-rate; in a project, \"frameRate\"."
    ),
    ("or render a preview to a file.", "That is gstedit play without --window."),
    ("Encode them anew instead of copying their packets.", "Leave --copy out."),
    ("and do not isolate the reading of media.", "Leave --isolate-media out."),
    ("or render what is there: the damage policy “keep”.", "That is --damaged keep."),
  ]

  /// `remedy` with the option that does it.
  static func completing(_ remedy: String) -> String {
    options.first { remedy.hasSuffix($0.advice) }.map { "\(remedy) \($0.option)" } ?? remedy
  }
}
