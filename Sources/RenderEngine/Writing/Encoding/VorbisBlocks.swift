import GStreamer

/// How many samples the packets of libvorbis' encoder decode to (Vorbis I §1.3.2, §4.2.2): the last one gives more than the
/// sound has, and its time does not say so.
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
