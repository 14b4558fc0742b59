import CGStreamer
public import ColorConversion
public import MediaFormats

// SAFETY: addresses of planes are used between map and unmap alone. `UnpackedPicture` has a row of four samples a
// pixel for each row of the picture, which is what GStreamer packs and unpacks, and frees it with itself.

/// Converts pictures in buffers from one format, size and color to another.
///
/// Samples are read where the decoder left them, and written once. Formats whose samples share bytes (v210) are unpacked
/// or packed row by row, without loss.
///
/// One thread at a time.
@safe public final class VideoConverter: @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time.
  private let converter: PictureConverter
  private let input: VideoFormat
  private let output: VideoFormat
  private let unpacked: UnpackedPicture?
  private let packed: UnpackedPicture?

  /// One end of a conversion: a format, and what is not said by it.
  public struct Picture: Sendable {
    /// The format.
    public var format: VideoFormat
    /// The colorimetry of its samples.
    public var color: Colorimetry
    /// The chroma location.
    public var chromaSite: ChromaSite
    /// The part that is shown; nil for all of it.
    public var window: PictureDescription.Window?
    /// The brightest light of a picture in PQ, in cd/m²; nil where nothing says it.
    public var peakLuminance: Double?

    /// Pictures of `format` in `color`.
    public init(
      _ format: VideoFormat, color: Colorimetry, chromaSite: ChromaSite = .left,
      window: PictureDescription.Window? = nil, peakLuminance: Double? = nil
    ) {
      self.format = format
      self.color = color
      self.chromaSite = chromaSite
      self.window = window
      self.peakLuminance = peakLuminance
    }

    fileprivate var description: PictureDescription {
      PictureDescription(
        size: PixelSize(width: format.width, height: format.height), window: window,
        samples: (format.samples ?? format.unpackedSamples).read(in: color), color: color, chromaSite: chromaSite,
        peakLuminance: peakLuminance)
    }
  }

  /// A converter from `source`, turned by `orientation`, to `target`; `isDithered` as `PictureConverter` has it.
  ///
  /// - Throws: `GStreamerError` for pictures that cannot be converted.
  public init(
    from source: Picture, to target: Picture, orientation: Orientation = .up, isDithered: Bool = false
  ) throws(GStreamerError) {
    input = source.format
    output = target.format
    do {
      converter = try PictureConverter(
        from: source.description, to: target.description, orientation: orientation, isDithered: isDithered)
    } catch {
      throw .refused("\(error)")
    }
    unpacked = input.samples == nil ? UnpackedPicture(input) : nil
    packed = output.samples == nil ? UnpackedPicture(output) : nil
  }

  /// `buffer` converted, with the same times.
  ///
  /// - Throws: `GStreamerError` if the buffer is not of the input's format or there is no memory.
  public func convert(_ buffer: Buffer) throws(GStreamerError) -> Buffer {
    var info = unsafe input.info
    var source = unsafe GstVideoFrame()
    guard unsafe gst_video_frame_map(&source, &info, buffer.pointer, GST_MAP_READ) != 0 else {
      throw .refused("A decoded picture cannot be read.")
    }
    defer { unsafe gst_video_frame_unmap(&source) }
    unsafe unpacked?.load(&source)
    let result = unsafe try Buffer(of: output) { (target: inout GstVideoFrame) throws(GStreamerError) in
      do {
        try unsafe converter.convert(
          unpacked?.planes ?? Self.planes(of: &source), into: packed?.planes ?? Self.planes(of: &target))
      } catch {
        throw .refused("\(error)")
      }
      unsafe packed?.store(&target)
    }
    unsafe result.pointer.pointee.pts = buffer.pointer.pointee.pts
    unsafe result.pointer.pointee.duration = buffer.pointer.pointee.duration
    return result
  }

  private static func planes(of frame: inout GstVideoFrame) throws(GStreamerError) -> [PlaneAddress] {
    var planes: [PlaneAddress] = unsafe []
    for number in 0..<(unsafe gste_frame_planes(&frame)) {
      guard let start = unsafe gste_frame_plane(&frame, number) else {
        throw .refused("A picture has a plane that cannot be read.")
      }
      unsafe planes.append(
        PlaneAddress(start: UnsafeMutableRawPointer(start), bytesPerRow: Int(gste_frame_plane_stride(&frame, number))))
    }
    return unsafe planes
  }
}

/// A picture in four samples a pixel, of one or two bytes: what rows of formats are unpacked to and packed from whose
/// samples share bytes.
@safe private final class UnpackedPicture {
  /// The rows; and again, as far apart as rows of chroma are.
  let planes: [PlaneAddress]
  private let memory: UnsafeMutableRawPointer
  private let rowBytes: Int
  private let height: Int

  /// Memory for a picture of `format`.
  init(_ format: VideoFormat) {
    rowBytes = format.width * (format.depth > 8 ? 8 : 4)
    height = format.height
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, rowBytes * height), alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * height)
    unsafe self.memory = memory
    unsafe planes = [
      PlaneAddress(start: memory, bytesPerRow: rowBytes),
      PlaneAddress(start: memory, bytesPerRow: rowBytes << format.chromaShifts.height),
    ]
  }

  deinit { unsafe memory.deallocate() }

  /// Takes in the picture in `frame`.
  func load(_ frame: inout GstVideoFrame) {
    for row in 0..<height { unsafe gste_frame_unpack_row(&frame, memory + row * rowBytes, gint(row)) }
  }

  /// Writes the picture into `frame`.
  func store(_ frame: inout GstVideoFrame) {
    for row in 0..<height { unsafe gste_frame_pack_row(&frame, memory + row * rowBytes, gint(row)) }
  }
}
