import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization
import Waiting

/// The opening of items, and the going over from one plan to the next.
extension PlayerCore {
  /// Reacts to `change` of `item`.
  func itemChanged(_ item: PlayerItem, _ change: PlayerItemChange) {
    self.change { state, now in
      guard state.records[ObjectIdentifier(item)] != nil else { return }
      if [.media, .outputs].contains(change), item.status != .failed {
        state.records[ObjectIdentifier(item)]?.isStale = true
      }
      guard item === state.item else { return }
      switch change {
      case .stretch: restart(&state, at: now)
      case .outputs:
        let isHeard = item.state.withLock { $0.outputs.contains { $0 is PlayerItemAudioOutput } }
        pump.keepBlocks(isHeard)
        deliverTimebase(&state, state.timebase)
        if state.timebase == nil { state.forcesRedisplay = true }
      case .moments: deliverTimebase(&state, state.timebase)
      case .media: break
      }
    }
  }

  /// Begins to open `item`, where that is to be done.
  func openIfNeeded(_ item: PlayerItem, _ state: inout PlaybackState) {
    let key = ObjectIdentifier(item)
    if state.records[key] == nil {
      state.recordCount += 1
      state.records[key] = ItemRecord(number: state.recordCount, isStale: item.status != .failed)
    }
    guard var record = state.records[key], record.isStale, record.opening == nil, record.incoming == nil else { return }
    let request = item.state.withLock { known in
      ItemRequest(
        asset: item.asset.kind, settings: known.settings,
        wantsPictures: pictureSink != nil || known.outputs.contains { $0 is PlayerItemVideoOutput },
        format: known.outputFormat ?? pictureSink?.pixelFormat,
        wantsSound: hasSoundSink || known.outputs.contains { $0 is PlayerItemAudioOutput }, previous: record.media)
    }
    clock.beginWork()
    record.isStale = false
    record.opening = Task.detached(executorPreference: WorkerThreads.shared) { [self, number = record.number] in
      let result: Result<ItemMedia, RenderError>
      do throws(RenderError) {
        result = .success(try await request.open(renderer: renderer, clock: clock, owner: alarm))
      } catch {
        result = .failure(error)
      }
      opened(item, result, for: number)
      clock.endWork()
    }
    state.records[key] = record
  }

  /// Takes what was opened.
  private func opened(_ item: PlayerItem, _ result: Result<ItemMedia, RenderError>, for number: Int) {
    let key = ObjectIdentifier(item)
    let isTaken = change { state, now in
      guard var record = state.records[key], record.number == number else { return false }
      record.opening = nil
      switch result {
      case .failure(let error):
        state.records[key] = record
        fail(item, &state, error, at: now)
      case .success(let media):
        let isFirst = record.media == nil
        if isFirst { record.media = media } else { record.incoming = media }
        state.records[key] = record
        if isFirst { publish(media, of: item) }
        if isFirst, item === state.item { clampTime(&state) }
      }
      return true
    }
    if !isTaken, case .success(let media) = result { media.close() }
  }

  /// Sets the item's properties from `media`.
  private func publish(_ media: ItemMedia, of item: PlayerItem) {
    item.state.withLock { known in
      known.duration = CMTime(notAfter: media.duration)
      known.presentationSize =
        media.plan.picture.map {
          .init(width: Double($0.size.width), height: Double($0.size.height))
        } ?? .zero
      known.frameRate = media.plan.picture.map { 1 / $0.grid.frameDuration.seconds } ?? 0
      let old = known.tracks
      known.tracks = media.edit.composition.tracks.map { track in
        old.first { $0.trackID == track.id && $0.mediaType == track.mediaType } ?? PlayerItemTrack(track, of: item)
      }
      known.enabled = Dictionary(
        media.edit.composition.tracks.map { ($0.id, $0.isEnabled) }, uniquingKeysWith: { first, _ in first })
    }
    item.setStatus(.readyToPlay, tellingOn: calls)
  }

  /// Has the time of the current item, which stands, lie in what is open of it.
  func clampTime(_ state: inout PlaybackState) {
    let time = clamped(state.time, state)
    if time != state.time { (state.time, state.served) = (time, time) }
  }

  // MARK: Going over

  /// Goes over to what was opened anew: at once where the item stands, else at the border of a frame for which everything can be
  /// ready.
  func switchMedia(_ state: inout PlaybackState, at now: Rational) {
    for item in state.items.dropFirst().prefix(1) { adoptIncoming(item, &state) }
    guard let record = state.record, let old = record.media, let new = record.incoming, record.border == nil else {
      return
    }
    guard let timebase = state.timebase else {
      adoptIncoming(&state)
      return
    }
    let isForward = timebase.rate > .zero
    let soonest = timebase.time(atHost: (try? now + Rational(1, 10)) ?? now)
    guard isReady(&state, new, besides: old, at: soonest, isForward: isForward) else { return }
    let newLimit = limit(of: state.item, lasting: new.duration, isForward: isForward)
    let limits = [state.runEnd ?? newLimit, newLimit]
    let choose: (Rational?) -> Rational? = { read in
      let lowest = read.map { isForward ? max($0, soonest) : min($0, soonest) } ?? soonest
      let border = old.border(after: lowest, isForward: isForward)
      return isForward ? min(border, limits[0]) : max(border, limits[0])
    }
    let isSame = new.sound === old.sound && limits[0] == limits[1]
    if !isSame, let row = new.sound, canSplice(state, from: old, to: new, isLonger: limits[0] != limits[1]) {
      state.record?.border = pump.splice(to: row, endingAt: limits[1], choosing: choose)
    } else {
      state.record?.border = choose(nil)
      state.record?.restartsAtBorder = !isSame && (new.sound != nil || old.sound != nil)
    }
  }

  /// Whether a picture of `new` about `time` is ready, which is asked for: those that follow it take no longer than any, however long the
  /// first took.
  private func isReady(
    _ state: inout PlaybackState, _ new: ItemMedia, besides old: ItemMedia, at time: Rational, isForward: Bool
  ) -> Bool {
    guard let feed = new.pictures, feed !== old.pictures, feed.failure == nil else { return true }
    let aim = state.record?.aim ?? new.frame(at: time, isRunningBackwards: !isForward) ?? 0
    state.record?.aim = aim
    feed.request([aim], isForward: isForward)
    return feed.picture(at: aim) != nil
  }

  /// Whether the sound of `old` goes over into that of `new` from one sample to the next: a change of tempo that keeps the pitch has to
  /// know its end.
  private func canSplice(_ state: PlaybackState, from old: ItemMedia, to new: ItemMedia, isLonger: Bool) -> Bool {
    guard state.hasSound, let from = old.sound?.plan, let to = new.sound?.plan, from.grid == to.grid,
      from.channels == to.channels
    else { return false }
    let pitch = state.item?.state.withLock(\.settings.pitch)
    return !isLonger || state.rate.magnitude == .one || pitch == .varispeed
  }

  /// Puts what was opened anew in the place of what was played.
  func adoptIncoming(_ state: inout PlaybackState) {
    guard let item = state.item else { return }
    adoptIncoming(item, &state)
  }

  private func adoptIncoming(_ item: PlayerItem, _ state: inout PlaybackState) {
    let key = ObjectIdentifier(item)
    guard var record = state.records[key], let new = record.incoming else { return }
    let old = record.media
    (record.media, record.incoming, record.aim, record.border, record.restartsAtBorder) = (new, nil, nil, nil, false)
    state.records[key] = record
    if item === state.item, new.sound !== old?.sound, let row = new.sound { pump.endSplice(to: row) }
    old?.close(except: new)
    publish(new, of: item)
    guard item === state.item else { return }
    if let timebase = state.timebase {
      state.phase = .running(timebase, until: limit(state, isForward: timebase.rate > .zero))
    } else {
      clampTime(&state)
      endSound(&state)
    }
  }

  // MARK: Faults

  /// The current item cannot be played on.
  func fail(_ state: inout PlaybackState, _ error: RenderError, at now: Rational) {
    guard let item = state.item else { return }
    fail(item, &state, error, at: now)
  }

  /// Fails `item`: its player is paused, if it is the current one, and seeks complete with false.
  private func fail(_ item: PlayerItem, _ state: inout PlaybackState, _ error: RenderError, at now: Rational) {
    if item === state.item {
      let didRun = state.timebase != nil
      leave(&state, at: now)
      (state.rate, state.statedRate, state.phase, state.scheduled) = (.zero, 0, .standing, nil)
      if didRun { firePeriodic(&state, .stop) }
      endWaiting(&state)
    }
    let key = ObjectIdentifier(item)
    let record = state.records[key]
    state.recordCount += 1
    state.records[key] = ItemRecord(number: state.recordCount)
    item.setStatus(.failed, error, tellingOn: calls)
    notify(item, .failedToPlayToEndTime(error), &state)
    record?.close()
  }

  /// Calls the completions of all waiting callers with false.
  func endWaiting(_ state: inout PlaybackState) {
    if let seek = state.seek { complete(seek.completion, false, &state) }
    for preroll in state.prerolls { complete(preroll.completion, false, &state) }
    (state.seek, state.prerolls) = (nil, [])
  }
}
