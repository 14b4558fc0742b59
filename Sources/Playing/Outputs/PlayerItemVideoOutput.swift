public import Compositing
public import MediaTime
import Rendering
import Synchronization

/// A player item's pictures, to be asked for or to be given (`AVPlayerItemVideoOutput`).
///
/// ```swift
/// let output = PlayerItemVideoOutput(pixelFormat: .rgba)
/// item.add(output)
/// for await shown in output.pictures() { draw(shown.picture) }
/// ```
///
/// Threads: any.
public final class PlayerItemVideoOutput: PlayerItemOutput {
  /// The format of the pictures; nil for whatever the plan has.
  public let pixelFormat: PixelBuffer.Format?

  /// One picture that is shown.
  public struct Shown: Sendable {
    /// The picture, to be read only.
    public var picture: PixelBuffer
    /// The beginning of its being shown, in the item's time.
    public var itemTime: CMTime
    /// The time of its being shown, by the player's clock.
    public var hostTime: CMTime
  }

  fileprivate struct State {
    /// The last pictures, with where each ends, and their numbers.
    var recent: [(shown: Shown, end: CMTime, number: Int)] = []
    var count = 0
    /// The number of the picture that was copied last.
    var copied = 0
    var timeline = OutputTimeline()
  }

  /// The number of pictures that are kept for later requests.
  private static let kept = 4

  private let state = Mutex(State())
  private let broadcast = Broadcast<Shown>()

  /// An output of pictures in `pixelFormat`; if nil in whatever the plan has.
  public init(pixelFormat: PixelBuffer.Format? = nil) {
    self.pixelFormat = pixelFormat
  }

  /// Whether the picture of `itemTime` differs from the last copied one (`hasNewPixelBuffer(forItemTime:)`).
  public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    state.withLock { state in state.entry(at: itemTime).map { $0.number != state.copied } ?? false }
  }

  /// The picture of `itemTime`, and when it begins to be shown (`copyPixelBuffer(forItemTime:itemTimeForDisplay:)`): of the last few
  /// that were shown the one whose time contains it, or else the last one. Nil before the first.
  ///
  /// The picture is to be read only, and is not copied.
  public func copyPixelBuffer(
    forItemTime itemTime: CMTime
  ) -> (pixelBuffer: PixelBuffer, itemTimeForDisplay: CMTime)? {
    state.withLock { state in
      guard let entry = state.entry(at: itemTime) else { return nil }
      state.copied = entry.number
      return (entry.shown.picture, entry.shown.itemTime)
    }
  }

  /// The item's time when the player's clock shows `hostTime` (`itemTime(forHostTime:)`), if nothing changes until then; where it
  /// stands, the time there. Invalid for a time that is not numeric.
  public func itemTime(forHostTime hostTime: CMTime) -> CMTime {
    state.withLock(\.timeline).itemTime(forHostTime: hostTime)
  }

  /// The pictures from now on, each when it is shown. Of those that are not taken in time, the last `capacity` are kept.
  public func pictures(capacity: Int = 8) -> some AsyncSequence<Shown, Never> & Sendable {
    broadcast.stream(capacity: max(1, capacity))
  }

  /// Has `call` be called with each picture when it is shown, until the observation is cancelled: on the player's own thread, where
  /// whatever takes long makes later pictures late.
  public func onPicture(_ call: @escaping @Sendable (Shown) -> Void) -> PlayerObservation { broadcast.observe(call) }

  /// Gives `shown`, which is shown until `end`, as long as `queue`, the player's, is not closed.
  func show(_ shown: Shown, until end: CMTime, while queue: CallbackQueue) {
    state.withLock { state in
      state.count += 1
      state.recent.append((shown, end, state.count))
      if state.recent.count > Self.kept { state.recent.removeFirst() }
    }
    broadcast.deliver(shown, while: queue)
  }
}

extension PlayerItemVideoOutput: TimelineOutput {
  func follow(_ timeline: OutputTimeline) { state.withLock { $0.timeline = timeline } }
}

extension PlayerItemVideoOutput.State {
  /// The picture of `time`.
  fileprivate func entry(at time: CMTime) -> (shown: PlayerItemVideoOutput.Shown, end: CMTime, number: Int)? {
    recent.last { $0.shown.itemTime <= time && time < $0.end } ?? recent.last
  }
}
