import MediaTime
import Rendering

/// libavformat's packets of one stream of a file, from a key frame on, with their times.
///
/// Threads: one at a time.
package struct StoredPackets {
  private let path: String
  private let stream: StoredStream
  private var source: PacketSource
  private var clock: StoredClock
  /// The packet that was read to find the place.
  private var first: StoredPacket?
  /// The container's description of the stream.
  package let described: PacketStream

  /// Limit of the steps back to an earlier key frame; then the whole stream is read from the beginning.
  private static let mostSteps = 64

  /// The packets of `stream` of the file at `path`, from its beginning.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where the file has changed into another one.
  package init(_ path: String, _ stream: StoredStream) throws {
    (self.path, self.stream) = (path, stream)
    source = try PacketSource(path, for: .decoding, finding: [stream.kind])
    guard let found = source.streams.first(where: { $0.index == stream.index }), found.codec == stream.codec else {
      throw RenderError(
        .mediaUnreadable, "The file holds other streams than before.",
        remedy: "Leave it as it is while it is read.")
    }
    source.selectOnly([stream.index])
    described = found
    clock = StoredClock(stream)
  }

  /// The next packet, and its times; nil after the last that is presented.
  package mutating func next() throws -> (packet: StoredPacket, times: StoredStream.Times)? {
    let packet = try first ?? source.next(ofStream: stream.index)
    first = nil
    guard let packet, let times = clock.times(of: packet, in: source) else { return nil }
    return (packet, times)
  }

  /// Continues with the key frame at or before `start`, in nanoseconds of stream time; with the first packet where there is none. To
  /// be called before the first packet is read.
  package mutating func seek(to start: Int64) throws { first = try packet(before: start) }

  /// The key frame at or before `start`; nil where there is none, and packets begin anew.
  private mutating func packet(before start: Int64) throws -> StoredPacket? {
    guard let blocks = stream.blocks else { return try listedPacket(before: start) }
    let next = blocks.places.partitioningIndex { stream.streamTime($0.presentation) > start }
    // It begins with the first, from which on is counted what a decoder gives before the sound.
    guard next > 1, stream.streamTime(blocks.places[next - 1].presentation) > 0 else { return nil }
    let place = blocks.places[next - 1]
    if source.seek(to: place.time, inCluster: place.cluster, ofStream: stream.index),
      let packet = try source.next(ofStream: stream.index),
      (packet.decoding ?? packet.presentation) == place.time
    {
      return packet
    }
    return try begin()
  }

  /// Begins anew.
  private mutating func begin() throws -> StoredPacket? {
    source = try PacketSource(path, for: .decoding, finding: [stream.kind])
    source.selectOnly([stream.index])
    return nil
  }

  /// The same in a movie or AVI, which list when packets are decoded: what is decoded before may be presented after.
  private mutating func listedPacket(before start: Int64) throws -> StoredPacket? {
    var wanted = stream.ticks(until: start)
    for _ in 0..<Self.mostSteps {
      guard source.seek(to: wanted, stream: stream.index), let packet = try source.next(ofStream: stream.index),
        let time = packet.decoding ?? packet.presentation
      else { break }
      if packet.isKeyFrame, stream.streamTime(packet.presentation ?? time) <= start { return packet }
      guard time <= wanted, time > .min else { break }
      wanted = time - 1
    }
    if stream.isCounted { return try begin() }
    guard source.rewind(toStream: stream.index) else {
      throw RenderError(
        .mediaUnreadable, "The file does not allow to start anywhere but at its beginning.",
        remedy: "Convert it to MP4 or Matroska first.")
    }
    return nil
  }
}
