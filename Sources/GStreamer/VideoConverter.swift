import CGStreamer
public import MediaFormats

/// Converts pictures from one format, size and color to another. C: `GstVideoConverter`.
///
/// One thread at a time.
@safe public final class VideoConverter: @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time.
  private let converter: OpaquePointer
  private var input: GstVideoInfo
  private var output: GstVideoInfo

  /// A converter from `input` to `output`, of `area` of the input (all of it if nil).
  ///
  /// Scales with a cubic kernel and without dithering, so that equal colors stay equal. With `convertsPrimaries`,
  /// primaries that differ are converted in linear light, which is slow; otherwise only matrix and range are converted.
  /// With `keepsChroma`, chroma samples stay where they are: for formats that have as many, of pictures of one size.
  public init(
    from input: VideoFormat, to output: VideoFormat, area: PixelRectangle? = nil, convertsPrimaries: Bool = false,
    keepsChroma: Bool = false
  ) throws(GStreamerError) {
    var options = [
      "GstVideoConverter.dither-method=(GstVideoDitherMethod)none",
      "GstVideoConverter.resampler-method=(GstVideoResamplerMethod)cubic",
      "GstVideoConverter.chroma-resampler-method=(GstVideoResamplerMethod)linear",
    ]
    if let area {
      options += [
        "GstVideoConverter.src-x=(int)\(area.x)", "GstVideoConverter.src-y=(int)\(area.y)",
        "GstVideoConverter.src-width=(int)\(area.width)", "GstVideoConverter.src-height=(int)\(area.height)",
      ]
    }
    if keepsChroma { options.append("GstVideoConverter.chroma-mode=(GstVideoChromaMode)none") }
    if convertsPrimaries {
      options += [
        "GstVideoConverter.gamma-mode=(GstVideoGammaMode)remap",
        "GstVideoConverter.primaries-mode=(GstVideoPrimariesMode)fast",
      ]
    }
    unsafe self.input = input.info
    unsafe self.output = output.info
    // The converter rejects formats that differ in frame rate or interlacing, which are irrelevant here.
    unsafe self.input.fps_n = output.info.fps_n
    unsafe self.input.fps_d = output.info.fps_d
    unsafe self.input.interlace_mode = output.info.interlace_mode
    guard
      let configuration = unsafe gst_structure_from_string(
        "GstVideoConverter, " + options.joined(separator: ", "), nil)
    else { throw .refused("The converter's options cannot be read.") }
    guard let made = unsafe gst_video_converter_new(&self.input, &self.output, configuration) else {
      throw .refused("Pictures cannot be converted from \(input.name) to \(output.name).")
    }
    unsafe converter = made
  }

  deinit { unsafe gst_video_converter_free(converter) }

  /// `buffer` converted, with the same times. C: `gst_video_converter_frame`.
  ///
  /// - Throws: `GStreamerError` if the buffer is not of the input's format or there is no memory.
  public func convert(_ buffer: Buffer) throws(GStreamerError) -> Buffer {
    guard let made = unsafe gst_buffer_new_allocate(nil, gsize(output.size), nil) else {
      throw .refused("There is no memory for a picture.")
    }
    let result = unsafe Buffer(adopting: made)
    var source = unsafe GstVideoFrame()
    var target = unsafe GstVideoFrame()
    guard unsafe gst_video_frame_map(&source, &input, buffer.pointer, GST_MAP_READ) != 0 else {
      throw .refused("A decoded picture cannot be read.")
    }
    defer { unsafe gst_video_frame_unmap(&source) }
    guard unsafe gst_video_frame_map(&target, &output, made, GST_MAP_WRITE) != 0 else {
      throw .refused("A new picture cannot be written.")
    }
    unsafe gst_video_converter_frame(converter, &source, &target)
    unsafe gst_video_frame_unmap(&target)
    unsafe made.pointee.pts = buffer.pointer.pointee.pts
    unsafe made.pointee.duration = buffer.pointer.pointee.duration
    return result
  }
}
