import Testing

@testable import Rendering

/// Which samples a decoded buffer holds, derived from timestamps that containers have rounded.
@Suite("The sample map")
struct SampleMapTests {
  /// Packets of `length` samples from `first` on, with times rounded to `tick` nanoseconds.
  private func packets(first: Int64, length: Int64, count: Int, rate: Int64, tick: Int64) -> [SampleMap.Packet] {
    (0..<Int64(count)).map { number in
      let exact = (first + number * length) * 1_000_000_000 / rate
      return SampleMap.Packet(time: (exact + tick / 2) / tick * tick, length: length)
    }
  }

  @Test(arguments: [(48_000, 960), (44_100, 1_152), (48_000, 1_024), (44_100, 4_608)])
  func `times in milliseconds still say which packet it is`(rate: Int, length: Int64) {
    let packets = packets(first: 0, length: length, count: 4_000, rate: Int64(rate), tick: 1_000_000)
    let map = SampleMap(packets: packets, isCoarse: true, trimmed: 0, rate: rate)
    for (number, packet) in packets.enumerated() {
      #expect(map.firstSample(at: packet.time, rate: rate) == Int64(number) * length)
    }
  }

  @Test func `samples that a decoder takes off the front are before sample 0`() {
    // Opus in Matroska: 312 samples of pre-skip, and the first packet's time held at 0.
    var packets = packets(first: -312, length: 960, count: 2_000, rate: 48_000, tick: 1_000_000)
    packets[0].time = 0
    let map = SampleMap(packets: packets, isCoarse: true, trimmed: 312, rate: 48_000)
    #expect(map == .uniform(first: -312, length: 960))
    #expect(map.firstSample(at: packets[1_000].time, rate: 48_000) == -312 + 960_000)
    #expect(map.lostFront(count: 648) == 312)
  }

  @Test func `precise times are taken at their word`() {
    let packets = packets(first: -1_024, length: 1_024, count: 100, rate: 48_000, tick: 1)
    let map = SampleMap(packets: packets, isCoarse: false, trimmed: 0, rate: 48_000)
    #expect(map == .byTime)
    #expect(map.firstSample(at: packets[7].time, rate: 48_000) == 6 * 1_024)
  }

  @Test func `packets whose times waver alone lie end to end, and those behind a hole do not`() {
    var packets = packets(first: -1_024, length: 1_024, count: 100, rate: 48_000, tick: 1)
    #expect(SampleMap(wavering: packets, length: 1_024, rate: 48_000) == nil)
    for number in [20, 60] { packets[number].time += 448 * 1_000_000_000 / 48_000 }
    let map = SampleMap(wavering: packets, length: 1_024, rate: 48_000)
    #expect(map == .uniform(first: -1_024, length: 1_024))
    // The product is an `Int` within the macro, which no `Int64?` equals.
    let (sample, expected): (Int64?, Int64) = (map?.firstSample(at: packets[60].time, rate: 48_000), 59 * 1_024)
    #expect(sample == expected)
    for number in 80..<100 { packets[number].time += 384 * 1_000_000_000 / 48_000 }
    #expect(SampleMap(wavering: packets, length: 1_024, rate: 48_000) == nil)
  }

  @Test func `behind a hole of many milliseconds packets lie end to end again`() {
    var packets = packets(first: 0, length: 1_024, count: 100, rate: 48_000, tick: 1_000_000)
    // 40.4 ms of silence, and the last packet before it is shorter.
    for number in 50..<100 {
      packets[number].time = (packets[number].time + 40_400_000 + 500_000) / 1_000_000 * 1_000_000
    }
    packets[49].length = 700
    let map = SampleMap(packets: packets, isCoarse: true, trimmed: 0, rate: 48_000)
    let first = map.firstSample(at: packets[50].time, rate: 48_000)
    #expect(abs(first - 50 * 1_024 - 1_939) <= 48)
    for (number, packet) in packets.enumerated() {
      let sample = number < 50 ? Int64(number) * 1_024 : first + Int64(number - 50) * 1_024
      #expect(map.firstSample(at: packet.time, rate: 48_000) == sample)
    }
    let holes = [SoundGap](between: packets, usual: 1_024, isCounted: false, map: map, isExact: false, rate: 48_000)
    #expect(holes == [SoundGap(packet: 49 * 1_024, start: 50 * 1_024, end: first)])
  }

  @Test func `times that wander leave only the times`() {
    var packets = packets(first: 0, length: 960, count: 100, rate: 48_000, tick: 1_000_000)
    for number in 0..<100 { packets[number].time += Int64(number % 2) * 12_000_000 }
    #expect(SampleMap(packets: packets, isCoarse: true, trimmed: 0, rate: 48_000) == .byTime)
  }

  @Test func `packets of unknown length in rounded times are counted from the first`() {
    let packets = (0..<10).map { SampleMap.Packet(time: Int64($0) * 23_000_000, length: nil) }
    #expect(SampleMap(packets: packets, isCoarse: true, trimmed: 0, rate: 48_000) == .counted)
  }

  @Test(arguments: [(-1, -1), (20_833, 1), (10_416, 0), (10_417, 1), (1_000_000_000, 48_000)])
  func `the nearest sample`(nanoseconds: Int64, sample: Int64) {
    #expect(SampleMap.sample(at: nanoseconds * (nanoseconds < 0 ? 20_833 : 1), rate: 48_000) == sample)
  }
}
