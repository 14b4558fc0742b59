package import Containers
package import EditingModel
package import FoundationEssentials
package import MediaDecoding
import MediaFormats
package import MediaTime
package import Rendering

/// Makes the file of a segment of packets of its media, one run after another.
///
/// ```
///  media     · · K · · · · · · K · · ·
///                ├─ frames ──┤              in the order of decoding, each with the time of its frame in the film
///  segment       K · · · · · ·
/// ```
///
/// Threads: one; blocks.
package struct SegmentCopier {
  private let runs: [Run]
  /// The beginning of each frame in the film, and the end of the last, in nanoseconds.
  private let times: [Int64]
  private let extent: Range<Rational>
  private let settings: WriterSettings

  /// Pictures of a file, and which frame of the segment the first of them is.
  private struct Run {
    var copied: CopiedPictures
    var index: MediaIndex
    var place: Int
  }

  /// A copier of `copies` of the files that `indexes` describe, presented at `times`, which say where the last frame ends, into a film
  /// of `settings`.
  ///
  /// - Throws: `RenderError` where the film has no such pictures.
  package init(
    _ copies: [CopiedPictures], at times: [Rational], _ settings: WriterSettings,
    of indexes: [CompositionTrackSegment.Source: MediaIndex]
  ) throws {
    var (runs, count) = ([Run](), 0)
    for copied in copies {
      guard let index = indexes[copied.source] else { throw Self.changed(copied) }
      runs.append(Run(copied: copied, index: index, place: count))
      count += copied.frames.count
    }
    guard let first = times.first, let last = times.last, times.count == count + 1 else {
      throw RenderError(.engineFailed, "\(count) frames are copied to \(times.count) times.")
    }
    (self.runs, self.settings) = (runs, settings)
    self.times = try times.map { try $0.floor(scaledBy: 1_000_000_000) }
    extent = first..<last
  }

  /// Makes the file at `url`, which says that it was made from `identity`; calls `notice` for each packet.
  ///
  /// - Throws: `RenderError`; then nothing is left of the file.
  package func run(
    to url: URL, identity: String, cancellation: Cancellation, notice: () -> Void
  ) throws(RenderError) -> EncodedSegment {
    let output = try OutputFile(url, replacing: true)
    do {
      let own = WriterSettings(settings.export, pictures: settings.pictures)
      let file = try translating { try SegmentFileWriter(own, to: output.temporary.path) }
      var described: PacketStream?
      for run in runs {
        try translating(asset: run.copied.source.asset) {
          try copy(run, own, into: file, &described, cancellation, notice)
        }
      }
      let byteCount = try translating { try file.finish(identity, extent, EncodedSegment.Findings()) }
      try translating { try output.commit(isOneOfMany: true) }
      return EncodedSegment(
        at: output.target, identity: identity, frameCount: times.count - 1, times: extent,
        byteCount: Int64(byteCount))
    } catch {
      output.discard()
      throw output.naming(error)
    }
  }

  /// Copies the packets of `run` into `file`, which is `described` by the first.
  private func copy(
    _ run: Run, _ settings: WriterSettings, into file: SegmentFileWriter, _ described: inout PacketStream?,
    _ cancellation: Cancellation, _ notice: () -> Void
  ) throws {
    let (copied, index, changed) = (run.copied, run.index, Self.changed(run.copied))
    let track = copied.source.trackIndex
    guard index.videoAccess.indices.contains(track), let stored = index.videoAccess[track].stored,
      let pictures = settings.pictures, let video = settings.export.video
    else { throw changed }
    let timing = index.facts.videoTracks[track].timing
    var packets = try StoredPackets(index.facts.asset.url.path, stored)
    let sets = ParameterSets(packets.described.configuration, codec: stored.codec)
    // In a transport stream nothing stands outside of the packets.
    let isTransport = settings.export.fileType == .ts
    var stream = try PacketStream(
      pictures, video.codec, configuration: isTransport ? [] : packets.described.copiedConfiguration)
    if stored.codec == "prores" { stream.fourCC = packets.described.tag }
    stream.state(settings.header(ofTrack: 0), in: settings.export.fileType)
    if described == nil { file.describe(stream) }
    guard described == nil || described == stream else { throw changed }
    described = stream
    // Half a microsecond more: times in ticks are rounded down.
    let start = try (timing.start(of: copied.frames.lowerBound) + index.zero).floor(scaledBy: 1_000_000_000)
    try packets.seek(to: start.addingSaturated(1_000))
    var missing = copied.frames.count
    while missing > 0, let (packet, times) = try packets.next() {
      try cancellation.check()
      let time = try times.presentation.map { try Rational($0, 1_000_000_000) - index.zero }
      let frame = time.flatMap(timing.frame(presentedAt:))
      let isFirst = missing == copied.frames.count
      if isFirst {
        guard frame == copied.frames.lowerBound else { continue }
        // Other media under the same name may have a picture there that refers to those before it.
        guard EntryPoint.isEntryPoint(packet.bytes, codec: stored.codec) == true else { throw changed }
      }
      // Leading pictures refer to what is not copied.
      if missing == copied.frames.count - 1, let frame, frame < copied.frames.lowerBound { continue }
      guard let frame, copied.frames.contains(frame), !packet.isCorrupt else { throw changed }
      var bytes = packet.bytes
      if let sets {
        guard !sets.areReplaced(by: bytes) else { throw changed }
        if isFirst { bytes = sets.cut(bytes) }
        if isTransport { bytes = sets.byteStream(bytes, isKeyFrame: packet.isKeyFrame) }
      }
      let number = run.place + frame - copied.frames.lowerBound
      try file.push(
        MuxedPacket(
          bytes, presentation: self.times[number], duration: self.times[number + 1] - self.times[number],
          isKeyFrame: packet.isKeyFrame), while: cancellation.check)
      missing -= 1
      notice()
    }
    guard missing == 0 else { throw changed }
  }

  private static func changed(_ copied: CopiedPictures) -> RenderError {
    RenderError(
      .mediaUnreadable, "The packets of \(copied.source.asset.name) are not those that the film was planned with.",
      remedy: "Leave the file as it is, and export again; without smart rendering, if it happens again.",
      asset: copied.source.asset)
  }
}
