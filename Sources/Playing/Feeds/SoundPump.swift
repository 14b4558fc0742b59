import MediaTime
import Rendering
import Synchronization

/// The sound of what is played: made ahead in blocks on a thread of its own, written to a sink, and kept until it has been heard.
///
/// ```
///  prepare(stretch)   ▓▓▓▓            the first blocks are made; nothing is heard
///  begin(at: host)    ▓▓▓▓▓▓▓▓        from `host` on: written to the sink, more made, a bounded time ahead
///                     played │ ahead
///  end(at: host)                      what was heard until then is taken; the rest is made anew where it is needed
/// ```
///
/// Lock order: the player's, then `state`; the thread holds none while it reads or writes.
final class SoundPump: Sendable {
  /// Some samples with the times at which they are heard.
  struct Block: Sendable {
    /// The number of the first within the stretch.
    var number: Int64
    /// The samples, and the row's number of the first.
    var samples: SampleBlock
    /// Whether they are written to the sink.
    var isWritten = false
  }

  struct State {
    /// Goes up with each stretch.
    var generation = 0
    var stretch: SoundStretch?
    /// The samples before `border`, and all where there is none.
    var below: SoundRow?
    /// The samples from `border` on.
    var above: SoundRow?
    var border: Int64 = .max
    /// The row's place up to which it has been read, in the direction of playing.
    var claimed: Int64?
    /// The time at which the first sample is heard.
    var firstHost: Rational?
    var blocks: [Block] = []
    /// The number of samples that are made, and of those in all.
    var made: Int64 = 0
    var count: Int64 = 0
    /// Whether blocks are kept until they have been heard.
    var keepsBlocks = false
    var volume = 1.0
    /// Whether the sink has still to forget what is left of the stretch before.
    var isFlushDue = false
    var failure: RenderError?
    var isClosed = false
  }

  private let clock: any PlaybackClock
  private let alarm: any PlaybackAlarm
  private let owner: any PlaybackAlarm
  private let sink: (any SoundSink)?
  let state = Mutex(State())

  /// The samples of a block.
  static let blockLength: Int64 = 1_024
  /// Samples that are made before the first is heard, and ahead of it later.
  private static let (preparation, lead) = (4 * blockLength, 8 * blockLength)

  /// The sound of a player that goes by `clock` and sounds through `sink`; rings `owner` when something is ready, or fails.
  init(sink: (any SoundSink)?, clock: any PlaybackClock, owner: any PlaybackAlarm) {
    (self.sink, self.clock, self.owner) = (sink, clock, owner)
    alarm = clock.makeAlarm()
    DedicatedThread.start(named: "player sound") { [self] in run() }
  }

  // MARK: The player's calls

  /// Makes the beginning of `stretch` of `row`.
  func prepare(_ stretch: SoundStretch, of row: SoundRow, keepingBlocks: Bool) {
    state.withLock { state in
      state.restart()
      state.stretch = stretch
      state.below = row
      state.count = stretch.count(on: row.plan.grid)
      state.keepsBlocks = keepingBlocks
    }
    alarm.ring()
  }

  /// Has the stretch that is prepared be heard from host time `host` on.
  func begin(at host: Rational) {
    state.withLock { state in
      guard let stretch = state.stretch, let grid = state.grid else { return }
      state.firstHost = host.plus(stretch.delay(on: grid))
    }
    alarm.ring()
  }

  /// Ends the stretch. No other is prepared before ``flush()``.
  func end() {
    state.withLock { state in
      state.restart()
      state.isFlushDue = true
    }
    alarm.ring()
  }

  /// Has the sink forget what is left of a stretch that was ended. Calls the sink, which may take its time.
  func flush() {
    sink?.flush()
    state.withLock { $0.isFlushDue = false }
  }

  /// Sets the volume of the sink: 0 for silence, 1 for the samples as they are.
  func setVolume(_ volume: Double) { state.withLock { $0.volume = volume } }

  /// Whether blocks are kept until they have been heard.
  func keepBlocks(_ keepsBlocks: Bool) { state.withLock { $0.keepsBlocks = keepsBlocks } }

  /// Whether what is heard first is made.
  var isPrepared: Bool {
    state.withLock { !$0.isFlushDue && ($0.stretch == nil || $0.made >= min(Self.preparation, $0.count)) }
  }

  /// The time at which the made samples have been heard, and there is more to be made; nil where nothing is heard.
  var runsOut: Rational? {
    state.withLock { state in state.made < state.count ? state.host(of: state.made) : nil }
  }

  /// The error for which there is no more sound.
  var failure: RenderError? { state.withLock(\.failure) }

  /// The time at which the next kept block has been heard; nil where there is none.
  var nextPlayedEnd: Rational? {
    state.withLock { state in
      guard state.keepsBlocks, let block = state.blocks.first else { return nil }
      return state.host(of: block.number + Int64(block.samples.count))
    }
  }

  /// The blocks that have been heard at `host`, with the host times of their first samples; with `isFinal` as well the part of a block
  /// that has, after which the stretch is to be ended.
  func takePlayed(by host: Rational, isFinal: Bool) -> [(block: Block, host: Rational)] {
    state.withLock { state in
      guard let heard = state.playedCount(by: host) else { return [] }
      var taken: [(block: Block, host: Rational)] = []
      while let block = state.blocks.first, block.number < heard {
        let isWhole = block.number + Int64(block.samples.count) <= heard
        guard isWhole || isFinal, let start = state.host(of: block.number) else { break }
        var part = block
        if !isWhole {
          part.samples.interleaved.removeLast(
            (block.samples.count - Int(heard - block.number)) * block.samples.channels)
        }
        taken.append((part, start))
        state.blocks.removeFirst()
        if !isWhole { break }
      }
      return state.keepsBlocks ? taken : []
    }
  }

  /// Has the row go over into `row` at a time that `choose` finds, given the time up to which the row has been read, if it is; the
  /// stretch ends at `end` then. Nothing is changed where it finds none.
  func splice(to row: SoundRow, endingAt end: Rational, choosing choose: (Rational?) -> Rational?) -> Rational? {
    state.withLock { state in
      guard let stretch = state.stretch, let grid = state.grid, let old = state.below else { return choose(nil) }
      let claimed = try? state.claimed.map { sample throws(RationalError) in try grid.time(of: sample) }
      guard let time = choose(claimed ?? stretch.start) else { return nil }
      let rate = Int64(grid.rate)
      let border = stretch.rate > .zero ? try? time.ceil(scaledBy: rate) : try? time.floor(scaledBy: rate)
      guard let border else { return nil }
      if row !== old {
        state.border = border
        (state.below, state.above) = stretch.rate > .zero ? (old, row) : (row, old)
      }
      // A stretch that is over before is heard until then.
      state.stretch?.end = stretch.rate > .zero ? max(end, time) : min(end, time)
      state.count = state.stretch?.count(on: grid) ?? 0
      return time
    }
  }

  /// Has only `row` be read from now on.
  func endSplice(to row: SoundRow) {
    state.withLock { state in
      guard state.stretch != nil else { return }
      (state.below, state.above, state.border) = (row, nil, .max)
    }
  }

  /// Ends the thread.
  func close() {
    state.withLock { $0.isClosed = true }
    sink?.flush()
    alarm.ring()
  }

  // MARK: The sound's thread

  fileprivate enum Step {
    case end
    case make(Int)
    case write(Block, host: Rational, volume: Double, rate: Int)
    case wait(until: Rational?)
  }

  private func run() {
    var maker: (maker: SoundMaker, generation: Int)?
    var started: (rate: Int, channels: Int)?
    loop: while true {
      let (step, generation, stretch, plan) = nextStep()
      switch step {
      case .end: break loop
      case .wait(let deadline): alarm.wait(until: deadline)
      case .make(let count):
        guard let stretch, let plan else { continue }
        if maker?.generation != generation {
          maker = (SoundMaker(stretch, on: plan.grid, channels: plan.channels), generation)
        }
        guard var current = maker else { continue }
        make(count, with: &current.maker, of: generation, stretch, channels: plan.channels, grid: plan.grid)
        maker = current
        owner.ring()
      case .write(var block, let host, let volume, let rate):
        let form = (rate: rate, channels: block.samples.channels)
        if started == nil || started.map({ $0 != form }) == true {
          sink?.start(sampleRate: form.rate, channels: form.channels)
          started = form
        }
        if volume != 1 { for index in block.samples.interleaved.indices { block.samples.interleaved[index] *= volume } }
        sink?.write(block.samples, at: CMTime(notAfter: host))
        // A stretch that ended while a block was written was flushed before the block was there.
        if state.withLock({ $0.generation != generation }) { sink?.flush() }
      }
    }
    sink?.stop()
    alarm.retire()
  }

  private func nextStep() -> (Step, generation: Int, SoundStretch?, SoundPlan?) {
    let now = clock.now
    return state.withLock { state in
      let step = state.nextStep(at: now, hasSink: sink != nil, ahead: (Self.preparation, Self.lead))
      return (step, state.generation, state.stretch, state.below?.plan)
    }
  }

  private func make(
    _ count: Int, with maker: inout SoundMaker, of generation: Int, _ stretch: SoundStretch, channels: Int,
    grid: SampleGrid
  ) {
    let result = Result<[Double], RenderError> { () throws(RenderError) in
      try RenderError.catching {
        try maker.samples(count) { try read($0, of: generation, isForward: stretch.rate > .zero) }
      }
    }
    state.withLock { state in
      guard state.generation == generation else { return }
      switch result {
      case .success(let samples):
        let time = stretch.time(of: state.made, on: grid)
        let start = (try? time.rounded(scaledBy: Int64(grid.rate))) ?? 0
        let block = SampleBlock(start: start, channels: channels, interleaved: samples)
        state.blocks.append(Block(number: state.made, samples: block))
        state.made += Int64(count)
      case .failure(let error): state.failure = error
      }
    }
  }

  /// The row's samples of `range`, from whichever plan they are.
  private func read(_ range: Range<Int64>, of generation: Int, isForward: Bool) throws(RenderError) -> [Double] {
    let (below, above, border) = state.withLock { state in
      if state.generation == generation { state.claimed = isForward ? range.upperBound : range.lowerBound }
      return (state.below, state.above, state.border)
    }
    guard let below else { throw .cancelled() }
    guard let above, border < range.upperBound else { return try below.samples(range) }
    guard border > range.lowerBound else { return try above.samples(range) }
    return try below.samples(range.lowerBound..<border) + above.samples(border..<range.upperBound)
  }
}

extension SoundPump.State {
  /// The grid of the row's samples.
  fileprivate var grid: SampleGrid? { below?.plan.grid }

  /// Ends the stretch.
  fileprivate mutating func restart() {
    generation += 1
    (stretch, below, above, border, claimed) = (nil, nil, nil, .max, nil)
    (firstHost, blocks, made, count, failure) = (nil, [], 0, 0, nil)
  }

  /// The time at which sample number `number` is heard.
  fileprivate func host(of number: Int64) -> Rational? {
    guard let firstHost, let grid else { return nil }
    return firstHost.plus((try? grid.time(of: number)) ?? .zero)
  }

  /// The number of samples that have begun to be heard before `host`; nil where none is heard.
  fileprivate func playedCount(by host: Rational) -> Int64? {
    guard let firstHost, let grid else { return nil }
    let elapsed = (try? host - firstHost) ?? Rational(nanosecondsOf: host.seconds - firstHost.seconds)
    return (try? elapsed.ceil(scaledBy: Int64(grid.rate))).map { max(0, min($0, count)) }
  }

  /// The thread's next step.
  fileprivate mutating func nextStep(
    at now: Rational, hasSink: Bool, ahead: (preparation: Int64, lead: Int64)
  ) -> SoundPump.Step {
    if isClosed { return .end }
    guard stretch != nil, let grid, failure == nil else { return .wait(until: nil) }
    if hasSink, let index = blocks.firstIndex(where: { !$0.isWritten }), let host = host(of: blocks[index].number) {
      blocks[index].isWritten = true
      return .write(blocks[index], host: host, volume: volume, rate: grid.rate)
    }
    let heard = playedCount(by: now)
    if !keepsBlocks, let heard {
      blocks.removeAll { $0.number + Int64($0.samples.count) <= heard && ($0.isWritten || !hasSink) }
    }
    guard made < count else { return .wait(until: nil) }
    let length = min(SoundPump.blockLength, count - made)
    guard let heard else {
      return made < ahead.preparation ? .make(Int(length)) : .wait(until: nil)
    }
    if made < heard + ahead.lead { return .make(Int(length)) }
    return .wait(until: host(of: made - ahead.lead + 1))
  }
}
