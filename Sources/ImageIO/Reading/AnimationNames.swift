import CoreGraphics

/// The keys of what is said of the animations of one kind of file.
struct AnimationNames: Sendable {
  /// Of the dictionary.
  let dictionary: String
  /// Of how often all pictures are shown.
  let loopCount: String
  /// Of how long a picture is shown, and of how long the file says.
  let delay: String, statedDelay: String
  /// Of the sizes.
  let width: String, height: String
  /// Of what is said of each picture.
  let frames: String
  /// Whether the first time does not count.
  let countsRepetitions: Bool

  /// The keys of files of `kind`; nil of those that have none of their own.
  init?(_ kind: PictureKind) {
    switch kind {
    case .gif:
      (dictionary, loopCount) = (kCGImagePropertyGIFDictionary, kCGImagePropertyGIFLoopCount)
      (delay, statedDelay) = (kCGImagePropertyGIFDelayTime, kCGImagePropertyGIFUnclampedDelayTime)
      (width, height) = (kCGImagePropertyGIFCanvasPixelWidth, kCGImagePropertyGIFCanvasPixelHeight)
      frames = kCGImagePropertyGIFFrameInfoArray
    case .png:
      (dictionary, loopCount) = (kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGLoopCount)
      (delay, statedDelay) = (kCGImagePropertyAPNGDelayTime, kCGImagePropertyAPNGUnclampedDelayTime)
      (width, height) = (kCGImagePropertyAPNGCanvasPixelWidth, kCGImagePropertyAPNGCanvasPixelHeight)
      frames = kCGImagePropertyAPNGFrameInfoArray
    case .webP:
      (dictionary, loopCount) = (kCGImagePropertyWebPDictionary, kCGImagePropertyWebPLoopCount)
      (delay, statedDelay) = (kCGImagePropertyWebPDelayTime, kCGImagePropertyWebPUnclampedDelayTime)
      (width, height) = (kCGImagePropertyWebPCanvasPixelWidth, kCGImagePropertyWebPCanvasPixelHeight)
      frames = kCGImagePropertyWebPFrameInfoArray
    case .heics, .avis:
      dictionary = kind == .heics ? kCGImagePropertyHEICSDictionary : kCGImagePropertyAVISDictionary
      loopCount = kCGImagePropertyHEICSLoopCount
      (delay, statedDelay) = (kCGImagePropertyHEICSDelayTime, kCGImagePropertyHEICSUnclampedDelayTime)
      (width, height) = (kCGImagePropertyHEICSCanvasPixelWidth, kCGImagePropertyHEICSCanvasPixelHeight)
      frames = kCGImagePropertyHEICSFrameInfoArray
    default: return nil
    }
    countsRepetitions = kind == .gif
  }

  /// The properties of the animation as a whole.
  func properties(of animation: PictureFacts.Animation, _ facts: PictureFacts) -> [String: Any] {
    var properties: [String: Any] = [
      width: NSNumber(value: facts.width), height: NSNumber(value: facts.height),
      frames: animation.delays.indices.map { times(of: $0, animation) },
    ]
    if countsRepetitions {
      // A GIF without a loop count is shown once, and has no such property.
      let repetitions = animation.playCount.map { $0 - 1 }
      if repetitions != 0 { properties[loopCount] = NSNumber(value: repetitions ?? 0) }
    } else {
      properties[loopCount] = NSNumber(value: animation.playCount ?? 0)
    }
    return properties
  }

  /// The durations of picture number `index`.
  func times(of index: Int, _ animation: PictureFacts.Animation) -> [String: Any] {
    [
      delay: NSNumber(value: animation.delays[index]), statedDelay: NSNumber(value: animation.statedDelays[index]),
    ]
  }
}
