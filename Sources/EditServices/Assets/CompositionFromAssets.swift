public import EditingModel
public import MediaTime
import Rendering

/// Editing with assets, as they are: wherever a composition is kept, in a script, an actor or a class on the main actor.
extension Composition {
  /// Inserts `timeRange` of all tracks of the file `asset` at `startTime`, by the rules of inserting an ``Asset``
  /// (`insertTimeRange(_:of:at:)`).
  ///
  /// Returns at once where the asset's tracks or its duration are loaded. Where they are not, the calling thread waits
  /// until the file has been read, as in Apple's method; a caller that must not block loads them first:
  ///
  /// ```swift
  /// let duration = try await clip.load(.duration)
  /// try film.insertTimeRange(CMTimeRange(start: .zero, duration: duration), of: clip, at: film.duration)
  /// ```
  ///
  /// - Throws: `RenderError` where the file cannot be read; `EditError` as `insertTimeRange(_:of:at:)` of an `Asset`
  ///   does. The composition is unchanged then.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: URLAsset, at startTime: CMTime
  ) throws {
    try insertTimeRange(timeRange, of: try asset.blockingAsset(), at: startTime)
  }

  /// Inserts `timeRange` of all tracks of the composition `asset` at `startTime`, by the rules of inserting a ``Composition``
  /// (`insertTimeRange(_:of:at:)`).
  ///
  /// - Throws: `EditError` as `insertTimeRange(_:of:at:)` of a `Composition` does.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: CompositionAsset, at startTime: CMTime
  ) throws(EditError) {
    try insertTimeRange(timeRange, of: asset.composition, at: startTime)
  }
}
