extension MediaScan.Stream {
  /// How many decoded samples at the start of an MP3 stream the encoder put before the sound, by the tag that LAME and its
  /// heirs leave in the first frame; 0 where there is none.
  ///
  /// The encoder's delay stands in 12 bits 141 bytes behind the word "Xing" or "Info" (Mp3 Info Tag, revision 1); a decoder adds
  /// 529 of its own.
  var gaplessDelay: Int64 {
    guard codec.name == "MP3", let tag = tagStart, head.count >= tag + 143 else { return 0 }
    let encoder = head[(tag + 120)..<(tag + 124)]
    guard ["LAME", "Lavc", "Lavf", "L3.9"].contains(where: { encoder.elementsEqual($0.utf8) }) else { return 0 }
    let delay = Int64(head[tag + 141]) << 4 | Int64(head[tag + 142]) >> 4
    return delay + 529
  }

  private var tagStart: Int? {
    // 4 bytes of header and 9, 17 or 32 of side information stand before the tag.
    [13, 21, 36].first { start in
      head.count >= start + 4
        && (head[start..<(start + 4)].elementsEqual("Xing".utf8)
          || head[start..<(start + 4)].elementsEqual("Info".utf8))
    }
  }
}
