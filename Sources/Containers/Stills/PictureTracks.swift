// QUIRK: HEIF and AVIF: `qtdemux` passes over tracks of pictures (`pict`), which are a movie's but for the letters of their
// handler. In: GStreamer 1.22. Test: "an animated AVIF is a film".

/// The tracks of pictures in a HEIF or AVIF file of several (ISO/IEC 23008-12 §7.1): they are a movie's, but for the four letters of
/// their handler.
package struct PictureTracks {
  /// What `qtdemux` reads instead of those letters.
  package let fields: [HeaderCorrection.Field]

  /// The tracks in `file`, which is one of boxes.
  package init(of file: FileBytes) throws {
    var fields: [HeaderCorrection.Field] = []
    guard let movie = try MovieBoxes(file).first(where: { $0.type == "moov" }) else {
      self.fields = []
      return
    }
    for track in try MovieBoxes(file, inside: movie).all(where: { $0.type == "trak" }) {
      guard let media = try MovieBoxes(file, inside: track).first(where: { $0.type == "mdia" }),
        let handler = try MovieBoxes(file, inside: media).first(where: { $0.type == "hdlr" }),
        try file.read(at: handler.body + 8, 4).elementsEqual("pict".utf8)
      else { continue }
      fields.append(HeaderCorrection.Field(offset: handler.body + 8, bytes: Array("vide".utf8)))
    }
    self.fields = fields
  }

  /// `durations`, and what lets these tracks be read.
  package func with(_ durations: HeaderCorrection?) -> HeaderCorrection? {
    fields.isEmpty ? durations : HeaderCorrection(fields: (durations?.fields ?? []) + fields)
  }
}
