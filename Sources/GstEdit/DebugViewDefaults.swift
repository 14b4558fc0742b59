public import Compositing
public import DebugViews
public import EditServices
public import MediaTime
public import Rendering

extension CompositionDebugView {
  /// The view of `edit`, with what is shown and played at composition time `time` where one is given; the engine finds out what the
  /// media hold.
  ///
  /// - Throws: As `init(_:at:renderer:)`.
  public init(_ edit: EditSnapshot, at time: CMTime? = nil) async throws(RenderError) {
    try await self.init(edit, at: time, renderer: Engine.renderer())
  }

  /// The drawing as a picture in RGB of 8 bits, 1,600 pixels wide, made by the engine.
  ///
  /// - Throws: As `picture(renderer:)`.
  public func picture() async throws(RenderError) -> PixelBuffer {
    try await picture(renderer: Engine.renderer())
  }
}
