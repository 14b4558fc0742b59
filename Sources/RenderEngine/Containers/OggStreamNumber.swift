import Rendering

/// Gives the only stream of an Ogg file the number 1, so that the same project gives the same bytes: GStreamer's muxer draws
/// one (and cannot be told another: it reads the name of the pad from its underscore on).
struct OggStreamNumber {
  /// Corrects all pages of the file (``OggPages`` draws one).
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the file is no row of pages.
  func correct(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    while offset < file.count {
      var page = try file.read(at: offset, OggPages.largest)
      let segments = page.count > OggPages.header ? Int(page[26]) : 0
      guard page.starts(with: OggPages.mark), page.count >= OggPages.header + segments else { throw Self.strange }
      let size = page[27..<(27 + segments)].reduce(OggPages.header + segments) { $0 + Int($1) }
      guard page.count >= size else { throw Self.strange }
      page.setLittleEndian(1, at: 14, 4)
      page.setLittleEndian(UInt64(OggPages.checksum(page[0..<size])), at: 22, 4)
      try file.write(Array(page[14..<26]), at: offset + 14)
      offset += UInt64(size)
    }
  }

  private static let strange = RenderError(.engineFailed, "The finished file is no row of Ogg pages.")
}
