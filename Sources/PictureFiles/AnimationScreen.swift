/// The screen on which an animation's pictures are laid over one another, as browsers show them: clear at first.
///
/// ```
///  begin ─► the last picture is disposed of ─► the next one is drawn into `bytes` ─► begin ─► …
/// ```
struct AnimationScreen {
  /// The disposal of a picture before the next one is drawn (GIF89a §23, APNG 1.0 `dispose_op`).
  enum Disposal {
    case keep
    /// Its area is cleared.
    case clear
    /// The screen is what it was before it.
    case restore
  }

  /// Pixels across.
  let width: Int
  /// Pixels down.
  let height: Int
  /// Red, green, blue and alpha of each pixel, row by row; none before the first picture.
  var bytes: [UInt8] = []
  /// The place of the last picture, and its disposal.
  private var last: (left: Int, top: Int, width: Int, height: Int, disposal: Disposal)?
  /// The screen as it was before the last picture, where that is restored.
  private var before: [UInt8]?

  /// A screen of `width` × `height` pixels.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// Forgets what was drawn.
  mutating func reset() {
    (bytes, last, before) = ([], nil, nil)
  }

  /// Makes room for a picture of `width` × `height` pixels, which may reach beyond the screen.
  mutating func begin(left: Int, top: Int, width: Int, height: Int, disposal: Disposal) {
    if bytes.isEmpty {
      bytes = [UInt8](repeating: 0, count: 4 * self.width * self.height)
    } else {
      dispose()
    }
    before = disposal == .restore ? bytes : nil
    last = (left, top, width, height, disposal)
  }

  private mutating func dispose() {
    guard let last else { return }
    switch last.disposal {
    case .keep: return
    case .restore: bytes = before ?? bytes
    case .clear:
      let across = last.left..<max(last.left, min(width, last.left + last.width))
      for row in last.top..<max(last.top, min(height, last.top + last.height)) {
        let start = 4 * (row * width + across.lowerBound)
        for index in start..<start + 4 * across.count { bytes[index] = 0 }
      }
    }
  }
}
