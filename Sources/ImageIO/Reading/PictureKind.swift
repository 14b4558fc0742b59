import Containers

/// A kind of file of pictures; its raw value is the type's identifier.
enum PictureKind: String, Sendable, CaseIterable {
  case jpeg = "public.jpeg"
  case png = "public.png"
  case gif = "com.compuserve.gif"
  case webP = "org.webmproject.webp"
  case tiff = "public.tiff"
  case bitmap = "com.microsoft.bmp"
  case targa = "com.truevision.tga-image"
  case jpeg2000 = "public.jpeg-2000"
  case heic = "public.heic"
  case heif = "public.heif"
  case heics = "public.heics"
  case avif = "public.avif"
  case avis = "public.avis"

  /// The kind of the file that begins with `head`; of one without a mark what `name`'s ending or `hint`, an identifier, says.
  init?(_ head: [UInt8], name: String, hint: String?) {
    if let kind = Self.marks.first(where: { head.starts(with: $0.bytes) })?.kind {
      self = kind
    } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else if let kind = Self(brandsIn: head) {
      self = kind
    } else if head.count >= 18, name.lowercased().hasSuffix(Self.targaEnding) || hint == Self.targa.rawValue {
      self = .targa
    } else {
      return nil
    }
  }

  /// The file name extension of Targa, whose files are known by nothing else.
  static let targaEnding = ".tga"

  /// Bytes of a file that tell its kind.
  static let headSize = 256

  private static let marks: [(bytes: [UInt8], kind: PictureKind)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), ([0x49, 0x49, 0x2A, 0], .tiff),
    ([0x4D, 0x4D, 0, 0x2A], .tiff), (Array("BM".utf8), .bitmap), ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
  ]

  /// The kind by the brands of a file of boxes (ISO/IEC 14496-12 §4.3, 23008-12 §10).
  private init?(brandsIn head: [UInt8]) {
    guard head.count >= 16, head[4...].starts(with: "ftyp".utf8) else { return nil }
    let end = min(head.count, Int(head.bigEndian(at: 0, 4)))
    let brands = stride(from: 8, to: end - 3, by: 4).map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
    switch brands.first {
    case "heic", "heix", "heim", "heis": self = .heic
    case "hevc", "hevx", "hevm", "hevs", "msf1": self = brands.contains("avis") ? .avis : .heics
    case "avif": self = .avif
    case "avis": self = .avis
    case "mif1", "mif2":
      self = brands.contains("avif") ? .avif : brands.contains("heic") || brands.contains("heix") ? .heic : .heif
    default: return nil
    }
  }
}
