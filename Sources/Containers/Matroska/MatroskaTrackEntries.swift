import Rendering

// QUIRK: Matroska, written: libavformat does not say what a decoder gives before the sound (CodecDelay) but of Opus. In: FFmpeg
// 5.1. Test: "sound in Matroska ends with its last sample", "a lead that Matroska says of AAC is said again".
// QUIRK: Matroska, written: libavformat has no place for a language with its region or script (LanguageBCP47). In: FFmpeg 5.1.
// Test: "tracks of text follow the clip, with their language and flags".
// QUIRK: Matroska, written: libavformat describes FFV1 as Video for Windows does, which has a name of its own (`V_FFV1`). In:
// FFmpeg 5.1. Until: FFmpeg 7. Test: "pictures that are read and written without loss are the same".

/// Entries of tracks in a Matroska file that libavformat wrote, with what its muxer leaves out (RFC 9559 §5.1.4.1):
///
/// * `CodecDelay`, what a decoder gives before the sound;
/// * `LanguageBCP47`, a language with its region or script;
/// * `V_FFV1`, the name that FFV1 has, which is described as Video for Windows does.
///
/// The room for it is that of a track's small number, which has eight bytes, that of a longer name, and Video for Windows' own
/// header. What is left becomes an empty element:
///
/// ```
///  as the muxer writes it   TrackEntry │ TrackUID │ size 8 │ 2 │ … │ Name "Signs, and room" │ …
///  as it is in the end      TrackEntry │ TrackUID │ size 1 │ 2 │ … │ Name "Signs" │ … │ CodecDelay, LanguageBCP47 │ Void
/// ```
package struct MatroskaTrackEntries {
  /// The delays of decoders before the sounds, in nanoseconds, by the numbers of their tracks.
  package var delays: [UInt64: UInt32] = [:]
  /// Languages with a region or a script, and the tracks' own names, by the numbers of their tracks.
  package var languages: [UInt64: (tag: String, name: String?)] = [:]

  /// Additions to the entries of tracks, by number.
  package init(delays: [UInt64: UInt32] = [:], languages: [UInt64: (tag: String, name: String?)] = [:]) {
    self.delays = delays
    self.languages = languages
  }

  /// The name to give a track called `name`, if it is, that is to be in the language `tag`: with room for that.
  package static func nameWithRoom(_ name: String?, for tag: String) -> String {
    (name ?? "") + String(repeating: ".", count: tag.utf8.count + 8)
  }

  /// Completes the entries of `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where it is not as the muxer writes it.
  package func complete(_ file: FileBytes) throws {
    try MatroskaTracks.change(in: file) { bytes in bytes = try completed(bytes) }
  }

  private func completed(_ tracks: [UInt8]) throws -> [UInt8] {
    var bytes = tracks
    var found: Set<UInt64> = []
    for entry in MatroskaElement.children(of: tracks) where entry.id == MatroskaID.trackEntry {
      let range = Int(entry.body)..<Int(entry.body + entry.size)
      let parts = MatroskaElement.children(of: tracks, in: range)
      guard let part = parts.first(where: { $0.id == MatroskaID.trackNumber }) else {
        throw MatroskaTracks.unexpectedLayout
      }
      let number = tracks.bigEndian(at: Int(part.body), Int(min(part.size, 8)))
      found.insert(number)
      if let whole = try completed(parts, number, in: tracks, range) { bytes.replaceSubrange(range, with: whole) }
    }
    guard found.isSuperset(of: delays.keys), found.isSuperset(of: languages.keys) else {
      throw MatroskaTracks.unexpectedLayout
    }
    return bytes
  }

  /// The entry in `range` of `tracks` of track number `number`, which has `parts`; nil where nothing is missing in it.
  private func completed(
    _ parts: [MatroskaElement], _ number: UInt64, in tracks: [UInt8], _ range: Range<Int>
  ) throws -> [UInt8]? {
    func content(_ part: MatroskaElement) -> ArraySlice<UInt8> { tracks[Int(part.body)..<Int(part.body + part.size)] }
    let isOfWindows =
      parts.contains { $0.id == MatroskaID.codecID && content($0).elementsEqual("V_MS/VFW/FOURCC".utf8) }
      && parts.contains { part in
        part.id == MatroskaID.codecPrivate && part.size > 40 && content(part).dropFirst(16).starts(with: "FFV1".utf8)
      }
    guard isOfWindows || delays[number] != nil || languages[number] != nil else { return nil }
    var entry: [UInt8] = []
    var start = range.lowerBound
    for part in parts {
      let end = Int(part.body + part.size)
      switch part.id {
      case MatroskaID.trackUID where part.size == 8 && tracks.bigEndian(at: Int(part.body), 8) < 256:
        entry += Self.element(part.id, [tracks[end - 1]])
      case MatroskaID.trackName where languages[number] != nil:
        if let name = languages[number]?.name { entry += Self.element(part.id, Array(name.utf8)) }
      case MatroskaID.codecID where isOfWindows: entry += Self.element(part.id, Array("V_FFV1".utf8))
      case MatroskaID.codecPrivate where isOfWindows:
        entry += Self.element(part.id, Array(content(part).dropFirst(40)))
      default: entry += tracks[start..<end]
      }
      start = end
    }
    if let delay = delays[number] {
      entry += Self.element(MatroskaID.codecDelay, (0..<4).map { UInt8(truncatingIfNeeded: delay >> (24 - 8 * $0)) })
    }
    if let language = languages[number] { entry += Self.element(MatroskaID.languageTag, Array(language.tag.utf8)) }
    let room = range.count - entry.count
    guard room == 0 || (2...128).contains(room) else { throw MatroskaTracks.unexpectedLayout }
    // `Void` (RFC 8794 §11.3.2).
    if room > 0 { entry += [0xEC, UInt8(0x80 | (room - 2))] + [UInt8](repeating: 0, count: room - 2) }
    return entry
  }

  /// The element `id` with `content`, of fewer than 16,383 bytes.
  private static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
    let head = (0..<4).map { UInt8(truncatingIfNeeded: id >> (24 - 8 * $0)) }.drop { $0 == 0 }
    let size =
      content.count < 127
      ? [0x80 | UInt8(content.count)] : [0x40 | UInt8(content.count >> 8 & 0x3F), UInt8(content.count & 0xFF)]
    return head + size + content
  }
}
