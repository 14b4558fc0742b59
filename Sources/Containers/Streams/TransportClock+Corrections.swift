extension TransportClock {
  /// A packet that says what the clock is.
  package struct Reading {
    /// The offset of its byte of flags, which announces the clock; the clock follows.
    package var offset: UInt64
    package var flags: UInt8
    /// The clock in ticks of 1/90,000 s, and the byte that holds the last bit of it.
    package var base: Int64
    package var rest: UInt8
  }

  // QUIRK: MPEG transport stream: `tsdemux` takes what follows a clock that is not said for half a second for another recording.
  // In: GStreamer 1.22. Test: "pictures of a transport stream that are seconds apart keep their times".
  // QUIRK: MPEG transport stream: `tsdemux` presents packets at the end of time where the clock is later than they are, as where
  // streaming cut a film. In: GStreamer 1.22. Test: "a clock that is later than the first packets is put back".
  /// Corrections of `readings`, where `tsdemux` would misread the clock; `first` is the first packets' presentation
  /// time, in its ticks.
  ///
  /// | the clock | what the demuxer makes of it | what it is given |
  /// |---|---|---|
  /// | stands still between two packets for longer than it believes | another recording, half a second later | the first alone, from which it counts |
  /// | is later than the first packets are presented, as where streaming cut a film | a packet at the end of time | one that is earlier throughout |
  package func corrections(of readings: [Reading], first: Int64?) -> [HeaderCorrection.Field] {
    let lag = lag(of: readings.first, behind: first)
    guard hasGaps || lag > 0 else { return [] }
    return readings.enumerated().compactMap { number, reading in
      if number > 0, hasGaps { return .init(offset: reading.offset, bytes: [reading.flags & ~0x10]) }
      guard lag > 0 else { return nil }
      let base = UInt64(max(0, reading.base - lag))
      let bytes = [UInt8](bigEndian: base >> 1, 4) + [UInt8(base & 1) << 7 | reading.rest & 0x7F]
      return .init(offset: reading.offset + 1, bytes: bytes)
    }
  }

  /// The time by which the clock is put back, whose first value is `reading`'s; zero where it is early enough, or is
  /// not one.
  private func lag(of reading: Reading?, behind first: Int64?) -> Int64 {
    guard isContinuous, let reading, let first, reading.base > first, reading.base - first < Self.mostLag else {
      return 0
    }
    // No clock is before zero, where a stream's first seconds are.
    return min(reading.base - first + Self.earliness, reading.base)
  }

  /// More than any clock is late: what is presented that much earlier is another recording's.
  private static let mostLag: Int64 = 900_000
  /// The lead of a corrected clock over packets, in its ticks, as far as there is room for it.
  private static let earliness: Int64 = 90_000
}
