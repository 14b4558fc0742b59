import Rendering

/// Says in a Matroska file how much a decoder gives before each sound (RFC 9559 §5.1.4.1.28, `CodecDelay`): GStreamer's muxer
/// does that for Opus alone. Players subtract it from the track's times, so that the first sample is at zero.
///
/// It takes the place of the name that the muxer gives the track:
///
/// ```
///  as the muxer writes it   TrackEntry │ … │ Name       │ size 6 │ "Audio", 0 │ …
///  as it is in the end      TrackEntry │ … │ CodecDelay │ size 6 │ nanoseconds │ …
/// ```
struct MatroskaSoundStart {
  /// What a decoder gives before each sound, in the order of the tracks, in nanoseconds.
  var delays: [Int64]

  private static let sound: UInt64 = 2

  /// Corrects the header of the file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not as the muxer writes it.
  func correct(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      switch element.id {
      case MatroskaID.header:
        // The version that has delays.
        try element.state(version: 4, in: file)
        offset = element.body + element.size
      case MatroskaID.segment: offset = element.body
      case MatroskaID.tracks: return try correctTracks(element, of: file)
      default: offset = element.body + element.size
      }
    }
    throw Self.strange
  }

  /// What is said where a file is not as its muxer writes it.
  static let strange = RenderError(
    .engineFailed, "The finished file has no sound whose beginning could be put right.")

  private func correctTracks(_ tracks: MatroskaElement, of file: FileBytes) throws {
    var bytes = try file.read(at: tracks.body, Int(min(tracks.size, 1 << 20)))
    var rest = delays[...]
    for entry in MatroskaElement.children(of: bytes) where entry.id == MatroskaID.trackEntry {
      let parts = MatroskaElement.children(of: bytes, in: Int(entry.body)..<Int(entry.body + entry.size))
      guard let type = parts.first(where: { $0.id == MatroskaID.trackType }),
        bytes.bigEndian(at: Int(type.body), Int(min(type.size, 8))) == Self.sound, let delay = rest.popFirst()
      else { continue }
      guard delay > 0 else { continue }
      guard let name = parts.first(where: { $0.id == MatroskaID.trackName }), (4...8).contains(name.size),
        name.body >= 3
      else { throw Self.strange }
      // Both identifiers have two bytes, and the size has one.
      bytes.setBigEndian(UInt64(MatroskaID.codecDelay), at: Int(name.body) - 3, 2)
      bytes.setBigEndian(UInt64(delay), at: Int(name.body), Int(name.size))
    }
    guard rest.isEmpty else { throw Self.strange }
    try file.write(bytes, at: tracks.body)
  }
}
