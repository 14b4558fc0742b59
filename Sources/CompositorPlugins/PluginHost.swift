import Compositing
import CompositorABI
import EditingModel
import MediaTime

// SAFETY: the table and its functions are written once and never freed. A handle is looked up by its number at each
// call, pointers that the plug-in gives are checked for null and used during the call alone, and texts are copied.

/// The host's table: what plug-ins call. Each function finds its handle anew; one that has ended answers nothing.
@safe struct PluginHost: @unchecked Sendable {
  // @unchecked: the table is written once, before it is published.
  /// The table, for as long as the process lasts.
  let table: UnsafePointer<gstedit_host>

  /// The tables, one for each version of the interface: a plug-in may look for its own in it.
  private static let versions = PluginTable.abiVersions.map { PluginHost(version: $0) }

  /// The table for plug-ins of version `version`.
  init?(for version: UInt32) {
    guard let index = PluginTable.abiVersions.firstIndex(of: version) else { return nil }
    self = Self.versions[index]
  }

  private init(version: UInt32) {
    let made = UnsafeMutablePointer<gstedit_host>.allocate(capacity: 1)
    unsafe made.initialize(
      to: gstedit_host(
        struct_size: UInt32(MemoryLayout<gstedit_host>.size), abi_version: version,
        number: { unsafe PluginHost.number($0, $1, $2) }, text: { unsafe PluginHost.text($0, $1) },
        composition_time: { PluginHost.compositionTime($0) },
        instruction_range: { unsafe PluginHost.instructionRange($0, $1, $2) },
        tween: { PluginHandles.shared.handle($0)?.request?.tween ?? 0 },
        layer: { unsafe PluginHost.layer($0, $1, $2) },
        source_count: { UInt32(PluginHandles.shared.handle($0)?.request?.sourceTrackIDs.count ?? 0) },
        source_track: { PluginHost.sourceTrack($0, $1) }, source_frame: { unsafe PluginHost.sourceFrame($0, $1) },
        new_frame: { unsafe PluginHost.newFrame($0) },
        is_cancelled: { PluginHandles.shared.handle($0)?.request?.isCancelled == true ? 1 : 0 },
        finish: { unsafe PluginHost.finish($0, $1) }, fail: { unsafe PluginHost.fail($0, $1) },
        finish_cancelled: { PluginHandles.shared.end($0)?.request?.finishCancelledRequest() },
        background: { unsafe PluginHost.background($0, $1) }))
    unsafe table = UnsafePointer(made)
  }

  private static func number(
    _ handle: UInt64, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
  ) -> Int32 {
    guard let name = unsafe name, let number = unsafe PluginHandles.shared.handle(handle)?.number(String(cString: name))
    else { return 0 }
    unsafe value?.pointee = number
    return 1
  }

  private static func text(_ handle: UInt64, _ name: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let name = unsafe name else { return nil }
    return unsafe PluginHandles.shared.handle(handle)?.text(String(cString: name))
  }

  private static func compositionTime(_ handle: UInt64) -> gstedit_time {
    let time = PluginHandles.shared.handle(handle)?.request?.compositionTime ?? .zero
    return gstedit_time(value: time.value, timescale: time.timescale)
  }

  private static func instructionRange(
    _ handle: UInt64, _ start: UnsafeMutablePointer<gstedit_time>?, _ duration: UnsafeMutablePointer<gstedit_time>?
  ) {
    let range = PluginHandles.shared.handle(handle)?.request?.videoCompositionInstruction.timeRange
    let times = (range?.start ?? .zero, range?.duration ?? .zero)
    unsafe start?.pointee = gstedit_time(value: times.0.value, timescale: times.0.timescale)
    unsafe duration?.pointee = gstedit_time(value: times.1.value, timescale: times.1.timescale)
  }

  private static func layer(_ handle: UInt64, _ index: UInt32, _ out: UnsafeMutablePointer<gstedit_layer>?) -> Int32 {
    guard let request = PluginHandles.shared.handle(handle)?.request else { return 0 }
    let layers = request.videoCompositionInstruction.layerInstructions
    guard layers.indices.contains(Int(index)) else { return 0 }
    let layer = layers[Int(index)]
    let time = request.compositionTime
    let map = layer.transform.value(at: time, initial: .identity)
    let crop = layer.cropRectangle.value(at: time, initial: Rectangle(x: 0, y: 0, width: 0, height: 0))
    unsafe out?.pointee = gstedit_layer(
      track: layer.trackID.rawValue, opacity: layer.opacity.value(at: time, initial: 1),
      transform: (map.a, map.b, map.c, map.d, map.tx, map.ty), has_crop: layer.cropRectangle.entries.isEmpty ? 0 : 1,
      crop: (crop.x, crop.y, crop.width, crop.height))
    return 1
  }

  private static func background(_ handle: UInt64, _ components: UnsafeMutablePointer<Double>?) {
    guard let components = unsafe components else { return }
    let color = PluginHandles.shared.handle(handle)?.request?.videoCompositionInstruction.backgroundColor ?? .black
    for (index, component) in [color.red, color.green, color.blue, color.alpha].enumerated() {
      unsafe components[index] = component
    }
  }

  private static func sourceTrack(_ handle: UInt64, _ index: UInt32) -> Int32 {
    let tracks = PluginHandles.shared.handle(handle)?.request?.sourceTrackIDs ?? []
    return tracks.indices.contains(Int(index)) ? tracks[Int(index)].rawValue : 0
  }

  private static func sourceFrame(_ handle: UInt64, _ track: Int32) -> UnsafePointer<gstedit_frame>? {
    guard let handle = PluginHandles.shared.handle(handle),
      let buffer = handle.request?.sourceFrame(byTrackID: TrackID(rawValue: track)),
      let frame = unsafe handle.frame(buffer)
    else { return nil }
    return unsafe UnsafePointer(frame)
  }

  private static func newFrame(_ handle: UInt64) -> UnsafeMutablePointer<gstedit_frame>? {
    guard let handle = PluginHandles.shared.handle(handle), let buffer = handle.request?.renderContext.newPixelBuffer()
    else { return nil }
    return unsafe handle.frame(buffer)
  }

  private static func finish(_ number: UInt64, _ frame: UnsafePointer<gstedit_frame>?) {
    guard let handle = PluginHandles.shared.end(number), let request = handle.request else { return }
    guard let frame = unsafe frame, let buffer = unsafe handle.buffer(of: frame) else {
      return request.finish(with: PluginFailure(description: "the frame that it finished with is not the request's"))
    }
    request.finish(withComposedVideoFrame: buffer)
  }

  private static func fail(_ number: UInt64, _ message: UnsafePointer<CChar>?) {
    let words = unsafe message.map { unsafe String(cString: $0) } ?? "it does not say why"
    PluginHandles.shared.end(number)?.request?.finish(with: PluginFailure(description: words))
  }
}
