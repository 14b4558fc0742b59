import EditingModel
import LayerDrawing

/// The colors of what stands around pictures.
enum OverviewColors {
  static let background = Color(red: 0.063, green: 0.078, blue: 0.102)
  static let words = Color(red: 0.62, green: 0.67, blue: 0.73)
  static let lines = Color(red: 0.227, green: 0.259, blue: 0.306)
}

/// The common drawing of overviews: rulers, words over pictures, and areas under curves.
extension Canvas {
  /// Draws `ruler`, its left end at `place`: marks, and below them the times, which may begin `room` pixels further left.
  func draw(_ ruler: TimeRuler, at place: Point, room: Double = 0, fontSize: Double) {
    func mark(_ x: Double, _ height: Double) {
      fill(
        Rectangle(x: place.x + x.rounded(.down), y: place.y, width: max(1, (fontSize / 16).rounded()), height: height),
        with: OverviewColors.words)
    }
    for x in ruler.minorMarks { mark(x, (0.25 * fontSize).rounded()) }
    let style = TextStyle(size: fontSize, color: OverviewColors.words)
    for time in ruler.marks(fontSize: fontSize, room: room) {
      mark(time.place, (0.5 * fontSize).rounded())
      let size = size(of: time.text, in: style)
      // A font that is wider than most is moved to where all of it is seen.
      let left = min(place.x + ruler.length - size.width, place.x + time.middle - size.width / 2)
      draw(
        time.text, in: style,
        within: Rectangle(
          x: max(place.x - room, left), y: place.y + 0.45 * fontSize, width: size.width + 2, height: 1.4 * fontSize))
    }
  }

  /// Draws one line of text, white over its own shadow, so that it is read over anything.
  func drawOver(_ text: String, size: Double, isBold: Bool = false, color: Color = .white, within rectangle: Rectangle)
  {
    let shade = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (1, 1)] {
      draw(
        text, in: TextStyle(size: size, isBold: isBold, color: shade),
        within: Rectangle(x: rectangle.x + x, y: rectangle.y + y, width: rectangle.width, height: rectangle.height))
    }
    draw(text, in: TextStyle(size: size, isBold: isBold, color: color), within: rectangle)
  }

  /// Fills each column of pixels of `columns` between two heights.
  func fill(_ columns: Range<Int>, with color: Color, between heights: (Int) -> (top: Double, bottom: Double)) {
    for column in columns {
      let (top, bottom) = heights(column)
      guard bottom > top else { continue }
      fill(Rectangle(x: Double(column), y: top, width: 1, height: bottom - top), with: color)
    }
  }
}
