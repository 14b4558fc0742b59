import MediaFormats

/// The pixels of a source that are read: whole chroma samples around the part that is shown.
struct ShownArea {
  /// The pixels, clipped to the picture.
  let area: PixelRectangle
  /// The size of the working picture: whole chroma samples.
  let padded: PixelSize
  /// The part that is shown, in the working picture; nil for all of it.
  let window: PictureDescription.Window?

  /// The area of `source`.
  init(_ source: PictureDescription) {
    let shifts = source.samples.chromaShifts
    let (across, down) = (1 << shifts.across, 1 << shifts.down)
    let whole = PictureDescription.Window(
      left: 0, top: 0, width: Double(source.size.width), height: Double(source.size.height))
    let shown = source.window ?? whole
    // The first whole chroma sample before an edge, and the first whole pixel after one.
    func begin(_ edge: Double, _ cell: Int, _ limit: Int) -> Int {
      max(0, min(limit - 1, Int(edge.rounded(.down)))) / cell * cell
    }
    func end(_ edge: Double, _ limit: Int) -> Int { max(1, min(limit, Int(edge.rounded(.up)))) }
    let left = begin(shown.left, across, source.size.width)
    let top = begin(shown.top, down, source.size.height)
    let right = max(left + 1, end(shown.left + shown.width, source.size.width))
    let bottom = max(top + 1, end(shown.top + shown.height, source.size.height))
    area = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    padded = WorkingFormat.padded(area.size, to: shifts)
    let inside = PictureDescription.Window(
      left: shown.left - Double(left), top: shown.top - Double(top), width: shown.width, height: shown.height)
    let isWhole =
      inside.left == 0 && inside.top == 0 && inside.width == Double(padded.width)
      && inside.height == Double(padded.height)
    window = isWhole ? nil : inside
  }
}

extension PixelRectangle {
  /// Its width and height.
  var size: PixelSize { PixelSize(width: width, height: height) }
}
