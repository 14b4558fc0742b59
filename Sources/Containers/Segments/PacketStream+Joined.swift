package import Rendering

/// Streams of a film's segments that become one.
extension PacketStream {
  /// The description of a stream that joins pictures of `self` and of `others`, which differ in their parameter sets
  /// alone, with different numbers.
  ///
  /// - Throws: `RenderError` with `.unsupported` where one track cannot hold them.
  package func joined(with others: [PacketStream]) throws(RenderError) -> PacketStream {
    var joined = self
    for other in others where other.configuration != joined.configuration {
      var alike = other
      alike.configuration = joined.configuration
      guard alike == joined else { throw .unlikeSegments }
      // Key frames of HEVC have their sets with them; the level is the higher one. What the header of VP8 and VP9 says of a level
      // binds no decoder: key frames say all.
      let level = 12
      if codec == "hevc", joined.configuration.count > level, other.configuration.count > level {
        joined.configuration[level] = max(joined.configuration[level], other.configuration[level])
      }
      guard codec == "h264" else { continue }
      guard let known = AVCConfiguration(joined.configuration), let more = AVCConfiguration(other.configuration),
        let all = known.joined(with: more)
      else { throw .unlikeSegments }
      joined.configuration = all.bytes
    }
    return joined
  }
}

extension RenderError {
  fileprivate static var unlikeSegments: RenderError {
    RenderError(
      .unsupported, "Copied and encoded pictures of the film do not agree in what a decoder has to be told.",
      remedy: "Encode all pictures.")
  }
}
