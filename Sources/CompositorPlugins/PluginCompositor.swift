import Compositing
import CompositorABI
import EditingModel
import MediaFormats

// SAFETY: `instance` is what `create` gave, destroyed once in `deinit`, which no request under way allows: its handle
// holds this object. Functions that a plug-in may leave out are asked for first.

/// An instance of a plug-in's compositor, at work for one film.
///
/// Threads: any; the plug-in is called as its header promises.
@safe final class PluginCompositor: VideoCompositing, @unchecked Sendable {
  // @unchecked: nothing here changes once it is made; the plug-in synchronizes its own instance.
  let sourcePixelFormats: [PixelBuffer.Format]?
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format]
  let supportsWideColorSourceFrames: Bool
  let supportsHDRSourceFrames: Bool

  private let table: PluginTable
  private let film: JSONValue?
  private let instance: UnsafeMutableRawPointer

  /// Makes an instance of `table`'s compositor with `parameters`.
  ///
  /// - Throws: `PluginFailure` with the plug-in's own words.
  init(_ table: PluginTable, parameters: JSONValue?) throws {
    self.table = table
    film = parameters
    sourcePixelFormats = table.sourceFormats
    requiredPixelFormatsForRenderContext = table.outputFormats
    supportsWideColorSourceFrames = table.colorSupport.wideColor
    supportsHDRSourceFrames = table.colorSupport.highDynamicRange
    let values = table.description.values(film: parameters, instruction: nil)
    let handle = PluginHandles.shared.open(PluginHandle(nil, values: values, compositor: nil))
    defer { _ = PluginHandles.shared.end(handle) }
    var words = [CChar](repeating: 0, count: 512)
    let made = unsafe words.withUnsafeMutableBufferPointer { buffer in
      unsafe table.functions.pointee.create(table.host.table, handle, buffer.baseAddress, buffer.count - 1)
    }
    guard let made = unsafe made else {
      let end = words.firstIndex(of: 0) ?? 0
      let text = String(decoding: words[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw PluginFailure(description: text.isEmpty ? "it does not say why" : text)
    }
    unsafe instance = made
  }

  deinit { unsafe table.functions.pointee.destroy(instance) }

  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {
    guard let changeContext = unsafe table.functions.pointee.context_changed else { return }
    let color = newRenderContext.colorimetry
    var context = gstedit_context(
      struct_size: UInt32(MemoryLayout<gstedit_context>.size), width: UInt32(newRenderContext.size.width),
      height: UInt32(newRenderContext.size.height), format: newRenderContext.pixelFormat.pluginNumber,
      render_scale: newRenderContext.renderScale, primaries: UInt32(color.primaries), transfer: UInt32(color.transfer),
      matrix: UInt32(color.matrix), full_range: color.isFullRange == true ? 1 : 0)
    unsafe changeContext(instance, &context)
  }

  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    let request = asyncVideoCompositionRequest
    let parameters = request.videoCompositionInstruction.parameters
    let values = table.description.values(film: film, instruction: parameters)
    let handle = PluginHandles.shared.open(PluginHandle(request, values: values, compositor: self))
    if let start = unsafe table.functions.pointee.start_request {
      unsafe start(instance, table.host.table, handle)
    } else {
      request.perform { [self] _ in compose(handle) }
    }
  }

  func cancelAllPendingVideoCompositionRequests() {
    unsafe table.functions.pointee.cancel_all?(instance)
  }

  /// Has the frame of `handle` made at once.
  private func compose(_ handle: UInt64) {
    guard PluginHandles.shared.handle(handle)?.request?.isCancelled != true else {
      PluginHandles.shared.end(handle)?.request?.finishCancelledRequest()
      return
    }
    unsafe table.functions.pointee.compose?(instance, table.host.table, handle)
    guard PluginHandles.shared.handle(handle) != nil else { return }
    PluginHandles.shared.end(handle)?.request?
      .finish(with: PluginFailure(description: "it returned without a frame and without a reason"))
  }
}
