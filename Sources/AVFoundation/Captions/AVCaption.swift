public import CoreGraphics
public import Foundation
import Synchronization

/// Words that are read while a film is seen, how they look, and when (`AVCaption`). Immutable; ``AVMutableCaption`` is edited. Threads: any.
open class AVCaption: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state: Mutex<State>

  /// The text, its time range and its look.
  struct State: Sendable {
    var text: String
    var timeRange: CMTimeRange
    /// Style of each unit of the text's UTF-16.
    var looks: [CaptionLook]
    var region: AVCaptionRegion?
    var textAlignment = TextAlignment.start
    var animation = Animation.none

    /// `text`, of usual letters, in `timeRange`.
    init(_ text: String, _ timeRange: CMTimeRange) {
      (self.text, self.timeRange) = (text, timeRange)
      looks = Array(repeating: CaptionLook(), count: text.utf16.count)
    }
  }

  /// `text`, which is read in `timeRange`.
  public convenience init(_ text: String, timeRange: CMTimeRange) { self.init(State(text, timeRange)) }

  init(_ state: State) {
    self.state = Mutex(state)
    super.init()
  }

  /// Its current values.
  var values: State { state.withLock { $0 } }
  /// Changes it.
  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The words.
  open internal(set) var text: String {
    get { values.text }
    set { change { ($0.text, $0.looks) = (newValue, State(newValue, $0.timeRange).looks) } }
  }
  /// Range in which they are read.
  open internal(set) var timeRange: CMTimeRange {
    get { values.timeRange }
    set { change { $0.timeRange = newValue } }
  }
  /// Region in which they stand; nil where nothing says.
  open internal(set) var region: AVCaptionRegion? {
    get { values.region }
    set {
      let copy = newValue?.copy() as? AVCaptionRegion
      change { $0.region = copy }
    }
  }
  /// Alignment of lines in their region.
  open internal(set) var textAlignment: TextAlignment {
    get { values.textAlignment }
    set { change { $0.textAlignment = newValue } }
  }
  /// Animation by which the letters appear.
  open internal(set) var animation: Animation {
    get { values.animation }
    set { change { $0.animation = newValue } }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVCaption(values) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableCaption(values) }

  // MARK: Looks

  /// The color of the letter at `index`, nil where unset, and the range of letters that have it.
  open func textColor(at index: String.Index) -> (CGColor?, Range<String.Index>) { look(at: index, \.textColor) }
  /// The background color of the letter at `index`, nil where unset, and the range of letters that have it.
  open func backgroundColor(at index: String.Index) -> (CGColor?, Range<String.Index>) {
    look(at: index, \.backgroundColor)
  }
  /// Weight of the letter at `index`, and the letters that have the same.
  open func fontWeight(at index: String.Index) -> (FontWeight, Range<String.Index>) { look(at: index, \.weight) }
  /// Style of the letter at `index`, upright or slanted, and the letters that have the same.
  open func fontStyle(at index: String.Index) -> (FontStyle, Range<String.Index>) { look(at: index, \.style) }
  /// The lines at the letter at `index`, and at which others they are.
  open func decoration(at index: String.Index) -> (Decoration, Range<String.Index>) { look(at: index, \.decoration) }
  /// Whether the letter at `index` stands beside others in a line that runs down, and which others do.
  open func textCombine(at index: String.Index) -> (TextCombine, Range<String.Index>) { look(at: index, \.combine) }
  /// Small text beside the letter at `index`, nil for none, and the letters that it stands beside.
  open func ruby(at index: String.Index) -> (Ruby?, Range<String.Index>) { look(at: index, \.ruby) }

  /// The value of `part` at `index`, and the range of letters around it with the same value; behind the last letter the
  /// default.
  private func look<Value: Equatable>(
    at index: String.Index, _ part: (CaptionLook) -> Value
  ) -> (Value, Range<String.Index>) {
    let values = values
    let (text, looks) = (values.text, values.looks)
    let units = text.utf16
    guard index < text.endIndex, !looks.isEmpty else {
      return (part(CaptionLook()), text.endIndex..<text.endIndex)
    }
    let place = min(units.distance(from: text.startIndex, to: index), looks.count - 1)
    let value = part(looks[place])
    let start = looks[..<place].lastIndex { part($0) != value }.map { $0 + 1 } ?? 0
    let end = looks[place...].firstIndex { part($0) != value } ?? looks.count
    func unit(_ offset: Int) -> String.Index { units.index(text.startIndex, offsetBy: offset) }
    return (value, unit(start)..<unit(end))
  }
}

/// Words that are edited (`AVMutableCaption`). Ranges count the units of the text's UTF-16; what lies behind the text is left out.
open class AVMutableCaption: AVCaption, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The words; letters look as usual when they are set.
  open override var text: String {
    get { super.text }
    set { super.text = newValue }
  }
  /// Range in which they are read.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { super.timeRange = newValue }
  }
  /// Region in which they stand; a copy of the one that is set.
  open override var region: AVCaptionRegion? {
    get { super.region }
    set { super.region = newValue }
  }
  /// Alignment of lines in their region.
  open override var textAlignment: TextAlignment {
    get { super.textAlignment }
    set { super.textAlignment = newValue }
  }
  /// Animation by which the letters appear.
  open override var animation: Animation {
    get { super.animation }
    set { super.animation = newValue }
  }

  // MARK: Looks

  /// Sets the color of letters.
  open func setTextColor(_ color: CGColor, in range: NSRange) { set(range) { $0.textColor = color } }
  /// Removes the color of letters.
  open func removeTextColor(in range: NSRange) { set(range) { $0.textColor = nil } }
  /// Sets the color behind letters.
  open func setBackgroundColor(_ color: CGColor, in range: NSRange) { set(range) { $0.backgroundColor = color } }
  /// Removes the color behind letters.
  open func removeBackgroundColor(in range: NSRange) { set(range) { $0.backgroundColor = nil } }
  /// Sets how thick letters are.
  open func setFontWeight(_ fontWeight: FontWeight, in range: NSRange) { set(range) { $0.weight = fontWeight } }
  /// Removes the thickness of letters.
  open func removeFontWeight(in range: NSRange) { set(range) { $0.weight = .unknown } }
  /// Sets how letters stand.
  open func setFontStyle(_ fontStyle: FontStyle, in range: NSRange) { set(range) { $0.style = fontStyle } }
  /// Removes the slant of letters.
  open func removeFontStyle(in range: NSRange) { set(range) { $0.style = .unknown } }
  /// Sets the lines at letters.
  open func setDecoration(_ decoration: Decoration, in range: NSRange) { set(range) { $0.decoration = decoration } }
  /// Removes them.
  open func removeDecoration(in range: NSRange) { set(range) { $0.decoration = [] } }
  /// Sets which letters stand side by side in lines that run down.
  open func setTextCombine(_ textCombine: TextCombine, in range: NSRange) { set(range) { $0.combine = textCombine } }
  /// Removes the combining of letters into one.
  open func removeTextCombine(in range: NSRange) { set(range) { $0.combine = .none } }
  /// Sets what stands small beside letters.
  open func setRuby(_ ruby: Ruby, in range: NSRange) { set(range) { $0.ruby = ruby } }
  /// Removes it.
  open func removeRuby(in range: NSRange) { set(range) { $0.ruby = nil } }

  private func set(_ range: NSRange, _ change: (inout CaptionLook) -> Void) {
    self.change { state in
      guard range.location >= 0, range.length > 0 else { return }
      let places = state.looks.indices.dropFirst(range.location).prefix(range.length)
      for place in places { change(&state.looks[place]) }
    }
  }
}
