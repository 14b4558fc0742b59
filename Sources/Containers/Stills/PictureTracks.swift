// QUIRK: HEIF and AVIF: `qtdemux` passes over tracks of pictures (`pict`), which are a movie's but for the letters of their
// handler. In: GStreamer 1.22. Test: "an animated AVIF is a film".

/// The tracks of pictures in a HEIF or AVIF file of several (ISO/IEC 23008-12 §7.1): they are a movie's, but for the four letters of
/// their handler.
package struct PictureTracks {
  /// The fields that `qtdemux` reads instead of those letters.
  package let fields: [HeaderCorrection.Field]

  /// The tracks in `file`, which is one of boxes.
  package init(of file: FileBytes) throws {
    fields = try MovieBoxes.handlers(of: file).filter { $0.letters == "pict" }.map {
      HeaderCorrection.Field(offset: $0.offset, bytes: Array("vide".utf8))
    }
  }

  /// `durations`, and what lets these tracks be read.
  package func with(_ durations: HeaderCorrection?) -> HeaderCorrection? {
    fields.isEmpty ? durations : HeaderCorrection(fields: (durations?.fields ?? []) + fields)
  }
}
