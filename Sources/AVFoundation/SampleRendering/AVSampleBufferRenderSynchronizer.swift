// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
public import Foundation
import Synchronization
import Waiting

/// The time of several renderers of sample buffers (`AVSampleBufferRenderSynchronizer`).
///
/// ```swift
/// let synchronizer = AVSampleBufferRenderSynchronizer()
/// synchronizer.addRenderer(audioRenderer)
/// synchronizer.addRenderer(displayLayer)
/// synchronizer.setRate(1, time: .zero)   // begins when both have something
/// ```
///
/// Threads: any. Lock order: only `state`.
open class AVSampleBufferRenderSynchronizer: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The timebase that times refer to, over the machine's clock. Read only.
  public let timebase: CMTimebase
  private let timeObservers: TimebaseObservers
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: Sendable {
    var renderers = Renderers()
    var rate: Float = 0
    /// Whether the rate waits for media.
    var isWaiting = false
    var delays = true
  }

  /// Renderers, in the order in which they were added.
  private struct Renderers: @unchecked Sendable {
    // @unchecked: they are handed out as they were added.
    var all: [any SynchronizedRendering] = []

    /// Whether each has something to begin with.
    var areReady: Bool { all.allSatisfy(\.hasSufficientMediaDataForReliablePlaybackStart) }
    func contains(_ renderer: any SynchronizedRendering) -> Bool { all.contains { $0 === renderer } }
  }

  /// Its timebase has another rate.
  public class var rateDidChangeNotification: Notification.Name { .AVSampleBufferRenderSynchronizerRateDidChange }

  /// One without renderers, at zero.
  public override init() {
    timebase = CMTimebase(sourceClock: .hostTimeClock)
    timeObservers = TimebaseObservers(of: timebase)
    super.init()
  }

  deinit { for renderer in state.withLock(\.renderers).all { renderer.clock.leave() } }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  // MARK: Time

  /// Time of the timebase.
  open func currentTime() -> CMTime { timebase.time }

  /// Rate of the time, as it was set; negative backwards, 0 while it stands. The timebase's rate is 0 as long as media are waited for.
  open var rate: Float {
    get { state.withLock(\.rate) }
    set { setRate(newValue, time: .invalid) }
  }

  /// Whether time begins to pass only when each renderer has something to begin with; true unless set.
  open var delaysRateChangeUntilHasSufficientMediaData: Bool {
    get { state.withLock(\.delays) }
    set {
      state.withLock { $0.delays = newValue }
      noteMedia()
    }
  }

  /// Goes on from `time`, from where it is if that is not numeric, at `rate`.
  open func setRate(_ rate: Float, time: CMTime) {
    let (renderers, delays) = state.withLock { ($0.renderers, $0.delays) }
    let waits = delays && rate != 0 && timebase.rate == 0 && !renderers.areReady
    state.withLock { ($0.rate, $0.isWaiting) = (rate, waits) }
    apply(waits ? 0 : rate, at: time)
    // Media that came before `isWaiting` was set have not started the timebase.
    if waits { noteMedia() }
  }

  /// Goes on at `rate` so that it is `time` when the machine's clock shows `hostTime`. Does not wait for media.
  open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
    state.withLock { ($0.rate, $0.isWaiting) = (rate, false) }
    apply(rate, at: time, hostTime: hostTime)
  }

  private func apply(_ rate: Float, at time: CMTime, hostTime: CMTime = .invalid) {
    // Observers of times passed until now are called before the timebase changes.
    timeObservers.catchUp()
    let last = timebase.rate
    let (now, rate) = (timebase.time, Double(rate))
    if time.isNumeric {
      let host = hostTime.isNumeric ? hostTime : CMClock.hostTimeClock.time
      timebase.setRate(rate, anchorTime: time, immediateSourceTime: host)
    } else {
      timebase.setRate(rate)
    }
    if last != rate || time.isNumeric && time != now { timeObservers.timebaseChanged() }
    observers.look()
    if last != rate { NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: self) }
  }

  /// Begins, if that waits for media, and they are there.
  func noteMedia() {
    let (renderers, delays, isWaiting) = state.withLock { ($0.renderers, $0.delays, $0.isWaiting) }
    guard isWaiting, !delays || renderers.areReady else { return }
    let rate: Float? = state.withLock { state in
      defer { state.isWaiting = false }
      return state.isWaiting ? state.rate : nil
    }
    if let rate { apply(rate, at: .invalid) }
  }

  // MARK: Renderers

  /// Renderers that go by its time.
  open var renderers: [any AVQueuedSampleBufferRendering] { state.withLock(\.renderers).all }

  /// Has `renderer` go by its time. One that has a synchronizer, or is of a class of the program's own, ends the process, as AVFoundation's
  /// exception does.
  open func addRenderer(_ renderer: any AVQueuedSampleBufferRendering) {
    guard let renderer = renderer as? any SynchronizedRendering else {
      Misuse.raise("-[AVSampleBufferRenderSynchronizer addRenderer:] the renderer is of a class that is not supported")
    }
    guard renderer.clock.join(self, timebase) else {
      Misuse.raise("-[AVSampleBufferRenderSynchronizer addRenderer:] the renderer is in a synchronizer already")
    }
    let added = Renderers(all: [renderer])
    state.withLock { $0.renderers.all += added.all }
    observers.look()
  }

  /// Has `renderer` go by its time no more, once it is `time`: at once where that is not later. Calls `completionHandler` once: with false where
  /// it is none of its own.
  open func removeRenderer(
    _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard let own = renderer as? any SynchronizedRendering, state.withLock(\.renderers).contains(own) else {
      return Self.tell(completionHandler, false)
    }
    let removed = Renderers(all: [own])
    guard time.isNumeric, time > timebase.time else { return remove(removed, tell: completionHandler) }
    timeObservers.add(
      .once(at: time, on: .global()) { [weak self] in self?.remove(removed, tell: completionHandler) })
  }

  /// Has `renderer` go by its time no more, once it is `time`; false where it is none of its own.
  @discardableResult
  public func removeRenderer(_ renderer: any AVQueuedSampleBufferRendering, at time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      removeRenderer(renderer, at: time) { continuation.resume(returning: $0) }
    }
  }

  private func remove(_ removed: Renderers, tell handler: (@Sendable (Bool) -> Void)?) {
    let found = state.withLock { state in
      defer { state.renderers.all.removeAll(where: removed.contains) }
      return Renderers(all: state.renderers.all.filter(removed.contains))
    }
    for renderer in found.all { renderer.clock.leave() }
    noteMedia()
    observers.look()
    Self.tell(handler, !found.all.isEmpty)
  }

  private static func tell(_ handler: (@Sendable (Bool) -> Void)?, _ isRemoved: Bool) {
    guard let handler else { return }
    Task.detached(executorPreference: WorkerThreads.shared) { handler(isRemoved) }
  }

  // MARK: Observers

  /// Has `block` be called on `queue`, the main one if nil, at every multiple of `interval` that time passes, and whenever it jumps, starts or
  /// stops, until what is returned is removed.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    guard let observer = TimebaseObserver.periodic(interval, on: queue, block) else {
      Misuse.raise(
        "-[AVSampleBufferRenderSynchronizer addPeriodicTimeObserverForInterval:queue:usingBlock:] bad interval"
      )
    }
    timeObservers.add(observer)
    return observer
  }

  /// Has `block` be called on `queue`, the main one if nil, whenever time passes one of `times`, boxed, until what is returned is removed.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    guard let observer = TimebaseObserver.boundary(times.map(\.timeValue), on: queue, { _ in block() }) else {
      Misuse.raise(
        "-[AVSampleBufferRenderSynchronizer addBoundaryTimeObserverForTimes:queue:usingBlock:] times must not be empty")
    }
    timeObservers.add(observer)
    return observer
  }

  /// Ends an observer: what is on its way to a queue is not called any more.
  open func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimebaseObserver, timeObservers.remove(observer) else {
      Misuse.raise(
        "An instance of AVSampleBufferRenderSynchronizer cannot remove a time observer that was not added by it")
    }
  }
}

extension Notification.Name {
  /// The timebase of a synchronizer has another rate.
  public static let AVSampleBufferRenderSynchronizerRateDidChange = Notification.Name(
    "AVSampleBufferRenderSynchronizerRateDidChangeNotification")
}
