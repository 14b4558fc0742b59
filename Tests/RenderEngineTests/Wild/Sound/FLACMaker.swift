import Foundation
import SeededRandom

/// A FLAC file of noise whose frames are as encoders other than ffmpeg's write them: samples stand in them as they are.
struct FLACMaker {
  /// How frames are numbered.
  enum Numbering {
    /// By frames: all blocks but the last have one size.
    case frames
    /// By samples, as the header says.
    case samples
    /// By samples, though the header says by frames: encoders before FLAC 1.2.
    case unsaidSamples
  }

  /// Samples of each channel in each frame.
  var blocks: [Int]
  /// Bits of a sample.
  var bits: Int
  /// Samples a second.
  var rate = 48_000
  var numbering = Numbering.frames
  /// Metadata blocks behind STREAMINFO: their types and contents.
  var metadata: [(type: UInt8, content: [UInt8])] = []

  private static let channels = 2

  /// The samples, interleaved, from -1 to 1.
  var samples: [Double] { numbers.map { Double($0) / Double(Int64(1) << Int64(bits - 1)) } }

  private var numbers: [Int64] {
    var random = SeededGenerator(seed: UInt64(bits))
    let half = Int64(1) << Int64(bits - 1)
    return (0..<blocks.reduce(0, +) * Self.channels).map { _ in Int64(random.next() >> UInt64(64 - bits)) - half }
  }

  /// The file.
  var data: Data {
    let total = blocks.reduce(0, +)
    let sizes = blocks.count > 1 ? blocks.dropLast() : blocks[...]
    var bytes = Array("fLaC".utf8)
    var info = Bits()
    info.put(Int64(sizes.min() ?? 0), 16)
    info.put(Int64(sizes.max() ?? 0), 16)
    info.put(0, 48)
    info.put(Int64(rate), 20)
    info.put(Int64(Self.channels - 1), 3)
    info.put(Int64(bits - 1), 5)
    info.put(Int64(total), 36)
    bytes += Self.block(0, info.bytes + [UInt8](repeating: 0, count: 16), isLast: metadata.isEmpty)
    for (number, part) in metadata.enumerated() {
      bytes += Self.block(part.type, part.content, isLast: number + 1 == metadata.count)
    }
    let numbers = numbers
    var start = 0
    for (number, count) in blocks.enumerated() {
      let part = numbers[start * Self.channels..<(start + count) * Self.channels]
      bytes += frame(Array(part), count: count, number: numbering == .frames ? number : start)
      start += count
    }
    return Data(bytes)
  }

  private static func block(_ type: UInt8, _ content: [UInt8], isLast: Bool) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + (0..<3).map { UInt8(truncatingIfNeeded: content.count >> (16 - 8 * $0)) } + content
  }

  private func frame(_ samples: [Int64], count: Int, number: Int) -> [UInt8] {
    var frame = Bits()
    frame.put(0b1111_1111_1111_100, 15)
    frame.put(numbering == .samples ? 1 : 0, 1)
    // The size follows; the rate is the file's.
    frame.put(0b0111_0000, 8)
    frame.put(Int64(Self.channels - 1), 4)
    frame.put([8: 1, 12: 2, 16: 4, 20: 5, 24: 6, 32: 7][bits] ?? 0, 3)
    frame.put(0, 1)
    for byte in Self.coded(number) { frame.put(byte, 8) }
    frame.put(Int64(count - 1), 16)
    frame.put(Self.sum(frame.bytes, polynomial: 0x07, bits: 8), 8)
    for channel in 0..<Self.channels {
      frame.put(0b0000_0010, 8)
      for place in 0..<count { frame.put(samples[place * Self.channels + channel], bits) }
    }
    frame.align()
    frame.put(Self.sum(frame.bytes, polynomial: 0x8005, bits: 16), 16)
    return frame.bytes
  }

  /// A number of up to 21 bits, coded as UTF-8 codes characters.
  private static func coded(_ number: Int) -> [Int64] {
    let following = number < 1 << 7 ? 0 : number < 1 << 11 ? 1 : number < 1 << 16 ? 2 : 3
    guard following > 0 else { return [Int64(number)] }
    let mark: Int64 = [0, 0xC0, 0xE0, 0xF0][following]
    let first = mark | Int64(number >> (6 * following))
    return [first] + (0..<following).reversed().map { place -> Int64 in 0x80 | Int64(number >> (6 * place) & 0x3F) }
  }

  /// The checksum of `bytes`.
  private static func sum(_ bytes: [UInt8], polynomial: Int64, bits: Int) -> Int64 {
    let (top, mask) = (Int64(1) << Int64(bits - 1), Int64(1) << Int64(bits) - 1)
    let table = (0..<256).map { index in
      (0..<8).reduce(Int64(index) << Int64(bits - 8)) { sum, _ in
        (sum & top == 0 ? sum << 1 : sum << 1 ^ polynomial) & mask
      }
    }
    return bytes.reduce(0) { ($0 << 8 ^ table[Int($0 >> Int64(bits - 8) ^ Int64($1))]) & mask }
  }

  /// Bits, the most significant first.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var rest: UInt64 = 0
    private var count = 0

    mutating func put(_ number: Int64, _ length: Int) {
      rest = rest << UInt64(length) | UInt64(bitPattern: number) & (1 << UInt64(length) - 1)
      count += length
      while count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(count)))
      }
    }

    mutating func align() { if count > 0 { put(0, 8 - count) } }
  }
}
