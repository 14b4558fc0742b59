import MediaFormats
import Rendering

/// Describes PCM of 32 bits in a QuickTime movie, whole numbers or others, for which GStreamer 1.22's muxer has no word: it is
/// given big-endian samples as whole numbers, and the header is corrected in place.
///
/// ```
///  as the muxer writes it   stsd › twos │ …, 32 bits, …, 4 bytes a sample
///  as it is in the end      stsd › in32 │ …, 16 bits, …, 2 bytes a sample      as of all formats after the first version
///                           stsd › fl32
/// ```
struct MoviePCM {
  /// How samples are stored, of each sound, in the file's order; nil of those that are not PCM.
  var formats: [SampleFormat?]

  /// What the muxer is told that numbers are.
  static let standIn = "audio/x-raw,format=S32BE"

  private static let standInType = "twos"
  private static let types: [SampleFormat: String] = [.integer32: "in32", .float: "fl32"]

  /// The sounds of a file of `settings`; nil where none is of 32 bits in a QuickTime movie.
  init?(_ settings: WriterSettings) {
    guard settings.export.fileType == .mov else { return nil }
    formats = settings.sounds.map { $0.encoding.codec == .pcm ? $0.samples.losslessFormat : nil }
    guard formats.contains(where: { $0.map { Self.types[$0] != nil } ?? false }) else { return nil }
  }

  /// `movie`, the bytes of a movie's header, with the descriptions of the sounds; it is as long as it was.
  func described(_ movie: [UInt8]) -> [UInt8] {
    var movie = movie
    let paths = MovieBoxes.descriptions(ofMediaWith: "smhd", in: movie).reversed()
    for (format, path) in zip(formats, paths) {
      guard let entry = path.last, entry.type == Self.standInType, let type = format.flatMap({ Self.types[$0] }),
        entry.size >= 52
      else { continue }
      let start = Int(entry.offset)
      movie.replaceSubrange(start + 4..<start + 8, with: Array(type.utf8))
      movie.setBigEndian(16, at: start + 26, 2)
      movie.setBigEndian(2, at: start + 48, 4)
    }
    return movie
  }
}
