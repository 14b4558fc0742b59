import Foundation
import Synchronization

/// Options of playing a buffer (`AVAudioPlayerNodeBufferOptions`).
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt
  /// The options whose bits are set in `rawValue`.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Again and again, without a gap, until something interrupts it or the player is stopped.
  public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 0)
  /// At once, or at its time: everything that was scheduled before it ends there.
  public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 1)
  /// At the end of the played sound, or where that begins anew: everything else that was scheduled before it is left out.
  public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 2)
}

/// Plays buffers and files (`AVAudioPlayerNode`), to the sample.
///
/// ```
///  node's time     0 · · · · · · · 4800 · · · · · · ·      since the engine began
///  player's time                   0 · · · · · · · ·       since it plays; it stands still while it is paused
/// ```
///
/// Sounds that are scheduled without a time are played behind those that were scheduled before, and those with a time at that sample of the player's
/// timeline. Buffers are played as if they had the output's rate, and files are brought to it.
///
/// Threads: any. Lock order: only `playing`, under which files are read; handlers are called under none, on a queue of the player's.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  let playing = Mutex(Playing())
  let queue = PlayerCompletion.makeQueue()

  /// Sounds that it plays, and its position in them.
  struct Playing: @unchecked Sendable {
    // @unchecked: it is under a lock, and so are the sounds.
    var schedule = PlayerSchedule()
    var isPlaying = false
    /// Start of its playing; nil once it plays.
    var start: PlayerSchedule.Start?
    /// Number of samples of its own timeline that it has played.
    var time: Int64 = 0
    /// A sample of the node's timeline and that of the player's which is the same; nil before it has begun.
    var anchor: (node: Int64, player: Int64)?
  }

  /// A player with nothing to play.
  public override init() { super.init() }

  deinit { PlayerCompletion.tell(playing.withLock { $0.schedule.removeAll() }) }

  /// None.
  open override var numberOfInputs: Int { 0 }

  // MARK: Playing

  /// Whether it plays, or will as soon as its time has come.
  open var isPlaying: Bool { playing.withLock(\.isPlaying) }

  /// Plays from the next block on, or goes on where it was paused. As ``play(at:)`` does.
  open func play() { play(at: nil) }

  /// Plays from sample `when` of the node's timeline on, or at a time of the machine's clock where the engine goes by that; with nil, and
  /// where that is over, from the next block on. Where it plays already, nothing happens.
  ///
  /// A player that is attached to no engine, whose engine does not run, or that nothing asks for sound ends the process, as AVFAudio's
  /// exceptions do.
  open func play(at when: AVAudioTime?) {
    guard let engine else { Misuse.audio("required condition is false: _engine != nil") }
    Misuse.require(engine.isRunning, "_engine->IsRunning()")
    if !engine.plan.contains(self) { Misuse.audio("player started when in a disconnected state") }
    let start = when.map { self.start(of: $0, atRate: outputRate) } ?? PlayerSchedule.Start.next
    playing.withLock { playing in
      guard !playing.isPlaying else { return }
      (playing.isPlaying, playing.start, playing.anchor) = (true, start, nil)
    }
  }

  /// Has it stand still; what is scheduled stays, and ``play()`` has it go on.
  open func pause() { playing.withLock { $0.isPlaying = false } }

  /// Has it stop: what is scheduled is gone, its handlers are called, and the player's time begins anew at 0.
  open func stop() {
    let completions = playing.withLock { playing in
      defer { playing = Playing() }
      return playing.schedule.removeAll()
    }
    PlayerCompletion.tell(completions)
  }

  /// Reads the first `frameCount` samples of what is scheduled ahead of time.
  open func prepare(withFrameCount frameCount: AVAudioFrameCount) {
    playing.withLock { $0.schedule.prepare(Int(frameCount)) }
  }

  /// As ``stop()`` does.
  open override func reset() {
    super.reset()
    stop()
  }

  // MARK: Times

  /// The time of the node at which the player's is `playerTime`; nil where it does not play.
  open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
    convert(playerTime) { sample, anchor in anchor.node + sample - anchor.player }
  }

  /// The time of the player at which the node's is `nodeTime`; nil where it does not play.
  open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
    convert(nodeTime) { sample, anchor in anchor.player + sample - anchor.node }
  }

  private func convert(
    _ time: AVAudioTime, _ sample: (Int64, (node: Int64, player: Int64)) -> Int64
  ) -> AVAudioTime? {
    let (rate, next) = (outputRate, nextSample)
    guard time.isSampleTimeValid, time.sampleRate > 0, rate > 0 else { return nil }
    let anchor = playing.withLock { playing -> (Int64, Int64)? in
      guard playing.isPlaying else { return nil }
      if let anchor = playing.anchor { return anchor }
      if case .sample(let start) = playing.start { return (max(start, next), playing.time) }
      return (next, playing.time)
    }
    guard let anchor, case .sample(let given) = start(of: time, atRate: rate) else { return nil }
    return AVAudioTime(
      host: time.isHostTimeValid ? time.hostTime : nil, sample: sample(given, anchor), rate: rate)
  }

  /// Start of a sound that is to be at `time`, where there are `rate` samples a second.
  func start(of time: AVAudioTime, atRate rate: Double) -> PlayerSchedule.Start {
    guard time.isSampleTimeValid, time.sampleRate > 0 else {
      return time.isHostTimeValid ? .host(time.hostTime) : .next
    }
    let sample = time.sampleRate == rate ? time.sampleTime : nil
    let scaled = AVAudioFramePosition(exactly: (Double(time.sampleTime) * rate / time.sampleRate).rounded())
    return (sample ?? scaled).map { .sample($0.within(-Self.farthest...Self.farthest)) } ?? .next
  }

  /// No sound is farther away than this many samples.
  private static let farthest: AVAudioFramePosition = 1 << 60

  // MARK: Rendering

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let (block, completions) = playing.withLock { $0.render(request, in: cycle) }
    cycle.tell(completions)
    return block
  }

  // MARK: Buffers

  /// Has `buffer` be played behind what was scheduled before. Its channels must be as many as the output's, else the process ends, as with
  /// AVFAudio's exception.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(buffer, nil, [], completion(completionHandler))
  }

  /// Has `buffer` be played behind what was scheduled before, and `completionHandler` be called when it is as `callbackType` says.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(buffer, nil, [], completion(callbackType, completionHandler))
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(buffer, when, options, completion(completionHandler))
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and `completionHandler` be called when it
  /// is as `callbackType` says.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(buffer, when, options, completion(callbackType, completionHandler))
  }

  // MARK: Files

  /// Has `file` be played as a whole, at `when` of the player's timeline or behind what was scheduled before. Where the file reads is left
  /// alone.
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(file, 0, file.length, when, completion(completionHandler))
  }

  /// Has `file` be played as a whole, at `when` of the player's timeline or behind what was scheduled before, and `completionHandler` be
  /// called when it is as `callbackType` says.
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(file, 0, file.length, when, completion(callbackType, completionHandler))
  }

  /// Has `numberFrames` samples of `file` be played from `startFrame` on, as far as there are, at `when` of the player's timeline or behind
  /// what was scheduled before. A negative start ends the process, as AVFAudio's exception does.
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(file, startFrame, Int64(numberFrames), when, completion(completionHandler))
  }

  /// Has `numberFrames` samples of `file` be played from `startFrame` on, as far as there are, at `when` of the player's timeline or behind
  /// what was scheduled before, and `completionHandler` be called when it is as `callbackType` says.
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(file, startFrame, Int64(numberFrames), when, completion(callbackType, completionHandler))
  }

  // MARK: Until it was played

  /// Has `buffer` be played behind what was scheduled before, and returns when it was, or the player was stopped.
  open func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
    await withCheckedContinuation { done in scheduleBuffer(buffer) { done.resume() } }
  }

  /// Has `buffer` be played behind what was scheduled before, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleBuffer(buffer, completionCallbackType: callbackType) { done.resume(returning: $0) }
    }
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and returns when it was, or the player
  /// was stopped.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
  ) async {
    await withCheckedContinuation { done in scheduleBuffer(buffer, at: when, options: options) { done.resume() } }
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and returns when it is as `callbackType`
  /// says, or the player was stopped.
  @discardableResult
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType) {
        done.resume(returning: $0)
      }
    }
  }

  /// Has `file` be played as a whole, and returns when it was, or the player was stopped.
  open func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
    await withCheckedContinuation { done in scheduleFile(file, at: when) { done.resume() } }
  }

  /// Has `file` be played as a whole, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleFile(file, at: when, completionCallbackType: callbackType) { done.resume(returning: $0) }
    }
  }

  /// Has a part of `file` be played, and returns when it was, or the player was stopped.
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?
  ) async {
    await withCheckedContinuation { done in
      scheduleSegment(file, startingFrame: startFrame, frameCount: numberFrames, at: when) { done.resume() }
    }
  }

  /// Has a part of `file` be played, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleSegment(
        file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: callbackType
      ) { done.resume(returning: $0) }
    }
  }
}

extension AVAudioPlayerNode.Playing {
  /// The samples of `request`, and the completions to call.
  fileprivate mutating func render(
    _ request: RenderRequest, in cycle: RenderCycle
  ) -> (SoundBlock, [PlayerCompletion]) {
    let end = request.first + Int64(request.count)
    let first = isPlaying ? begin(request, cycle) : end
    var block = SoundBlock(silence: Int(min(first, end) - request.first), channels: request.channels)
    guard first < end else { return (block, []) }
    (anchor, start) = ((first, time), nil)
    schedule.settle { host in
      cycle.sample(atHost: host, atRate: request.rate).map { $0 - first + time }
    }
    let (sound, completions) = schedule.render(Int(end - first), from: time, channels: request.channels)
    time += end - first
    block.append(sound)
    return (block, completions)
  }

  /// The sample of the node's timeline from which it plays.
  private mutating func begin(_ request: RenderRequest, _ cycle: RenderCycle) -> Int64 {
    switch start {
    case .sample(let sample): return max(request.first, sample)
    case .host(let host):
      let sample = cycle.sample(atHost: host, atRate: request.rate) ?? request.first
      return max(request.first, sample)
    case .next, nil: return request.first
    }
  }
}
