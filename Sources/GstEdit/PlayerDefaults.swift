public import FoundationEssentials
public import MediaFormats
public import Playing
import RenderEngine
public import Rendering

extension Engine {
  /// Opens a window called `title` for a player's pictures, `size` large in pixels, or as large as the screen lets it be. On X11, and
  /// on Wayland through Xwayland. Blocks for some milliseconds.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where there is no desktop, `.missingPlugin`.
  public static func openWindow(titled title: String, size: PixelSize) throws(RenderError) -> any PlayerWindow {
    try WindowSink(titled: title, size: size)
  }

  /// The machine's sound device, for a player's sound. Blocks while devices are looked for.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where there is none, `.missingPlugin`.
  public static func openSoundDevice() throws(RenderError) -> any SoundSink {
    try SoundDevice()
  }
}

extension Player {
  /// A player of `playerItem` that renders with the engine (`init(playerItem:)`, `init()`). The rest is as of
  /// ``init(playerItem:renderer:clock:pictureSink:soundSink:)``.
  public convenience init(
    playerItem: PlayerItem? = nil, clock: any PlaybackClock = HostClock(), pictureSink: (any PictureSink)? = nil,
    soundSink: (any SoundSink)? = nil
  ) {
    self.init(
      playerItem: playerItem, renderer: Engine.renderer(), clock: clock, pictureSink: pictureSink, soundSink: soundSink)
  }

  /// A player of the file at `url` that renders with the engine (`init(url:)`).
  public convenience init(
    url: URL, clock: any PlaybackClock = HostClock(), pictureSink: (any PictureSink)? = nil,
    soundSink: (any SoundSink)? = nil
  ) {
    self.init(
      playerItem: PlayerItem(asset: url), clock: clock, pictureSink: pictureSink, soundSink: soundSink)
  }
}

extension QueuePlayer {
  /// A player of `items` that renders with the engine (`init(items:)`). The rest is as of
  /// ``init(items:renderer:clock:pictureSink:soundSink:)``.
  public convenience init(
    items: [PlayerItem] = [], clock: any PlaybackClock = HostClock(), pictureSink: (any PictureSink)? = nil,
    soundSink: (any SoundSink)? = nil
  ) {
    self.init(
      items: items, renderer: Engine.renderer(), clock: clock, pictureSink: pictureSink, soundSink: soundSink)
  }
}
