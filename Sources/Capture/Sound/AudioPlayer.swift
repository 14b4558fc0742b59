public import EditServices
public import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
public import Rendering
import Waiting

/// Plays the first sound of a file (`AVAudioPlayer`).
///
/// ```swift
/// let player = try await AudioPlayer(contentsOf: asset, sink: sink, renderer: renderer)
/// player.numberOfLoops = -1
/// try player.play()
/// ```
///
/// It plays as long as a reference to it exists. Threads: any.
public final class AudioPlayer: Sendable {
  /// The duration of the sound, in seconds (`duration`).
  public let duration: Double
  /// The format of the file's sound (`format`).
  public let formatDescription: FormatDescription
  /// Samples a second.
  public let sampleRate: Int
  /// Channels (`numberOfChannels`).
  public let numberOfChannels: Int
  private let playback: AudioPlayback

  /// A player of `asset`'s first sound, into `sink`.
  ///
  /// - Throws: `RenderError`: as loading tracks; `.unsupported` where there is no sound.
  public convenience init(
    contentsOf asset: URLAsset, sink: any AudioSink, renderer: any Renderer
  ) async throws(RenderError) {
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    try self.init(tracks.first, of: asset, sink: sink, renderer: renderer)
  }

  /// As ``init(contentsOf:sink:renderer:)``; blocks until it is known what is in the file.
  public convenience init(
    blockingContentsOf asset: URLAsset, sink: any AudioSink, renderer: any Renderer
  ) throws(RenderError) {
    let tracks = try asset.blockingAsset().tracks(withMediaType: .audio)
    try self.init(tracks.first, of: asset, sink: sink, renderer: renderer)
  }

  private init(
    _ track: AssetTrack?, of asset: URLAsset, sink: any AudioSink, renderer: any Renderer
  ) throws(RenderError) {
    guard let track, let description = track.formatDescriptions.first, let format = description.audio else {
      throw RenderError(.unsupported, "There is no sound in \(asset.url.path).", remedy: "Play another file.")
    }
    formatDescription = description
    (sampleRate, numberOfChannels) = (format.sampleRate, format.channels)
    let sound = PlayedSound(asset: asset.reference, track: track, format: format, renderer: renderer)
    playback = AudioPlayback(of: sound, sink: sink)
    duration = track.timeRange.duration.seconds
  }

  deinit { playback.state.change { $0.pause() } }

  // MARK: Playing

  /// Reads what is played first, so that playing begins at once (`prepareToPlay()`). Blocks.
  ///
  /// - Throws: `RenderError` with which it cannot be read.
  public func prepareToPlay() throws(RenderError) { try playback.prepare() }

  /// Plays, from where it is; does nothing while it plays (`play()`).
  ///
  /// - Throws: `RenderError` with which the sink does not open.
  public func play() throws(RenderError) { try playback.play() }

  /// Plays, from where it is, once ``deviceCurrentTime`` is `time`; as ``play()`` where that is over (`play(atTime:)`).
  ///
  /// - Throws: As ``play()``.
  public func play(atTime time: Double) throws(RenderError) {
    try playback.play(at: UInt64(exactly: (max(0, time) * 1_000_000_000).rounded()) ?? .max)
  }

  /// Seconds of the machine's clock, which never fall (`deviceCurrentTime`).
  public static var deviceCurrentTime: Double { Double(AudioPlayback.now) / 1_000_000_000 }

  /// Stops, and stays where it is (`pause()`).
  public func pause() { playback.state.change { $0.pause() } }

  /// Stops, and goes back to the start; AVFoundation's stays where it is, which it does without `rewinding` (`stop()`).
  public func stop(rewinding: Bool = true) {
    playback.state.change { state in
      state.stop()
      if rewinding { state.seek(to: 0) }
    }
  }

  /// Whether it plays, or is to when its time has come (`isPlaying`).
  public var isPlaying: Bool { playback.state.read { $0.playing != nil } }

  /// Its time, in seconds; playing goes on at one that is set (`currentTime`).
  public var currentTime: Double {
    get {
      let rate = Double(sampleRate)
      return playback.state.read { min($0.place(at: AudioPlayback.now, rate: rate) / rate, duration) }
    }
    set {
      let place = (min(max(0, newValue), duration) * Double(sampleRate)).rounded()
      playback.state.change { $0.seek(to: place) }
    }
  }

  /// The number of repetitions; below zero for ever; 0 unless set (`numberOfLoops`).
  public var numberOfLoops: Int {
    get { playback.state.read { $0.numberOfLoops } }
    set { playback.state.change { $0.numberOfLoops = newValue } }
  }

  /// The error with which it stopped, where the file or the sink failed.
  public var error: RenderError? { playback.state.read { $0.error } }

  // MARK: How it sounds

  /// The volume, 1 being as the file is; 0…1; during a fade the present one (`volume`).
  public var volume: Double {
    get { playback.state.read { $0.gain.volume } }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// Brings the volume to `volume` over the next `seconds` that are played (`setVolume(_:fadeDuration:)`).
  public func setVolume(_ volume: Double, fadeDuration seconds: Double) {
    let count = Int(exactly: (max(0, seconds) * Double(sampleRate)).rounded()) ?? .max
    playback.state.change { $0.gain.fade(to: volume, over: count) }
  }

  /// The balance of two channels: −1 for the left one alone, 1 for the right one; 0 unless set (`pan`). Of others
  /// nothing changes.
  public var pan: Double {
    get { playback.state.read { $0.gain.pan } }
    set { playback.state.change { $0.gain.pan = min(max(-1, newValue), 1) } }
  }

  /// The speed of playing, with the sound's own pitch: 0.5…2; 1 unless set (`rate`).
  public var rate: Double {
    get { playback.state.read { $0.speed } }
    set { playback.state.change { $0.change(speed: min(max(0.5, newValue), 2)) } }
  }

  // MARK: The end

  /// An end of playing that was not asked for: the sound's, or a failure's.
  public struct End: Sendable {
    /// The error with which it failed; nil where all was played.
    public let error: RenderError?
    /// The number of stops of the player before.
    let stops: Int
  }

  /// Has `handler` be called, on a thread of the player's, whenever playing ends by itself
  /// (`audioPlayerDidFinishPlaying(_:successfully:)`); nil for nothing.
  public func onEnd(_ handler: (@Sendable (End) -> Void)?) { playback.state.change { $0.ending.call = handler } }

  /// Whether ``stop(rewinding:)`` was not called since `end`.
  public func isLatest(_ end: End) -> Bool { playback.state.read { $0.stops == end.stops } }

  /// Returns when nothing is played any more: with the error, where it failed.
  public func finished() async -> RenderError? { await playback.finished() }

  // MARK: Metering

  /// Takes the levels of what was played since this was called last, as loud as it was played; those before where nothing was, as long as
  /// it plays (`updateMeters()`).
  public func updateMeters() { playback.state.change { $0.updateLevels() } }

  /// Forgets what was measured (`isMeteringEnabled`).
  public func resetMeters() { playback.state.change { $0.resetLevels() } }

  /// The average level of channel `channel` at the last update, in decibels below full scale (`averagePower(forChannel:)`).
  public func averagePower(forChannel channel: Int) -> Double { level(channel).averagePower }

  /// The largest sample of channel `channel` at the last update, likewise (`peakPower(forChannel:)`).
  public func peakPower(forChannel channel: Int) -> Double { level(channel).peakPower }

  private func level(_ channel: Int) -> AudioLevel {
    playback.state.read { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silent }
  }
}
