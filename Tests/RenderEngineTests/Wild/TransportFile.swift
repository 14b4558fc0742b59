import Containers

/// The packets of an MPEG transport stream (ISO/IEC 13818-1 §2.4.3), for tests that change them.
struct TransportFile {
  /// Each of 188 bytes.
  var packets: [[UInt8]]

  /// Those of a file of `bytes`.
  init(_ bytes: [UInt8]) {
    packets = stride(from: 0, to: bytes.count - 187, by: 188).map { Array(bytes[$0..<$0 + 188]) }
  }

  /// The file.
  var bytes: [UInt8] { packets.flatMap(\.self) }

  /// The stream of packet `number`: 0 for the table of programs, 0x1000 for that of ffmpeg's first program.
  func identifier(of number: Int) -> Int { Int(packets[number].bigEndian(at: 1, 2) & 0x1FFF) }

  /// Puts a packet of nothing in the place of packet `number`.
  mutating func clear(_ number: Int) {
    packets[number] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
  }

  /// Changes the time of decoding of each packet of pictures that has one, in ticks of 1/90,000 s; `change` gets the time
  /// of presentation, too.
  mutating func changeDecoding(_ change: (_ decoding: Int64, _ presentation: Int64) -> Int64) {
    for number in packets.indices {
      let packet = packets[number]
      guard packet[1] & 0x40 != 0, packet[3] & 0x10 != 0 else { continue }
      let start = 4 + (packet[3] & 0x20 == 0 ? 0 : 1 + Int(packet[4]))
      guard start + 19 <= packet.count, packet[start..<start + 3] == [0, 0, 1], packet[start + 3] >> 4 == 0xE,
        packet[start + 7] >> 6 == 3
      else { continue }
      func time(_ place: Int) -> Int64 {
        let field = packet[place..<place + 5].map { Int64($0) }
        return (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
      }
      let changed = change(time(start + 14), time(start + 9))
      let field: [Int64] = [
        0x11 | (changed >> 30 & 7) << 1, changed >> 22 & 0xFF, 1 | (changed >> 15 & 0x7F) << 1, changed >> 7 & 0xFF,
        1 | (changed & 0x7F) << 1,
      ]
      for (place, byte) in field.enumerated() { packets[number][start + 14 + place] = UInt8(byte) }
    }
  }
}
