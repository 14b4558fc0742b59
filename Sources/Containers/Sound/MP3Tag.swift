// QUIRK: MP3, written: libavformat says in its tag that an encoder gave nothing before the sound, where nothing is known of it, and
// readers leave out a decoder's 529 samples then. In: FFmpeg 5.1. Test: "MP3 without a tag keeps all of its samples".

/// The tag that LAME and its successors have in a first frame without sound (Mp3 Info Tag, revision 1).
///
/// ```
///  frame   header, side information │ Xing │ flags, counts, table, quality │ the encoder's name │ … │ delay and padding │ …
/// ```
package enum MP3Tag {
  /// Samples that a decoder gives before the first one, which readers of the tag add to the encoder's delay.
  package static let decoderDelay: Int64 = 529

  /// Has the tag at the beginning of `file`, which libavformat wrote, name no encoder: what it says of delays holds of those alone that
  /// are named. Its counts and its table stay.
  package static func removeEncoder(in file: FileBytes) throws {
    let start = try ID3Tag.length(in: file)
    let frame = try file.read(at: start, 256)
    guard MP3Frame(frame) != nil, let tag = self.start(in: frame), let encoder = encoder(in: frame, behind: tag),
      frame.count >= encoder + 9
    else { return }
    try file.write([UInt8](repeating: 0, count: 9), at: start + UInt64(encoder))
  }

  /// The place of the word "Xing" or "Info" in `frame`, the first one; nil where it is none of these.
  package static func start(in frame: [UInt8]) -> Int? {
    // Four bytes of header and 9, 17 or 32 of side information precede the tag.
    [13, 21, 36].first { place in ["Xing", "Info"].contains { frame.dropFirst(place).starts(with: $0.utf8) } }
  }

  /// The place of the encoder's name in `frame`, whose tag begins at `tag`: it follows what the flags announce, the number of frames, that
  /// of bytes, a table, and a quality, which old versions of libavformat leave out. nil where the frame ends before the flags do.
  package static func encoder(in frame: [UInt8], behind tag: Int) -> Int? {
    guard frame.count >= tag + 8 else { return nil }
    let flags = frame[tag + 7]
    return tag + 8 + zip([1, 2, 4, 8], [4, 4, 100, 4]).reduce(0) { flags & $1.0 != 0 ? $0 + $1.1 : $0 }
  }
}
