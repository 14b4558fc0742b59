import Compositing
import CoreGraphics
import CoreMedia
import CoreVideo
import EditingModel
import MediaFormats
import MediaTime

/// A picture and when it is shown.
struct RenderedPicture: Sendable {
  /// The picture.
  let buffer: CVPixelBuffer
  /// Time at which it begins to be shown; invalid of one that is shown at once.
  let time: CMTime
  /// Colorimetry of the picture; nil where nothing says.
  let colorimetry: Colorimetry?

  /// Whether it is shown as soon as it is there.
  var isImmediate: Bool { !time.isNumeric }

  /// The picture as an image, made by `conversion`.
  ///
  /// - Throws: `RenderError` for a format that is not converted.
  func image(by conversion: CapturedPictures) throws -> CGImage? {
    buffer.endAccess()
    let (picture, isRGB) = (buffer.picture, buffer.format.format.isRGB)
    var meaning = (colorimetry ?? .unspecified).completed(height: picture.height, output: .bt709)
    meaning.isFullRange = isRGB || buffer.format.isFullRange
    if isRGB { meaning.matrix = 0 }
    return try CGImage(conversion.picture(picture, meaning: meaning, as: .rgba))
  }
}

/// The pictures that wait for their time, and the one that is shown.
///
/// ```
///  waiting   ─┬────┬────┬────┬──►  timebase: the last one that has begun is shown, those before it are gone
///             1    2  ▲ 3    4
///              shown ─┘ time
/// ```
///
/// The shown picture stays until the next one's time has come.
struct PictureRow: Sendable {
  private(set) var waiting: [RenderedPicture] = []
  private(set) var shown: RenderedPicture?
  /// Number of pictures that came to be shown, or were too late for that.
  private(set) var count = 0
  /// Number of pictures that were too late.
  private(set) var lateCount = 0

  mutating func append(_ picture: RenderedPicture) { waiting.append(picture) }
  /// Forgets those that wait, and when the shown one was due: whatever comes takes its place.
  mutating func flush() {
    waiting = []
    shown = shown.map { RenderedPicture(buffer: $0.buffer, time: .invalid, colorimetry: $0.colorimetry) }
  }
  /// Removes the shown picture.
  mutating func removeShown() { shown = nil }

  /// Number of pictures that are shown later than at `time`, or, where `isForward` is not set, earlier.
  func countAhead(of time: CMTime, isForward: Bool) -> Int {
    waiting.count { $0.isImmediate || (isForward ? $0.time > time : $0.time < time) }
  }

  /// Shows what is due at `time`, which rises where `isForward` is set; whether that is another one than before.
  mutating func show(at time: CMTime, isForward: Bool) -> Bool {
    if let last = waiting.lastIndex(where: \.isImmediate) {
      (shown, count) = (waiting[last], count + 1)
      waiting.removeSubrange(...last)
      return true
    }
    guard let due = waiting.filter({ $0.time <= time }).max(by: { $0.time < $1.time }) else { return false }
    let later = shown.map { !$0.isImmediate && $0.time <= time && $0.time > due.time } ?? false
    guard !later else {
      if isForward { drop { $0.time <= time } }
      return false
    }
    (shown, count) = (due, count + 1)
    if let place = waiting.lastIndex(where: { $0.time == due.time }) { waiting.remove(at: place) }
    // What was passed over since the last look was not late.
    waiting.removeAll { isForward ? $0.time <= time : $0.time >= due.time }
    return true
  }

  private mutating func drop(_ isLate: (RenderedPicture) -> Bool) {
    let before = waiting.count
    waiting.removeAll(where: isLate)
    (count, lateCount) = (count + before - waiting.count, lateCount + before - waiting.count)
  }
}
