public import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
public import Rendering
import Synchronization

/// Where an ``AudioPlayer``'s samples go: a sound card, or whatever else takes them.
///
/// Threads: one at a time, which may wait in ``play(_:)``: that is the player's clock.
public protocol AudioSink: AnyObject, Sendable {
  /// Begins: blocks of `channels` channels follow, `sampleRate` samples a second.
  func open(sampleRate: Int, channels: Int) throws(RenderError)
  /// Takes `block`, and waits while there is no room for it; no longer than a second.
  func play(_ block: SampleBlock) throws(RenderError)
  /// Ends: nothing more follows, and what was taken is still heard.
  func close()
}

/// Plays the first sound of a file (`AVAudioPlayer`).
///
/// ```swift
/// let player = try await AudioPlayer(contentsOf: asset, sink: sink, renderer: renderer)
/// player.numberOfLoops = -1
/// try player.play()
/// ```
///
/// It plays as long as somebody keeps it. Threads: any.
public final class AudioPlayer: Sendable {
  /// How long the sound is, in seconds (`duration`).
  public let duration: Double
  /// Samples a second.
  public let sampleRate: Int
  /// Channels (`numberOfChannels`).
  public let numberOfChannels: Int
  private let playback: AudioPlayback

  /// A player of `asset`'s first sound, into `sink`.
  ///
  /// - Throws: `RenderError`: as loading tracks; `.unsupported` where there is no sound.
  public init(contentsOf asset: URLAsset, sink: any AudioSink, renderer: any Renderer) async throws(RenderError) {
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    guard let track = tracks.first, let format = track.formatDescriptions.first?.audio else {
      throw RenderError(.unsupported, "There is no sound in \(asset.url.path).", remedy: "Play another file.")
    }
    (sampleRate, numberOfChannels) = (format.sampleRate, format.channels)
    playback = AudioPlayback(of: track, asset, format, sink: sink, renderer: renderer)
    duration = track.timeRange.end.seconds
  }

  deinit { playback.pause() }

  // MARK: Playing

  /// Plays, from where it is; does nothing while it plays (`play()`).
  ///
  /// - Throws: `RenderError` with which the sink does not open.
  public func play() throws(RenderError) { try playback.play() }

  /// Stops, and stays where it is (`pause()`).
  public func pause() { playback.pause() }

  /// Stops, and goes back to the start (`stop()`; AVFoundation's stays where it is).
  public func stop() {
    playback.pause()
    playback.go(to: 0)
  }

  /// Whether it plays (`isPlaying`).
  public var isPlaying: Bool { playback.isPlaying }

  /// Where it is, in seconds; what is set is played from there (`currentTime`).
  public var currentTime: Double {
    get { Double(playback.state.withLock(\.position)) / Double(sampleRate) }
    set { playback.go(to: Int64(clamping: Int((min(max(0, newValue), duration) * Double(sampleRate)).rounded()))) }
  }

  /// How loud, 1 being as the file is; 0…1 (`volume`).
  public var volume: Double {
    get { playback.state.withLock(\.volume) }
    set { playback.state.withLock { $0.volume = min(max(0, newValue), 1) } }
  }

  /// How often it is played again; below zero for ever; 0 unless set (`numberOfLoops`).
  public var numberOfLoops: Int {
    get { playback.state.withLock(\.loopsLeft) }
    set { playback.state.withLock { $0.loopsLeft = newValue } }
  }

  /// Why it stopped, where the file or the sink failed.
  public var error: RenderError? { playback.state.withLock(\.error) }

  /// Returns when nothing is played any more (`audioPlayerDidFinishPlaying(_:successfully:)`): with the error, where it failed.
  public func finished() async -> RenderError? { await playback.finished() }

  // MARK: Metering

  /// Takes the levels of what was played since this was called last (`updateMeters()`).
  public func updateMeters() {
    playback.state.withLock { $0.levels = $0.meter.takeLevels() }
  }

  /// The average level of channel `channel` at the last update, in decibels below full scale (`averagePower(forChannel:)`).
  public func averagePower(forChannel channel: Int) -> Double { level(channel).averagePower }

  /// The largest sample of channel `channel` at the last update, likewise (`peakPower(forChannel:)`).
  public func peakPower(forChannel channel: Int) -> Double { level(channel).peakPower }

  private func level(_ channel: Int) -> AudioLevel {
    playback.state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silent }
  }
}
