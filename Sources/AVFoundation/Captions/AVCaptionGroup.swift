public import CoreMedia
public import Foundation
import Synchronization

/// The captions that are read at one time: several, one, or none (`AVCaptionGroup`). Immutable.
open class AVCaptionGroup: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// Range in which they are read.
  public let timeRange: CMTimeRange
  /// The captions.
  public let captions: [AVCaption]

  /// `captions`, which are read in `timeRange`.
  public init(captions: [AVCaption], timeRange: CMTimeRange) {
    (self.captions, self.timeRange) = (captions, timeRange)
    super.init()
  }

  /// Nothing that is read in `timeRange`.
  public convenience init(timeRange: CMTimeRange) { self.init(captions: [], timeRange: timeRange) }
}

/// Parts the time wherever a caption begins or ends (`AVCaptionGrouper`).
///
/// ```
///  captions   ├── a ──────┤       ├─ c ─┤
///                 ├── b ──┤
///  groups     │ a │ a, b  │ none  │  c  │
/// ```
///
/// Threads: any.
open class AVCaptionGrouper: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())

  private struct State: Sendable {
    var captions: [AVCaption] = []
    /// Time up to which groups were given.
    var end: CMTime?
  }

  /// A grouper without captions.
  public override init() { super.init() }

  /// Adds `input`, for groups that were not given yet; one without a duration is in none.
  open func add(_ input: AVCaption) { state.withLock { $0.captions.append(input) } }

  /// The groups that end at `upToTime` or before and were not given yet, in the order of their times, from the first caption on. Captions that are
  /// read beyond wait for the next call.
  open func flushAddedCaptions(upTo upToTime: CMTime) -> [AVCaptionGroup] {
    state.withLock { state in
      let captions = state.captions.filter { $0.timeRange.isValid && $0.timeRange.duration > .zero }
      let times = captions.flatMap { [$0.timeRange.start, $0.timeRange.end] } + [state.end].compactMap(\.self)
      let borders = times.filter { $0 <= upToTime && $0 >= state.end ?? $0 }.sorted()
      var groups: [AVCaptionGroup] = []
      for (start, end) in zip(borders, borders.dropFirst()) where start < end {
        let read = captions.filter { $0.timeRange.start <= start && $0.timeRange.end >= end }
        groups.append(AVCaptionGroup(captions: read, timeRange: CMTimeRange(start: start, end: end)))
      }
      if let last = borders.last {
        state.end = last
        state.captions = captions.filter { $0.timeRange.end > last }
      }
      return groups
    }
  }
}
