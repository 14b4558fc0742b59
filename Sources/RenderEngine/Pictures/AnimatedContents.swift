import Compositing
import Containers
import EditingModel
import FoundationEssentials
import Layers
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
import Rendering

/// The pictures of an animation (GIF, WebP, PNG) that layers show, and when: by the layer's own time, and as often as the file says. After
/// that the last one stays.
struct AnimatedContents {
  /// The bytes that all pictures of an animation take at most.
  private static let memory = 256 << 20

  /// The pictures by the names that layers call them.
  let pictures: [LayerContents: PixelBuffer]
  /// The times of each.
  let timing: Timing

  /// The times of pictures.
  struct Timing: Sendable {
    /// The pictures, in order.
    fileprivate var contents: [LayerContents] = []
    /// The end of each picture, in milliseconds from the first one's beginning.
    fileprivate var ends: [Double] = []
    /// The number of times that all are shown; nil for ever.
    fileprivate var playCount: Int?

    /// The picture at `time` of a layer, in seconds: before its beginning the first one.
    func contents(at time: Double) -> LayerContents? {
      guard let length = ends.last, length > 0 else { return contents.first }
      // A frame that begins with a picture shows that one, however times are rounded.
      let place = max(0, time * 1000 + 1e-6)
      if let playCount, place >= Double(playCount) * length { return contents.last }
      let within = place.truncatingRemainder(dividingBy: length)
      return contents[min(contents.count - 1, ends.partitioningIndex { $0 > within })]
    }
  }

  /// The animation that `picture` is; nil where it is a still, or a film, whose first picture is shown.
  ///
  /// - Throws: `RenderError` where it cannot be decoded, or takes too much memory.
  init?(_ picture: LayerOverlay.Picture, in media: SourceMedia, cancellation: Cancellation) throws {
    let asset = picture.source.asset
    guard picture.facts.timing != .still, case .pictures(let kind, _) = media[asset]?.container,
      let animation = try PictureFileReader.animation(kind, of: asset)
    else { return nil }
    let bytes = 4 * animation.width * animation.height
    guard animation.durations.count * bytes <= Self.memory else {
      throw RenderError(
        .unsupported,
        "The animation \(asset.url.lastPathComponent), which a layer shows, has \(animation.durations.count) pictures of "
          + "\(animation.width)x\(animation.height), which take more than \(Self.memory >> 20) MB.",
        remedy: "Make it smaller or shorter, or show it as a track of its own.", asset: asset)
    }
    var pictures: [LayerContents: PixelBuffer] = [:]
    var timing = Timing(playCount: animation.playCount)
    for (number, duration) in animation.durations.enumerated() {
      try cancellation.check()
      let contents = LayerContents.pixelBuffer(name: "\(asset.url.path)#\(number)")
      pictures[contents] = try translatingPictures { try animation.next() }.pixelBuffer()
      timing.contents.append(contents)
      timing.ends.append((timing.ends.last ?? 0) + Double(duration) * 1_000 / Double(animation.timescale))
    }
    self.pictures = pictures
    self.timing = timing
  }
}

extension RawPicture {
  /// The picture with its alpha, all opaque where it has none.
  fileprivate func pixelBuffer() throws -> PixelBuffer {
    let buffer = try PixelBuffer(format: layout == .rgb ? .rgb24 : .rgba, width: width, height: height)
    let plane = buffer.planes[0]
    try buffer.withMutableBytes(ofPlane: 0) { target in
      for row in 0..<plane.height {
        let (start, source) = (plane.row(row).lowerBound, row * rowBytes)
        for index in 0..<plane.rowByteCount { target[start + index] = bytes[source + index] }
        guard layout == .rgbx else { continue }
        for index in stride(from: 3, to: plane.rowByteCount, by: 4) { target[start + index] = 255 }
      }
    }
    return buffer
  }
}
