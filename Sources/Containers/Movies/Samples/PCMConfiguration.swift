import MediaFormats
package import Rendering

// QUIRK: MP4: `qtdemux` has no names for PCM (`ipcm`, `fpcm`). In: GStreamer 1.22. Test: "PCM in MP4 is as wide as its
// configuration says".
// QUIRK: MP4: libavformat takes PCM of 24 and 32 bits (`ipcm`) for one of 16, and has no name for floating-point samples (`fpcm`).
// In: FFmpeg 5.1. Test: "PCM in MP4 is as wide as its configuration says".

/// Width and byte order of samples of PCM in MP4 (ISO/IEC 23003-5 §5), as cameras write it.
///
/// ```
///  stsd ─ ipcm   integers; the description's own width may be any
///       │ fpcm   floating-point numbers
///       └ pcmC   the order of bytes, and the width in bits
/// ```
package struct PCMConfiguration {
  /// Whether the least significant byte comes first.
  package let isLittleEndian: Bool
  /// Whether libavformat reads the samples as they are.
  package let isReadAsIntegers16: Bool
  /// Corrections of the description: QuickTime's name of such samples, and their width.
  package let corrections: [HeaderCorrection.Field]

  /// The configuration of `track`, whose only sample description it is; nil of other sound, and of widths that no name stands for.
  package init?(of track: MovieTracks.Track, in file: FileBytes) throws {
    guard track.handler == "soun", let box = try MovieBoxes(file, inside: track.sampleTable)["stsd"],
      box.end - min(box.end, box.body) >= 8, try track.descriptionCount(in: file) == 1
    else { return nil }
    let start = box.body + 8
    let bytes = try file.read(at: start, Int(min(box.end - start, 1 << 12)))
    // A description of sound has 36 bytes before its own boxes.
    guard let entry = MovieBoxes(bytes).first, entry.body == 8, bytes.count > 36 else { return nil }
    let inner = MovieBoxes.Box(type: entry.type, offset: 0, size: entry.size, body: 36)
    guard let place = MovieBoxes(bytes, inside: inner)["pcmC"], place.end - place.body >= 6 else { return nil }
    isLittleEndian = bytes[place.content + 4] & 1 == 1
    let width = bytes[place.content + 5]
    let name: String? =
      switch (entry.type, width) {
      case ("ipcm", 16): isLittleEndian ? "sowt" : "twos"
      case ("ipcm", 24): "in24"
      case ("ipcm", 32): "in32"
      case ("fpcm", 32): "fl32"
      case ("fpcm", 64): "fl64"
      default: nil
      }
    guard let name else { return nil }
    isReadAsIntegers16 = entry.type == "ipcm" && width == 16
    corrections = [
      .init(offset: start + 4, bytes: Array(name.utf8)), .init(offset: start + 26, bytes: [0, width]),
    ]
  }
}

extension HeaderCorrection {
  /// `correction`, and what has a demuxer know the PCM of `movie` in `file`.
  package static func naming(
    pcmOf movie: MovieTracks, in file: FileBytes, besides correction: HeaderCorrection?
  ) throws -> HeaderCorrection? {
    let fields = try movie.tracks.flatMap { try PCMConfiguration(of: $0, in: file)?.corrections ?? [] }
    guard !fields.isEmpty else { return correction }
    return HeaderCorrection(fields: (correction?.fields ?? []) + fields, window: correction?.window)
  }
}

extension MovieTracks {
  /// - Throws: `RenderError` with `.unsupported` where a sound of the movie in `file` that `copy` wants is PCM that libavformat, by
  ///   which packets are copied, may take for other samples.
  package func refuseCopiesOfPCM(in file: FileBytes, by copy: PacketCopy) throws {
    guard copy.mediaTypes?.contains(.audio) ?? true else { return }
    for (number, track) in tracks.filter({ $0.handler == "soun" }).enumerated()
    where copy.soundTracks?.contains(number) ?? true {
      guard try PCMConfiguration(of: track, in: file)?.isReadAsIntegers16 == false else { continue }
      throw RenderError(
        .unsupported, "The movie's sound is PCM of more than 16 bits as MP4 has it, whose packets are not copied.",
        remedy:
          "Convert it to PCM in QuickTime, which loses none of it.")
    }
  }
}
