public import FoundationEssentials
public import Playing

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
