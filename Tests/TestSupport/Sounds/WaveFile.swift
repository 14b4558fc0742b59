public import Foundation

/// A RIFF WAVE file taken apart by hand, so that no decoder stands between a test and the bytes.
///
/// Format: Microsoft's Multimedia Programming Interface and Data Specifications 1.0, with WAVE_FORMAT_EXTENSIBLE.
public struct WaveFile: Sendable {
  /// Samples a second.
  public let rate: Int

  /// Interleaved channels.
  public let channels: Int

  /// Bits of one sample as stored.
  public let bitsPerSample: Int

  /// The bytes of the data chunk.
  public let samples: Data

  /// Takes a file apart; `nil` when it is no PCM or float WAVE file, or when its chunks claim more than is there.
  public init?(contentsOf url: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: url))
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func name(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
    guard bytes.count >= 12, name(0) == "RIFF", name(8) == "WAVE", number(4, 4) == bytes.count - 8 else { return nil }
    var format: Int?
    var content: Range<Int>?
    var place = 12
    while place + 8 <= bytes.count {
      let size = number(place + 4, 4)
      guard place + 8 + size <= bytes.count else { return nil }
      if name(place) == "fmt ", size >= 16 { format = place + 8 }
      if name(place) == "data" { content = place + 8..<place + 8 + size }
      place += 8 + size + size % 2
    }
    guard let format, let content, [1, 3, 0xFFFE].contains(number(format, 2)) else { return nil }
    channels = number(format + 2, 2)
    rate = number(format + 4, 4)
    bitsPerSample = number(format + 14, 2)
    samples = Data(bytes[content])
  }
}
