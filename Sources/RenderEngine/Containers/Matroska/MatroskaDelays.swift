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
    throw MatroskaSoundStart.strange
  }

  private func corrected(_ tracks: [UInt8]) throws -> [UInt8] {
    var bytes = tracks
    var rest = delays
    for entry in MatroskaElement.children(of: tracks) where entry.id == MatroskaID.trackEntry {
      let parts = MatroskaElement.children(of: tracks, in: Int(entry.body)..<Int(entry.body + entry.size))
      guard let number = parts.first(where: { $0.id == MatroskaID.trackNumber }),
        let delay = rest.removeValue(forKey: tracks.bigEndian(at: Int(number.body), Int(min(number.size, 8))))
      else { continue }
      var element: [UInt8] = [0x56, 0xAA, 0x84, 0, 0, 0, 0]
      element.setBigEndian(UInt64(delay), at: 3, 4)
      guard MatroskaElement.write(element, besideNumberOf: parts, in: &bytes) else { throw MatroskaSoundStart.strange }
    }
    guard rest.isEmpty else { throw MatroskaSoundStart.strange }
    // A sum of all that follows it may stand in front.
    if let first = MatroskaElement.children(of: bytes).first, first.id == MatroskaID.checksum, first.size == 4 {
      let place = Int(first.body)
      let sum = CyclicChecksum.of(bytes[(place + 4)...])
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    }
    return bytes
  }
}
