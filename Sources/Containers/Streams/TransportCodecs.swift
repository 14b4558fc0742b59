package import MediaFormats
package import Rendering

// QUIRK: MPEG transport stream: `tsdemux` passes over DTS as 0x82 and AAC as private data. In: GStreamer 1.22. Test: "DTS in a
// transport stream is read".
// QUIRK: MPEG transport stream: `tsdemux` passes over TrueHD, DTS-HD and what is in other programs, or takes TrueHD for LPCM. In:
// GStreamer 1.22. Test: "an unsupported sound is named, and noted where tracks are not chosen".

/// The codecs of the elementary streams of a transport stream, by the numbers and letters in its tables, and the
/// treatment of those that `tsdemux` ignores.
///
/// | stream | what is done |
/// |---|---|
/// | DTS as 0x82, AAC as private data | read: the tables are corrected to numbers that a demuxer supports |
/// | TrueHD, DTS-HD, AC-4, MPEG-H, VVC, AVS, and what is in other programs | named, and left out |
package struct TransportCodecs {
  private let tables: TransportTables
  /// The first bytes of the first packet of each elementary stream, by PID.
  private let heads: [Int: [UInt8]]

  /// The streams in `tables` for which there are packets; `heads` are the packets' first bytes.
  package init(_ tables: TransportTables, heads: [Int: [UInt8]]) {
    (self.tables, self.heads) = (tables, heads)
  }

  /// The number by which a demuxer takes `stream` for what it is; nil where that is its own, or there is none.
  ///
  /// The first packet shows the type: discs have 0x82 for DTS, others for subtitles as well, and 0x83 is TrueHD or LPCM.
  private func replacement(for stream: TransportTables.Stream) -> UInt8? {
    guard stream.isAmbiguous, let head = heads[stream.identifier], head.count == Self.headLength else { return nil }
    switch stream.type {
    case 0x82 where head.starts(with: [0x7F, 0xFE, 0x80, 0x01]): return 0x8A
    case 0x06 where head[0] == 0xFF && head[1] & 0xF6 == 0xF0: return 0x0F
    case 0x83 where Self.isTrueHD(head): return Self.unassignedType
    default: return nil
    }
  }

  /// A stream type that no demuxer supports.
  private static let unassignedType: UInt8 = 0xFE
  /// Bytes at a packet's beginning that are examined.
  package static let headLength = 8

  private static func isTrueHD(_ head: [UInt8]) -> Bool { head.dropFirst(4).starts(with: [0xF8, 0x72, 0x6F, 0xBA]) }

  /// The corrections of stream types by which a demuxer does not know a stream, or takes it for another.
  package var corrections: [HeaderCorrection.Field] {
    var replacements: [Int: UInt8] = [:]
    for stream in tables.streams { replacements[stream.identifier] = replacement(for: stream) }
    guard !replacements.isEmpty else { return [] }
    var fields: [HeaderCorrection.Field] = []
    for section in tables.sections {
      var bytes = section.bytes
      var places: [Int] = []
      for place in section.places {
        guard let known = replacements[Int(bytes.bigEndian(at: place + 1, 2) & 0x1FFF)] else { continue }
        bytes[place] = known
        places.append(place)
      }
      guard !places.isEmpty else { continue }
      let sum = bytes.count - 4
      bytes.setBigEndian(UInt64(Checksum.mpeg(bytes[..<sum])), at: sum, 4)
      fields += (places + Array(sum..<bytes.count)).map { .init(offset: section.offsets[$0], bytes: [bytes[$0]]) }
    }
    return fields
  }

  /// The streams that are announced and have packets, but are not among `read`, by PID.
  package func tracks(besides read: Set<Int>) -> [AncillaryTrack] {
    tables.streams.filter { !read.contains($0.identifier) && heads[$0.identifier] != nil }.map { stream in
      let isTrueHD = stream.type == 0x83 && Self.isTrueHD(heads[stream.identifier] ?? [])
      let (kind, name) = isTrueHD ? (.sound, "Dolby TrueHD") : Self.meaning(of: stream)
      return AncillaryTrack(
        number: Int32(stream.identifier), kind: kind, codecType: name,
        languageTag: stream.language.flatMap { $0 == "und" ? nil : $0 })
    }
  }

  /// The kind of a stream's content, and the name of its format.
  private static func meaning(of stream: TransportTables.Stream) -> (AncillaryTrack.Kind, String) {
    if let registration = stream.registration, let known = registrations[registration] { return known }
    if stream.isDisc, let known = discTypes[stream.type] { return known }
    if let known = stream.descriptors.lazy.compactMap({ descriptors[$0] }).first { return known }
    if let known = types[stream.type] { return known }
    let number = String(stream.type, radix: 16, uppercase: true)
    return (.other, "stream type 0x\(number)" + (stream.registration.map { ", \($0)" } ?? ""))
  }

  private typealias Meaning = (AncillaryTrack.Kind, String)

  /// Meanings of the letters of SMPTE's registry.
  private static let registrations: [String: Meaning] = [
    "DTS1": (.sound, "DTS"), "DTS2": (.sound, "DTS"), "DTS3": (.sound, "DTS"), "AC-3": (.sound, "AC-3"),
    "EAC3": (.sound, "E-AC-3"), "AC-4": (.sound, "AC-4"), "mlpa": (.sound, "Dolby TrueHD"),
    "BSSD": (.sound, "SMPTE 302M"),
    "Opus": (.sound, "Opus"), "VC-1": (.picture, "VC-1"), "HEVC": (.picture, "HEVC"), "AV01": (.picture, "AV1"),
    "VP09": (.picture, "VP9"), "drac": (.picture, "Dirac"), "VVC ": (.picture, "VVC"), "AVSV": (.picture, "AVS"),
    "AVS3": (.picture, "AVS3"), "KLVA": (.metadata, "KLV"), "ID3 ": (.metadata, "ID3"), "CUEI": (.metadata, "SCTE 35"),
  ]

  /// Meanings of the numbers of Blu-ray discs.
  private static let discTypes: [UInt8: Meaning] = [
    0x80: (.sound, "LPCM of discs"), 0x81: (.sound, "AC-3"), 0x82: (.sound, "DTS"), 0x83: (.sound, "Dolby TrueHD"),
    0x84: (.sound, "E-AC-3"), 0x85: (.sound, "DTS-HD"), 0x86: (.sound, "DTS-HD Master Audio"),
    0xA1: (.sound, "E-AC-3"), 0xA2: (.sound, "DTS Express"), 0x90: (.subtitle, "PGS"), 0x91: (.other, "menus"),
    0x92: (.subtitle, "text of discs"), 0xEA: (.picture, "VC-1"),
  ]

  /// Meanings of DVB's descriptors (ETSI EN 300 468 §6.1).
  private static let descriptors: [Int: Meaning] = [
    0x56: (.subtitle, "teletext"), 0x59: (.subtitle, "DVB subtitles"), 0x6A: (.sound, "AC-3"), 0x7A: (.sound, "E-AC-3"),
    0x7B: (.sound, "DTS"), 0x7C: (.sound, "AAC"), 0x7F0E: (.sound, "DTS-HD"), 0x7F15: (.sound, "AC-4"),
  ]

  /// Meanings of the numbers of the standard (ISO/IEC 13818-1 table 2-34) and of broadcasters.
  private static let types: [UInt8: Meaning] = [
    0x01: (.picture, "MPEG-1"), 0x02: (.picture, "MPEG-2"), 0x03: (.sound, "MPEG audio"), 0x04: (.sound, "MPEG audio"),
    0x0F: (.sound, "AAC"), 0x10: (.picture, "MPEG-4 Visual"), 0x11: (.sound, "AAC as LATM"),
    0x15: (.metadata, "metadata"), 0x1B: (.picture, "H.264"), 0x1C: (.sound, "MPEG-4 audio"),
    0x1F: (.picture, "H.264 SVC"), 0x20: (.picture, "H.264 MVC"), 0x21: (.picture, "JPEG 2000"),
    0x24: (.picture, "HEVC"), 0x25: (.picture, "HEVC"), 0x2D: (.sound, "MPEG-H"), 0x2E: (.sound, "MPEG-H"),
    0x32: (.picture, "JPEG XS"), 0x33: (.picture, "VVC"), 0x42: (.picture, "AVS"), 0x81: (.sound, "AC-3"),
    0x82: (.subtitle, "SCTE 27"), 0x83: (.sound, "LPCM or Dolby TrueHD"), 0x87: (.sound, "E-AC-3"),
    0x8A: (.sound, "DTS"), 0xD1: (.picture, "Dirac"), 0xD2: (.picture, "AVS2"), 0xD4: (.picture, "AVS3"),
    0xEA: (.picture, "VC-1"),
  ]
}

extension [AncillaryTrack] {
  /// The error of a file with no pictures and sound but these streams; nil where there are none.
  package var unreadableStreamsError: RenderError? {
    let unread = filter { $0.kind == .sound || $0.kind == .picture }
    guard !unread.isEmpty else { return nil }
    let what = unread.map { "\($0.kind == .sound ? "sound" : "pictures") in \($0.codecType)" }
    return RenderError(
      .unsupported, "The transport stream holds nothing that is read here, but \(what.joined(separator: " and ")).",
      remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -c:a flac NEW.mkv.")
  }
}
