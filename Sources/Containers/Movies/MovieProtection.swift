package import Rendering

/// Media that are encrypted: what is said of them, whatever the scheme.
///
/// ```
///  stsd ─ encv, enca     a description that stands for another one (ISO/IEC 14496-12 §8.12): cenc, cens, cbc1, cbcs
///       └ drmi, drms     FairPlay's of purchased films and songs
///  traf ─ senc           of a segment whose header stands in another file (ISO/IEC 23001-7 §7.2)
/// ```
package enum MovieProtection {
  /// The error of such a file, by the standard or the name of what it is encrypted with.
  package static func error(_ scheme: String = "ISO/IEC 23001-7") -> RenderError {
    RenderError(
      .contentIsProtected, "The file's media is encrypted (\(scheme)).", remedy: "Use a copy that is not encrypted.")
  }

  /// - Throws: `RenderError` where `file`, which has no movie header, is a segment of a movie in fragments.
  package static func refuseSegment(_ file: FileBytes) throws {
    let boxes = try MovieBoxes(file)
    guard let fragment = boxes["moof"] else { return }
    let tracks = try MovieBoxes(file, inside: fragment).all("traf")
    if try tracks.contains(where: { try MovieBoxes(file, inside: $0)["senc"] != nil }) {
      throw error()
    }
    throw RenderError(
      .mediaUnreadable, "The file is a segment of a movie, whose header stands in another file.",
      remedy: "Put both together first, as with: cat INIT.mp4 SEGMENT.m4s > WHOLE.mp4.")
  }
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.contentIsProtected` where pictures or sound are encrypted.
  package func refuseProtection(of file: FileBytes) throws {
    for track in tracks where ["vide", "soun"].contains(track.handler) {
      switch try track.codecType(in: file) {
      case "encv", "enca": throw MovieProtection.error()
      case "drmi", "drms": throw MovieProtection.error("FairPlay")
      default: continue
      }
    }
  }
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.mediaUnreadable` where the file is the header of a movie in fragments alone.
  package func refuseInitializationSegment() throws(RenderError) {
    guard isInitializationSegment else { return }
    throw RenderError(
      .mediaUnreadable, "The file is the header of a movie in fragments, which stand in other files.",
      remedy: "Put them together first, as with: cat INIT.mp4 SEGMENT-1.m4s SEGMENT-2.m4s > WHOLE.mp4.")
  }
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.unsupported` where pictures have their alpha in a separate track (ISO/IEC 23000-22
  ///   §7.3.5), which no demuxer here supports.
  package func refuseTransparentAnimation() throws(RenderError) {
    let handlers = Set(tracks.map(\.handler))
    guard handlers.isSuperset(of: ["pict", "auxv"]) else { return }
    throw RenderError(
      .unsupported, "The file is an animation in AVIF or HEIF with transparency, which is not read.",
      remedy: "Convert it first, as with: ffmpeg -i FILE -filter_complex [0:0][0:1]alphamerge -c:v ffv1 NEW.mkv.")
  }
}
