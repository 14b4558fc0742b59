public import ModelValues

/// The place of a cue in the picture, after WebVTT's settings (W3C WebVTT §5.1): a box with one of its points at one of
/// the picture's.
public struct SubtitlePlacement: Hashable, Sendable, Codable {
  /// The place of the box down the picture (across it, in vertical writing); nil at the end, above other cues.
  public var line: Line?
  /// The edge of the box that stands on ``line``.
  public var lineAlignment = Edge.start
  /// The place of the box across the picture (down it, in vertical writing), 0…1; nil where ``alignment`` has it.
  public var position: Double?
  /// The point of the box that stands at ``position``; nil as ``alignment`` says.
  public var positionAlignment: Edge?
  /// The width of the box (height, in vertical writing), as a part of the picture.
  public var size = 1.0
  /// The alignment of lines in the box.
  public var alignment = Alignment.center
  /// The direction in which lines run and follow each other.
  public var writing = Writing.horizontal
  /// The identifier of the region that the cue stands in; nil for none.
  public var region: String?

  /// A place down the picture.
  public enum Line: Hashable, Sendable, Codable {
    /// A line of text, counted from 0 at the top, or from -1 at the bottom.
    case number(Int)
    /// A part of the picture's height, 0…1.
    case part(Double)
  }

  /// A point of a box along one of its sides.
  public enum Edge: String, Hashable, Sendable, Codable, CaseIterable {
    case start, center, end

    /// The part of the box that lies before it: 0, 0.5 or 1.
    public var part: Double { self == .start ? 0 : self == .center ? 0.5 : 1 }
  }

  /// The alignment of lines.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the side where the text's script begins, in the middle, or where the script ends.
    case start, center, end
    case left, right
  }

  /// The direction of lines.
  public enum Writing: String, Hashable, Sendable, Codable, CaseIterable {
    case horizontal
    /// Downward, each line left of the one before.
    case verticalGrowingLeft
    /// Downward, each line right of the one before.
    case verticalGrowingRight
  }

  /// At the bottom, in the middle.
  public init() {}
}

extension SubtitlePlacement {
  /// The place of one of the nine anchors that a numeric keypad shows: 1 is at the lower left, 9 at the upper right; nil for others.
  init?(keypad number: Int) {
    guard (1...9).contains(number) else { return nil }
    let (row, column) = ((number - 1) / 3, (number - 1) % 3)
    alignment = [.left, .center, .right][column]
    switch row {
    case 1: (line, lineAlignment) = (.part(0.5), .center)
    case 2: line = .part(0)
    default: break
    }
  }

  /// The number on a numeric keypad of the anchor that is nearest.
  var keypad: Int {
    let column: Int =
      switch alignment {
      case .left, .start: 1
      case .center: 2
      case .right, .end: 3
      }
    let row: Int =
      switch line {
      case nil: 0
      case .number(let number): number < 0 ? 0 : 2
      case .part(let part):
        switch part + (0.5 - lineAlignment.part) * 0.1 {
        case ..<0.34: 2
        case ..<0.67: 1
        default: 0
        }
      }
    return 3 * row + column
  }
}

/// A part of the picture in which cues stand.
public struct SubtitleRegion: Hashable, Sendable, Codable {
  /// The region's name in cues.
  public var identifier: String
  /// Its width, as a part of the picture.
  public var width = 1.0
  /// Its height.
  public var height = Height.lines(3)
  /// The point of the region that stands at ``viewport``, in parts of the region.
  public var anchor = Point(x: 0, y: 1)
  /// The place of that point, in parts of the picture.
  public var viewport = Point(x: 0, y: 1)
  /// The place of cues down the region.
  public var displayAlignment = SubtitlePlacement.Edge.end
  /// The color that it is filled with while a cue stands in it; nil for none.
  public var backgroundColor: Color?
  /// Whether a new cue pushes those that are there upward.
  public var scrolls = false

  /// A height.
  public enum Height: Hashable, Sendable, Codable {
    /// A number of lines of text of the usual size.
    case lines(Int)
    /// A part of the picture's height.
    case part(Double)
  }

  /// The region called `identifier`: three lines at the bottom.
  public init(_ identifier: String) { self.identifier = identifier }

  /// Its height, as a part of the picture, with lines of WebVTT's usual size (W3C WebVTT §7.3).
  public var heightPart: Double {
    switch height {
    case .lines(let lines): Double(lines) * 0.0533
    case .part(let part): part
    }
  }

  /// Its frame, in parts of the picture.
  public var frame: Rectangle {
    Rectangle(
      x: viewport.x - anchor.x * width, y: viewport.y - anchor.y * heightPart, width: width, height: heightPart)
  }
}
