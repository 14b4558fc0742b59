import AVFoundation
import Testing

@Suite("Clocks and timebases")
struct ClockTests {
  private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

  /// A stopped timebase, so that time passes only on the test's request.
  private func standing(at time: CMTime) -> CMTimebase {
    let timebase = CMTimebase(sourceClock: CMClockGetHostTimeClock())
    timebase.setTime(time)
    return timebase
  }

  @Test func `the machine's clock counts on, in nanoseconds`() throws {
    let clock = CMClockGetHostTimeClock()
    let first = CMClockGetTime(clock)
    let second = clock.time
    #expect(first.timescale == 1_000_000_000 && first > .zero && second >= first)
    #expect(CMClockConvertHostTimeToSystemUnits(first) == UInt64(first.value))
    #expect(CMClockMakeHostTimeFromSystemUnits(1_500_000_000) == CMTime(value: 3, timescale: 2))
    #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: -1, timescale: 1)) == 0)
    #expect(clock === CMClock.hostTimeClock && clock == CMClock.hostTimeClock && clock.ultimateSourceClock == clock)
    #expect(try clock.anchorTime().anchorTime <= clock.time)
    #expect(!CMClockMightDrift(clock, otherClock: clock) && !CMSyncMightDrift(clock, standing(at: .zero)))
  }

  @Test func `a timebase stands at zero until it is set`() {
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
    #expect(timebase.sourceClock === CMClock.hostTimeClock && timebase.sourceTimebase == nil)
    CMTimebaseSetTime(timebase, time: seconds(5))
    #expect(CMTimebaseGetTime(timebase) == seconds(5))
    #expect(
      CMTimebaseGetTimeWithTimeScale(timebase, timescale: 30, method: .default) == CMTime(value: 150, timescale: 30))
  }

  @Test func `a timebase goes over another at its rate`() {
    let source = standing(at: seconds(10))
    let timebase = CMTimebase(sourceTimebase: source)
    #expect(timebase.sourceTimebase === source && timebase.sourceClock == nil)
    #expect(timebase.ultimateSourceClock === CMClock.hostTimeClock)
    CMTimebaseSetRate(timebase, rate: 2)
    source.setTime(seconds(13))
    #expect(timebase.time == seconds(6) && timebase.rate == 2)
    // Another rate goes on from where it is.
    timebase.setRate(-1)
    source.setTime(seconds(14))
    #expect(timebase.time == seconds(5))
    timebase.setTime(seconds(100))
    #expect(timebase.time == seconds(100) && timebase.rate == -1)
    CMTimebaseSetRateAndAnchorTime(timebase, rate: 0.5, anchorTime: seconds(1), immediateSourceTime: seconds(20))
    source.setTime(seconds(24))
    #expect(timebase.time == seconds(3))
    CMTimebaseSetAnchorTime(timebase, timebaseTime: seconds(0), immediateSourceTime: seconds(24))
    #expect(timebase.time == .zero && timebase.rate == 0.5)
  }

  @Test func `times go from one to another`() {
    let clock = CMClock.hostTimeClock
    let (first, second) = (CMTimebase(sourceClock: clock), CMTimebase(sourceClock: clock))
    first.setRate(1, anchorTime: .zero, immediateSourceTime: seconds(100))
    second.setRate(2, anchorTime: seconds(7), immediateSourceTime: seconds(110))
    #expect(first.convertTime(seconds(12), to: clock) == seconds(112))
    #expect(CMSyncConvertTime(seconds(12), from: first, to: second) == seconds(11))
    #expect(CMSyncConvertTime(seconds(11), from: second, to: first) == seconds(12))
    #expect(CMSyncGetRelativeRate(second, relativeTo: first) == 2 && first.rate(relativeTo: second) == 0.5)
    let above = CMTimebase(sourceTimebase: second)
    above.setRate(3, anchorTime: .zero, immediateSourceTime: seconds(7))
    #expect(above.effectiveRate == 6 && CMSyncConvertTime(seconds(12), from: first, to: above) == seconds(12))
    // A stopped clock has no time at which a later one is reached.
    first.setRate(0)
    #expect(
      first.convertTime(seconds(3), to: clock) == .invalid && first.convertTime(seconds(3), to: first) == seconds(3))
    #expect(second.rate(relativeTo: first) == 0)
  }

  @Test func `the functions make timebases`() {
    var made: CMTimebase?
    #expect(
      CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &made) == 0)
    let timebase = made
    #expect(timebase.map(CMTimebaseGetRate) == 0 && timebase.map(CMTimebaseGetEffectiveRate) == 0)
    #expect(timebase.flatMap(CMTimebaseCopySourceClock) === CMClock.hostTimeClock)
    var over: CMTimebase?
    if let timebase {
      #expect(CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: timebase, timebaseOut: &over) == 0)
    }
    #expect(over.flatMap(CMTimebaseCopySourceTimebase) === timebase)
    #expect(over.map(CMTimebaseCopyUltimateSourceClock) === CMClock.hostTimeClock)
    #expect(over.map(CMSyncGetTime) == .zero)
  }
}
