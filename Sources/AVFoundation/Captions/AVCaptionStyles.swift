import CoreGraphics
public import Foundation

/// Styles of captions.
extension AVCaption {
  /// Weight of letters.
  public enum FontWeight: Int, Sendable {
    /// Nothing says.
    case unknown
    /// As usual.
    case normal
    /// Thick.
    case bold
  }

  /// Style of letters, upright or slanted.
  public enum FontStyle: Int, Sendable {
    /// Nothing says.
    case unknown
    /// Upright.
    case normal
    /// Slanted.
    case italic
  }

  /// Lines at letters.
  public struct Decoration: OptionSet, Hashable, Sendable {
    /// Bits.
    public let rawValue: UInt
    /// The lines of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Under them.
    public static let underline = Decoration(rawValue: 1)
    /// Through them.
    public static let lineThrough = Decoration(rawValue: 2)
    /// Over them.
    public static let overline = Decoration(rawValue: 4)
  }

  /// Letters that stand side by side in lines that run down.
  public enum TextCombine: Int, Sendable {
    /// All.
    case all = -1
    /// None.
    case none
    /// A figure.
    case oneDigit
    /// Two figures.
    case twoDigits
    /// Three.
    case threeDigits
    /// Four.
    case fourDigits
  }

  /// Alignment of lines in their region.
  public enum TextAlignment: Int, Sendable {
    /// The side at which the text's script begins.
    case start
    /// The side at which it ends.
    case end
    /// In the middle.
    case center
    /// At the left, or at the top of lines that run down.
    case left
    /// At the right, or at the foot.
    case right
  }

  /// Animation by which a caption appears.
  public enum Animation: Int, Sendable {
    /// At once.
    case none
    /// Letter by letter.
    case characterReveal
  }

  /// Small text beside letters.
  public typealias Ruby = AVCaptionRuby
}

/// Small text beside letters, as the reading of ideographs (`AVCaption.Ruby`). Immutable.
public final class AVCaptionRuby: NSObject, NSCopying, Sendable {
  /// The letters.
  public let text: String
  /// Side of the other letters.
  public let position: Position
  /// Alignment along the other letters.
  public let alignment: Alignment

  /// Side of other letters.
  public enum Position: Int, Sendable {
    /// Above, or at the right of lines that run down.
    case before
    /// Below, or at the left.
    case after
  }

  /// Alignment of letters along others.
  public enum Alignment: Int, Sendable {
    /// At the beginning of those.
    case start
    /// In the middle.
    case center
    /// With the same space between all.
    case distributeSpaceBetween
    /// With the same space around all.
    case distributeSpaceAround
  }

  /// `text`, above other letters, with the same space between all.
  public convenience init(text: String) {
    self.init(text: text, position: .before, alignment: .distributeSpaceBetween)
  }

  /// `text`, at `position` of other letters.
  public init(text: String, position: Position, alignment: Alignment) {
    (self.text, self.position, self.alignment) = (text, position, alignment)
    super.init()
  }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The same letters at the same place are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVCaptionRuby else { return false }
    return other.text == text && other.position == position && other.alignment == alignment
  }
  /// Hashes the letters.
  public override var hash: Int { text.hashValue }
}

/// Style of a caption's letter.
struct CaptionLook: Hashable, Sendable {
  var textColor: CGColor?
  var backgroundColor: CGColor?
  var weight = AVCaption.FontWeight.unknown
  var style = AVCaption.FontStyle.unknown
  var decoration: AVCaption.Decoration = []
  var combine = AVCaption.TextCombine.none
  var ruby: AVCaptionRuby?
}
