import Containers
import GStreamer
import MediaFormats

/// The number of samples that an encoder's packets decode to, without the priming: the last packet holds more than the
/// sound has, and does not mark them.
enum DecodedLength: Sendable {
  /// Each packet decodes to `length` samples; `total` so far, which begins below zero by what precedes the sound.
  case constant(length: Int64, total: Int64)
  /// Each says it by its block; nil before the first.
  case vorbis(VorbisBlocks?)
  /// Each says it by its first byte, at 48,000 samples a second; `total` so far, for a sound of `rate` samples a second.
  case opus(total: Int64?, rate: Int)

  /// No packets of `codec` at `rate`; nil of a codec whose length no file needs.
  init?(_ codec: AudioCodec, rate: Int) {
    let before = -codec.priming
    switch codec {
    case .aac: self = .constant(length: 1_024, total: before)
    // Below the rates of MPEG-1, frames have half as many samples.
    case .mp3: self = .constant(length: rate < 32_000 ? 576 : 1_152, total: before)
    case .vorbis: self = .vorbis(nil)
    case .opus: self = .opus(total: nil, rate: rate)
    case .ac3, .flac, .alac, .pcm: return nil
    }
  }

  /// Counts `packet`, which follows those before, of a stream of `caps`.
  mutating func add(_ packet: Buffer, of caps: Caps?) throws {
    switch self {
    case .constant(let length, let total): self = .constant(length: length, total: total + length)
    case .vorbis(var blocks):
      blocks = blocks ?? caps.flatMap { VorbisBlocks($0) }
      try blocks?.add(packet)
      self = .vorbis(blocks)
    case .opus(let total, let rate):
      let before = total ?? -Int64(caps?.buffers("streamheader").first.flatMap { OpusHead($0)?.preSkip } ?? 0)
      let count = try OpusPacket(packet.withBytes { bytes in (0..<min(2, bytes.count)).map { bytes[$0] } })?.sampleCount
      self = .opus(total: before + (count ?? 0), rate: rate)
    }
  }

  /// Samples of each channel that the packets so far decode to.
  var sampleCount: Int64 {
    switch self {
    case .constant(_, let total): max(0, total)
    case .vorbis(let blocks): blocks?.sampleCount ?? 0
    case .opus(let total, let rate): max(0, total ?? 0) * Int64(rate) / 48_000
    }
  }
}

/// The samples that the packets of libvorbis' encoder decode to (Vorbis I §1.3.2, §4.2.2): the last one gives more than
/// the sound has, and its time does not show it.
///
/// ```
///  identification header   byte 28: exponents of the two lengths of blocks
///  packet                  bit 0: 0 │ bit 1: the mode, which is the long block with libvorbis
///  samples of a packet     a quarter of its block and of the one before
/// ```
struct VorbisBlocks {
  private let lengths: [Int64]
  private var last: Int64?
  /// Samples of each channel that the packets so far decode to.
  private(set) var sampleCount: Int64 = 0

  /// The blocks of a stream of `caps`, which hold its headers; nil where they hold none.
  init?(_ caps: Caps) {
    let mark = [1] + Array("vorbis".utf8)
    guard let header = caps.buffers("streamheader").first(where: { $0.starts(with: mark) }), header.count > 28 else {
      return nil
    }
    let exponents = header[28]
    lengths = [1 << Int64(exponents & 15), 1 << Int64(exponents >> 4)]
  }

  /// Counts `packet`, which follows those before.
  mutating func add(_ packet: Buffer) throws {
    let first = try packet.withBytes { $0.isEmpty ? nil : $0[0] }
    // Headers decode to nothing.
    guard let first, first & 1 == 0 else { return }
    let length = lengths[Int(first >> 1 & 1)]
    if let last { sampleCount += (last + length) / 4 }
    last = length
  }
}
