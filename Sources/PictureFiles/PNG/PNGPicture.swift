import MediaFormats

/// A PNG of one picture (ISO/IEC 15948), with every kind of transparency, and of as many bits as it is stored in.
public enum PNGPicture {
  /// Decodes the picture in the file at `path`: in sixteen bits a sample where it has as many, else in eight.
  public static func decode(_ path: String) throws(PictureError) -> RawPicture {
    let bytes = [UInt8](try AnimationFile.bytes(of: path))
    let chunks = try PNGChunks(bytes, isAnimated: false)
    let (layout, width, height) = (chunks.layout, chunks.layout.width, chunks.layout.height)
    var packed: [UInt8] = []
    for range in chunks.pictures[0].data { packed += bytes[range] }
    guard layout.isDeep else {
      return RawPicture(
        width: width, height: height, layout: layout.hasAlpha ? .rgba : .rgbx,
        bytes: try layout.pixels(in: packed, width: width, height: height), rowBytes: 4 * width, color: .sRGB)
    }
    return RawPicture(
      width: width, height: height, layout: layout.hasAlpha ? .rgba : .rgb,
      bytes: try layout.deepPixels(in: packed, width: width, height: height),
      rowBytes: (layout.hasAlpha ? 8 : 6) * width, color: .sRGB, isDeep: true)
  }
}
