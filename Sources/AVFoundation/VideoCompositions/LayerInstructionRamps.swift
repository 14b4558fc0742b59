import EditingModel
public import Foundation

extension AVVideoCompositionLayerInstruction {
  /// An opacity that changes from `start` to `end` over `timeRange`.
  public struct OpacityRamp: Equatable, Sendable {
    /// Range of the ramp, in the film's time.
    public var timeRange: CMTimeRange
    /// The opacity at its start, 0…1.
    public var start: Float
    /// The opacity at its end, 0…1.
    public var end: Float

    /// A ramp over `timeRange`.
    public init(timeRange: CMTimeRange, start: Float, end: Float) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A transform that changes from `start` to `end` over `timeRange`, each of its six numbers linearly.
  public struct TransformRamp: Equatable, Sendable {
    /// Range of the ramp, in the film's time.
    public var timeRange: CMTimeRange
    /// The transform at its start.
    public var start: CGAffineTransform
    /// The transform at its end.
    public var end: CGAffineTransform

    /// A ramp over `timeRange`.
    public init(timeRange: CMTimeRange, start: CGAffineTransform, end: CGAffineTransform) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A crop that changes from `start` to `end` over `timeRange`.
  public struct CropRectangleRamp: Equatable, Sendable {
    /// Range of the ramp, in the film's time.
    public var timeRange: CMTimeRange
    /// The part that is shown at its start, in pixels of the source.
    public var start: CGRect
    /// The part that is shown at its end.
    public var end: CGRect

    /// A ramp over `timeRange`.
    public init(timeRange: CMTimeRange, start: CGRect, end: CGRect) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// Transform, crop and opacity of one track, as a value (`AVVideoCompositionLayerInstruction.Configuration`). All times are the film's.
  ///
  /// A time or a range that is not finite, and one that overlaps another ramp, end the process with the words of the exception that
  /// AVFoundation raises.
  public struct Configuration: Sendable {
    /// The engine's.
    var layer: LayerInstruction

    /// Shows the track with this number, opaque, not transformed and not cropped.
    public init(trackID: CMPersistentTrackID = .zero) {
      layer = LayerInstruction(trackID: TrackID(rawValue: trackID))
    }

    /// Shows `assetTrack`, a track of the film.
    public init(assetTrack: AVAssetTrack) { self.init(trackID: assetTrack.trackID) }

    /// The engine's `layer`.
    init(_ layer: LayerInstruction) { self.layer = layer }

    /// The number of the track.
    public var trackID: CMPersistentTrackID {
      get { layer.trackID.rawValue }
      set { layer.trackID = TrackID(rawValue: newValue) }
    }

    // MARK: Looking up

    /// The opacity ramp that contains `time`, or else the next one; nil behind the last.
    public func opacityRamp(at time: CMTime) -> OpacityRamp? {
      layer.opacityRamp(for: time).map {
        OpacityRamp(timeRange: $0.timeRange, start: Float($0.start), end: Float($0.end))
      }
    }

    /// The transform ramp that contains `time`, or else the next one; nil behind the last.
    public func transformRamp(at time: CMTime) -> TransformRamp? {
      layer.transformRamp(for: time).map {
        TransformRamp(
          timeRange: $0.timeRange, start: CGAffineTransform($0.start), end: CGAffineTransform($0.end))
      }
    }

    /// The crop ramp that contains `time`, or else the next one; nil behind the last.
    public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? {
      layer.cropRectangleRamp(for: time).map {
        CropRectangleRamp(timeRange: $0.timeRange, start: CGRect($0.start), end: CGRect($0.end))
      }
    }

    // MARK: Setting

    /// Sets the opacity from `time` on; others than 0…1 are brought there.
    public mutating func setOpacity(_ opacity: Float, at time: CMTime) {
      change(.opacity) { layer throws(RampError) in try layer.setOpacity(Self.share(opacity), at: time) }
    }

    /// Ramps the opacity; afterwards it stays.
    public mutating func addOpacityRamp(_ ramp: OpacityRamp) {
      change(.opacity) { layer throws(RampError) in
        try layer.setOpacityRamp(
          fromStartOpacity: Self.share(ramp.start), toEndOpacity: Self.share(ramp.end), timeRange: ramp.timeRange)
      }
    }

    /// Sets the transform from `time` on: from the source's square pixels, not turned upright, to those of the film.
    public mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
      change(.transform) { layer throws(RampError) in try layer.setTransform(transform.transform, at: time) }
    }

    /// Ramps the transform; afterwards it stays.
    public mutating func addTransformRamp(_ ramp: TransformRamp) {
      change(.transform) { layer throws(RampError) in
        try layer.setTransformRamp(
          fromStart: ramp.start.transform, toEnd: ramp.end.transform, timeRange: ramp.timeRange)
      }
    }

    /// Sets the part of the source that is shown from `time` on, in its pixels.
    public mutating func setCropRectangle(_ rect: CGRect, at time: CMTime) {
      change(.crop) { layer throws(RampError) in try layer.setCropRectangle(rect.standardized.rectangle, at: time) }
    }

    /// Ramps the part of the source that is shown; afterwards it stays.
    public mutating func addCropRectangleRamp(_ ramp: CropRectangleRamp) {
      change(.crop) { layer throws(RampError) in
        try layer.setCropRectangleRamp(
          fromStartCropRectangle: ramp.start.standardized.rectangle,
          toEndCropRectangle: ramp.end.standardized.rectangle, timeRange: ramp.timeRange)
      }
    }

    private static func share(_ opacity: Float) -> Double { opacity.isNaN ? 1 : min(max(Double(opacity), 0), 1) }

    private mutating func change(
      _ what: Ramped, _ change: (inout LayerInstruction) throws(RampError) -> Void
    ) {
      do throws(RampError) {
        try change(&layer)
      } catch {
        Misuse.raise("AVVideoCompositionLayerInstruction: \(what.reason(of: error))")
      }
    }
  }
}
