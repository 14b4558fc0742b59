package import Compositing
import EditingModel
package import GStreamer
package import MediaFormats
package import MediaTime
package import Rendering

/// Makes the pixel buffers of one format and size that compositors see, around GStreamer's own buffers.
///
/// Threads: any.
package final class PixelBufferFactory: Sendable {
  /// The format.
  package let pixelFormat: PixelBuffer.Format
  /// The same format as the engine's pipelines describe it.
  package let format: PictureFormat
  private let pixelAspectRatio: PixelAspectRatio
  private let frameDuration: Rational
  /// The output's colorimetry; that of RGB follows from it.
  private let colorimetry: Colorimetry
  /// The colorimetry of the pictures which are made to fit.
  private let given: Colorimetry
  private let pool: PicturePool

  /// A factory of pictures of `size` in `pixelFormat`, with `plan`'s frame rate and colorimetry.
  package convenience init(
    _ pixelFormat: PixelBuffer.Format, size: PixelSize, pixelAspect: Rational = .one, plan: PicturePlan
  ) throws {
    try self.init(
      pixelFormat, size: size, pixelAspect: pixelAspect, frameDuration: plan.grid.frameDuration,
      colorimetry: plan.colorimetry)
  }

  /// A factory of pictures of `size` in `pixelFormat`, shown for `frameDuration`, in an output of `colorimetry`; it makes those
  /// of a film of `given` colors fit, of the same ones if nil.
  package init(
    _ pixelFormat: PixelBuffer.Format, size: PixelSize, pixelAspect: Rational = .one, frameDuration: Rational,
    colorimetry: Colorimetry, of given: Colorimetry? = nil
  ) throws {
    self.pixelFormat = pixelFormat
    self.frameDuration = frameDuration
    self.colorimetry = colorimetry
    self.given = given ?? colorimetry
    format = try PictureFormat(
      name: pixelFormat.gstreamerName, size: size, frameDuration: frameDuration,
      color: pixelFormat.colorimetry(in: colorimetry))
    pixelAspectRatio = PixelAspectRatio(
      horizontalSpacing: Int(pixelAspect.numerator), verticalSpacing: Int(pixelAspect.denominator))
    pool = try PicturePool(format.caps)
  }

  /// A buffer to draw in.
  package func makeWritable() throws -> PixelBuffer {
    try pixelBuffer(around: pool.makeBuffer(), isWritable: true)
  }

  /// The picture in `buffer`, to be drawn upon: in place, if the buffer `isExclusive` from all that reads it in the program, and
  /// nothing in the framework does, as a decoder that predicts from it; else a copy.
  package func makeWritable(showing buffer: Buffer, isExclusive: Bool) throws -> PixelBuffer {
    if isExclusive, buffer.isUnshared { return try pixelBuffer(around: buffer, isWritable: true) }
    let copy = try makeWritable()
    try copy.copyBytes(of: wrap(buffer))
    return copy
  }

  /// The picture in `buffer`, to be read.
  package func wrap(_ buffer: Buffer) throws -> PixelBuffer {
    try pixelBuffer(around: buffer, isWritable: false)
  }

  /// The GStreamer buffer of `picture`, which has this factory's format and size and becomes read-only; a copy where
  /// its memory is not GStreamer's.
  package func buffer(of picture: PixelBuffer) throws -> Buffer {
    try picture.makeReadOnly()
    if let storage = picture.storage as? FrameStorage { return storage.buffer }
    let copy = try makeWritable()
    try copy.copyBytes(of: picture)
    return try buffer(of: copy)
  }

  private func pixelBuffer(around buffer: Buffer, isWritable: Bool) throws -> PixelBuffer {
    PixelBuffer(
      format: pixelFormat, width: format.size.width, height: format.size.height, pixelAspectRatio: pixelAspectRatio,
      storage: try FrameStorage(buffer, as: pixelFormat, video: format.video, isWritable: isWritable),
      isReadOnly: !isWritable)
  }
}

extension PixelBufferFactory {
  /// `picture`, in this factory's format and size.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where its size differs, or its format is not converted here.
  package func fitting(_ picture: PixelBuffer) throws -> PixelBuffer {
    guard picture.width == format.size.width, picture.height == format.size.height else {
      throw RenderError(
        .outOfRange, "A picture of \(picture) is written into a file of \(format.size).",
        remedy: "Write pictures of the size that the settings say.")
    }
    return picture.format == pixelFormat && given == colorimetry ? picture : try converted(picture, of: given)
  }

  /// `picture`, of this factory's size and of the colors that a film of `colorimetry` has in its format, in this factory's format and
  /// colors.
  package func converted(_ picture: PixelBuffer, of colorimetry: Colorimetry) throws -> PixelBuffer {
    let source = try PixelBufferFactory(
      picture.format, size: format.size, frameDuration: frameDuration, colorimetry: colorimetry)
    let conversion = try PictureConversion(from: source.format.video, color: source.format.color, to: format)
    return try wrap(conversion.apply(to: source.buffer(of: picture)))
  }
}

/// The memory of a GStreamer buffer behind a pixel buffer: a decoder's or a pool's, without a copy.
package final class FrameStorage: PixelBufferStorage {
  package let planes: [PixelBuffer.Plane]
  private let picture: MappedPicture

  /// The picture of `size` and `format` in `buffer`; only an unshared buffer can be written.
  package init(_ buffer: Buffer, as format: PixelBuffer.Format, video: VideoFormat, isWritable: Bool) throws {
    picture = try MappedPicture(
      buffer, format: video, extents: format.extents(width: video.width, height: video.height), isWritable: isWritable)
    planes = picture.planes.map {
      PixelBuffer.Plane(rowByteCount: $0.rowByteCount, height: $0.height, bytesPerRow: $0.bytesPerRow)
    }
  }

  /// The buffer.
  var buffer: Buffer { picture.buffer }

  package func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try picture.withBytes(ofPlane: plane, body)
  }

  package func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    try picture.withMutableBytes(ofPlane: plane, body)
  }

  package func makeReadOnly() {
    picture.makeReadOnly()
  }
}

extension PixelFormat {
  /// The format that GStreamer calls `name`; nil for one that `PixelFormat` does not have.
  package init?(gstreamerName name: String) {
    guard let format = Self.allCases.first(where: { $0.gstreamerName == name }) else { return nil }
    self = format
  }

  /// The colorimetry of a picture in this format, in an output of colorimetry `output`.
  func colorimetry(in output: Colorimetry) -> Colorimetry {
    guard isRGB else { return output }
    return Colorimetry(isFullRange: true, matrix: 0, transfer: output.transfer, primaries: output.primaries)
  }

  /// The format among `wanted` (any, if nil) for drawn layers: `bgra` if possible, as AVFoundation hands them over, else the first with
  /// alpha, else the first.
  package init(forLayersAmong wanted: [Self]?) {
    let all = wanted ?? [.bgra]
    self = all.first { $0 == .bgra } ?? all.first(where: \.hasAlpha) ?? all.first ?? .bgra
  }

  /// The format among `wanted` (any, if nil) for the frames of a track in `colorimetry`: their own if possible, else the
  /// first that keeps their alpha and their depth, else one of both, else the first. In high dynamic range only those of 10
  /// bits come into question, or with alpha where the frames have it; nil where there is none.
  package init?(for facts: VideoTrackFacts, among wanted: [Self]?, in colorimetry: Colorimetry) {
    let native = Self(gstreamerName: facts.format)
    // A format that has no name here is kept as well as can be.
    let isDeep = native.map { $0.bitDepth > 8 } ?? facts.isDeep
    let usual: [Self] = facts.hasAlpha ? [.rgba] : [isDeep ? .yuv444p10 : .yuv444p]
    let all = wanted ?? [native].compactMap(\.self) + usual
    let formats =
      colorimetry.isHighDynamicRange ? all.filter { $0.bitDepth > 8 || facts.hasAlpha && $0.hasAlpha } : all
    func keepsAlpha(_ format: Self) -> Bool { !facts.hasAlpha || format.hasAlpha }
    func keepsDepth(_ format: Self) -> Bool { !isDeep || format.bitDepth > 8 }
    let format =
      formats.first { $0 == native } ?? formats.first { keepsAlpha($0) && keepsDepth($0) }
      ?? formats.first { facts.hasAlpha ? keepsAlpha($0) : keepsDepth($0) } ?? formats.first
    guard let format else { return nil }
    self = format
  }
}

extension VideoTrackFacts {
  /// Whether decoded frames have more than 8 bits.
  fileprivate var isDeep: Bool {
    let decoded = try? PictureFormat(name: format, size: size, frameDuration: .one, color: .bt709)
    return decoded.map { $0.video.depth > 8 } ?? false
  }
}
