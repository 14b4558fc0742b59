public import Compositing
public import MediaTime

/// The output of a player's pictures: a window, a widget, an encoder.
///
/// Threads: the player's own, one call at a time; a call that takes long makes later pictures late, which are then dropped.
public protocol PictureSink: AnyObject, Sendable {
  /// The format in which pictures are taken; nil for whatever the plan has.
  var pixelFormat: PixelBuffer.Format? { get }

  /// Shows `picture`, which is to be read only and whose frame begins at `itemTime` of what is played, at `hostTime` of the player's
  /// clock: as soon as possible where that has passed.
  func show(_ picture: PixelBuffer, itemTime: CMTime, at hostTime: CMTime)
}

/// The output of a player's sound: a device, a mixer, an encoder.
///
/// Samples come some time ahead of when they are heard: at most about a fifth of a second.
///
/// Threads: `start`, `write` and `stop` come from the sound's own thread, one at a time; `flush` from any, also while `write` blocks.
public protocol SoundSink: AnyObject, Sendable {
  /// The device's clock, where it has one: then all of playing follows it, and pictures are in step with sound however fast
  /// or slow the device is. Nil for a device that follows the player's clock.
  var clock: (any PlaybackClock)? { get }

  /// The lead of writing a sample over its being heard, in seconds: playing begins that much later than it could.
  var latency: Rational { get }

  /// Says what comes: samples a second, and channels. Called before the first samples, and again where that changes.
  func start(sampleRate: Int, channels: Int)

  /// Takes `block`, whose first sample is heard at `hostTime` of the player's clock; may block until there is room. `start` of the block
  /// is the number of its first sample in the item.
  func write(_ block: SampleBlock, at hostTime: CMTime)

  /// Forgets what has been written and is not heard yet, and ends a `write` that waits for room.
  func flush()

  /// Ends the sound: the player has ended.
  func stop()
}

extension PictureSink {
  /// Whatever the plan has.
  public var pixelFormat: PixelBuffer.Format? { nil }
}

extension SoundSink {
  /// The player's clock.
  public var clock: (any PlaybackClock)? { nil }

  /// None.
  public var latency: Rational { .zero }
}
