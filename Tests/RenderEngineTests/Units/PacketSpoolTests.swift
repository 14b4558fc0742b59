import Containers
import Foundation
import SeededRandom
import TestSupport
import Testing

/// Where packets wait for those of other tracks.
@Suite("Packets that are held")
struct PacketSpoolTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func packet(_ number: Int) -> MuxedPacket {
    MuxedPacket(
      [UInt8](repeating: UInt8(number % 251), count: 100 + number % 77), presentation: Int64(number) * 40 - 80,
      decodeTime: number % 3 == 0 ? nil : Int64(number) - 7, duration: 40, isKeyFrame: number % 12 == 0,
      sideData: number % 5 == 0 ? [.hiddenSamples(atStart: number, atEnd: 3), .alpha([1, 2])] : [])
  }

  @Test func `packets come out as they went in, and memory holds as many bytes as it may`() throws {
    let path = folder.url("held").path
    var hold = PacketSpool(at: path, memoryLimit: 2_000)
    var random = SeededGenerator(seed: 9)
    var (put, taken, most, waiting) = (0, 0, 0, 0)
    for round in 0..<200 {
      // First more come than go, then more go than come.
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        try hold.append(packet(put))
        put += 1
      }
      (most, waiting) = (max(most, hold.byteCount), max(waiting, hold.count))
      for _ in 0..<Int.random(in: 0...(round < 100 ? 20 : 60), using: &random) {
        guard let found = try hold.removeFirst() else { break }
        let expected = packet(taken)
        let isSame =
          found.bytes == expected.bytes && found.presentation == expected.presentation
          && found.decodeTime == expected.decodeTime && found.duration == expected.duration
          && found.isKeyFrame == expected.isKeyFrame && found.sideData == expected.sideData
        #expect(isSame, "packet \(taken)")
        taken += 1
      }
      #expect(hold.count == put - taken && hold.isEmpty == (put == taken))
    }
    while try hold.removeFirst() != nil { taken += 1 }
    #expect(taken == put && most <= 2_000 && waiting > 200)
    // The file has no name while it is used.
    #expect(try folder.names() == [])
  }

  @Test func `a packet larger than the memory is held by itself`() throws {
    var hold = PacketSpool(at: folder.url("held").path, memoryLimit: 10)
    for number in 0..<3 { try hold.append(packet(number)) }
    #expect(hold.count == 3 && hold.byteCount == 100)
    // What is in the file counts with what is stored of it beside its bytes.
    #expect((303..<500).contains(hold.heldByteCount))
    #expect(try (0..<3).map { _ in try hold.removeFirst()?.bytes.count } == [100, 101, 102])
    #expect(hold.heldByteCount == 0)
  }

  @Test func `as many packets as usually wait are in memory, however large they are`() throws {
    var hold = PacketSpool(at: folder.url("held").path, memoryLimit: 10, usualCount: 4)
    for number in 0..<6 { try hold.append(packet(number)) }
    #expect(hold.count == 6 && hold.byteCount == 100 + 101 + 102 + 103)
    #expect(try (0..<6).map { _ in try hold.removeFirst()?.bytes.count } == Array(100..<106))
  }
}
