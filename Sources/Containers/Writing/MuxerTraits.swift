package import MediaFormats
package import Rendering

/// Options of libavformat's muxer for a file, and limits that it does not check.
package struct MuxerTraits {
  private let settings: WriterSettings
  private let streams: [PacketStream]

  /// The lengths of chunks have 32 bits; room is left for what stands behind the samples.
  private static let mostChunkBytes = Int64(UInt32.max) - 1

  /// The traits of the muxer of a file of `settings`, whose tracks are `streams`.
  package init(_ settings: WriterSettings, _ streams: [PacketStream]) {
    (self.settings, self.streams) = (settings, streams)
  }

  /// The muxer's own options.
  package var options: [(String, String)] {
    switch settings.export.fileType {
    case .mp4, .mov, .m4a: [("movie_timescale", "\(settings.movieTimescale ?? MovieTimescales.movie(settings))")]
    case .wav: isLongWave ? [("rf64", "auto")] : []
    // No empty tag.
    case .mp3: settings.statedItems.items.isEmpty ? [("id3v2_version", "0")] : []
    // A packet of sound by itself has its own time.
    case .ts: [("pes_payload_size", "0")]
    case .mkv, .webm, .aiff, .flac, .ogg, .gif, .png, .jpg, .webp: []
    }
  }

  /// The greatest size of the file in bytes, beyond which the muxer would write a wrong length; nil without a limit.
  package var mostBytes: Int64? {
    switch settings.export.fileType {
    case .wav: isLongWave ? nil : Self.mostChunkBytes
    case .aiff: Self.mostChunkBytes
    case .mp4, .mov, .m4a, .mkv, .webm, .ts, .flac, .ogg, .mp3, .gif, .png, .jpg, .webp: nil
    }
  }

  /// Whether a WAVE file is to say its lengths in 64 bits (RF64, EBU Tech 3306): where it is known to be that long, for a file that
  /// may become so has a chunk more than others.
  private var isLongWave: Bool {
    guard let count = settings.samples?.expectedCount, let frame = streams.first?.frameByteCount else { return false }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: Int64(frame))
    return overflow || bytes > Self.mostChunkBytes - 1 << 16
  }
}

extension RenderError {
  /// A file of `fileType` is longer than its header can say.
  package static func tooLong(_ fileType: FileType) -> RenderError {
    RenderError(
      .writeFailed, "\(fileType.format.title) holds 4 GB at most, and more was to be written.",
      remedy: "Write FLAC, or a shorter file.")
  }
}
