import EditServices
public import FoundationEssentials
public import Rendering

/// Plays a film, an edit, a sound (`AVPlayer`).
///
/// ```swift
/// let player = Player(playerItem: PlayerItem(asset: movie), renderer: renderer, pictureSink: window, soundSink: speakers)
/// player.play()
/// await player.seek(to: CMTime(value: 5, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
/// let observer = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10)) { print($0.seconds) }
/// ```
///
/// Without sinks it plays for its item's outputs alone, and without outputs it decodes nothing. It plays as long as a
/// reference to it exists. With the last reference, its threads and readers end, and observers, outputs and sinks are
/// called no more; a call under way is waited for, five seconds at most, unless the player ends in that call.
///
/// Threads: any.
public final class Player: PlayerControls {
  /// The playback behind it.
  public let playback: Playback

  /// A player of `playerItem` (`init()`, `init(playerItem:)`), which renders with `renderer` and goes by `clock`: by that of `soundSink`
  /// where it has one. An item that is in a player already is not taken.
  public init(
    playerItem: PlayerItem? = nil, renderer: any Renderer, clock: any PlaybackClock = HostClock(),
    pictureSink: (any PictureSink)? = nil, soundSink: (any SoundSink)? = nil
  ) {
    playback = Playback(
      core: PlayerCore(renderer: renderer, clock: clock, pictureSink: pictureSink, soundSink: soundSink))
    if let playerItem { _ = core.replaceCurrentItem(with: playerItem) }
  }

  /// A player of the file at `url` (`init(url:)`).
  public convenience init(
    url: URL, renderer: any Renderer, clock: any PlaybackClock = HostClock(), pictureSink: (any PictureSink)? = nil,
    soundSink: (any SoundSink)? = nil
  ) {
    self.init(
      playerItem: PlayerItem(asset: url), renderer: renderer, clock: clock, pictureSink: pictureSink,
      soundSink: soundSink)
  }

  deinit { playback.core.close() }

  /// The current item (`currentItem`).
  public var currentItem: PlayerItem? { core.currentItem }

  /// Plays `item` from now on, or nothing (`replaceCurrentItem(with:)`); the current item itself changes nothing. The rate stays.
  ///
  /// To go over to another version of the same edit without a gap, use ``PlayerItem/replace(edit:)``.
  ///
  /// - Returns: False, and nothing happens, where the item is in another player (for which Apple raises an exception).
  @discardableResult
  public func replaceCurrentItem(with item: PlayerItem?) -> Bool { core.replaceCurrentItem(with: item) }
}
