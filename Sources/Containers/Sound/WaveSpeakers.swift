package import MediaFormats
import Rendering

/// The speakers of a WAVE file's channels, and their order (`dwChannelMask` of WAVEFORMATEXTENSIBLE).
package struct WaveSpeakers {
  /// The channels and their speakers.
  package var layout: ChannelLayout

  /// The speakers of a file of `layout`.
  package init(layout: ChannelLayout) {
    self.layout = layout
  }

  /// The offset of the format, after the file's and the chunk's headers, and that of the speakers in it.
  private static let format: UInt64 = 20
  private static let speakers: UInt64 = format + 20

  // QUIRK: WAVE, written: libavformat has the extensible format for channels with speakers alone. In: FFmpeg 5.1. Test: "channels
  // of a WAVE file stand in the order of its own speakers".
  /// The speakers in libavformat's notation. Its muxer writes the extensible format for channels with speakers alone:
  /// more than two channels that a file cannot all name get other speakers, which ``correct(_:)`` removes.
  package var libraryLayout: String {
    if isNamed { return "0x" + String(mask, radix: 16) }
    guard layout.channels > 2, layout.channels <= 64 else {
      return layout.channels == 1 ? "mono" : "\(layout.channels) channels"
    }
    return "0x" + String(UInt64.max >> UInt64(64 - layout.channels), radix: 16)
  }

  /// Whether the mask has a bit for the speaker of each channel.
  private var isNamed: Bool { layout.mask != 0 && mask.nonzeroBitCount == layout.channels }

  /// The channel at each place of the file, where the speakers' bits order them otherwise; nil where they stand as they
  /// are.
  package var order: [Int]? {
    guard isNamed else { return nil }
    let own = (0..<64).filter { layout.mask >> UInt64($0) & 1 == 1 }
    let order = own.indices.sorted { Self.waveBit(own[$0]) < Self.waveBit(own[$1]) }
    return order == Array(own.indices) ? nil : order
  }

  /// Says in the header of the file which of the speakers it can name, where that is not all of them.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no extensible format where one must be.
  package func correct(_ file: FileBytes) throws {
    guard layout.channels > 2, !isNamed else { return }
    let head = try file.read(at: 12, 10)
    guard head.prefix(4).elementsEqual("fmt ".utf8), head.littleEndian(at: 4, 4) == 40,
      head.littleEndian(at: 8, 2) == 0xFFFE
    else { throw RenderError(.engineFailed, "The finished file has no extensible WAVE format.") }
    try file.write([UInt8](littleEndian: mask, 4), at: Self.speakers)
  }

  /// The bits of speakers behind the rear center, here and in `dwChannelMask`.
  private static let bits: [(own: UInt64, wave: UInt64)] = [
    (10, 9), (11, 10), (15, 11), (12, 12), (14, 13), (13, 14), (16, 15), (20, 16), (17, 17),
  ]

  /// Our bits of the speakers in `mask`, a `dwChannelMask`, in the order of its bits.
  package static func speakers(inMask mask: UInt64) -> [Int] {
    (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { bit in
      bits.first { $0.wave == UInt64(bit) }.map { Int($0.own) } ?? bit
    }
  }

  /// The speakers by the bits of `dwChannelMask`, which are libavcodec's, too, and differ from ours behind the rear center.
  package var mask: UInt64 {
    Self.bits.reduce(layout.mask & 0x1FF) { $0 | (layout.mask >> $1.own & 1) << $1.wave }
  }

  /// The bit of `dwChannelMask` for our bit number `own`.
  private static func waveBit(_ own: Int) -> Int {
    bits.first { $0.own == UInt64(own) }.map { Int($0.wave) } ?? own
  }
}

extension HeaderCorrection {
  // QUIRK: WAVE: `wavparse` computes times from the rate in bytes (`nAvgBytesPerSec`), whatever the format says. In: GStreamer
  // 1.22. Test: "damaged media that were a fault once are none".
  /// The rate in bytes of PCM in a WAVE file that `wavparse` reads. Nil where the file's own is right, or it holds something else.
  package init?(ofWave file: FileBytes) throws {
    guard let format = try RIFFChunks.body(of: "fmt ", in: file), try file.read(at: 0, 4).elementsEqual("RIFF".utf8)
    else { return nil }
    let bytes = try file.read(at: format, 16)
    // PCM, floating-point numbers, the extensible form of both, A-law and µ-law.
    guard bytes.count >= 16, [1, 3, 6, 7, 0xFFFE].contains(bytes.littleEndian(at: 0, 2)) else { return nil }
    let rate = bytes.littleEndian(at: 4, 4) * bytes.littleEndian(at: 12, 2)
    guard rate > 0, rate <= UInt32.max, rate != bytes.littleEndian(at: 8, 4) else { return nil }
    self.init(fields: [Field(offset: format + 8, bytes: [UInt8](littleEndian: rate, 4))])
  }
}
