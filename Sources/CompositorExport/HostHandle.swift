import Compositing
import CompositorABI
import EditingModel
import MediaTime

// SAFETY: the host's table lasts as long as the process, and is as large as this version's, which `create` has
// checked; each function is asked for before it is called. Texts are copied, numbers written to local variables.

/// The host's table and a handle of it: C's functions with the model's types.
///
/// A function missing from the table answers like one with an ended handle. Threads: any.
@safe struct HostHandle: @unchecked Sendable {
  // @unchecked: the host's table never changes, and any thread may call its functions.
  private let host: UnsafePointer<gstedit_host>
  private let handle: gstedit_handle

  /// The handle `handle` of `host`.
  init(_ host: UnsafePointer<gstedit_host>, _ handle: gstedit_handle) {
    unsafe self.host = unsafe host
    self.handle = handle
  }

  /// The number, or 0 and 1 of a boolean, that the parameter `name` is.
  func number(_ name: String) -> Double? {
    var value = 0.0
    guard unsafe host.pointee.number?(handle, name, &value) == 1, value.isFinite else { return nil }
    return value
  }

  /// The text that the parameter `name` is.
  func text(_ name: String) -> String? {
    unsafe (host.pointee.text?(handle, name) ?? nil).map { unsafe String(cString: $0) }
  }

  /// The time of the frame.
  var compositionTime: CMTime { unsafe CMTime(host.pointee.composition_time?(handle) ?? gstedit_time()) }

  /// Whether the frame is no longer needed.
  var isCancelled: Bool { unsafe host.pointee.is_cancelled?(handle) == 1 }

  /// The instruction as it is at the request's time, with `parameters`.
  func instruction(parameters: JSONValue) -> VideoCompositionInstruction {
    var (start, duration) = (gstedit_time(), gstedit_time())
    unsafe host.pointee.instruction_range?(handle, &start, &duration)
    var layers: [LayerInstruction] = []
    var layer = gstedit_layer()
    for index in 0..<UInt32.max {
      guard unsafe host.pointee.layer?(handle, index, &layer) == 1 else { break }
      layers.append(LayerInstruction(layer))
    }
    return VideoCompositionInstruction(
      timeRange: CMTimeRange(start: CMTime(start), duration: CMTime(duration)), layerInstructions: layers,
      backgroundColor: backgroundColor, parameters: parameters)
  }

  /// The color behind all layers.
  private var backgroundColor: Color {
    var components = [0.0, 0, 0, 1]
    unsafe components.withUnsafeMutableBufferPointer { unsafe host.pointee.background?(handle, $0.baseAddress) }
    return Color(red: components[0], green: components[1], blue: components[2], alpha: components[3])
  }

  /// The tracks that have a frame, and the frames, to be read while `lease` lasts.
  func sourceFrames(_ lease: FrameLease) throws(ExportFailure) -> [(trackID: TrackID, frame: PixelBuffer)] {
    var frames: [(trackID: TrackID, frame: PixelBuffer)] = []
    for index in 0..<(unsafe host.pointee.source_count?(handle) ?? 0) {
      guard let track = unsafe host.pointee.source_track?(handle, index),
        let frame = unsafe host.pointee.source_frame?(handle, track)
      else { continue }
      frames.append((TrackID(rawValue: track), unsafe try HostFrame.buffer(frame, lease: lease, isReadOnly: true)))
    }
    return frames
  }

  /// A frame to draw in while `lease` lasts.
  func newFrame(_ lease: FrameLease) throws(ExportFailure) -> PixelBuffer {
    guard let frame = unsafe host.pointee.new_frame?(handle) else {
      throw ExportFailure("there is no memory for a frame")
    }
    return unsafe try HostFrame.buffer(frame, lease: lease, isReadOnly: false)
  }

  /// The frame is `frame`.
  func finish(_ frame: HostFrame) { unsafe host.pointee.finish?(handle, frame.frame) }

  /// There is no frame, for the reason `message`.
  func fail(_ message: String) { unsafe host.pointee.fail?(handle, message) }

  /// There is no frame, because it is no longer needed.
  func finishCancelled() { unsafe host.pointee.finish_cancelled?(handle) }
}

extension CMTime {
  fileprivate init(_ time: gstedit_time) { self.init(value: time.value, timescale: time.timescale) }
}

extension LayerInstruction {
  /// A layer that stays as `layer` is.
  fileprivate init(_ layer: gstedit_layer) {
    let map = layer.transform
    let transform = Transform(a: map.0, b: map.1, c: map.2, d: map.3, tx: map.4, ty: map.5)
    self.init(
      trackID: TrackID(rawValue: layer.track), opacity: Ramps([.setting(at: .zero, value: layer.opacity)]),
      transform: Ramps([.setting(at: .zero, value: transform)]))
    guard layer.has_crop == 1 else { return }
    let crop = Rectangle(x: layer.crop.0, y: layer.crop.1, width: layer.crop.2, height: layer.crop.3)
    cropRectangle = Ramps([.setting(at: .zero, value: crop)])
  }
}
