import MediaTime
import Rendering
import Synchronization

/// Commands of a player.
extension PlayerCore {
  // MARK: Rate

  /// Plays at `rate` from now on; zero pauses.
  func setRate(_ stated: Float) {
    guard let rate = Rational(rate: stated) else { return }
    change { state, now in
      state.scheduled = nil
      setRate(&state, rate, stated: Self.played(stated, rate), at: now)
    }
  }

  /// The part of a stated rate that is played as `rate`.
  private static func played(_ stated: Float, _ rate: Rational) -> Float {
    rate == .zero ? 0 : max(-64, min(stated, 64))
  }

  private func setRate(_ state: inout PlaybackState, _ rate: Rational, stated: Float, at now: Rational) {
    guard rate != state.rate || state.isAtEnd else { return }
    let didRun = state.timebase != nil
    leave(&state, at: now)
    (state.rate, state.statedRate, state.isAtEnd, state.exactStart) = (rate, stated, false, nil)
    state.phase = rate == .zero || state.item?.status == .failed ? .standing : .waiting(stalled: false)
    if state.item?.status == .failed { (state.rate, state.statedRate) = (.zero, 0) }
    if didRun, rate == .zero { firePeriodic(&state, .stop) }
  }

  /// Begins anew where the time stands, at the same rate.
  func restart(_ state: inout PlaybackState, at now: Rational) {
    guard state.rate != .zero, !state.isAtEnd else {
      state.isAtEnd = false
      if state.rate != .zero { state.phase = .waiting(stalled: false) }
      return
    }
    leave(&state, at: now)
    state.phase = .waiting(stalled: false)
  }

  /// Has the item stand at `time` when the clock shows `host`, and go on from there at `rate`; nil for the time where it is, and for
  /// now.
  func setRate(_ stated: Float, time: Rational?, atHost host: Rational?) {
    guard let rate = Rational(rate: stated) else { return }
    change { state, now in
      let scheduled = ScheduledRate(host: host, time: time, rate: rate, statedRate: Self.played(stated, rate))
      if isDue(scheduled, state, at: now) { start(scheduled, &state, at: now) } else { state.scheduled = scheduled }
    }
  }

  /// Whether it is time to do what was scheduled: what stands is made ready as soon as it is open.
  func isDue(_ scheduled: ScheduledRate, _ state: PlaybackState, at now: Rational) -> Bool {
    (scheduled.host ?? now) <= now || state.timebase == nil && state.record?.media != nil
  }

  /// Does what was scheduled.
  func start(_ scheduled: ScheduledRate, _ state: inout PlaybackState, at now: Rational) {
    state.scheduled = nil
    leave(&state, at: min(scheduled.host ?? now, now))
    if let time = scheduled.time, time != state.time {
      if let seek = state.seek { complete(seek.completion, false, &state) }
      state.seek = nil
      jump(&state, to: clamped(time, state))
    }
    (state.rate, state.statedRate, state.isAtEnd) = (scheduled.rate, scheduled.statedRate, false)
    guard scheduled.rate != .zero, state.item?.status != .failed else {
      (state.phase, state.rate, state.statedRate, state.exactStart) = (.standing, .zero, 0, nil)
      firePeriodic(&state, .stop)
      return
    }
    (state.phase, state.exactStart) = (.waiting(stalled: false), scheduled.host.map { ExactStart(host: $0) })
  }

  /// Makes ready what is played first at `rate`.
  func preroll(_ rate: Rational, _ completion: @escaping @Sendable (Bool) -> Void) {
    change { state, _ in
      guard !state.isClosed, let item = state.item, item.status != .failed else {
        complete(completion, false, &state)
        if state.isClosed { calls.enqueue(runsAfterEnd: true) { completion(false) } }
        return
      }
      state.prerolls.append((rate, completion))
    }
  }

  /// Ends what is being made ready.
  func cancelPrerolls() {
    change { state, _ in
      for preroll in state.prerolls { complete(preroll.completion, false, &state) }
      state.prerolls = []
    }
  }

  // MARK: Seeking

  /// Seeks, and calls `completion` once: with true when the picture is shown, with false where the seek was ended
  /// before. Only in `item`, where that is not nil.
  func seek(
    in item: PlayerItem? = nil, to time: CMTime, before: CMTime, after: CMTime,
    _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    let isPossible = change { state, now in
      guard !state.isClosed, let target = Rational(time), let current = state.item, current.status != .failed,
        item == nil || item === current
      else { return false }
      if let older = state.seek { complete(older.completion, false, &state) }
      state.seek = PendingSeek(time: target, before: before.tolerance, after: after.tolerance, completion: completion)
      if canPlace(state) { place(&state, at: now) }
      return true
    }
    if !isPossible { calls.enqueue(runsAfterEnd: true) { completion(false) } }
  }

  /// Seeks, and says whether it was done.
  func seek(
    in item: PlayerItem? = nil, to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(in: item, to: time, before: toleranceBefore, after: toleranceAfter) { continuation.resume(returning: $0) }
    }
  }

  /// Ends the seek under way.
  func cancelPendingSeek() {
    change { state, _ in
      guard let seek = state.seek else { return }
      state.seek = nil
      complete(seek.completion, false, &state)
    }
  }

  /// Whether the time can be brought to where the seek asks for: the item is open, and the time lies in it, or it becomes no longer.
  func canPlace(_ state: PlaybackState) -> Bool {
    guard let seek = state.seek, !seek.isPlaced, let record = state.record, record.media != nil else { return false }
    return !record.isChanging || clamped(seek.time, state) >= seek.time
  }

  /// Brings the time to where the seek asks for.
  func place(_ state: inout PlaybackState, at now: Rational) {
    guard var seek = state.seek, let media = state.record?.media else { return }
    seek.isPlaced = true
    state.seek = seek
    leave(&state, at: now)
    // The new media may be of another length.
    let open = state.record?.media ?? media
    let last = max(open.duration, limit(state, isForward: true))
    let target = clamped(seek.time, state)
    let earliest = seek.before.flatMap { try? target - $0 } ?? .zero
    let latest = seek.after.flatMap { try? target + $0 } ?? last
    let isReady = open.frame(at: target).flatMap { open.pictures?.picture(at: $0) } != nil
    let chosen =
      isReady || earliest >= target && latest <= target
      ? target : open.convenientTime(near: target, from: earliest, to: min(latest, last))
    jump(&state, to: chosen)
    if state.rate != .zero { state.phase = .waiting(stalled: false) }
  }

  /// The time jumps to `time`.
  private func jump(_ state: inout PlaybackState, to time: Rational) {
    (state.time, state.served, state.forcesRedisplay, state.isAtEnd) = (time, time, true, false)
    deliverTimebase(&state, nil)
    flushMoments(&state)
    notify(state.item, .timeJumped(CMTime(notAfter: time)), &state)
    firePeriodic(&state, .jump)
  }

  /// `time`, or the end of the current item that it lies beyond.
  func clamped(_ time: Rational, _ state: PlaybackState) -> Rational {
    guard let media = state.record?.media else { return max(.zero, time) }
    return max(.zero, min(time, max(media.duration, limit(state, isForward: true))))
  }

  /// Pauses, and goes `count` frames on.
  func step(_ item: PlayerItem, by count: Int) {
    change { state, now in
      guard item === state.item, let media = state.record?.media, let picture = media.plan.picture else { return }
      state.scheduled = nil
      setRate(&state, .zero, stated: 0, at: now)
      let current = media.frame(at: state.time) ?? 0
      let (sum, isTooFar) = current.addingReportingOverflow(count)
      let frame = isTooFar ? (count > 0 ? picture.frameCount - 1 : 0) : max(0, min(sum, picture.frameCount - 1))
      if let seek = state.seek { complete(seek.completion, false, &state) }
      state.seek = nil
      if let time = media.start(of: frame) { jump(&state, to: time) }
    }
  }

  // MARK: Time

  /// The current item's time.
  func currentTime() -> Rational {
    let now = clock.now
    return state.withLock { time($0, at: $0.latest(now)) }
  }

  /// The time of `item`, if it is the current one.
  func time(of item: PlayerItem) -> Rational? {
    let now = clock.now
    return state.withLock { $0.item === item ? time($0, at: $0.latest(now)) : nil }
  }

  /// The speed of `item`; 0 where it stands.
  func runningRate(of item: PlayerItem) -> Float {
    state.withLock { $0.item === item && $0.timebase != nil ? abs($0.statedRate) : 0 }
  }

  /// Calls `call` at times.
  func observe(_ kind: TimeObserver.Kind, _ call: @escaping @Sendable (CMTime) -> Void) -> PlayerObservation {
    let observer = Observer(call)
    change { state, _ in
      if !state.isClosed { state.observers.append(TimeObserver(observer: observer, kind: kind)) }
    }
    return observer.observation
  }
}

extension CMTime {
  /// A tolerance in seconds; nil for any. What is no time is none.
  fileprivate var tolerance: Rational? {
    if isPositiveInfinity { return nil }
    return max(.zero, Rational(self) ?? .zero)
  }
}
