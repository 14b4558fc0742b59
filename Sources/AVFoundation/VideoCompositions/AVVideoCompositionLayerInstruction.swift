import EditingModel
public import Foundation
import Synchronization

// SAFETY: what is looked up is written where the caller says, once.

/// Transform, crop and opacity of one track during an instruction (`AVVideoCompositionLayerInstruction`). Immutable;
/// ``AVMutableVideoCompositionLayerInstruction`` is edited. Threads: any.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the values are under a lock.
  private let state: Mutex<Configuration>

  /// Shows no track.
  public override init() {
    state = Mutex(Configuration())
    super.init()
  }

  /// Shows a track as `configuration` says.
  public init(configuration: Configuration) {
    state = Mutex(configuration)
    super.init()
  }

  /// Its current values.
  var configuration: Configuration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Changes the configuration.
  func change(_ change: (inout Configuration) -> Void) {
    var configuration = configuration
    change(&configuration)
    self.configuration = configuration
  }

  /// The number of the track.
  open internal(set) var trackID: CMPersistentTrackID {
    get { configuration.trackID }
    set { change { $0.trackID = newValue } }
  }

  /// The opacity ramp that contains `time`, or else the next one; nil behind the last.
  public func opacityRamp(at time: CMTime) -> OpacityRamp? { configuration.opacityRamp(at: time) }
  /// The transform ramp that contains `time`, or else the next one; nil behind the last.
  public func transformRamp(at time: CMTime) -> TransformRamp? { configuration.transformRamp(at: time) }
  /// The crop ramp that contains `time`, or else the next one; nil behind the last.
  public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? { configuration.cropRectangleRamp(at: time) }

  /// The opacity ramp that contains `time`, or else the next one; a set value is a flat ramp up to the next
  /// (`getOpacityRamp(for:startOpacity:endOpacity:timeRange:)`).
  ///
  /// - Returns: False behind the last.
  public func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = opacityRamp(at: time) else { return false }
    unsafe startOpacity?.pointee = ramp.start
    unsafe endOpacity?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// The transform ramp that contains `time`, or else the next one (`getTransformRamp(for:start:end:timeRange:)`).
  ///
  /// - Returns: False behind the last.
  public func getTransformRamp(
    for time: CMTime, start: UnsafeMutablePointer<CGAffineTransform>?, end: UnsafeMutablePointer<CGAffineTransform>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = transformRamp(at: time) else { return false }
    unsafe start?.pointee = ramp.start
    unsafe end?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// The crop ramp that contains `time`, or else the next one
  /// (`getCropRectangleRamp(for:startCropRectangle:endCropRectangle:timeRange:)`).
  ///
  /// - Returns: False behind the last.
  public func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = cropRectangleRamp(at: time) else { return false }
    unsafe startCropRectangle?.pointee = ramp.start
    unsafe endCropRectangle?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionLayerInstruction(configuration: configuration) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableVideoCompositionLayerInstruction(configuration: configuration)
  }
}

/// Transform, crop and opacity of one track, edited (`AVMutableVideoCompositionLayerInstruction`); what ends the process is listed at
/// ``AVVideoCompositionLayerInstruction/Configuration``.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Shows `assetTrack`, a track of the film: only its number is taken.
  public convenience init(assetTrack: AVAssetTrack) { self.init(configuration: Configuration(assetTrack: assetTrack)) }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// Sets the opacity from `time` on (`setOpacity(_:at:)`).
  public func setOpacity(_ opacity: Float, at time: CMTime) { change { $0.setOpacity(opacity, at: time) } }

  /// Ramps the opacity; afterwards it stays (`setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)`).
  public func setOpacityRamp(
    fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
  ) {
    change { $0.addOpacityRamp(OpacityRamp(timeRange: timeRange, start: startOpacity, end: endOpacity)) }
  }

  /// Sets the transform from `time` on (`setTransform(_:at:)`).
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    change { $0.setTransform(transform, at: time) }
  }

  /// Ramps the transform; afterwards it stays (`setTransformRamp(fromStart:toEnd:timeRange:)`).
  public func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    change { $0.addTransformRamp(TransformRamp(timeRange: timeRange, start: startTransform, end: endTransform)) }
  }

  /// Sets the part of the source that is shown from `time` on (`setCropRectangle(_:at:)`).
  public func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    change { $0.setCropRectangle(cropRectangle, at: time) }
  }

  /// Ramps the part of the source that is shown
  /// (`setCropRectangleRamp(fromStartCropRectangle:toEndCropRectangle:timeRange:)`).
  public func setCropRectangleRamp(
    fromStartCropRectangle start: CGRect, toEndCropRectangle end: CGRect, timeRange: CMTimeRange
  ) {
    change { $0.addCropRectangleRamp(CropRectangleRamp(timeRange: timeRange, start: start, end: end)) }
  }
}
