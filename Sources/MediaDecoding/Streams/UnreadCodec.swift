import GStreamer
import Rendering

/// A codec that nothing here decodes: what it is usually called, from a stream's caps.
struct UnreadCodec {
  /// The codec's usual name, or the letters or words by which the file names it.
  let name: String

  /// The codec of a stream described by `caps`.
  init(_ caps: Caps) {
    let mark = Self.mark(in: caps)
    name =
      mark.flatMap { Self.names[$0.uppercased()] } ?? Self.names[caps.mediaType.uppercased()] ?? mark.map { "“\($0)”" }
      ?? caps.mediaType
  }

  /// The error of such a stream.
  func error(_ caps: Caps) -> RenderError {
    let what = caps.mediaType.hasPrefix("audio") ? "sound" : "picture"
    return RenderError(
      .unsupported, "The \(what) is coded as \(name), for which there is no decoder.",
      remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -c:a flac NEW.mkv.",
      underlying: caps.description)
  }

  /// The four letters of a codec in QuickTime and AVI files, or Matroska's name for it.
  private static func mark(in caps: Caps) -> String? {
    if let letters = caps.string("fourcc") { return letters }
    if let number = caps.integer("fourcc") {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }
    if let name = caps.string("codec-id") { return name }
    guard let place = caps.mediaType.firstRange(of: "fourcc-") else { return nil }
    return String(caps.mediaType[place.upperBound...])
  }

  private static let names: [String: String] = [
    "ULY0": "Ut Video", "ULY2": "Ut Video", "ULY4": "Ut Video", "ULRG": "Ut Video", "ULRA": "Ut Video",
    "ULH0": "Ut Video", "ULH2": "Ut Video", "M8RG": "MagicYUV", "M8Y0": "MagicYUV", "M8Y2": "MagicYUV",
    "M8Y4": "MagicYUV", "HFYU": "HuffYUV", "FFVH": "FFVHuff", "HAP1": "Hap", "HAP5": "Hap", "HAPY": "Hap",
    "HAPA": "Hap", "SNOW": "Snow", "CFHD": "CineForm", "DRAC": "Dirac", "CVID": "Cinepak", "CRAM": "Microsoft Video 1",
    "MSVC": "Microsoft Video 1", "TSCC": "TechSmith", "LAGS": "Lagarith", "VVC1": "VVC (H.266)", "EVC1": "EVC",
    "HEVC": "HEVC in AVI", "HEV1": "HEVC in AVI", "VP80": "VP8", "AV01": "AV1", "WMV1": "Windows Media Video 7",
    "MLPA": "Dolby TrueHD", "DVH1": "Dolby Vision without a base that others play",
    "DVHE": "Dolby Vision without a base that others play",
    "MJP2": "JPEG 2000", "MJPG": "Motion JPEG", "APCH": "ProRes RAW", "APRN": "ProRes RAW", "APRH": "ProRes RAW",
    "R3D1": "REDCODE", "BRAW": "Blackmagic RAW", "XAVC": "XAVC", "SP5X": "Sunplus JPEG", "DVCS": "DV",
    "A_TRUEHD": "Dolby TrueHD", "A_ALAC": "ALAC", "A_WAVPACK4": "WavPack", "A_TTA1": "True Audio",
    "A_ATRAC/AT1": "ATRAC",
    "A_QUICKTIME": "a codec of QuickTime's", "V_QUICKTIME": "a codec of QuickTime's", "V_DIRAC": "Dirac",
    "V_PRORES": "ProRes", "V_UNCOMPRESSED": "raw pictures", "QDM2": "QDesign Music 2", "MAC3": "MACE 3:1",
    "AUDIO/X-TRUE-HD": "Dolby TrueHD", "AUDIO/X-AC4": "AC-4", "AUDIO/X-MPEG-H": "MPEG-H", "AUDIO/X-USAC": "xHE-AAC",
  ]
}
