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
/// Threads: any. Lock order: only `state`.
public final class AudioPlayer: Sendable {
  /// How long the sound is, in seconds (`duration`).
  public let duration: Double
  /// Samples a second.
  public let sampleRate: Int
  /// Channels (`numberOfChannels`).
  public let numberOfChannels: Int
  private let asset: URLAsset
  private let track: AssetTrack
  private let renderer: any Renderer
  private let sink: any AudioSink
  private let state = Mutex(State())

  private struct State {
    /// The thread that plays, by number; nil while nothing is played.
    var playing: Int?
    var lastNumber = 0
    /// The next sample.
    var position: Int64 = 0
    var loopsLeft = 0
    var volume = 1.0
    var meter = AudioMeter()
    var levels: [AudioLevel] = []
    var error: RenderError?
    var listeners: [CheckedContinuation<RenderError?, Never>] = []
  }

  /// A player of `asset`'s first sound, into `sink`.
  ///
  /// - Throws: `RenderError`: as loading tracks; `.unsupported` where there is no sound.
  public init(contentsOf asset: URLAsset, sink: any AudioSink, renderer: any Renderer) async throws(RenderError) {
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    guard let track = tracks.first, let format = track.formatDescriptions.first?.audio else {
      throw RenderError(.unsupported, "There is no sound in \(asset.url.path).", remedy: "Play another file.")
    }
    (self.asset, self.track, self.sink, self.renderer) = (asset, track, sink, renderer)
    (sampleRate, numberOfChannels) = (format.sampleRate, format.channels)
    duration = track.timeRange.end.seconds
  }

  deinit { state.withLock { $0.playing = nil } }

  // MARK: Playing

  /// Plays, from where it is; does nothing while it plays (`play()`).
  ///
  /// - Throws: `RenderError` with which the sink does not open.
  public func play() throws(RenderError) {
    let number: Int? = state.withLock { state in
      guard state.playing == nil else { return nil }
      state.lastNumber += 1
      state.playing = state.lastNumber
      return state.lastNumber
    }
    guard let number else { return }
    do throws(RenderError) {
      try sink.open(sampleRate: sampleRate, channels: numberOfChannels)
    } catch {
      state.withLock { $0.playing = nil }
      throw error
    }
    DedicatedThread.start(named: "audio player") { [weak self] in self?.run(number) }
  }

  /// Stops, and stays where it is (`pause()`).
  public func pause() { state.withLock { $0.playing = nil } }

  /// Stops, and goes back to the start (`stop()`; AVFoundation's stays where it is).
  public func stop() {
    state.withLock { state in
      state.playing = nil
      state.position = 0
    }
  }

  /// Whether it plays (`isPlaying`).
  public var isPlaying: Bool { state.withLock { $0.playing != nil } }

  /// Where it is, in seconds; what is set is played from there (`currentTime`).
  public var currentTime: Double {
    get { Double(state.withLock(\.position)) / Double(sampleRate) }
    set {
      let wasPlaying = isPlaying
      let place = Int64(clamping: Int((min(max(0, newValue), duration) * Double(sampleRate)).rounded()))
      state.withLock { state in
        state.playing = nil
        state.position = place
      }
      if wasPlaying { try? play() }
    }
  }

  /// How loud, 1 being as the file is; 0…1 (`volume`).
  public var volume: Double {
    get { state.withLock(\.volume) }
    set { state.withLock { $0.volume = min(max(0, newValue), 1) } }
  }

  /// How often it is played again; below zero for ever; 0 unless set (`numberOfLoops`).
  public var numberOfLoops: Int {
    get { state.withLock(\.loopsLeft) }
    set { state.withLock { $0.loopsLeft = newValue } }
  }

  /// Why it stopped, where the file or the sink failed.
  public var error: RenderError? { state.withLock(\.error) }

  /// Returns when nothing is played any more (`audioPlayerDidFinishPlaying(_:successfully:)`): with the error, where it failed.
  public func finished() async -> RenderError? {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.playing != nil { state.listeners.append(continuation) }
        return state.playing == nil
      }
      if isOver { continuation.resume(returning: error) }
    }
  }

  // MARK: Metering

  /// Takes the levels of what was played since this was called last (`updateMeters()`).
  public func updateMeters() {
    state.withLock { $0.levels = $0.meter.takeLevels() }
  }

  /// The average level of channel `channel` at the last update, in decibels below full scale (`averagePower(forChannel:)`).
  public func averagePower(forChannel channel: Int) -> Double { level(channel).averagePower }

  /// The largest sample of channel `channel` at the last update, likewise (`peakPower(forChannel:)`).
  public func peakPower(forChannel channel: Int) -> Double { level(channel).peakPower }

  private func level(_ channel: Int) -> AudioLevel {
    state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silent }
  }

  // MARK: The thread

  private func run(_ number: Int) {
    var failure: RenderError?
    do throws(RenderError) {
      while try playOnce(number) {}
    } catch {
      failure = error
    }
    let listeners: [CheckedContinuation<RenderError?, Never>]? = state.withLock { state in
      if state.playing == number { state.playing = nil }
      state.error = failure ?? state.error
      // Another thread plays on, into the same sink.
      guard state.playing == nil else { return nil }
      defer { state.listeners = [] }
      return state.listeners
    }
    guard let listeners else { return }
    sink.close()
    for listener in listeners { listener.resume(returning: failure) }
  }

  /// Plays from where it is to the end; whether it begins again then.
  private func playOnce(_ number: Int) throws(RenderError) -> Bool {
    let start = state.withLock(\.position)
    let reader = AssetReader(asset: asset, renderer: renderer)
    reader.timeRange = CMTimeRange(
      start: CMTime(value: start, timescale: CMTimeScale(clamping: sampleRate)), duration: .positiveInfinity)
    let output = AssetReaderTrackOutput(track: track, outputSettings: .audio)
    try reader.add(output)
    try reader.startReading()
    defer { reader.cancelReading() }
    while let buffer = output.copyNextSampleBuffer() {
      guard var block = buffer.samples else { continue }
      let volume: Double? = state.withLock { state in
        guard state.playing == number else { return nil }
        return state.volume
      }
      guard let volume else { return false }
      if volume != 1 { block.interleaved = block.interleaved.map { $0 * volume } }
      try sink.play(block)
      state.withLock { state in
        guard state.playing == number else { return }
        state.position += Int64(block.count)
        state.meter.add(block)
      }
    }
    if let error = reader.error { throw error }
    return state.withLock { state in
      guard state.playing == number else { return false }
      state.position = 0
      guard state.loopsLeft != 0 else { return false }
      if state.loopsLeft > 0 { state.loopsLeft -= 1 }
      return true
    }
  }
}
