extension MediaScan.Stream {
  /// How many decoded samples at either end of an MP3 stream are the encoder's delay and padding, from the tag that LAME and
  /// its successors write into the first frame; none where there is no tag.
  ///
  /// Both are 12-bit numbers, 141 bytes after the word "Xing" or "Info" (Mp3 Info Tag, revision 1). A decoder adds a delay
  /// of 529 samples, which is part of the padding.
  var encoderGap: (start: Int64, end: Int64) {
    guard codec.name == "MP3", let tag = tagStart, head.count >= tag + 144 else { return (0, 0) }
    let encoder = head[(tag + 120)..<(tag + 124)]
    guard ["LAME", "Lavc", "Lavf", "L3.9"].contains(where: { encoder.elementsEqual($0.utf8) }) else { return (0, 0) }
    let bits = head[(tag + 141)..<(tag + 144)].reduce(0) { $0 << 8 | Int64($1) }
    return ((bits >> 12) + 529, max(0, (bits & 0xFFF) - 529))
  }

  private var tagStart: Int? {
    // 4 bytes of header and 9, 17 or 32 of side information precede the tag.
    [13, 21, 36].first { start in
      head.count >= start + 4
        && (head[start..<(start + 4)].elementsEqual("Xing".utf8)
          || head[start..<(start + 4)].elementsEqual("Info".utf8))
    }
  }
}
