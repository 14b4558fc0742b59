/// A file of pictures that are shown one after another, decoded in order.
///
/// Threads: one at a time.
public protocol PictureAnimation: AnyObject {
  /// Pixels across.
  var width: Int { get }
  /// Pixels down.
  var height: Int { get }
  /// The duration of each picture, in units of 1/``timescale`` s.
  var durations: [Int] { get }
  /// Parts of a second: milliseconds, unless the file has finer times.
  var timescale: Int { get }
  /// The file's own duration of each picture, in seconds: also one that is too short to be meant.
  var statedSeconds: [Double] { get }
  /// Whether pixels may be less than opaque.
  var hasAlpha: Bool { get }
  /// The number of times that all of them are shown, by the file; nil for ever.
  var playCount: Int? { get }
  /// The pictures that can be decoded without those before, in order; the first one is 0.
  var keyPictures: [Int] { get }
  /// The number of the picture that ``next()`` gives.
  var position: Int { get }

  /// Goes to a picture of `keyPictures`.
  func move(toKeyPicture number: Int)

  /// The next picture, whole: what the file stores of it is laid over the one before.
  func next() throws(PictureError) -> RawPicture
}

extension PictureAnimation {
  /// Milliseconds.
  public var timescale: Int { 1_000 }

  /// The duration of a picture whose file states `milliseconds`: up to 10 it is a tenth of a second, as in all
  /// browsers.
  static func shownDuration(_ milliseconds: Int) -> Int { milliseconds <= 10 ? 100 : milliseconds }
}
