import MediaTime
import Rendering
import Waiting

/// The outcomes of requested images on their way from the thread that makes them to the taking task, in the order of
/// the requests.
///
/// ```
///  taken │ ready: at most some │ missing │ made before its turn │ missing
///        ▲ next                ▲ what the taker waits for
/// ```
///
/// Threads: any; one takes at a time. Lock order: only `state`; nothing is called while it is held.
final class ImageDelivery: Sendable {
  /// The requested times.
  let times: [CMTime]

  fileprivate struct State {
    /// The outcomes that were not taken yet, by the numbers of the requests.
    var outcomes: [Int: ImageGenerator.Outcome] = [:]
    /// The request whose outcome is taken next.
    var next = 0
    /// The first request from `next` on that has no outcome yet.
    var firstMissing = 0
    /// The groups of requests that are being made: the first of them never waits for another.
    var underWay: Set<Int> = []
    var taker: CheckedContinuation<ImageGenerator.Outcome?, Never>?
    var isCancelled = false
    /// Whether the work has ended, and everything that it needed is closed.
    var isFinished = false
    /// Damage that images taken before have reported.
    var reportedDamage: [MediaDamage] = []
    /// Ends the work under way.
    var cancelWork: (@Sendable () -> Void)?
  }

  private let state = Monitor(State())

  /// The number of images that are made ahead of the taking task; twice as many may wait before only the first of the
  /// groups that are being made goes on.
  private static let capacity = 4

  /// The outcomes of requests for `times`.
  init(of times: [CMTime]) {
    self.times = times
  }

  // MARK: Making

  /// Notes what ends the work, which begins.
  func start(cancellingBy cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.change { state in
      state.cancelWork = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Waits until the group `group`, whose first request is `number`, may be begun with. Groups are numbered by their first
  /// requests. Blocks.
  func begin(_ group: Int, with number: Int) {
    awaitRoom { $0.next + 2 * Self.capacity > number || $0.hasOutcome(number) }
    state.change { _ = $0.underWay.insert(group) }
  }

  /// Notes that the group `group` is made.
  func end(_ group: Int) {
    state.change { _ = $0.underWay.remove(group) }
  }

  /// Waits until request `number`, one of the group `group`, may be made; false where it has its outcome already. Blocks.
  func awaitRoom(for number: Int, of group: Int) -> Bool {
    awaitRoom { state in
      let isDue = state.underWay.min() == group || state.outcomes.count < 2 * Self.capacity
      return state.firstMissing - state.next < Self.capacity && isDue || state.hasOutcome(number)
    }
    return state.read { !$0.hasOutcome(number) }
  }

  /// A cancelled request has its outcome, which ends every wait.
  private func awaitRoom(_ isThere: (State) -> Bool) { state.wait { isThere($0) ? () : nil } }

  /// Notes that the work has ended: there is nothing after the last outcome.
  func finish() {
    let taker = state.change { state in
      (state.isFinished, state.cancelWork) = (true, nil)
      defer { if state.next == times.count { state.taker = nil } }
      return state.next == times.count ? state.taker : nil
    }
    taker?.resume(returning: nil)
  }

  /// Gives request `number` its outcome, unless it has one.
  func deliver(_ outcome: ImageGenerator.Outcome, _ number: Int) {
    settle([(number, outcome)])
  }

  /// Gives every request that has no outcome the failure `error`.
  func failAll(_ error: RenderError) {
    let isCancelled = error.code == .cancelled
    settle(
      times.enumerated().map { number, time in
        (number, isCancelled ? .cancelled(requestedTime: time) : .failed(requestedTime: time, error))
      })
  }

  private func settle(_ new: [(number: Int, outcome: ImageGenerator.Outcome)]) {
    let ready = state.change { state in
      for (number, outcome) in new where number >= state.next && state.outcomes[number] == nil {
        state.outcomes[number] = outcome
      }
      state.countReady()
      guard let taker = state.taker, let outcome = state.take(of: times.count) else {
        return nil as (CheckedContinuation<ImageGenerator.Outcome?, Never>, ImageGenerator.Outcome?)?
      }
      state.taker = nil
      return (taker, outcome)
    }
    if let (taker, outcome) = ready { taker.resume(returning: outcome) }
  }

  // MARK: Taking

  /// The outcome of the next request; after the last one nil, once the work has ended. Cancelling the task cancels what has no outcome yet.
  func next() async -> ImageGenerator.Outcome? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isThere, outcome) = state.change { state in
          if state.next == times.count, state.isFinished { return (true, nil as ImageGenerator.Outcome?) }
          let outcome = state.take(of: times.count)
          if outcome == nil { state.taker = continuation }
          return (outcome != nil, outcome)
        }
        if isThere { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      cancelAll()
    }
  }

  // MARK: Cancelling

  /// Cancels request `number`, unless it has its outcome.
  func cancel(_ number: Int) {
    guard times.indices.contains(number) else { return }
    settle([(number, .cancelled(requestedTime: times[number]))])
  }

  /// Cancels every request that has no outcome, and ends the work.
  func cancelAll() {
    let cancelWork = state.change { state in
      state.isCancelled = true
      return state.cancelWork
    }
    failAll(.cancelled())
    cancelWork?()
  }
}

extension ImageDelivery.State {
  /// Moves `firstMissing` past what has its outcome.
  fileprivate mutating func countReady() {
    while outcomes[firstMissing] != nil { firstMissing += 1 }
  }

  /// Whether request `number` has its outcome.
  fileprivate func hasOutcome(_ number: Int) -> Bool { number < next || outcomes[number] != nil }

  /// The next outcome, if it is there: each damage is reported once.
  fileprivate mutating func take(of count: Int) -> ImageGenerator.Outcome? {
    guard next < count, let outcome = outcomes.removeValue(forKey: next) else { return nil }
    next += 1
    guard case .succeeded(var image) = outcome else { return outcome }
    image.damage.removeAll(where: reportedDamage.contains)
    reportedDamage += image.damage
    return .succeeded(image)
  }
}
