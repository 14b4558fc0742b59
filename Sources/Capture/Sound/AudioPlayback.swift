import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The work of an ``AudioPlayer``: one thread that reads a sound and gives it to the sink, as long as something is to be played.
///
/// Threads: any; the sink is called by the one that plays, and opened first by whoever has it begin. Lock order: only `state`.
final class AudioPlayback: Sendable {
  /// What is played, and what of it.
  struct State {
    /// What was asked for last, by number; nil while nothing is to be played.
    var playing: Int?
    var lastNumber = 0
    /// Whether there is a thread.
    var isAlive = false
    /// The next sample.
    var position: Int64 = 0
    /// How often it was gone to another place.
    var jumps = 0
    var loopsLeft = 0
    var volume = 1.0
    var meter = AudioMeter()
    var levels: [AudioLevel] = []
    var error: RenderError?
    var listeners: [CheckedContinuation<RenderError?, Never>] = []
  }

  let state = Mutex(State())
  private let asset: URLAsset
  private let track: AssetTrack
  private let format: FormatDescription.Audio
  private let renderer: any Renderer
  private let sink: any AudioSink

  /// The playing of `track` of `asset`.
  init(
    of track: AssetTrack, _ asset: URLAsset, _ format: FormatDescription.Audio, sink: any AudioSink,
    renderer: any Renderer
  ) {
    (self.track, self.asset, self.format, self.sink, self.renderer) = (track, asset, format, sink, renderer)
  }

  var isPlaying: Bool { state.withLock { $0.playing != nil } }

  /// Plays from where it is; the thread that still plays, or closes the sink, goes on.
  ///
  /// - Throws: `RenderError` with which the sink does not open.
  func play() throws(RenderError) {
    let isFirst = state.withLock { state in
      guard state.playing == nil else { return false }
      state.lastNumber += 1
      state.playing = state.lastNumber
      defer { state.isAlive = true }
      return !state.isAlive
    }
    guard isFirst else { return }
    do throws(RenderError) {
      try open()
    } catch {
      state.withLock { ($0.playing, $0.isAlive) = (nil, false) }
      throw error
    }
    DedicatedThread.start(named: "audio player") { [self] in run() }
  }

  func pause() { state.withLock { $0.playing = nil } }

  /// Goes to sample `position`, and plays on from there where it plays.
  func go(to position: Int64) {
    state.withLock { state in
      (state.position, state.jumps) = (position, state.jumps + 1)
      guard state.playing != nil else { return }
      state.lastNumber += 1
      state.playing = state.lastNumber
    }
  }

  /// Returns when nothing is played any more.
  func finished() async -> RenderError? {
    await withCheckedContinuation { continuation in
      let answer: RenderError?? = state.withLock { state in
        guard state.playing != nil else { return .some(state.error) }
        state.listeners.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  // MARK: The thread

  private func open() throws(RenderError) {
    try sink.open(sampleRate: format.sampleRate, channels: format.channels)
  }

  private func run() {
    var isOpen = true
    var failure: RenderError?
    while true {
      guard let number = state.withLock(\.playing) else {
        if isOpen {
          sink.close()
          isOpen = false
        }
        // Somebody may have had it play again meanwhile.
        let listeners: [CheckedContinuation<RenderError?, Never>]? = state.withLock { state in
          guard state.playing == nil else { return nil }
          state.isAlive = false
          defer { state.listeners = [] }
          return state.listeners
        }
        guard let listeners else { continue }
        for listener in listeners { listener.resume(returning: failure) }
        return
      }
      failure = nil
      do throws(RenderError) {
        if !isOpen { try open() }
        isOpen = true
        while try playOnce(number) {}
      } catch {
        failure = error
      }
      state.withLock { state in
        if state.playing == number { state.playing = nil }
        state.error = failure ?? state.error
      }
    }
  }

  /// Plays from where it is to the end; whether it begins again then.
  private func playOnce(_ number: Int) throws(RenderError) -> Bool {
    let (start, jumps) = state.withLock { ($0.position, $0.jumps) }
    let begin = CMTime(value: start, timescale: CMTimeScale(clamping: format.sampleRate))
    // Paused behind its last block and had play again, it is at its end.
    guard begin < track.timeRange.end else { return beginsAgain(number) }
    let reader = AssetReader(asset: asset, renderer: renderer)
    reader.timeRange = CMTimeRange(start: begin, duration: .positiveInfinity)
    let output = AssetReaderTrackOutput(track: track, outputSettings: .audio)
    try reader.add(output)
    try reader.startReading()
    defer { reader.cancelReading() }
    while let buffer = output.copyNextSampleBuffer() {
      guard var block = buffer.samples else { continue }
      let volume: Double? = state.withLock { $0.playing == number ? $0.volume : nil }
      guard let volume else { return false }
      if volume != 1 { block.interleaved = block.interleaved.map { $0 * volume } }
      try sink.play(block)
      state.withLock { state in
        // What was heard is not heard again, even where it was paused meanwhile.
        if state.jumps == jumps { state.position += Int64(block.count) }
        state.meter.add(block)
      }
    }
    if let error = reader.error { throw error }
    return beginsAgain(number)
  }

  /// Goes back to the beginning; whether it is played again.
  private func beginsAgain(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.playing == number else { return false }
      state.position = 0
      guard state.loopsLeft != 0 else { return false }
      if state.loopsLeft > 0 { state.loopsLeft -= 1 }
      return true
    }
  }
}
