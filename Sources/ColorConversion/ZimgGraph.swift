import CZimg
import MediaFormats

/// One step of zimg's: a picture of one working format becomes one of another, in size, depth, chroma and color.
///
/// It computes the same bytes on every processor: of zimg's code paths, which differ in the last bit of their
/// floating-point sums, it takes the one with AVX, or the one with SSE2, which every processor of the architecture has; the
/// two add and multiply in the same order. Those with AVX2 and AVX-512 join a product and a sum, and round once.
///
/// Threads: one at a time.
@safe final class ZimgGraph {
  /// The rows of the source that it needs at a time, a power of two; nil for all.
  let inputLines: Int?
  /// The rows of the target that it makes at a time, a power of two; nil for all.
  let outputLines: Int?
  private let graph: OpaquePointer
  private let scratch: UnsafeMutableRawPointer

  /// The choice of code paths.
  #if arch(x86_64)
    static let codePath = gstedit_has_avx() != 0 ? ZIMG_CPU_X86_AVX : ZIMG_CPU_X86_SSE2
  #else
    static let codePath = ZIMG_CPU_NONE
  #endif

  /// The step from `source` to `target`; with `isDithered`, rounding to fewer bits takes turns in a fixed pattern.
  ///
  /// - Throws: `ColorConversionError` for formats that zimg does not convert.
  init(
    from source: WorkingFormat, to target: WorkingFormat, isDithered: Bool = false,
    codePath: zimg_cpu_type_e = ZimgGraph.codePath
  ) throws(ColorConversionError) {
    var input = source.description
    var output = target.description
    var parameters = zimg_graph_builder_params()
    unsafe zimg_graph_builder_params_default(&parameters, gstedit_zimg_version)
    parameters.resample_filter = ZIMG_RESIZE_BICUBIC
    // The kernel of Keys, which `PlaneFilters` has as well: pictures look alike at rest and in motion.
    (parameters.filter_param_a, parameters.filter_param_b) = (0, 0.5)
    // Chroma that is only counted otherwise is the mean of its neighbors, as in ffmpeg's zscale.
    let isScaled = source.size != target.size || source.window != nil
    parameters.resample_filter_uv = isScaled ? ZIMG_RESIZE_BICUBIC : ZIMG_RESIZE_BILINEAR
    (parameters.filter_param_a_uv, parameters.filter_param_b_uv) = (0, 0.5)
    parameters.dither_type = isDithered ? ZIMG_DITHER_ORDERED : ZIMG_DITHER_NONE
    parameters.cpu_type = codePath
    guard let made = unsafe zimg_filter_graph_build(&input, &output, &parameters) else {
      throw ColorConversionError("\(Self.lastError()) (from \(source) to \(target))")
    }
    var size = 0
    var (inputLines, outputLines): (UInt32, UInt32) = (0, 0)
    let isAsked =
      unsafe zimg_filter_graph_get_tmp_size(made, &size) == ZIMG_ERROR_SUCCESS
      && zimg_filter_graph_get_input_buffering(made, &inputLines) == ZIMG_ERROR_SUCCESS
      && zimg_filter_graph_get_output_buffering(made, &outputLines) == ZIMG_ERROR_SUCCESS
    guard isAsked else {
      unsafe zimg_filter_graph_free(made)
      throw ColorConversionError(Self.lastError())
    }
    unsafe graph = made
    unsafe scratch = UnsafeMutableRawPointer.allocate(byteCount: max(64, size), alignment: 64)
    self.inputLines = Self.ring(of: inputLines, height: source.size.height)
    self.outputLines = Self.ring(of: outputLines, height: target.size.height)
  }

  deinit {
    unsafe zimg_filter_graph_free(graph)
    unsafe scratch.deallocate()
  }

  /// Makes the picture. `load` is called before rows of the source are read, `store` after rows of the target are written,
  /// each with the first row, and the first column and the one after the last; nil where the planes hold the picture.
  func process(
    _ source: (planes: [PlaneAddress], masks: [UInt32]), _ target: (planes: [PlaneAddress], masks: [UInt32]),
    load: RowTransfer?, store: RowTransfer?
  ) throws(ColorConversionError) {
    var input = zimg_image_buffer_const()
    var output = zimg_image_buffer()
    input.version = gstedit_zimg_version
    output.version = gstedit_zimg_version
    for index in unsafe source.planes.indices {
      let plane = unsafe source.planes[index]
      unsafe gstedit_zimg_set_input(&input, Int32(index), plane.start, plane.bytesPerRow, source.masks[index])
    }
    for index in unsafe target.planes.indices {
      let plane = unsafe target.planes[index]
      unsafe gstedit_zimg_set_output(&output, Int32(index), plane.start, plane.bytesPerRow, target.masks[index])
    }
    // SAFETY: both outlive the call, which alone uses the pointers.
    let reader = unsafe load.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    let writer = unsafe store.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    let result = withExtendedLifetime((load, store)) {
      unsafe zimg_filter_graph_process(
        graph, &input, &output, scratch, reader == nil ? nil : Self.loadRows, reader,
        writer == nil ? nil : Self.storeRows, writer)
    }
    guard result == ZIMG_ERROR_SUCCESS else { throw ColorConversionError(Self.lastError()) }
  }

  private static let loadRows: zimg_filter_graph_callback = { user, line, left, right in
    guard let user = unsafe user else { return 1 }
    unsafe Unmanaged<RowTransfer>.fromOpaque(user).takeUnretainedValue()
      .load(line: Int(line), left: Int(left), right: Int(right))
    return 0
  }

  private static let storeRows: zimg_filter_graph_callback = { user, line, left, right in
    guard let user = unsafe user else { return 1 }
    unsafe Unmanaged<RowTransfer>.fromOpaque(user).takeUnretainedValue()
      .store(line: Int(line), left: Int(left), right: Int(right))
    return 0
  }

  /// The rows of a ring that holds `lines`, as zimg counts them; nil for all of `height`.
  private static func ring(of lines: UInt32, height: Int) -> Int? {
    let mask = zimg_select_buffer_mask(lines)
    return mask == gstedit_zimg_whole || Int(mask) >= height ? nil : Int(mask) + 1
  }

  private static func lastError() -> String {
    var text = [CChar](repeating: 0, count: 512)
    let code = unsafe zimg_get_last_error(&text, text.count)
    let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "Pictures cannot be converted: zimg's error \(code.rawValue), \"\(words)\"."
  }
}
