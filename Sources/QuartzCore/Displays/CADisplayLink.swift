public import CoreGraphics

/// The wanted number of pictures a second (`CAFrameRateRange`).
public struct CAFrameRateRange: Hashable, Sendable {
  /// At least.
  public var minimum: Float
  /// At most.
  public var maximum: Float
  /// As many as that, where it can be; nil for as many as there may be.
  public var preferred: Float?

  /// `minimum` to `maximum` pictures, and `preferred` where it can be.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// As many as the display has.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

/// Calls a function on a run loop for each picture of a display, or for every second, third … one (`CADisplayLink`).
///
/// There is no display here whose rate could be read: it is called sixty times a second. A call that takes longer than
/// a picture skips the pictures that it misses. A run loop holds it until it is invalidated. Swift has no selectors
/// outside of Apple's platforms, so that a function is called instead of a target's method. Threads: that of the run
/// loops that it is added to, one at a time.
open class CADisplayLink: NSObject, @unchecked Sendable {
  // @unchecked: it is used on the thread of its run loops, as its documentation says.
  private let body: (CADisplayLink) -> Void
  private var timers: [(loop: RunLoop, mode: RunLoop.Mode, timer: Timer)] = []
  private var isValid = true
  /// The picture that it was called for last, counted from when the machine was started.
  private var latest: Int64 = -1

  /// Pictures a second of the display.
  private static let rate = 60.0

  /// The time at which the picture before is shown, as ``CACurrentMediaTime()`` counts.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The time at which what is drawn now will be shown.
  public private(set) var targetTimestamp: CFTimeInterval = 0
  /// The duration of a display's picture.
  open var duration: CFTimeInterval { 1 / Self.rate }
  /// Whether it is paused, and calls no target.
  open var isPaused = false
  /// For each of how many pictures it is called.
  open var frameInterval = 1
  /// Limit of its calls a second; 0 for each picture.
  open var preferredFramesPerSecond = 0
  /// The number of its calls a second.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// One that calls `body` for each picture, once it is added to a run loop.
  public init(_ body: @escaping (CADisplayLink) -> Void) { self.body = body }

  /// Has `runloop` call while it runs in `mode`.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard isValid, !timers.contains(where: { $0.loop === runloop && $0.mode == mode }) else { return }
    // The run loop holds it, until it is removed or invalidated.
    let timer = Timer(timeInterval: duration, repeats: true) { _ in self.look() }
    timers.append((runloop, mode, timer))
    runloop.add(timer, forMode: mode)
  }

  /// Has `runloop` not call any more while it runs in `mode`.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    timers.removeAll { entry in
      guard entry.loop === runloop, entry.mode == mode else { return false }
      entry.timer.invalidate()
      return true
    }
  }

  /// Ends all calls, on all run loops.
  open func invalidate() {
    isValid = false
    for entry in timers { entry.timer.invalidate() }
    timers = []
  }

  /// Calls, where the picture has come that is next.
  private func look() {
    let number = Int64((CACurrentMediaTime() * Self.rate).rounded(.down))
    guard isValid, !isPaused, number > latest, latest < 0 || number - latest >= Int64(step) else { return }
    latest = number
    timestamp = Double(number) / Self.rate
    targetTimestamp = Double(number + Int64(step)) / Self.rate
    body(self)
  }

  /// For each of how many pictures it is called.
  private var step: Int {
    let range = preferredFrameRateRange
    let wanted = [Double(range.preferred ?? 0), Double(range.maximum), Double(preferredFramesPerSecond)].first {
      $0 > 0
    }
    let pictures = wanted.map { Self.rate / min(Self.rate, $0) } ?? Double(frameInterval)
    return max(1, Int(min(pictures.rounded(), Self.rate * 60)))
  }
}
