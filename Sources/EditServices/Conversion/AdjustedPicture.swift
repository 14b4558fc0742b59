import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The picture of a film of files as ``FileAdjustments`` change it: what lowers them into tracks and a video composition.
///
/// A turn is the transform of a track, a crop that of a layer, and a size that of the film.
struct AdjustedPicture {
  private let adjustments: FileAdjustments
  /// Seen where a picture leaves something free.
  private let background: Color

  /// The sizes that pictures of films have each way.
  private static let edges = 2...16_384

  init(_ adjustments: FileAdjustments, over background: Color) {
    (self.adjustments, self.background) = (adjustments, background)
  }

  /// Changes the picture of `edit`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is none, `.outOfRange` for a crop that is not in it.
  func apply(to edit: inout EditSnapshot) throws(RenderError) {
    let indices = edit.composition.tracks.indices.filter { edit.composition.tracks[$0].mediaType == .video }
    var shapes: [Size] = []
    var layers: [LayerInstruction] = []
    for index in indices {
      guard let properties = edit.composition.tracks[index].videoProperties else { continue }
      let box = properties.preferredTransform.boundingBox(of: Rectangle(properties.naturalSize))
      let upright = Size(width: box.width, height: box.height)
      let part = try part(of: upright)
      shapes.append(swapsAxes ? Size(width: part.height, height: part.width) : Size(part))
      layers.append(try layer(of: edit.composition.tracks[index], showing: part, of: properties, box))
      turn(&edit.composition.tracks[index], of: properties)
    }
    guard let shape = shapes.first else {
      throw RenderError(
        .unsupported, "The picture is to be changed, and there is none.",
        remedy: "Leave out what is said of the picture, or name a file that has one.")
    }
    let size = try renderSize(of: shape)
    let haveSameShape = Set(shapes).count == 1
    let fit = adjustments.fit ?? (adjustments.size != nil && haveSameShape ? .resize : .resizeAspect)
    var videoComposition = VideoComposition(fit: fit)
    videoComposition.frameTiming = .source
    if let size { videoComposition.renderSize = Size(width: Double(size.width), height: Double(size.height)) }
    if adjustments.crop != nil {
      // With layers of its own it defines all of the picture.
      videoComposition.frameDuration = edit.composition.usualFrameDuration
      videoComposition.instructions = [
        VideoCompositionInstruction(
          timeRange: CMTimeRange(start: .zero, duration: edit.composition.duration), layerInstructions: layers,
          backgroundColor: background)
      ]
    }
    edit.videoComposition = videoComposition
  }

  /// Whether what is kept is turned by a quarter.
  private var swapsAxes: Bool { adjustments.rotation.orientation.swapsAxes }

  /// The part of a picture of `size` that is kept.
  private func part(of size: Size) throws(RenderError) -> Rectangle {
    guard let crop = adjustments.crop else { return Rectangle(size) }
    let part = Rectangle(
      x: Double(crop.x), y: Double(crop.y), width: Double(crop.width), height: Double(crop.height))
    guard crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, part.maxX <= size.width, part.maxY <= size.height
    else {
      throw RenderError(
        .outOfRange,
        "The crop \(crop.x),\(crop.y),\(crop.width),\(crop.height) reaches outside of the picture, which is "
          + "\(Int(size.width)) by \(Int(size.height)) pixels large.",
        remedy: "Give x, y, width and height of a part of it, as it is seen upright.")
    }
    return part
  }

  /// The layer of `track` that shows `part` of its upright picture, whose box is `box`.
  private func layer(
    of track: CompositionTrack, showing part: Rectangle, of properties: VideoTrackProperties, _ box: Rectangle
  ) throws(RenderError) -> LayerInstruction {
    var layer = LayerInstruction(assetTrack: track)
    guard adjustments.crop != nil, let back = properties.preferredTransform.inverted else { return layer }
    let placed = Rectangle(x: part.x + box.x, y: part.y + box.y, width: part.width, height: part.height)
    do throws(RampError) {
      try layer.setCropRectangle(back.boundingBox(of: placed), at: .zero)
    } catch {
      throw RenderError(.outOfRange, error.diagnostic.message, remedy: error.diagnostic.remedy)
    }
    return layer
  }

  /// Has `track` show its pictures turned and mirrored.
  private func turn(_ track: inout CompositionTrack, of properties: VideoTrackProperties) {
    guard adjustments.rotation != .none || adjustments.flip != nil else { return }
    var transform = properties.preferredTransform
    for orientation in [adjustments.rotation.orientation, adjustments.flip?.orientation ?? .up] {
      transform = transform.concatenating(orientation.transform(for: properties.naturalSize))
    }
    // The identity of a track stands for what its file says. A place in the plane means nothing.
    if transform == .identity { transform.tx = properties.naturalSize.width }
    track.preferredTransform = transform
  }

  /// The film's render size for a picture of `shape`; nil where the picture's own size decides.
  private func renderSize(of shape: Size) throws(RenderError) -> PixelSize? {
    guard let size = adjustments.size else {
      return adjustments.crop == nil ? nil : PixelSize(width: Int(shape.width), height: Int(shape.height))
    }
    guard Self.edges.contains(size.width), Self.edges.contains(size.height) else {
      throw RenderError(
        .outOfRange, "A picture of \(size) was asked for.",
        remedy: "Give a size of \(Self.edges.lowerBound) to \(Self.edges.upperBound) pixels each way.")
    }
    guard adjustments.fit == nil else { return size }
    let scale = min(Double(size.width) / shape.width, Double(size.height) / shape.height)
    func even(_ length: Double) -> Int { max(2, Int((length * scale / 2).rounded()) * 2) }
    return PixelSize(width: even(shape.width), height: even(shape.height))
  }
}

extension Size {
  /// The description of `rectangle`.
  fileprivate init(_ rectangle: Rectangle) {
    self.init(width: rectangle.width, height: rectangle.height)
  }
}

extension Composition {
  /// The duration of a frame of its first film.
  fileprivate var usualFrameDuration: CMTime {
    let found = tracks(withMediaType: .video).lazy.compactMap { $0.videoProperties?.minFrameDuration }.first
    // A file of more than a thousand frames a second has a broken header.
    return max(found ?? CMTime(value: 1, timescale: 30), CMTime(value: 1, timescale: 1_000))
  }
}
