public import FoundationEssentials

/// The interface between the services, which do not depend on GStreamer, and an engine: facts, pictures, samples and
/// packets out, pictures, samples and packets in.
///
/// ```
///  files ──► facts                         PictureReader ──► PixelBuffer ─┐
///  plan ───► pictures(of:) samples(of:) ──►                              ├─► MediaWriter ──► file
///  track ──► packets(of:)                  SampleReader ──► SampleBlock ─┘   (PacketReader ──► MediaPacket likewise)
/// ```
///
/// It is the sum of four protocols, so that a service can require only those that it needs: ``MediaReading`` of files
/// as they are, ``PlanRendering`` of plans, ``FileWriting`` of what is written, ``DrawingHost`` of fonts and
/// compositors.
///
/// Readers and writers are independent of each other: two readers of one plan share no mutable state.
///
/// Threads: any. The asynchronous calls do their blocking work on dedicated threads and honor task cancellation within
/// a second; those that are not asynchronous return at once.
public protocol Renderer: MediaReading, PlanRendering, FileWriting, DrawingHost {
  /// Makes the file of `copy` at `url`, under a temporary name beside it until it is complete. An existing file at `url` is
  /// replaced only if `replacing`. `progress` is called with the part that is done, on any thread.
  ///
  /// - Throws: As `writer(_:to:progress:)` and `facts(of:)`; `.unsupported` where the container does not hold a
  ///   track, or the streams of the parts do not agree, each difference named.
  func copyPackets(
    _ copy: PacketCopy, to url: URL, replacing: Bool, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> CopiedFile

  /// The plan of the file of `copy`: its packets with their times, and its edit lists. Made by the same steps as the
  /// file: packets are read up to the end of each part, and none is written.
  ///
  /// - Throws: As `copyPackets(_:to:replacing:progress:)`, but for what is wrong with the output.
  func plan(_ copy: PacketCopy) async throws -> CopyPlan

  /// Rejects, by name, tracks that do not stand in the container of `copy` as they are, and streams that do not agree, by what
  /// the files' headers say; no packet is read, and nothing is written.
  ///
  /// - Returns: Notes on media that would be left behind, a sentence each.
  /// - Throws: As `copyPackets(_:to:replacing:progress:)`.
  @discardableResult
  func check(_ copy: PacketCopy) async throws -> [String]
}
