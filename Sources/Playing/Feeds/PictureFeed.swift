import Compositing
import MediaTime
import Rendering
import Synchronization

/// The pictures of one plan, made ahead on a thread of their own: those that are wanted, in that order, and no others.
///
/// ```
///  wanted    40  41  42  43        by the player's thread, anew whenever the time has gone on
///  ready     40  41                what is wanted no more goes
///  made              42            by this feed's thread, which rings for the player
/// ```
///
/// Lock order: only `state`; nothing is called while it is held.
final class PictureFeed: Sendable {
  /// The plan of the pictures.
  let plan: PicturePlan
  /// The format that was asked for.
  let format: PixelBuffer.Format?

  private struct State {
    var wanted: [Int] = []
    var isForward = true
    var ready: [Int: PixelBuffer] = [:]
    /// The frame that is being made.
    var making: Int?
    /// The last picture that was wanted when it was begun, and not any more when it was made.
    var superseded: (frame: Int, picture: PixelBuffer)?
    var failure: RenderError?
    /// The time that a picture takes, in seconds of the clock: a mean over the last few.
    var cost = 0.0
    var isClosed = false
  }

  private let reader: any PictureReader
  private let clock: any PlaybackClock
  private let alarm: any PlaybackAlarm
  private let owner: any PlaybackAlarm
  private let state = Mutex(State())

  /// The pictures of `reader`, which was opened in `format`; rings `owner` for each that is ready, and for a failure.
  init(_ reader: any PictureReader, format: PixelBuffer.Format?, clock: any PlaybackClock, owner: any PlaybackAlarm) {
    (self.reader, self.format, self.clock, self.owner) = (reader, format, clock, owner)
    plan = reader.plan
    alarm = clock.makeAlarm()
    DedicatedThread.start(named: "player pictures") { [self] in run() }
  }

  /// Says which frames are wanted, the most urgent first, and whether the film is played forwards.
  func request(_ frames: [Int], isForward: Bool) {
    let isNew = state.withLock { state in
      guard state.wanted != frames else { return false }
      (state.wanted, state.isForward) = (frames, isForward)
      let kept = Set(frames)
      state.ready = state.ready.filter { kept.contains($0.key) }
      return true
    }
    if isNew { alarm.ring() }
  }

  /// The picture of frame `frame`, if it is ready.
  func picture(at frame: Int) -> PixelBuffer? { state.withLock { $0.ready[frame] } }

  /// The frames from `frame` on that are ready, or being made, in order.
  func made(from frame: Int) -> [Int] {
    state.withLock { state in
      (Array(state.ready.keys) + (state.making.map { [$0] } ?? [])).filter { $0 >= frame }.sorted()
    }
  }

  /// The last picture that was not wanted any more when it was made, once.
  func takeSuperseded() -> (frame: Int, picture: PixelBuffer)? {
    state.withLock { state in
      defer { state.superseded = nil }
      return state.superseded
    }
  }

  /// The error for which there are no more pictures.
  var failure: RenderError? { state.withLock(\.failure) }

  /// The time that a picture takes, in seconds.
  var cost: Double { state.withLock(\.cost) }

  /// Ends the thread, and closes the reader there.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    reader.cancel()
    alarm.ring()
  }

  // MARK: The feed's thread

  private enum Step {
    case end
    case wait
    case make(Int, missing: [Int], isForward: Bool)
  }

  private func run() {
    var expected: [Int] = []
    var last: Int?
    loop: while true {
      switch nextStep() {
      case .end: break loop
      case .wait: alarm.wait(until: nil)
      case .make(let frame, let missing, let isForward):
        // Frames in order need no word; those before the last one are decoded together.
        let isNext = last.map { $0 + 1 == frame } ?? false
        let expectation = isForward || missing.count < 2 ? [] : missing
        if !isNext, expectation != expected {
          reader.expect(expectation)
          expected = expectation
        }
        make(frame)
        last = frame
      }
    }
    reader.close()
    alarm.retire()
  }

  private func nextStep() -> Step {
    state.withLock { state in
      if state.isClosed { return .end }
      guard state.failure == nil else { return .wait }
      let missing = state.wanted.filter { state.ready[$0] == nil }
      state.making = missing.first
      return missing.first.map { .make($0, missing: missing, isForward: state.isForward) } ?? .wait
    }
  }

  private func make(_ frame: Int) {
    let start = clock.now
    let result = Result { () throws(RenderError) in try reader.blockingPicture(at: frame) }
    let taken = max(0, clock.now.seconds - start.seconds)
    state.withLock { state in
      state.making = nil
      switch result {
      case .success(let picture):
        if state.wanted.contains(frame) {
          state.ready[frame] = picture
        } else {
          state.superseded = (frame, picture)
        }
        state.cost = state.cost == 0 ? taken : state.cost * 0.75 + taken * 0.25
      case .failure(let error):
        if !state.isClosed { state.failure = error }
      }
    }
    owner.ring()
  }
}
