import Containers
import FoundationEssentials
import MediaFormats
import Rendering
import Synchronization

/// A track of a file whose pictures come in segments.
///
/// Threads: one at a time. Lock order: only `stream`.
final class SegmentInput: Sendable {
  private let track: any PacketSink
  /// What the first segment says of the track; nil before it.
  private let stream = Mutex<PacketStream?>(nil)

  /// Segments into `track`.
  init(_ track: any PacketSink) { self.track = track }

  /// Puts the packets of `segment` behind those before, and calls `notice` for each; waits while the muxer's queue is full, until
  /// `isWanted` throws.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` or `.unsupported`, which name the segment.
  func push(_ segment: EncodedSegment, while isWanted: () throws -> Void, notice: () -> Void) throws {
    guard let file = try SegmentFile(segment.url.path, checking: isWanted), file.contents.identity == segment.identity
    else {
      throw RenderError(
        .mediaUnreadable, "The segment \(segment.url.path) is damaged, or another one.",
        remedy: "Render it again.")
    }
    let known = stream.withLock(\.self)
    guard known == nil || known == file.contents.stream else {
      throw RenderError(
        .unsupported,
        "The pictures of the segment \(segment.url.path) are not encoded as those before: other settings or versions made them.",
        remedy: "Render all segments with the same version of the program and its libraries.")
    }
    if known == nil {
      stream.withLock { $0 = file.contents.stream }
      var described = file.contents.stream
      described.state(track.settings.header(ofTrack: 0), in: track.settings.export.fileType)
      track.describe(described)
    }
    try file.forEachPacket { packet in
      try track.push(packet, while: isWanted)
      notice()
    }
  }

  /// Ends the track.
  func end() throws { try track.end() }
}
