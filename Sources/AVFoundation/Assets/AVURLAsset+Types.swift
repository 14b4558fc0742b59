public import Foundation
import UniformTypeIdentifiers

/// Types of the files that are read.
extension AVURLAsset {
  /// The types of films and sound that are read here.
  public class func audiovisualTypes() -> [AVFileType] { readTypes.map { AVFileType($0) } }

  /// The MIME types of films and sound that are read here.
  public class func audiovisualMIMETypes() -> [String] {
    let listed = readTypes.compactMap { UTType($0)?.tags[.mimeType] }.flatMap { $0 }
    return (listed + furtherMIMETypes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether media of `extendedMIMEType` are read: a type of ``audiovisualMIMETypes()`` where it names no codecs, as `video/mp4` does, and
  /// else one whose codecs are all read, as `video/mp4; codecs="avc1.42E01E, mp4a.40.2"`.
  public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    let parts = extendedMIMEType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let type = parts.first?.lowercased(), audiovisualMIMETypes().contains(type) else { return false }
    for part in parts.dropFirst() where part.lowercased().hasPrefix("codecs") {
      guard let sign = part.firstIndex(of: "=") else { return false }
      let list = part[part.index(after: sign)...].trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
      let codecs = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard !codecs.isEmpty, codecs.allSatisfy(isRead) else { return false }
    }
    return true
  }

  /// Whether a codec is read whose name begins like `codec` (RFC 6381).
  private class func isRead(_ codec: String) -> Bool {
    let parts = codec.split(separator: ".").map { String($0) }
    guard let letters = parts.first, readCodecs.contains(letters) else { return false }
    // Of MPEG-4's sounds, AAC in its usual profiles, and MP3.
    guard letters == "mp4a", parts.count > 2 else { return true }
    return parts[1] == "40" && ["2", "5", "29", "34"].contains(parts[2])
  }

  /// The types, as they are known by their identifiers.
  private static let readTypes = [
    "com.apple.quicktime-movie", "public.mpeg-4", "com.apple.m4v-video", "com.apple.m4a-audio", "public.3gpp",
    "public.3gpp2", "org.matroska.mkv", "org.webmproject.webm", "public.mpeg-2-transport-stream", "public.mpeg",
    "public.avi", "public.mp3", "public.mpeg-4-audio", "com.microsoft.waveform-audio", "public.aiff-audio",
    "public.aifc-audio", "org.xiph.flac", "org.xiph.ogg-audio", "public.ac3-audio", "public.enhanced-ac3-audio",
    "org.3gpp.adaptive-multi-rate-audio", "public.au-audio",
  ]
  /// Further names of the same.
  private static let furtherMIMETypes = [
    "audio/webm", "video/ogg", "audio/aac", "audio/x-wav", "audio/mpeg3", "audio/amr", "audio/basic",
    "audio/eac3", "audio/3gpp", "audio/3gpp2", "audio/x-matroska", "audio/x-flac",
  ]
  /// The codecs, by the letters with which their names begin.
  private static let readCodecs: Set<String> = [
    "avc1", "avc3", "hvc1", "hev1", "av01", "vp08", "vp09", "vp8", "vp9", "mp4v", "jpeg", "mjpa", "apcn", "apch",
    "apcs", "apco", "ap4h", "ap4x", "mp4a", "ac-3", "ec-3", "alac", "opus", "Opus", "vorbis", "flac", "fLaC", "mp3",
    ".mp3", "lpcm", "sowt", "twos", "samr",
  ]
}

/// A form of the same film that a network offers beside others (`AVAssetVariant`). A file has none. Threads: any.
public final class AVAssetVariant: NSObject, Sendable {
  /// Bits a second at most; nil where it is not known.
  public let peakBitRate: Double? = nil
  /// Bits a second, on the average; nil where it is not known.
  public let averageBitRate: Double? = nil

  private override init() { super.init() }
}

extension AVURLAsset {
  /// The forms of the same film that a network offers: none of a file.
  public var variants: [AVAssetVariant] { [] }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
  /// The forms of the same film that a network offers: none of a file.
  public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { .init("variants") { $0.variants } }
}
