import Containers
import GStreamer

/// A packet for a muxer.
struct MuxedPacket: Sendable {
  /// The bytes, with their times on the encoder's clock.
  var buffer: Buffer
  /// What goes along with them, where the container has a place for it.
  var sideData: [StoredPacket.SideData] = []
}

/// A track of `WriterSettings`.
enum MuxedTrack: Hashable, Sendable {
  /// The pictures that are encoded here.
  case pictures
  /// A sound that is encoded here, by its number.
  case sound(Int)
  /// Packets of another file, by the number of their format.
  case packets(Int)
}
