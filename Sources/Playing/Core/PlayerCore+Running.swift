import MediaTime
import Rendering
import Synchronization

/// The running of time: observers, sound that was heard, the end.
extension PlayerCore {
  /// The time of the current item at `now`.
  func time(_ state: PlaybackState, at now: Rational) -> Rational {
    guard let timebase = state.timebase else { return state.time }
    let time = timebase.time(atHost: max(now, timebase.anchorHost))
    let limit = limit(state, isForward: timebase.rate > .zero)
    return timebase.rate > .zero ? min(time, limit) : max(time, limit)
  }

  /// Where playing ends in a direction.
  func limit(_ state: PlaybackState, isForward: Bool) -> Rational {
    limit(of: state.item, lasting: state.record?.media?.duration ?? .zero, isForward: isForward)
  }

  /// Where playing `item`, which lasts `duration`, ends in a direction.
  func limit(of item: PlayerItem?, lasting duration: Rational, isForward: Bool) -> Rational {
    let settings = item?.state.withLock(\.settings)
    let stated = settings.flatMap { Rational(isForward ? $0.forwardEnd : $0.reverseEnd) }
    return max(.zero, stated ?? (isForward ? duration : .zero))
  }

  /// Brings what runs up to `now`.
  func advance(_ state: inout PlaybackState, at now: Rational) {
    guard let timebase = state.timebase else { return }
    let isForward = timebase.rate > .zero
    // Where sound ran out, the time stands from then on.
    let runsOut = state.hasSound ? pump.runsOut : nil
    let moment = min(now, runsOut ?? now)
    // Before its anchor it stands there.
    let time = timebase.time(atHost: max(moment, timebase.anchorHost))
    let limit = limit(state, isForward: isForward)
    let isOver = isForward ? time >= limit : time <= limit
    let reached = isOver ? limit : time
    if let border = state.record?.border, isForward ? border <= reached : border >= reached {
      if state.record?.restartsAtBorder == true {
        leave(&state, at: min(moment, timebase.host(of: border)))
        state.phase = .waiting(stalled: false)
        return
      }
      takeOver(&state)
    }
    serve(&state, upTo: reached, isForward: isForward)
    if isOver {
      end(&state, at: min(moment, timebase.host(of: limit)), time: limit, now: now)
    } else if let runsOut, runsOut <= now {
      leave(&state, at: runsOut)
      state.phase = .waiting(stalled: true)
      notify(state.item, .playbackStalled(CMTime(notAfter: state.time)), &state)
    } else {
      giveHeard(&state, by: moment, isFinal: false)
    }
  }

  /// Ends the running: the time stands where it is at `now`, and what was played until then is told.
  func leave(_ state: inout PlaybackState, at now: Rational) {
    if let timebase = state.timebase {
      let time = time(state, at: now)
      serve(&state, upTo: time, isForward: timebase.rate > .zero)
      giveHeard(&state, by: now, isFinal: true)
      state.time = time.restrained
      state.phase = .standing
      tellTime(&state, nil)
    }
    if state.hasSound {
      pump.end()
      state.hasSound = false
    }
    if state.record?.border != nil { takeOver(&state) }
  }

  /// The item was played to `limit`, which was at `host`.
  private func end(_ state: inout PlaybackState, at host: Rational, time limit: Rational, now: Rational) {
    leave(&state, at: host)
    state.time = limit
    guard let item = state.item else { return }
    notify(item, .didPlayToEndTime(CMTime(notAfter: limit)), &state)
    switch state.actionAtItemEnd {
    case .advance where state.rate > .zero: advanceQueue(&state, at: now)
    case .none: state.isAtEnd = true
    default: (state.rate, state.statedRate) = (.zero, 0)
    }
    firePeriodic(&state)
  }

  /// Starts what waits, if everything is ready that it needs.
  func startIfReady(_ state: inout PlaybackState, at now: Rational) {
    finishPrerolls(&state)
    guard case .waiting = state.phase, let media = state.record?.media, state.seek == nil || !needsPicture(state)
    else { return }
    let isForward = state.rate > .zero
    if !state.hasSound, let row = media.sound, let item = state.item {
      let (pitch, keeps) = item.state.withLock {
        ($0.settings.pitch, $0.outputs.contains { $0 is PlayerItemAudioOutput })
      }
      let limit = limit(state, isForward: isForward)
      pump.setVolume(state.isMuted ? 0 : Double(state.volume))
      pump.prepare(
        SoundStretch(start: state.time, end: limit, rate: state.rate, pitch: pitch), of: row, keepingBlocks: keeps)
      state.hasSound = true
    }
    var needsPicture = state.waitsToMinimizeStalling
    if case .waiting(stalled: true) = state.phase { needsPicture = true }
    guard !needsPicture || isPictureReady(state, isForward: isForward), !state.hasSound || pump.isPrepared else {
      return
    }
    let host = state.exactStart ?? (state.hasSound ? (try? now + soundLatency) ?? now : now)
    let timebase = Timebase(anchorHost: host, anchorTime: state.time, rate: state.rate)
    state.phase = .running(timebase)
    state.exactStart = nil
    state.served = state.time
    if state.hasSound { pump.begin(at: host) }
    tellTime(&state, timebase)
    firePeriodic(&state)
    advance(&state, at: now)
    show(&state, at: now)
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
      // Where more have passed than anyone can want to hear of, the later ones are left out.
      while due.count < 1_000, let next = observer.next(after: last, isForward: isForward),
        isForward ? next <= time : next >= time
      {
        due.append((next, number))
        last = next
      }
    }
    due.sort { left, right in
      left.time == right.time ? left.number < right.number : isForward == (left.time < right.time)
    }
    for (time, number) in due { call(state.observers[number], at: time, &state) }
    state.served = time
  }

  /// Calls periodic observers because the time jumped, starts or stops.
  func firePeriodic(_ state: inout PlaybackState) {
    for observer in state.observers where observer.isPeriodic { call(observer, at: state.time, &state) }
  }

  private func call(_ observer: TimeObserver, at time: Rational, _ state: inout PlaybackState) {
    state.effects.append { [calls] in
      observer.observation.enqueue(on: calls, coalescing: observer.isPeriodic) { observer.call(CMTime(notAfter: time)) }
    }
  }

  /// Gives outputs the sound that was heard.
  private func giveHeard(_ state: inout PlaybackState, by host: Rational, isFinal: Bool) {
    guard state.hasSound, let item = state.item, let plan = state.record?.media?.sound?.plan else { return }
    let heard = pump.takeHeard(by: host, isFinal: isFinal)
    guard !heard.isEmpty else { return }
    let outputs = item.state.withLock(\.outputs).compactMap { $0 as? PlayerItemAudioOutput }
    let blocks = heard.map { block, host in
      PlayerItemAudioOutput.Heard(
        samples: block.samples, sampleRate: plan.grid.rate,
        itemTime: CMTime(notAfter: (try? plan.grid.time(of: block.samples.start)) ?? .zero),
        hostTime: CMTime(notAfter: host))
    }
    state.effects.append { for output in outputs { for block in blocks { output.give(block) } } }
  }

  // MARK: Telling

  /// Tells the item's outputs by which timebase the time goes; nil where it stands.
  func tellTime(_ state: inout PlaybackState, _ timebase: Timebase?) {
    guard let item = state.item else { return }
    let time = CMTime(notAfter: state.time)
    for case let output as PlayerItemVideoOutput in item.state.withLock(\.outputs) { output.go(by: timebase, at: time) }
  }

  /// Tells what happens to `item`.
  func notify(_ item: PlayerItem?, _ notification: PlayerItemNotification, _ state: inout PlaybackState) {
    guard let item else { return }
    state.effects.append { [calls] in item.notices.send(notification, on: calls) }
  }

  /// Tells somebody who waits.
  func complete(_ completion: @escaping @Sendable (Bool) -> Void, _ answer: Bool, _ state: inout PlaybackState) {
    state.effects.append { [calls] in calls.enqueue(isOwed: true) { completion(answer) } }
  }
}
