// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// Unit of places and sizes (`AVCaptionUnitsType`).
public enum AVCaptionUnitsType: Int, Sendable {
  /// Nothing: there is no number.
  case unspecified
  /// Cells of a grid.
  case cells
  /// Hundredths of what is around.
  case percent
}

/// A length or a place, and what it counts (`AVCaptionDimension`).
public struct AVCaptionDimension: Hashable, Sendable {
  /// The number.
  public var value: CGFloat
  /// Unit of the number.
  public var units: AVCaptionUnitsType
  /// None.
  public init() { (value, units) = (0, .unspecified) }
  /// `value` of `units`.
  public init(value: CGFloat, units: AVCaptionUnitsType) { (self.value, self.units) = (value, units) }
}

/// A place (`AVCaptionPoint`).
public struct AVCaptionPoint: Hashable, Sendable {
  /// From the left.
  public var x: AVCaptionDimension
  /// From the top.
  public var y: AVCaptionDimension
  /// None.
  public init() { (x, y) = (AVCaptionDimension(), AVCaptionDimension()) }
  /// This place.
  public init(x: AVCaptionDimension, y: AVCaptionDimension) { (self.x, self.y) = (x, y) }
}

/// A size (`AVCaptionSize`).
public struct AVCaptionSize: Hashable, Sendable {
  /// Across.
  public var width: AVCaptionDimension
  /// Down.
  public var height: AVCaptionDimension
  /// None.
  public init() { (width, height) = (AVCaptionDimension(), AVCaptionDimension()) }
  /// This size.
  public init(width: AVCaptionDimension, height: AVCaptionDimension) { (self.width, self.height) = (width, height) }
}

/// The length `value` of `units` (`AVCaptionDimensionMake`).
public func AVCaptionDimensionMake(_ value: CGFloat, _ units: AVCaptionUnitsType) -> AVCaptionDimension {
  AVCaptionDimension(value: value, units: units)
}

/// The place `x`, `y` (`AVCaptionPointMake`).
public func AVCaptionPointMake(_ x: AVCaptionDimension, _ y: AVCaptionDimension) -> AVCaptionPoint {
  AVCaptionPoint(x: x, y: y)
}

/// The size `width`, `height` (`AVCaptionSizeMake`).
public func AVCaptionSizeMake(_ width: AVCaptionDimension, _ height: AVCaptionDimension) -> AVCaptionSize {
  AVCaptionSize(width: width, height: height)
}

/// A part of the picture that captions stand in (`AVCaptionRegion`). Immutable; ``AVMutableCaptionRegion`` is edited. Threads: any.
open class AVCaptionRegion: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state: Mutex<State>

  /// The region's properties.
  struct State: Hashable, Sendable {
    var identifier: String?
    var origin = AVCaptionPoint()
    var size = AVCaptionSize()
    var scroll = Scroll.none
    var displayAlignment = DisplayAlignment.before
    var writingMode = WritingMode.leftToRightAndTopToBottom
  }

  /// Side of the region at which lines gather.
  public enum DisplayAlignment: Int, Sendable {
    /// The side of the first line.
    case before
    /// In the middle.
    case center
    /// The side of the last line.
    case after
  }

  /// Directions in which letters and lines run.
  public enum WritingMode: Int, Sendable {
    /// Letters to the right, lines down.
    case leftToRightAndTopToBottom = 0
    /// Letters down, lines to the left.
    case topToBottomAndRightToLeft = 2
  }

  /// Way in which lines appear.
  public enum Scroll: Int, Sendable {
    /// At once.
    case none
    /// From below, while others go up.
    case rollUp
  }

  init(_ state: State) {
    self.state = Mutex(state)
    super.init()
  }

  /// Its current values.
  var values: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Identifier of the region; nil where it has none.
  public var identifier: String? { values.identifier }
  /// Its upper left corner.
  open internal(set) var origin: AVCaptionPoint {
    get { values.origin }
    set { values.origin = newValue }
  }
  /// Its size.
  open internal(set) var size: AVCaptionSize {
    get { values.size }
    set { values.size = newValue }
  }
  /// Way in which lines appear.
  open internal(set) var scroll: Scroll {
    get { values.scroll }
    set { values.scroll = newValue }
  }
  /// Side of the region at which lines gather.
  open internal(set) var displayAlignment: DisplayAlignment {
    get { values.displayAlignment }
    set { values.displayAlignment = newValue }
  }
  /// Directions in which letters and lines run.
  open internal(set) var writingMode: WritingMode {
    get { values.writingMode }
    set { values.writingMode = newValue }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVCaptionRegion(values) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableCaptionRegion(values) }

  /// Regions of one name are the same, and without one those of one place and size.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = (object as? AVCaptionRegion)?.values else { return false }
    let own = values
    if own.identifier != nil || other.identifier != nil { return own.identifier == other.identifier }
    return own.origin == other.origin && own.size == other.size
  }
  /// Hashes the name.
  open override var hash: Int { identifier.hashValue }

  // MARK: Known regions

  /// The topmost 15 hundredths of the picture, as iTT has them.
  public class var appleITTTop: AVCaptionRegion { region("top", 0, 0, 100, 15, .before) }
  /// The lowest 15 hundredths.
  public class var appleITTBottom: AVCaptionRegion { region("bottom", 0, 85, 100, 15, .after) }
  /// The leftmost 15 hundredths, in which lines run down.
  public class var appleITTLeft: AVCaptionRegion { region("left", 0, 0, 15, 100, .before, .topToBottomAndRightToLeft) }
  /// The rightmost 15 hundredths, in which lines run down.
  public class var appleITTRight: AVCaptionRegion {
    region("right", 85, 0, 15, 100, .before, .topToBottomAndRightToLeft)
  }
  /// All of the picture, in which lines gather at its foot, as SubRip has them.
  public class var subRipTextBottom: AVCaptionRegion { region("subRipTextBottom", 0, 0, 100, 100, .after) }

  private static func region(
    _ name: String, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ alignment: DisplayAlignment,
    _ writingMode: WritingMode = .leftToRightAndTopToBottom
  ) -> AVCaptionRegion {
    func percent(_ value: CGFloat) -> AVCaptionDimension { AVCaptionDimension(value: value, units: .percent) }
    return AVCaptionRegion(
      State(
        identifier: name, origin: AVCaptionPoint(x: percent(x), y: percent(y)),
        size: AVCaptionSize(width: percent(width), height: percent(height)), displayAlignment: alignment,
        writingMode: writingMode))
  }
}

/// A part of the picture that is edited (`AVMutableCaptionRegion`). Threads: any.
open class AVMutableCaptionRegion: AVCaptionRegion, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A region without settings.
  public init() { super.init(State()) }
  /// The region called `identifier`, without other settings.
  public init(identifier: String) { super.init(State(identifier: identifier)) }
  override init(_ state: State) { super.init(state) }

  /// Its upper left corner.
  open override var origin: AVCaptionPoint {
    get { super.origin }
    set { super.origin = newValue }
  }
  /// Its size.
  open override var size: AVCaptionSize {
    get { super.size }
    set { super.size = newValue }
  }
  /// Way in which lines appear.
  open override var scroll: Scroll {
    get { super.scroll }
    set { super.scroll = newValue }
  }
  /// Side of the region at which lines gather.
  open override var displayAlignment: DisplayAlignment {
    get { super.displayAlignment }
    set { super.displayAlignment = newValue }
  }
  /// Directions in which letters and lines run.
  open override var writingMode: WritingMode {
    get { super.writingMode }
    set { super.writingMode = newValue }
  }
}
