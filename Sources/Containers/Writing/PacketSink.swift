package import Rendering

/// The destination of one track's packets, in the order of their decoding: a track of a muxer, or a file of packets
/// alone.
///
/// Threads: fed by one.
package protocol PacketSink: Sendable {
  /// Its place among the file's tracks.
  var track: WriterTrack { get }
  /// The settings of that file.
  var settings: WriterSettings { get }

  /// Says what the track is, before its first packet.
  func describe(_ stream: PacketStream)

  /// Takes `packet`; waits while there is no room for it, until `isWanted` throws.
  ///
  /// - Throws: what `isWanted` throws, or what ended the work.
  func push(_ packet: MuxedPacket, while isWanted: () throws -> Void) throws

  /// Ends the track.
  func end() throws
}
