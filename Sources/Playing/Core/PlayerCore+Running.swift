import MediaTime
import Rendering
import Synchronization

/// The running of time: observers, sound that was heard, the end.
extension PlayerCore {
  /// The time of the current item at `now`.
  func time(_ state: PlaybackState, at now: Rational) -> Rational {
    guard let timebase = state.timebase, let end = state.runEnd else { return state.time }
    let time = timebase.time(atHost: max(now, timebase.anchorHost))
    return timebase.rate > .zero ? min(time, end) : max(time, end)
  }

  /// The end of playing in a direction.
  func limit(_ state: PlaybackState, isForward: Bool) -> Rational {
    limit(of: state.item, lasting: state.record?.media?.duration ?? .zero, isForward: isForward)
  }

  /// The end of playing `item`, which lasts `duration`, in a direction.
  func limit(of item: PlayerItem?, lasting duration: Rational, isForward: Bool) -> Rational {
    let settings = item?.state.withLock(\.settings)
    let stated = settings.flatMap { Rational(isForward ? $0.forwardEnd : $0.reverseEnd) }
    return max(.zero, stated ?? (isForward ? duration : .zero))
  }

  /// Brings what runs up to `now`.
  func advance(_ state: inout PlaybackState, at now: Rational) {
    guard let timebase = state.timebase, let limit = state.runEnd else { return }
    let isForward = timebase.rate > .zero
    // Where sound ran out, the time stands from then on.
    let runsOut = state.hasSound ? pump.runsOut : nil
    let moment = min(now, runsOut ?? now)
    // Before its anchor it stands there.
    let time = timebase.time(atHost: max(moment, timebase.anchorHost))
    let isOver = isForward ? time >= limit : time <= limit
    let reached = isOver ? limit : time
    if let border = state.record?.border, isForward ? border <= reached : border >= reached {
      if state.record?.restartsAtBorder == true {
        leave(&state, at: min(moment, timebase.host(of: border)))
        state.phase = .waiting(stalled: false)
        return
      }
      adoptIncoming(&state)
      // The end may be another from there on.
      advance(&state, at: now)
      return
    }
    serve(&state, upTo: reached, isForward: isForward)
    if isOver {
      end(&state, at: min(moment, timebase.host(of: limit)), time: limit, now: now)
    } else if let runsOut, runsOut <= now {
      leave(&state, at: runsOut)
      state.phase = .waiting(stalled: true)
      notify(state.item, .playbackStalled(CMTime(notAfter: state.time)), &state)
    } else {
      deliverPlayedSound(&state, by: moment, isFinal: false)
    }
  }

  /// Ends the running: the item's time stays at its value of `now`, after calls of observers for the times until then.
  func leave(_ state: inout PlaybackState, at now: Rational) {
    if let timebase = state.timebase {
      let time = time(state, at: now)
      serve(&state, upTo: time, isForward: timebase.rate > .zero)
      deliverPlayedSound(&state, by: now, isFinal: true)
      state.time = time.restrained
      state.phase = .standing
      deliverTimebase(&state, nil)
    }
    endSound(&state)
    if state.record?.border != nil { adoptIncoming(&state) }
  }

  /// Ends the sound; the sink forgets it before any other begins.
  func endSound(_ state: inout PlaybackState) {
    guard state.hasSound else { return }
    pump.end()
    state.hasSound = false
    state.effects.append(.init { [pump] in pump.flush() })
  }

  /// The item was played to `limit`, which was at `host`.
  private func end(_ state: inout PlaybackState, at host: Rational, time limit: Rational, now: Rational) {
    leave(&state, at: host)
    (state.time, state.served) = (limit, limit)
    guard let item = state.item else { return }
    notify(item, .didPlayToEndTime(CMTime(notAfter: limit)), &state)
    appendSuccessor(of: item, hasEnded: true, &state)
    switch state.actionAtItemEnd {
    case .advance where state.rate > .zero:
      advanceQueue(&state, at: now)
      return firePeriodic(&state, state.rate == .zero ? .stop : .jump)
    case .none: state.isAtEnd = true
    default: (state.rate, state.statedRate) = (.zero, 0)
    }
    firePeriodic(&state, .stop)
  }

  /// Starts what waits, if everything is ready that it needs.
  func startIfReady(_ state: inout PlaybackState, at now: Rational) {
    finishPrerolls(&state)
    guard case .waiting = state.phase, let media = state.record?.media, state.seek?.isPlaced != false else { return }
    let isForward = state.rate > .zero
    let end =
      isForward ? max(limit(state, isForward: true), state.time) : min(limit(state, isForward: false), state.time)
    if !state.hasSound, let row = media.sound, let item = state.item {
      let (pitch, keeps) = item.state.withLock {
        ($0.settings.pitch, $0.outputs.contains { $0 is PlayerItemAudioOutput })
      }
      pump.setVolume(state.isMuted ? 0 : Double(state.volume))
      pump.prepare(
        SoundStretch(start: state.time, end: end, rate: state.rate, pitch: pitch), of: row, keepingBlocks: keeps)
      state.hasSound = true
    }
    // The seek comes first, and its picture with it.
    guard state.seek == nil || !self.needsPicture(state) else { return }
    var needsPicture = state.waitsToMinimizeStalling
    if case .waiting(stalled: true) = state.phase { needsPicture = true }
    guard !needsPicture || isPictureReady(state, isForward: isForward), !state.hasSound || pump.isPrepared else {
      return
    }
    if let start = state.exactStart, start.host < now, state.hasSound {
      postpone(start, &state, at: now)
      return
    }
    let host = state.exactStart?.host ?? (state.hasSound ? (try? now + soundLatency) ?? now : now)
    let timebase = Timebase(anchorHost: host, anchorTime: state.time, rate: state.rate)
    state.phase = .running(timebase, until: end)
    state.exactStart = nil
    if state.hasSound { pump.begin(at: host) }
    deliverTimebase(&state, timebase)
    firePeriodic(&state, .start)
    advance(&state, at: now)
    show(&state, at: now)
  }

  /// Has the item start later than at `start`, which has passed, where it will have to stand then: sound is not heard in the past.
  private func postpone(_ start: ExactStart, _ state: inout PlaybackState, at now: Rational) {
    let timebase = Timebase(anchorHost: start.host, anchorTime: state.time, rate: state.rate)
    // A start that takes longer than that is given more time.
    let host = (try? now + start.delay) ?? now
    endSound(&state)
    state.time = clamped(timebase.time(atHost: host).restrained, state)
    (state.served, state.forcesRedisplay) = (state.time, true)
    state.exactStart = ExactStart(host: host, delay: (try? start.delay * Rational(2)) ?? start.delay)
  }

  private func finishPrerolls(_ state: inout PlaybackState) {
    guard !state.prerolls.isEmpty else { return }
    let isForward = (state.prerolls.first?.rate ?? .one) >= .zero
    guard isPictureReady(state, isForward: isForward) else { return }
    for preroll in state.prerolls { complete(preroll.completion, true, &state) }
    state.prerolls = []
  }

  // MARK: Observers

  /// Calls observers for the times that have passed until `time`.
  private func serve(_ state: inout PlaybackState, upTo time: Rational, isForward: Bool) {
    var due: [(time: Rational, number: Int)] = []
    for (number, observer) in state.observers.enumerated() {
      var last = state.served
      var count = 0
      // Where more intervals have passed than an observer needs calls for, the later ones are left out.
      while count < Self.mostDue || !observer.isPeriodic, let next = observer.next(after: last, isForward: isForward),
        isForward ? next <= time : next >= time
      {
        due.append((next, number))
        last = next
        count += 1
      }
    }
    due.sort { left, right in
      left.time == right.time ? left.number < right.number : isForward == (left.time < right.time)
    }
    for (time, number) in due { call(number, at: time, &state) }
    state.served = isForward ? max(state.served, time) : min(state.served, time)
    deliverTimedEvents(&state, upTo: time)
  }

  /// Limit of the calls of a periodic observer that are made up for at once.
  private static let mostDue = 1_000

  /// The occasion of calling periodic observers apart from their times.
  enum Occasion { case jump, start, stop }

  /// Calls periodic observers because the time jumped, starts or stops: those that were not just called for the same time.
  func firePeriodic(_ state: inout PlaybackState, _ occasion: Occasion) {
    for number in state.observers.indices where state.observers[number].isPeriodic {
      if occasion == .jump || state.observers[number].lastTime != state.time { call(number, at: state.time, &state) }
      if occasion == .stop || state.rate == .zero { state.observers[number].lastTime = nil }
    }
  }

  private func call(_ number: Int, at time: Rational, _ state: inout PlaybackState) {
    state.observers[number].lastTime = time
    let (observer, isPeriodic) = (state.observers[number].observer, state.observers[number].isPeriodic)
    state.effects.append(
      .init { [calls] in
        let time = CMTime(notAfter: time)
        isPeriodic ? observer.enqueueLatest(time, on: calls) : observer.enqueue(time, on: calls)
      })
  }

  /// Gives outputs the sound that was heard.
  private func deliverPlayedSound(_ state: inout PlaybackState, by host: Rational, isFinal: Bool) {
    guard state.hasSound, let item = state.item, let plan = state.record?.media?.sound?.plan else { return }
    let heard = pump.takePlayed(by: host, isFinal: isFinal)
    guard !heard.isEmpty else { return }
    let outputs = item.state.withLock(\.outputs).compactMap { $0 as? PlayerItemAudioOutput }
    let blocks = heard.map { block, host in
      PlayerItemAudioOutput.Heard(
        samples: block.samples, sampleRate: plan.grid.rate,
        itemTime: CMTime(notAfter: (try? plan.grid.time(of: block.samples.start)) ?? .zero),
        hostTime: CMTime(notAfter: host))
    }
    state.effects.append(
      .init { [calls] in for output in outputs { for block in blocks { output.deliver(block, while: calls) } } })
  }

  // MARK: Telling

  /// Sends the item's outputs the timebase of its time; nil while it is stopped.
  func deliverTimebase(_ state: inout PlaybackState, _ timebase: Timebase?) {
    guard let item = state.item else { return }
    let time = CMTime(notAfter: state.time)
    let timeline = OutputTimeline(timebase: timebase, time: time)
    for output in item.state.withLock(\.outputs) {
      if let output = output as? any TimelineOutput { output.follow(timeline) }
      guard let output = output as? PlayerItemTimelineOutput else { continue }
      state.effects.append(.init { [calls] in output.deliver(timeline, on: calls) })
    }
  }

  /// Notifies observers of `item`.
  func notify(_ item: PlayerItem?, _ notification: PlayerItemNotification, _ state: inout PlaybackState) {
    guard let item else { return }
    state.effects.append(.init { [calls] in item.notices.send(notification, on: calls) })
  }

  /// Queues the call of a waiting caller's completion.
  func complete(_ completion: @escaping @Sendable (Bool) -> Void, _ answer: Bool, _ state: inout PlaybackState) {
    state.effects.append(
      .init(runsAfterEnd: true) { [calls] in calls.enqueue(runsAfterEnd: true) { completion(answer) } })
  }
}
