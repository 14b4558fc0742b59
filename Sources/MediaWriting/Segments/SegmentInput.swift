import Containers
import FoundationEssentials
import MediaFormats
import Rendering
import Synchronization

/// A track of a file whose pictures come in segments.
///
/// Threads: one at a time. Lock order: only `streams`.
final class SegmentInput: Sendable {
  private let track: any PacketSink
  /// The track's streams in the segments, one of which a segment must match; empty before the first.
  private let streams = Mutex<[PacketStream]>([])

  /// Segments into `track`.
  init(_ track: any PacketSink) { self.track = track }

  /// Says what the pictures of all segments are, which are like those of some of `segments`.
  ///
  /// - Throws: As ``push(_:while:notice:)``.
  func describe(by segments: [EncodedSegment], while isWanted: () throws -> Void) throws {
    try describe(by: segments.map { try file(of: $0, while: isWanted).contents.stream })
  }

  private func describe(by found: [PacketStream]) throws {
    guard let first = found.first else { return }
    var described = try first.joined(with: Array(found.dropFirst()))
    described.state(track.settings.header(ofTrack: 0), in: track.settings.export.fileType)
    streams.withLock { $0 = found }
    track.describe(described)
  }

  /// Puts the packets of `segment` behind those before, and calls `notice` for each; waits while the muxer's queue is full, until
  /// `isWanted` throws.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` or `.unsupported`, which name the segment.
  func push(_ segment: EncodedSegment, while isWanted: () throws -> Void, notice: () -> Void) throws {
    let file = try file(of: segment, while: isWanted)
    if streams.withLock(\.isEmpty) { try describe(by: [file.contents.stream]) }
    guard streams.withLock({ $0.contains(file.contents.stream) }) else {
      throw RenderError(
        .unsupported,
        "The pictures of the segment \(segment.url.path) are not encoded as those before: other settings or versions made them.",
        remedy: "Render all segments with the same version of the program and its libraries.")
    }
    try file.forEachPacket { packet in
      try track.push(packet, while: isWanted)
      notice()
    }
  }

  private func file(of segment: EncodedSegment, while isWanted: () throws -> Void) throws -> SegmentFile {
    guard let file = try SegmentFile(segment.url.path, checking: isWanted), file.contents.identity == segment.identity
    else {
      throw RenderError(
        .mediaUnreadable, "The segment \(segment.url.path) is damaged, or another one.",
        remedy: "Render it again.")
    }
    return file
  }

  /// Ends the track.
  func end() throws { try track.end() }
}
