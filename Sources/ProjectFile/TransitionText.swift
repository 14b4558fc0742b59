public import EditingModel
import MediaTime

extension ClipTransition {
  /// The form that ``init(option:)`` reads, as a noun phrase.
  public static let expectedOption =
    "a transition: \(Kind.Name.allCases.map(\.rawValue).joined(separator: ", ")), after a comma where it moves to "
    + "(\(Direction.allCases.map(\.rawValue).joined(separator: ", "))), and after a colon how long it lasts: push,right:1"

  /// Reads a transition as people type it: `crossDissolve`, `push:1`, `wipe,up:0.5`. It lasts a second unless the text says otherwise.
  ///
  /// - Throws: `TransitionTextError`.
  public init(option text: String) throws(TransitionTextError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let words = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let word = words.first, words.count <= 2 else { throw TransitionTextError(text) }
    guard let name = Kind.Name(rawValue: word) else {
      throw TransitionTextError(text, meant: NearName.nearest(to: word, among: Kind.Name.allCases.map(\.rawValue)))
    }
    var direction: Direction?
    if words.count == 2 {
      guard name.hasDirection else { throw TransitionTextError(text) }
      direction = Direction(rawValue: words[1])
      guard direction != nil else {
        throw TransitionTextError(
          text, meant: NearName.nearest(to: words[1], among: Direction.allCases.map(\.rawValue)))
      }
    }
    var seconds = Rational.one
    if parts.count == 2 {
      guard let time = try? ProjectTime(String(parts[1])), let value = try? time.seconds(frameDuration: nil),
        value > .zero
      else { throw TransitionTextError(text) }
      seconds = value
    }
    guard let duration = try? CMTime(exactly: seconds) else { throw TransitionTextError(text) }
    self.init(Kind(name, direction: direction), duration: duration)
  }
}

/// The reason for which a text is no transition.
public struct TransitionTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public var text: String
  /// The name that was probably meant.
  public var suggestion: String?

  init(_ text: String, meant suggestion: String? = nil) {
    self.text = text
    self.suggestion = suggestion
  }

  /// The fault, and what is expected.
  public var description: String {
    let sentence = "\(JSONValue.quoted(text.shortened)) is no transition. Expected \(ClipTransition.expectedOption)."
    return suggestion.map { "\(sentence) Did you mean \"\($0)\"?" } ?? sentence
  }
}
