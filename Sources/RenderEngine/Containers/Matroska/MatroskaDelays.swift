import Rendering

/// Says in a Matroska file that libavformat wrote how much a decoder gives before each sound (RFC 9559 §5.1.4.1.28,
/// `CodecDelay`), in the room that a track's small number leaves: libavformat does so for Opus alone.
///
/// ```
///  as the muxer writes it   TrackEntry │ … │ TrackUID │ size 8 │ 2 │ …
///  as it is in the end      TrackEntry │ … │ TrackUID │ size 1 │ 2 │ CodecDelay │ size 4 │ nanoseconds │ …
/// ```
struct MatroskaDelays {
  /// What a decoder gives before each sound, in nanoseconds, by the numbers of their tracks.
  var delays: [UInt64: UInt32]

  private static let strange = RenderError(
    .engineFailed, "The finished file has no sound whose beginning could be put right.")
  private static let checksum: UInt32 = 0xBF

  /// Corrects the header of `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where it is not as the muxer writes it.
  func correct(_ file: FileBytes) throws {
    guard !delays.isEmpty else { return }
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      guard element.id != MatroskaID.tracks else {
        let bytes = try file.read(at: element.body, Int(min(element.size, 1 << 24)))
        return try file.write(try corrected(bytes), at: element.body)
      }
      offset = element.id == MatroskaID.segment ? element.body : element.body + element.size
    }
    throw Self.strange
  }

  private func corrected(_ tracks: [UInt8]) throws -> [UInt8] {
    var bytes = tracks
    var rest = delays
    for entry in MatroskaElement.children(of: tracks) where entry.id == MatroskaID.trackEntry {
      let parts = MatroskaElement.children(of: tracks, in: Int(entry.body)..<Int(entry.body + entry.size))
      guard let number = parts.first(where: { $0.id == MatroskaID.trackNumber }),
        let delay = rest.removeValue(forKey: tracks.bigEndian(at: Int(number.body), Int(min(number.size, 8))))
      else { continue }
      guard let own = parts.first(where: { $0.id == MatroskaID.trackUID && $0.size == 8 }), own.body >= 3,
        tracks[Int(own.body) - 1] == 0x88, let small = UInt8(exactly: tracks.bigEndian(at: Int(own.body), 8))
      else { throw Self.strange }
      let start = Int(own.body) - 3
      var element: [UInt8] = [0x73, 0xC5, 0x81, small, 0x56, 0xAA, 0x84, 0, 0, 0, 0]
      element.setBigEndian(UInt64(delay), at: 7, 4)
      bytes.replaceSubrange(start..<start + element.count, with: element)
    }
    guard rest.isEmpty else { throw Self.strange }
    // A sum of all that follows it may stand in front.
    if let first = MatroskaElement.children(of: bytes).first, first.id == Self.checksum, first.size == 4 {
      let place = Int(first.body)
      let sum = CyclicChecksum.of(bytes[(place + 4)...])
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    }
    return bytes
  }
}
