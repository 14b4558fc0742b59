import Containers
import EditingModel
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
    /// When its presentation begins, in nanoseconds of stream time: what lies before is hidden.
    var presentationStart: Int64 = 0
    /// When it ends; nil where the file does not say so.
    var presentationEnd: Int64?
  }

  /// What kind of file it is.
  let kind: PacketFileKind
  /// Its pictures and sounds, in the file's order.
  let entries: [Entry]
  /// How long the header says that it lasts, in nanoseconds; nil where it does not.
  let duration: Int64?
}
