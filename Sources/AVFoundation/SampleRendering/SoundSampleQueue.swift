import CoreMedia
import Foundation
import MediaTime
import Synchronization

/// The sound that a renderer was given and whose time has not passed.
///
/// Threads: any. Lock order: only `state`.
final class SoundSampleQueue: Sendable {
  /// Clock that it goes by.
  let clock = RenderingClock.standing()
  private let state = Mutex(State())

  private struct State: Sendable {
    /// Ranges in which the buffers are heard.
    var ranges: [CMTimeRange] = []
    var hasBegun = false
    var error: AVError?

    /// Leaves out what was heard until `time`, which rises where `isForward` is set.
    mutating func pass(_ time: CMTime, isForward: Bool) {
      ranges.removeAll { isForward ? $0.end <= time : $0.start > time }
    }
  }

  /// Duration of sound that may wait.
  private static let longest = CMTime(value: 3, timescale: 1)
  /// Number of buffers that may wait.
  private static let mostBuffers = 1_000

  /// Takes `buffer`; false where it holds no sound, which is a failure, and where it has failed before.
  func enqueue(_ buffer: CMSampleBuffer) -> Bool {
    let isSound = buffer.formatDescription?.mediaType == .audio
    let timebase = clock.timebase
    let (time, isForward) = (timebase.time, timebase.rate >= 0)
    return state.withLock { state in
      guard state.error == nil else { return false }
      guard isSound else {
        state.ranges = []
        state.error = AVError(
          .invalidSourceMedia,
          userInfo: [NSLocalizedDescriptionKey: "A sample buffer for a renderer of sound holds no sound."])
        return false
      }
      state.hasBegun = true
      // Passed ranges are removed here as well: the program need not ask for room.
      if state.ranges.count >= Self.mostBuffers { state.pass(time, isForward: isForward) }
      let (start, duration) = (buffer.outputPresentationTimeStamp, buffer.outputDuration)
      if start.isNumeric, duration.isNumeric { state.ranges.append(CMTimeRange(start: start, duration: duration)) }
      return true
    }
  }

  /// Forgets what was not heard; goes on where it had failed.
  func flush() {
    state.withLock { state in
      state.ranges = []
      if state.error != nil { (state.error, state.hasBegun) = (nil, false) }
    }
  }

  /// Forgets what is heard from `time` on; false, and nothing is forgotten, where it is past.
  func flush(from time: CMTime) -> Bool {
    let timebase = clock.timebase
    let (now, isForward) = (timebase.time, timebase.rate >= 0)
    guard time.isNumeric, isForward ? time >= now : time <= now else { return false }
    state.withLock { state in
      state.ranges = state.ranges.compactMap { range in
        guard range.start < time else { return nil }
        return CMTimeRange(start: range.start, end: min(range.end, time))
      }
    }
    return true
  }

  /// Error for which nothing more is taken.
  var error: AVError? { state.withLock(\.error) }
  /// Whether something was given to it.
  var hasBegun: Bool { state.withLock(\.hasBegun) }
  /// Whether some of it is not past.
  var hasMedia: Bool {
    let timebase = clock.timebase
    let (time, isForward) = (timebase.time, timebase.rate >= 0)
    return state.withLock { state in state.ranges.contains { isForward ? $0.end > time : $0.start <= time } }
  }
  /// Whether there is room for more.
  var hasRoom: Bool {
    let timebase = clock.timebase
    let (time, isForward) = (timebase.time, timebase.rate >= 0)
    return state.withLock { state in
      state.pass(time, isForward: isForward)
      let waiting = state.ranges.reduce(CMTime.zero) { $0 + $1.duration }
      return state.error == nil && waiting < Self.longest && state.ranges.count < Self.mostBuffers
    }
  }
}
