import AVFoundation
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite("Sources, timers and notifications of timebases")
struct TimebaseTests {
  private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

  @Test func `a timebase goes on from its time when it stands on another source`() {
    let (first, second) = (CMTimebase(sourceClock: .hostTimeClock), CMTimebase(sourceClock: .hostTimeClock))
    first.setTime(seconds(10))
    second.setTime(seconds(50))
    let timebase = CMTimebase(masterTimebase: first)
    timebase.setRate(1)
    first.setTime(seconds(13))
    #expect(CMTimebaseSetSourceTimebase(timebase, newSourceTimebase: second) == noErr && timebase.time == seconds(3))
    second.setTime(seconds(54))
    #expect(timebase.time == seconds(7) && timebase.masterTimebase === second && timebase.masterClock == nil)
    #expect(CMTimebaseSetSourceTimebase(second, newSourceTimebase: timebase) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetMasterClock(second, newMasterClock: .hostTimeClock) == noErr && second.time == seconds(54))
    var (time, rate) = (CMTime.invalid, 0.0)
    #expect(CMTimebaseGetTimeAndRate(timebase, timeOut: &time, rateOut: &rate) == noErr)
    #expect(time == seconds(7) && rate == 1)
  }

  @Test func `observers of a timebase are called for its rate and jumps, and its source's`() throws {
    let source = CMTimebase(sourceClock: .hostTimeClock)
    let timebase = CMTimebase(sourceTimebase: source)
    let told = Mutex<[String]>([])
    let observers = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
      NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { notification in
        let event = notification.userInfo?[CMTimebase.NotificationKey.eventTime.rawValue] as? NSValue
        told.withLock { $0.append("\(name.rawValue) \(event?.timeValue.seconds ?? -1)") }
      }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    timebase.setTime(seconds(4))
    timebase.setRate(2)
    timebase.setRate(2)
    #expect(told.withLock { $0 } == ["TimeJumped 4.0", "EffectiveRateChanged 4.0"])
    source.setTime(seconds(3))
    #expect(told.withLock { $0 }.last == "TimeJumped 10.0")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a timer fires when it is its time by the timebase, and not while that stands`() async throws {
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    let queue = DispatchQueue(label: "timer")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let times = AsyncStream<CMTime> { continuation in
      timer.setEventHandler { continuation.yield(timebase.time) }
      timer.setCancelHandler { continuation.finish() }
    }
    try timebase.addTimer(timer)
    #expect(throws: (any Error).self) { try timebase.addTimer(timer) }
    timer.activate()
    try timebase.setTimerNextFireTime(timer, fireTime: seconds(100))
    timebase.setTime(seconds(200))
    // It stands: what is past is not fired. From here on it is.
    timebase.setTime(CMTime(value: 99_990, timescale: 1_000))
    timebase.setRate(1)
    var iterator = times.makeAsyncIterator()
    let fired = try #require(await iterator.next())
    #expect(fired >= seconds(100))
    // It does not fire again for the same time.
    timebase.setTime(seconds(150))
    try timebase.setTimerToFireImmediately(timer)
    #expect(try #require(await iterator.next()) >= seconds(150))
    try timebase.removeTimer(timer)
    #expect(throws: (any Error).self) { try timebase.setTimerNextFireTime(timer, fireTime: .zero) }
    timer.cancel()
    #expect(await iterator.next() == nil)
  }

  @Test func `two timebases are compared at a moment of both`() throws {
    let clock = CMClock.hostTimeClock
    let (first, second) = (CMTimebase(sourceClock: clock), CMTimebase(sourceClock: clock))
    first.setRate(3, anchorTime: .zero, immediateSourceTime: seconds(0))
    second.setRate(2, anchorTime: .zero, immediateSourceTime: seconds(0))
    var (rate, own, other) = (0.0, CMTime.invalid, CMTime.invalid)
    #expect(
      CMSyncGetRelativeRateAndAnchorTime(
        first, relativeTo: second, relativeRateOut: &rate, ofClockOrTimebaseAnchorTimeOut: &own,
        relativeToClockOrTimebaseAnchorTimeOut: &other) == noErr)
    #expect(rate == 1.5 && abs(own.seconds / 3 - other.seconds / 2) < 1e-6)
    second.setRate(0)
    #expect(throws: CMSync.Error.rateMustBeNonZero) { try first.rateAndAnchorTime(relativeTo: second) }
    var made: CMClock?
    #expect(CMAudioClockCreate(allocator: nil, clockOut: &made) == noErr && made.map { $0.time > .zero } == true)
    let mapping = CMTimeMapping(source: frames(1, 4), target: frames(2, 9))
    #expect(CMTimeMappingMakeFromDictionary(CMTimeMappingCopyAsDictionary(mapping, allocator: nil) ?? [:]) == mapping)
    #expect(CMTimeMappingMakeFromDictionary([:]) == .invalid)
  }
}
