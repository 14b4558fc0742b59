/// A stream of NAL units behind start codes (ITU-T H.264 and H.265, annex B).
package enum ByteStream {
  /// The units of `bytes`, with their headers.
  package static func units(of bytes: [UInt8]) -> [[UInt8]] {
    var (units, start): ([[UInt8]], Int?) = ([], nil)
    var place = 0
    while place + 2 < bytes.count {
      guard bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 else {
        place += 1
        continue
      }
      if let start { units.append(unit(bytes[start..<place])) }
      place += 3
      start = place
    }
    if let start { units.append(unit(bytes[start...])) }
    return units.filter { !$0.isEmpty }
  }

  /// A unit without the zeros behind it, which belong to the next start code.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex)])
  }

  /// The same units, each behind its length of four bytes (ISO/IEC 14496-15 §5.3.3).
  package static func packet(_ bytes: [UInt8]) -> [UInt8] {
    units(of: bytes).reduce(into: []) { packet, unit in
      packet.appendBigEndian(UInt64(unit.count), 4)
      packet += unit
    }
  }
}
