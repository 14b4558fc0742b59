public import MediaTime
import ModelValues

/// A text that is shown for a while, in the short way: what it says, when, in which style, and where.
///
/// ```swift
/// let title = Title("A day at the sea", timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 1)), style: .title)
/// let layer = title.layer(in: Size(width: 1280, height: 720))
/// ```
///
/// A title is a layer: whatever a style does not offer can be set on that.
public struct Title: Hashable, Sendable, Codable {
  /// Its contents. Lines are parted by line feeds; of a lower third and of quotes the first and the last one look their
  /// own way.
  public var text: String
  /// The range in which it is seen, in the movie's time, its entrance and its exit included.
  public var timeRange: CMTimeRange
  /// Its look and its motion.
  public var style: TitleStyle

  /// `text`, seen over `timeRange`.
  public init(_ text: String, timeRange: CMTimeRange, style: TitleStyle = .title) {
    self.text = text
    self.timeRange = timeRange
    self.style = style
  }
}

/// The place of a title in the picture: nine anchors of the title-safe area, which leaves a twentieth of the picture's
/// width and height free on each side (EBU R 95).
public enum TitlePlace: String, Hashable, Sendable, Codable, CaseIterable {
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// The place's part of the way from left to right, and from top to bottom: 0, 0.5 or 1.
  var part: Point {
    let x =
      switch self {
      case .topLeft, .left, .bottomLeft: 0.0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1.0
      }
    let y =
      switch self {
      case .topLeft, .top, .topRight: 0.0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1.0
      }
    return Point(x: x, y: y)
  }
}

/// The entrance or the exit of a title.
public enum TitleMotion: String, Hashable, Sendable, Codable, CaseIterable {
  /// At once.
  case none
  /// Its opacity grows.
  case fade
  /// It rises a little into its place as it fades in; going, it rises on.
  case rise
  /// It sinks a little into its place as it fades in; going, it sinks on.
  case drop
  /// It comes from the left, and goes there.
  case slideLeft
  /// It comes from the right, and goes there.
  case slideRight
  /// It grows into its size as it fades in.
  case zoom
  /// It springs into its size, and beyond it for a moment.
  case pop
  /// It is uncovered from the left to the right.
  case wipe
}

/// An action in a title while it is there.
public enum TitleAction: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing.
  case none
  /// All of it passes from below the picture to above it, as credits do.
  case roll
  /// Its letters appear one after another.
  case type
  /// Its words take the style's highlight color one after another.
  case highlight
  /// `{count}` in the text counts from the style's first number to its last.
  case count
}
