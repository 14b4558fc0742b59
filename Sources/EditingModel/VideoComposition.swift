public import MediaTime

/// How the video tracks of a composition become one picture (`AVVideoComposition`).
public struct VideoComposition: Hashable, Sendable, Codable {
  /// How long each output frame lasts; greater than zero. 1001/30000 is NTSC's 29.97 a second.
  public var frameDuration: CMTime
  /// The picture's size in pixels, before `renderScale`.
  public var renderSize: Size
  /// What the size is multiplied by when rendering; greater than zero, 1 for the full size.
  public var renderScale: Double
  /// The instructions: contiguous, in order, covering the whole duration.
  public var instructions: [VideoCompositionInstruction]
  /// The compositor that draws instead of the built-in one.
  public var customCompositor: CompositorReference?

  /// A video composition of `instructions` at `frameDuration` and `renderSize`.
  public init(
    frameDuration: CMTime, renderSize: Size, renderScale: Double = 1,
    instructions: [VideoCompositionInstruction] = [], customCompositor: CompositorReference? = nil
  ) {
    self.frameDuration = frameDuration
    self.renderSize = renderSize
    self.renderScale = renderScale
    self.instructions = instructions
    self.customCompositor = customCompositor
  }
}
