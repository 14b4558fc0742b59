import Compositing
import MediaTime
import Rendering
import Synchronization

/// The choice of the pictures that are shown, and of their times.
///
/// A frame is shown if its picture is ready before its time is over; else it is dropped, and the frame for now is next. While pictures
/// take longer than they are shown, the feed is asked for those that can be ready in time.
extension PlayerCore {
  /// The number of pictures that are made ahead forwards, and of those that are made together backwards.
  private static let (ahead, together) = (4, 8)

  /// Whether the current item has pictures and takers of them.
  func needsPicture(_ state: PlaybackState) -> Bool { state.record?.media?.pictures != nil }

  /// Whether the picture is ready with which the item starts.
  func isPictureReady(_ state: PlaybackState, isForward: Bool) -> Bool {
    guard let media = state.record?.media else { return false }
    guard let feed = media.pictures, let frame = media.frame(at: state.time, isRunningBackwards: !isForward) else {
      return true
    }
    return feed.picture(at: frame) != nil
  }

  /// Shows the picture for `now`, if it is ready and not shown yet, and says which are wanted.
  ///
  /// While one seek follows another faster than pictures are made, those of the older ones are shown meanwhile.
  func show(_ state: inout PlaybackState, at now: Rational) {
    guard let media = state.record?.media, let feed = media.pictures, let item = state.item else {
      finishSeek(&state)
      return
    }
    let time = time(state, at: now)
    let rate = state.timebase?.rate ?? (state.prerolls.first?.rate ?? state.rate)
    let isBackwards = rate < .zero
    guard let due = media.frame(at: time, isRunningBackwards: isBackwards && state.timebase != nil) else { return }
    let frame = beginsAtEnd(due, of: feed, at: time, state) ? due - 1 : due
    requestPictures(state, frame, at: time, rate)
    let superseded = feed.takeSuperseded()
    guard let picture = feed.picture(at: frame) else {
      if state.seek != nil, let superseded {
        present(superseded.picture, of: superseded.frame, &state, media, item, at: now)
        state.shown = (ObjectIdentifier(feed), superseded.frame)
      }
      return
    }
    let isNew = state.shown.map { $0.feed != ObjectIdentifier(feed) || $0.frame != frame } ?? true
    guard isNew || state.forcesRedisplay else { return }
    if state.timebase != nil, let shown = state.shown, shown.feed == ObjectIdentifier(feed), !state.forcesRedisplay {
      let dropped = abs(frame - shown.frame) - 1
      if dropped > 0 { item.state.withLock { $0.droppedFrameCount += dropped } }
    }
    state.shown = (ObjectIdentifier(feed), frame)
    state.forcesRedisplay = false
    present(picture, of: frame, &state, media, item, at: now)
    finishSeek(&state)
  }

  /// Whether frame `frame` begins where playing has ended, which it is no part of: the frame before it is the last, shown already or
  /// not yet ready.
  private func beginsAtEnd(_ frame: Int, of feed: PictureFeed, at time: Rational, _ state: PlaybackState) -> Bool {
    guard state.timebase == nil, state.seek == nil, !state.forcesRedisplay, let shown = state.shown else {
      return false
    }
    return shown.feed == ObjectIdentifier(feed) && shown.frame < frame
      && time == limit(state, isForward: true) && state.record?.media?.start(of: frame) == time
  }

  /// Passes the picture of frame `frame` to the sink and the item's outputs.
  private func present(
    _ picture: PixelBuffer, of frame: Int, _ state: inout PlaybackState, _ media: ItemMedia, _ item: PlayerItem,
    at now: Rational
  ) {
    let start = media.start(of: frame) ?? state.time
    let end = media.start(of: frame + 1) ?? media.duration
    let host = state.timebase.map { max($0.anchorHost, $0.host(of: $0.rate < .zero ? end : start)) } ?? now
    let shown = PlayerItemVideoOutput.Shown(
      picture: picture, itemTime: CMTime(notAfter: start), hostTime: CMTime(notAfter: host))
    // One that was added just now may wait for another format.
    let outputs = item.state.withLock(\.outputs).compactMap { $0 as? PlayerItemVideoOutput }.filter { output in
      output.pixelFormat == nil || output.pixelFormat == media.pictures?.format
    }
    state.effects.append(
      .init { [pictureSink, calls] in
        calls.perform { pictureSink?.show(picture, itemTime: shown.itemTime, at: shown.hostTime) }
        for output in outputs { output.show(shown, until: CMTime(notAfter: end), while: calls) }
      })
  }

  /// Completes the seek, whose picture is shown.
  private func finishSeek(_ state: inout PlaybackState) {
    guard let seek = state.seek, seek.isPlaced else { return }
    state.seek = nil
    complete(seek.completion, true, &state)
  }

  /// Says which pictures are wanted, `frame` being the one for now.
  private func requestPictures(
    _ state: PlaybackState, _ frame: Int, at time: Rational, _ rate: Rational
  ) {
    guard let record = state.record, let media = record.media, let feed = media.pictures else { return }
    let isForward = rate >= .zero
    let frames = wanted(
      from: frame, of: media, feed, time: time, speed: state.timebase == nil ? .zero : rate, isForward: isForward)
    guard let incoming = record.incoming, let next = incoming.pictures, next !== feed, let border = record.border else {
      feed.request(frames, isForward: isForward)
      return
    }
    // Before the border the old pictures are wanted, from it on the new ones.
    feed.request(
      frames.filter { frame in
        isForward
          ? media.start(of: frame).map { $0 < border } ?? true : media.start(of: frame + 1).map { $0 > border } ?? true
      }, isForward: isForward)
    if let first = incoming.frame(at: border, isRunningBackwards: !isForward) {
      next.request(
        wanted(
          from: first, of: incoming, next, time: border, speed: .zero, isForward: isForward),
        isForward: isForward)
    }
  }

  /// Has the first pictures made of the item that comes next.
  func makeNextReady(_ state: PlaybackState) {
    guard state.items.count > 1, let media = state.records[ObjectIdentifier(state.items[1])]?.media,
      let feed = media.pictures, let frame = media.frame(at: state.items[1].state.withLock(\.time))
    else { return }
    feed.request(Array(frame..<min(feed.plan.frameCount, frame + Self.ahead)), isForward: true)
  }

  /// The frames that are wanted from `frame` on, the most urgent first.
  private func wanted(
    from frame: Int, of media: ItemMedia, _ feed: PictureFeed, time: Rational, speed: Rational, isForward: Bool
  ) -> [Int] {
    let count = feed.plan.frameCount
    guard count > 0 else { return [] }
    guard isForward else {
      // Whole groups, as one decoding from a key frame gives several frames.
      let group = frame / Self.together
      return Array(group * Self.together...frame) + Array(max(0, group - 1) * Self.together..<group * Self.together)
    }
    let cost = feed.cost * speed.seconds
    let usual = max(media.duration.seconds / Double(count), 0.000_001)
    guard cost > usual else { return Array(frame..<min(count, frame + Self.ahead)) }
    // Pictures that are made already are kept; later ones have to be ready in time, and their neighbors are left out.
    let made = feed.made(from: frame)
    let soonest = made.last.map { $0 + 1 } ?? frame
    let late = media.frame(at: (try? time + Rational(nanosecondsOf: cost * Double(made.count + 1))) ?? time) ?? frame
    let step = Int((cost / usual).rounded(.up))
    let first = (max(soonest, late) + step - 1) / step * step
    let more = max(1, Self.ahead - made.count)
    return made + stride(from: first, to: min(count, first + more * step), by: step)
  }

  /// The time at which something is due next; nil where nothing is.
  func deadline(_ state: PlaybackState, at now: Rational) -> Rational? {
    var hosts: [Rational] = []
    if let host = state.scheduled?.host { hosts.append(host) }
    if let timebase = state.timebase, let end = state.runEnd, let record = state.record, let media = record.media {
      let isForward = timebase.rate > .zero
      let time = time(state, at: now)
      hosts.append(timebase.host(of: end))
      if let border = record.border { hosts.append(timebase.host(of: border)) }
      for observer in state.observers {
        observer.next(after: state.served, isForward: isForward).map { hosts.append(timebase.host(of: $0)) }
      }
      hosts += momentDeadlines(state)
      if state.hasSound { hosts += [pump.nextPlayedEnd, pump.runsOut].compactMap { $0 } }
      if media.pictures != nil, let frame = media.frame(at: time, isRunningBackwards: !isForward) {
        let border = isForward ? frame + 1 : frame
        if border > 0, border < media.plan.picture?.frameCount ?? 0, let start = media.start(of: border) {
          hosts.append(timebase.host(of: start))
        }
      }
    }
    guard let next = hosts.min() else { return nil }
    // A time that was rounded may lie just before what it stands for.
    return next > now ? next : try? now + Rational(1, 1_000_000_000)
  }
}
