import FoundationEssentials

/// Opens files of several pictures.
public enum AnimationFile {
  /// The WebP file at `path`, which may hold one picture (RFC 9649).
  public static func webP(_ path: String) throws(PictureError) -> any PictureAnimation {
    try WebPAnimation(path)
  }

  /// The GIF at `path` (GIF89a).
  public static func gif(_ path: String) throws(PictureError) -> any PictureAnimation {
    try GIFAnimation(path)
  }

  /// The animated PNG at `path` (APNG 1.0).
  public static func png(_ path: String) throws(PictureError) -> any PictureAnimation {
    try PNGAnimation(path)
  }

  /// All bytes of the file at `path`.
  static func bytes(of path: String) throws(PictureError) -> Data {
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    guard let size, size <= PictureLimits.fileSize else {
      throw PictureError(
        .unsupported, "The file of pictures is larger than \(PictureLimits.fileSize >> 20) MB, or is none.",
        remedy: "Make a film of it first.")
    }
    guard let bytes = try? Data(contentsOf: URL(filePath: path)), !bytes.isEmpty else {
      throw PictureError(.unreadable, "The file cannot be read.")
    }
    return bytes
  }
}
