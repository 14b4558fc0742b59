import MediaFormats
import Rendering

/// Says in a WAVE file which speakers its channels are for (`dwChannelMask` of WAVEFORMATEXTENSIBLE): GStreamer 1.22's
/// muxer leaves that open, and players then guess.
struct WaveHeader {
  /// The channels and their speakers.
  var layout: ChannelLayout

  /// Where the format stands, after the file's and the chunk's headers, and the speakers in it.
  private static let format: UInt64 = 20
  private static let speakers: UInt64 = format + 20

  /// How a WAVE file is opened that holds packets of a codec, which a parser has to find; nil for others.
  static func container(of file: FileBytes) throws -> MediaContainer? {
    let head = try file.read(at: 0, 12)
    guard head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WAVE".utf8),
      let format = try RIFFChunks.body(of: "fmt ", in: file)
    else { return nil }
    return try container(ofFormat: file.read(at: format, 2), name: "WAVE")
  }

  /// The same of a file called `name` whose `format` is WAVE's.
  static func container(ofFormat format: [UInt8], name: String) throws -> MediaContainer? {
    switch format.littleEndian(at: 0, 2) {
    case 0x50, 0x55: return .single([.waveParser, .mpegAudioParser], name: name)
    case 0x2000, 0x2001:
      throw RenderError(
        .unsupported, "The WAVE file holds AC-3 or DTS, of which much would be lost.",
        remedy: "Put it into another container, as with: ffmpeg -i FILE -c copy NEW.mka.")
    case 0xFF: return .single([.waveParser, .aacParser], name: name)
    default: return nil
    }
  }

  /// How many samples the whole blocks of ADPCM hold in `file`; nil where it holds something else.
  static func blockSamples(of file: FileBytes) throws -> Int64? {
    guard let format = try RIFFChunks.body(of: "fmt ", in: file), let data = try RIFFChunks.body(of: "data", in: file)
    else { return nil }
    let bytes = try file.read(at: format, 20)
    // Microsoft's and IMA's.
    guard bytes.count == 20, [0x02, 0x11].contains(bytes.littleEndian(at: 0, 2)) else { return nil }
    let (size, samples) = (bytes.littleEndian(at: 12, 2), bytes.littleEndian(at: 18, 2))
    let length = min(try file.read(at: data - 4, 4).littleEndian(at: 0, 4), file.count - data)
    return size > 0 ? Int64(length / size * samples) : nil
  }

  /// Corrects the header of the file; mono and stereo have no need of it.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no extensible format where one must be.
  func correct(_ file: FileBytes) throws {
    guard layout.channels > 2, layout.mask != 0 else { return }
    let head = try file.read(at: 12, 10)
    guard head.prefix(4).elementsEqual("fmt ".utf8), head.littleEndian(at: 4, 4) == 40,
      head.littleEndian(at: 8, 2) == 0xFFFE
    else { throw RenderError(.engineFailed, "The finished file has no extensible WAVE format.") }
    var mask = [UInt8](repeating: 0, count: 4)
    mask.setLittleEndian(Self.waveMask(of: layout), at: 0, 4)
    try file.write(mask, at: Self.speakers)
  }

  /// The bits of speakers behind the rear center, here and in `dwChannelMask`.
  private static let bits: [(own: UInt64, wave: UInt64)] = [
    (10, 9), (11, 10), (15, 11), (12, 12), (14, 13), (13, 14), (16, 15), (20, 16), (17, 17),
  ]

  /// Our bits of the speakers in `mask`, a `dwChannelMask`, in the order of its bits.
  static func speakers(inMask mask: UInt64) -> [Int] {
    (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { bit in
      bits.first { $0.wave == UInt64(bit) }.map { Int($0.own) } ?? bit
    }
  }

  /// The speakers by the bits of `dwChannelMask`, which differ from ours behind the rear center.
  private static func waveMask(of layout: ChannelLayout) -> UInt64 {
    return bits.reduce(layout.mask & 0x1FF) { $0 | (layout.mask >> $1.own & 1) << $1.wave }
  }
}

extension [UInt8] {
  /// The little-endian number of `length` bytes at `offset`; 0 where the bytes are not there.
  func littleEndian(at offset: Int, _ length: Int) -> UInt64 {
    guard offset >= 0, offset + length <= count else { return 0 }
    return self[offset..<(offset + length)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes `number` in `length` little-endian bytes at `offset`, where they are there.
  mutating func setLittleEndian(_ number: UInt64, at offset: Int, _ length: Int) {
    guard offset >= 0, offset + length <= count else { return }
    for index in 0..<length { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}
