import Containers
import Rendering
import Synchronization

/// The way of packets into a file that is written, each track's on a thread of its own, and their counting.
extension FileWriter {
  /// The shortest time between two progress reports.
  private static let reportInterval = Duration.milliseconds(50)

  /// Moves packets from an encoder to its track, on a dedicated thread.
  ///
  /// The thread does not retain the writer, so that releasing the writer ends the thread.
  func pump(_ input: EncodedInput, countsFrames: Bool) {
    let (cancellation, muxer) = (cancellation, muxer)
    DedicatedThread.start(named: "packets") { [weak self] in
      do {
        try input.pump(
          checking: {
            try cancellation.check()
            try muxer.check()
          }, notice: { self?.noticePacket(isFrame: countsFrames) })
      } catch {
        self?.fail(error)
      }
    }
  }

  /// Has `copier` make sound number `number`, of packets that go into `track`, on a dedicated thread, which does not retain the writer.
  func copy(_ copier: SoundCopier, into track: PacketMuxer.Input, as number: Int) {
    let (cancellation, muxer) = (cancellation, muxer)
    let length = copier.copied.packetLength
    DedicatedThread.start(named: "packets") { [weak self] in
      do {
        try copier.run(into: track) {
          try cancellation.check()
          try muxer.check()
        } notice: {
          self?.noticePacket(isFrame: false)
          if number == 0 { self?.noticeSamples(length, atMost: copier.copied.end) }
        }
      } catch {
        self?.fail(error)
      }
    }
  }

  /// Counts `count` more samples of the first sound, which has `all`.
  private func noticeSamples(_ count: Int64, atMost all: Int64) {
    let isReported = state.withLock { state in
      state.done.sampleCount = min(state.done.sampleCount + count, all)
      return state.pictures == nil
    }
    if isReported { report() }
  }

  /// Counts a packet that went into the file, which is a picture's where it `isFrame`.
  func noticePacket(isFrame: Bool) {
    state.withLock { state in
      state.packetCount += 1
      if isFrame { state.done.frameCount += 1 }
    }
    if isFrame { report() }
  }

  /// Reports the file's progress, at most once in an interval; the last time in any case.
  func report(isLast: Bool = false) {
    let done: WriterProgress? = state.withLock { state in
      let now = ContinuousClock.now
      if !isLast, let last = state.lastReport, now - last < Self.reportInterval { return nil }
      state.lastReport = now
      return state.done
    }
    if let done { progress(done) }
  }
}
