import Dispatch
import EditingModel
import MediaFormats
import Rendering
import Waiting

/// The work of an ``AudioPlayer``: one thread that reads a sound and gives it to the sink, as long as something is to be played.
///
/// Threads: any; the sink is called by the playing thread, and opened before by the thread that starts playing. Lock
/// order: only `state`.
final class AudioPlayback: Sendable {
  let state = Monitor(AudioPlaybackState())
  let sound: PlayedSound
  private let sink: any AudioSink

  /// Samples of each channel that the sink takes at once: a pause takes effect behind them.
  private static let blockLength = 1_024

  /// The playing of `sound`.
  init(of sound: PlayedSound, sink: any AudioSink) { (self.sound, self.sink) = (sound, sink) }

  /// Nanoseconds of the machine's clock.
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Reads ahead what is played first. Blocks.
  ///
  /// - Throws: `RenderError` with which it cannot be read.
  func prepare() throws(RenderError) {
    let (place, speed, isNeeded) = state.read { state in
      (state.position, state.speed, state.playing == nil && state.prepared == nil)
    }
    guard isNeeded, place < Double(sound.sampleCount) else { return }
    let reading = try AudioReading(sound, from: place, at: speed)
    try reading.readAhead()
    state.change { if $0.playing == nil { $0.prepared = reading } }
  }

  /// Plays from where it is, from `begin` on of the machine's clock or at once; the thread that still plays, or closes the sink, goes on.
  ///
  /// - Throws: `RenderError` with which the sink does not open.
  func play(at begin: UInt64? = nil) throws(RenderError) {
    guard state.change({ $0.play(at: begin) }) else { return }
    do throws(RenderError) {
      try open()
    } catch {
      let listeners = state.change { state in
        state.pause()
        state.isAlive = false
        defer { state.listeners = [] }
        return state.listeners
      }
      for listener in listeners { listener.resume(returning: error) }
      throw error
    }
    DedicatedThread.start(named: "audio player") { [self] in run() }
  }

  /// Returns when nothing is played any more.
  func finished() async -> RenderError? {
    await withCheckedContinuation { continuation in
      let answer: RenderError?? = state.change { state in
        guard state.playing != nil else { return .some(state.error) }
        state.listeners.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  // MARK: The thread

  private func open() throws(RenderError) {
    try sink.open(sampleRate: sound.format.sampleRate, channels: sound.format.channels)
  }

  private func run() {
    var isOpen = true
    var failure: RenderError?
    while true {
      guard let number = state.read({ $0.playing }) else {
        if isOpen {
          sink.close()
          isOpen = false
        }
        // Playing may have been started again meanwhile.
        let listeners: [CheckedContinuation<RenderError?, Never>]? = state.change { state in
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
        _ = repeats(after: state.change { $0.fail(number, error) })
      }
    }
  }

  /// Plays number `number` from where it is to the end; whether it begins again then.
  private func playOnce(_ number: Int) throws(RenderError) -> Bool {
    let (start, speed, jumps, prepared) = state.change { state in
      (state.position, state.speed, state.jumps, state.takePrepared())
    }
    var isEmpty = start == 0
    // Paused behind its last block and had play again, it is at its end.
    if start < Double(sound.sampleCount) {
      let reading = if let prepared { prepared } else { try AudioReading(sound, from: start, at: speed) }
      while let block = try reading.next() {
        for part in block.parts(of: Self.blockLength) {
          guard waitForBegin(of: number) else { return false }
          isEmpty = false
          guard let loud = state.change({ $0.deliver(part, of: number, at: Self.now) }) else { return false }
          try sink.play(loud)
          state.change { $0.note(loud, at: speed, jumps: jumps) }
        }
      }
    }
    return repeats(after: state.change { $0.reachEnd(of: number, isEmpty: isEmpty) })
  }

  /// Whether it is played again after `outcome`; an end is reported to the listeners.
  private func repeats(after outcome: AudioPlaybackState.Outcome) -> Bool {
    switch outcome {
    case .again: return true
    case .gone: return false
    case .ended(let end):
      state.read(\.ending).call?(end)
      return false
    }
  }

  /// Waits until number `number` is to begin; false where something else is to be played.
  private func waitForBegin(of number: Int) -> Bool {
    while true {
      let (isWanted, begin) = state.read { ($0.playing == number, $0.begin) }
      guard isWanted else { return false }
      let now = Self.now
      guard let begin, begin > now else { return true }
      let left = Duration.nanoseconds(Int64(clamping: begin - now))
      state.wait(upTo: min(left, .seconds(1))) { $0.playing == number && $0.begin == begin ? nil : () }
    }
  }
}
