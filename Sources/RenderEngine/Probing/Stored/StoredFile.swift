import Containers
import EditingModel
import MediaDecoding
import MediaFormats
import Rendering

/// A file whose packets libavformat reads: each of its pictures and sounds, and how.
struct StoredFile {
  /// A picture or a sound.
  struct Entry: Sendable {
    var mediaType: MediaType
    /// The file's number of it, and its language.
    var identity: TrackIdentity
    var stored: StoredStream
    /// The beginning of its presentation, in nanoseconds of stream time: earlier packets are hidden.
    var presentationStart: Int64 = 0
    /// The end of its presentation; nil where the file does not state it.
    var presentationEnd: Int64?
    /// The presented parts of the media, one after another, this one first; empty for a single part.
    var parts: [Entry] = []
    /// What the file says of pictures beside their samples, and what the track is for.
    var sideData: [PictureSideData] = []
    var dispositions: [TrackDisposition] = []
  }

  /// The kind of file.
  let kind: PacketFileKind
  /// Its pictures and sounds, in the file's order.
  let entries: [Entry]
  /// The numbers of pictures and sounds in a codec that libavformat has no name for, beside others of their kind.
  let unread: Set<Int32>
  /// The duration in the header, in nanoseconds; nil without a statement.
  let duration: Int64?
}

extension StoredFile {
  /// Whether each of `tracks` stands beside one of its kind among `entries`.
  static func areAll(_ tracks: Set<MediaType>, beside entries: [Entry]) -> Bool {
    tracks.allSatisfy { kind in entries.contains { $0.mediaType == kind } }
  }

  /// `entries` with what `source`, their file, says of them; it continues with its first packet.
  static func stating(_ entries: [Entry], in source: PacketSource) -> [Entry] {
    let sideData = source.sideData()
    return entries.map { entry in
      var entry = entry
      entry.sideData = sideData[entry.stored.index] ?? []
      entry.dispositions = source.dispositions(ofStream: entry.stored.index)
      return entry
    }
  }

  /// The file `file` at `asset`, in `container` other than a movie, with the results of `check` and `extent` to be
  /// read; nil where a demuxer or a parser has to read it.
  init?(
    _ container: MediaContainer, _ check: ContainerCheck, of file: FileBytes, at asset: AssetReference,
    extent: MediaScan.Extent, cancellation: Cancellation
  ) throws {
    let found: StoredFile? =
      if let tags = check.flash {
        try StoredFile(tags, at: asset)
      } else if container.isMatroska {
        try StoredFile(matroska: file, at: asset, extent: extent, cancellation: cancellation)
      } else if container == .avi {
        try StoredFile(avi: asset)
      } else {
        nil
      }
    guard let found else { return nil }
    self = found
  }
}
