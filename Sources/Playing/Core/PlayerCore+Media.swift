import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The opening of items, and the going over from one plan to the next.
extension PlayerCore {
  /// What of `item` has changed.
  func itemChanged(_ item: PlayerItem, _ change: PlayerItemChange) {
    self.change { state, now in
      guard state.records[ObjectIdentifier(item)] != nil else { return }
      if change != .stretch { state.records[ObjectIdentifier(item)]?.isStale = true }
      guard item === state.item else { return }
      switch change {
      case .stretch: restart(&state, at: now)
      case .outputs:
        let isHeard = item.state.withLock { $0.outputs.contains { $0 is PlayerItemAudioOutput } }
        pump.keepBlocks(isHeard)
        tellTime(&state, state.timebase)
        if state.timebase == nil { state.mustShow = true }
      case .media: break
      }
    }
  }

  /// Begins to open `item`, where that is to be done.
  func openIfNeeded(_ item: PlayerItem, _ state: inout PlaybackState) {
    let key = ObjectIdentifier(item)
    var record = state.records[key] ?? ItemRecord(isStale: true)
    guard record.isStale, !record.isOpening, record.incoming == nil else {
      state.records[key] = record
      return
    }
    (record.isStale, record.isOpening) = (false, true)
    state.records[key] = record
    let request = item.state.withLock { known in
      ItemRequest(
        asset: item.asset.kind, settings: known.settings,
        wantsPictures: pictureSink != nil || known.outputs.contains { $0 is PlayerItemVideoOutput },
        format: known.outputFormat ?? pictureSink?.pixelFormat,
        wantsSound: hasSoundSink || known.outputs.contains { $0 is PlayerItemAudioOutput }, previous: record.media)
    }
    clock.beginWork()
    Task.detached { [self] in
      let result: Result<ItemMedia, RenderError>
      do throws(RenderError) {
        result = .success(try await request.open(renderer: renderer, clock: clock, owner: alarm))
      } catch {
        result = .failure(error)
      }
      opened(item, result, before: request.previous)
      clock.endWork()
    }
  }

  /// Takes what was opened.
  private func opened(_ item: PlayerItem, _ result: Result<ItemMedia, RenderError>, before: ItemMedia?) {
    let key = ObjectIdentifier(item)
    let isTaken = change { state, now in
      guard !state.isClosed, var record = state.records[key] else { return false }
      record.isOpening = false
      switch result {
      case .failure(let error):
        state.records[key] = record
        fail(item, &state, error, at: now)
      case .success(let media):
        if record.media == nil {
          record.media = media
          publish(media, of: item)
        } else {
          record.incoming = media
        }
        state.records[key] = record
      }
      return true
    }
    if !isTaken, case .success(let media) = result { media.close() }
  }

  /// Says of the item what `media` holds.
  private func publish(_ media: ItemMedia, of item: PlayerItem) {
    let isFirst = item.state.withLock { known in
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
      defer { known.status = .readyToPlay }
      return known.status != .readyToPlay
    }
    if isFirst { item.statuses.send(.readyToPlay, on: calls) }
  }

  // MARK: Going over

  /// Goes over to what was opened anew: at once where the item stands, else at the border of a frame for which everything can be
  /// ready.
  func goOver(_ state: inout PlaybackState, at now: Rational) {
    for item in state.items.dropFirst().prefix(1) { takeOver(item, &state) }
    guard let record = state.record, let old = record.media, let new = record.incoming, record.border == nil else {
      return
    }
    guard let timebase = state.timebase else {
      takeOver(&state)
      return
    }
    let isForward = timebase.rate > .zero
    let limits = [old, new].map { limit(of: state.item, lasting: $0.duration, isForward: isForward) }
    let soonest = timebase.time(atHost: (try? now + Rational(1, 10)) ?? now)
    let choose: (Rational?) -> Rational? = { read in
      let lowest = read.map { isForward ? max($0, soonest) : min($0, soonest) } ?? soonest
      let border = old.border(after: lowest, isForward: isForward)
      return isForward ? min(border, limits[0]) : max(border, limits[0])
    }
    let isSame = new.sound === old.sound && limits[0] == limits[1]
    if !isSame, let row = new.sound, canGoOver(state, from: old, to: new, isLonger: limits[0] != limits[1]) {
      state.record?.border = pump.goOver(to: row, endingAt: limits[1], choosing: choose)
    } else {
      state.record?.border = choose(nil)
      state.record?.restartsAtBorder = !isSame && (new.sound != nil || old.sound != nil)
    }
  }

  /// Whether the sound of `old` goes over into that of `new` from one sample to the next: a change of tempo that keeps the pitch has to
  /// know its end.
  private func canGoOver(_ state: PlaybackState, from old: ItemMedia, to new: ItemMedia, isLonger: Bool) -> Bool {
    guard state.hasSound, let from = old.sound?.plan, let to = new.sound?.plan, from.grid == to.grid,
      from.channels == to.channels
    else { return false }
    let pitch = state.item?.state.withLock(\.settings.pitch)
    return !isLonger || state.rate.magnitude == .one || pitch == .varispeed
  }

  /// Puts what was opened anew in the place of what was played.
  func takeOver(_ state: inout PlaybackState) {
    guard let item = state.item else { return }
    takeOver(item, &state)
  }

  private func takeOver(_ item: PlayerItem, _ state: inout PlaybackState) {
    let key = ObjectIdentifier(item)
    guard var record = state.records[key], let new = record.incoming else { return }
    let old = record.media
    (record.media, record.incoming, record.border, record.restartsAtBorder) = (new, nil, nil, false)
    state.records[key] = record
    if item === state.item, new.sound !== old?.sound, let row = new.sound { pump.goneOver(to: row) }
    old?.close(except: new)
    publish(new, of: item)
    if item === state.item, state.timebase == nil {
      state.time = min(state.time, max(new.duration, limit(state, isForward: true)))
      if case .waiting = state.phase, state.hasSound {
        pump.end()
        state.hasSound = false
      }
    }
  }

  // MARK: Faults

  /// The current item cannot be played on.
  func fail(_ state: inout PlaybackState, _ error: RenderError, at now: Rational) {
    guard let item = state.item else { return }
    fail(item, &state, error, at: now)
  }

  /// `item` cannot be played on: its player is paused, if it is the current one, and seeks are told false.
  private func fail(_ item: PlayerItem, _ state: inout PlaybackState, _ error: RenderError, at now: Rational) {
    if item === state.item {
      leave(&state, at: now)
      (state.rate, state.statedRate, state.phase, state.scheduled) = (.zero, 0, .standing, nil)
      endWaiting(&state)
    }
    let key = ObjectIdentifier(item)
    let record = state.records[key]
    state.records[key] = ItemRecord()
    item.state.withLock { ($0.status, $0.error) = (.failed, error) }
    item.statuses.send(.failed, on: calls)
    notify(item, .failedToPlayToEndTime(error), &state)
    record?.close()
  }

  /// Tells everyone who waits false.
  func endWaiting(_ state: inout PlaybackState) {
    if let seek = state.seek { complete(seek.completion, false, &state) }
    for preroll in state.prerolls { complete(preroll.completion, false, &state) }
    (state.seek, state.prerolls) = (nil, [])
  }
}
