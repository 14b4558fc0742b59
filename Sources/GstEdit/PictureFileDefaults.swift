public import Compositing
import EditServices
public import FoundationEssentials
public import Rendering

/// Pictures as files of their own.
extension PixelBuffer {
  /// The picture as a PNG file, with its alpha; one of more than eight bits as a PNG of sixteen. Blocks.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.engineFailed`.
  public func pngData() throws(RenderError) -> Data { try data(as: .png) }

  /// The picture as a JPEG file, of a quality from 0 to 1. Blocks.
  ///
  /// - Throws: As `pngData()`.
  public func jpegData(quality: Double = ImageType.usualQuality) throws(RenderError) -> Data {
    try data(as: .jpeg, quality: quality)
  }

  /// The picture as a file of `type`, where it loses something of a quality from 0 to 1. Blocks.
  ///
  /// - Throws: As `pngData()`.
  public func data(as type: ImageType, quality: Double = ImageType.usualQuality) throws(RenderError) -> Data {
    Data(try RenderError.catching { try Engine.renderer().encodeImage(self, as: type, quality: quality) })
  }

  /// Writes the picture to the file at `url`, of the type that its name ends in: PNG, JPEG or WebP. Blocks.
  ///
  /// - Parameter replacesExistingFile: Whether a file that stands there is replaced.
  /// - Throws: `RenderError`: `.unsupported` for another ending, `.outputExists`, `.cannotCreateOutput`, `.writeFailed`; as
  ///   `pngData()`.
  public func write(
    to url: URL, quality: Double = ImageType.usualQuality, replacesExistingFile: Bool = false
  ) throws(RenderError) {
    guard let type = ImageType(pathExtension: url.pathExtension) else {
      throw RenderError(
        .unsupported, "No picture is written into a file that is called \(url.lastPathComponent).",
        remedy: "Choose a name that ends in .png, .jpg or .webp.")
    }
    try OutputLocation(url).check(replacing: replacesExistingFile)
    let bytes = try data(as: type, quality: quality)
    do {
      try bytes.write(to: url, options: replacesExistingFile ? .atomic : .withoutOverwriting)
    } catch {
      throw RenderError(
        .writeFailed, "The picture could not be written to \(url.path).",
        remedy: "Look whether the disk is full, and the folder still there.", underlying: String(describing: error))
    }
  }
}
