package import GStreamer
package import MediaFormats
import Synchronization

/// Numbers a demuxer's pads by the kind of media they carry, in the order in which they are added.
package final class StreamCounter: Sendable {
  private let counts = Mutex<[MediaType: Int]>([:])

  package init() {}

  /// The kind of media at `pad`, or nil where it is neither picture nor sound.
  package static func mediaType(of pad: Pad) -> MediaType? {
    guard let name = pad.caps?.mediaType else { return nil }
    if name.hasPrefix("video/") || name.hasPrefix("image/") { return .video }
    return name.hasPrefix("audio/") ? .audio : nil
  }

  /// The number of `pad` among those of `mediaType`, from 0; nil where it carries another kind. To be called once
  /// for each pad.
  package func number(of pad: Pad, as mediaType: MediaType) -> Int? {
    guard Self.mediaType(of: pad) == mediaType else { return nil }
    return counts.withLock { counts in
      defer { counts[mediaType, default: 0] += 1 }
      return counts[mediaType, default: 0]
    }
  }
}
