public import MediaTime
public import ModelValues

/// A picture over the film, in the short way, as a logo or a watermark: which, when, where, how large.
///
/// ```swift
/// var logo = PictureOverlay("logo.svg")
/// (logo.place, logo.height, logo.opacity) = (.topRight, 0.1, 0.8)
/// ```
///
/// An overlay is a layer with contents: whatever it does not offer can be set on that. Of an animation the picture at the overlay's time is
/// seen, and again as often as its file says.
public struct PictureOverlay: Hashable, Sendable, Codable {
  /// The file, by its path or URL, as a project states it.
  public var picture: String
  /// The range in which it is seen, in the movie's time, its entrance and its exit included; nil for the whole film.
  public var timeRange: CMTimeRange?
  /// Its place.
  public var place = TitlePlace.topRight
  /// The free margin on each side, as a part of the picture's width and height.
  public var margin = 0.05
  /// Its width, as a part of the picture's; nil for the one that its height asks for.
  public var width: Double?
  /// Its height, as a part of the picture's; nil for the one that its width asks for. Without both it has its own size.
  public var height: Double?
  /// Its opacity, 0…1.
  public var opacity: Double = 1
  /// The radius of its corners, as a part of its height.
  public var cornerRadius: Double = 0
  /// The opacity of the shadow behind it, 0…1.
  public var shadowOpacity: Double = 0
  /// Its entrance.
  public var entrance = TitleMotion.none
  /// The duration of its entrance, in seconds; at most half of the time that it is seen.
  public var entranceDuration = 0.5
  /// Its exit.
  public var exit = TitleMotion.none
  /// The duration of its exit, in seconds; at most half of the time that it is seen.
  public var exitDuration = 0.5

  /// `picture`, seen over `timeRange`; nil for the whole film.
  public init(_ picture: String, timeRange: CMTimeRange? = nil) {
    self.picture = picture
    self.timeRange = timeRange
  }

  /// The layers' name of its picture.
  public var contents: LayerContents { .image(uri: picture) }

  /// The overlay in a picture of `size`, in its pixels, at the movie's time, where the file's picture has the size `natural`; nil for one
  /// that is not known, which is taken for a square of a fifth of the height.
  public func layer(in size: Size, natural: Size?) -> Layer {
    let own = natural ?? Size(width: size.height / 5, height: size.height / 5)
    let box = box(in: size, natural: own)
    let part = place.part
    let free = Rectangle(
      x: size.width * margin, y: size.height * margin, width: size.width * (1 - 2 * margin),
      height: size.height * (1 - 2 * margin))
    var picture = Layer()
    picture.contents = contents
    picture.contentsGravity = .resizeAspect
    picture.bounds = Rectangle(box)
    picture.position = Point(x: box.width / 2, y: box.height / 2)
    picture.opacity = opacity
    if cornerRadius > 0 {
      picture.cornerRadius = cornerRadius * box.height
      picture.masksToBounds = true
    }
    var overlay = Layer()
    overlay.name = self.picture
    overlay.bounds = Rectangle(box)
    overlay.anchorPoint = part
    overlay.position = Point(x: free.x + part.x * free.width, y: free.y + part.y * free.height)
    overlay.sublayers = [picture]
    if shadowOpacity > 0 {
      overlay.shadowOpacity = shadowOpacity
      overlay.shadowRadius = 0.012 * size.height
      overlay.shadowOffset = Size(width: 0, height: 0.006 * size.height)
    }
    guard let timeRange else { return overlay }
    overlay.timing.beginTime = timeRange.start.seconds
    overlay.timing.duration = timeRange.duration.seconds
    var style = TitleStyle()
    (style.entrance, style.entranceDuration) = (entrance, entranceDuration)
    (style.exit, style.exitDuration) = (exit, exitDuration)
    let corner = Rectangle(
      x: overlay.position.x - part.x * box.width, y: overlay.position.y - part.y * box.height, width: box.width,
      height: box.height)
    TitleMotionPlan(
      style: style, duration: timeRange.duration.seconds, em: size.height / 12, safe: corner, size: size
    ).add(to: &overlay)
    return overlay
  }

  private func box(in size: Size, natural: Size) -> Size {
    let aspect = natural.height > 0 ? natural.width / natural.height : 1
    let (across, down) = (width.map { $0 * size.width }, height.map { $0 * size.height })
    return Size(
      width: across ?? down.map { $0 * aspect } ?? natural.width,
      height: down ?? across.map { $0 / max(aspect, 1e-9) } ?? natural.height)
  }
}
