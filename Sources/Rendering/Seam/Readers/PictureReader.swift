public import Compositing

/// The pictures of a plan, at any frame and in any order.
///
/// ```swift
/// let reader = try await renderer.pictures(of: plan, in: nil)
/// defer { reader.close() }
/// for frame in reader.plan.range {
///   let picture = try await reader.picture(at: frame)
/// }
/// ```
///
/// A frame does not depend on earlier calls. Frames in order are cheap: what is needed next is decoded ahead. A jump
/// decodes from the nearest key frame.
///
/// Threads: any; a second caller waits for the first. `blockingPicture(at:)` blocks its thread, which must not be one
/// of Swift's pool; `picture(at:)` uses a dedicated thread.
public protocol PictureReader: AnyObject, Sendable {
  /// The plan that is read.
  var plan: PicturePlan { get }

  /// The format of every picture.
  var format: PixelBuffer.Format { get }

  /// The picture of frame `frame` of the plan, which lies in `0..<plan.frameCount`; to be read only.
  ///
  /// - Throws: `RenderError`: `.outOfRange`, `.closed`, `.cancelled`, `.stalled`, or why the frame cannot be made, with its
  ///   clip and its time.
  func blockingPicture(at frame: Int) throws(RenderError) -> PixelBuffer

  /// Says that `frames` are asked for next, before any others: what none of them needs is not decoded. It holds until the
  /// next such call; with no frames, any may come. Waits for a picture under way.
  func expect(_ frames: [Int])

  /// The frames that a custom compositor failed to make so far, where the last good frame is shown instead; at most a
  /// hundred.
  ///
  /// - Throws: `RenderError` with `.videoCompositorFailed` for what a compositor did wrong after it finished a frame.
  func compositorFailures() throws(RenderError) -> [RenderError]

  /// The frames of media that could not be decoded so far, where another picture is shown instead. Empty where damage is
  /// refused (``DamagePolicy``).
  func damage() -> [MediaDamage]

  /// Ends a call under way with `.cancelled`, within a second, and every later one at once.
  func cancel()

  /// Stops decoding and frees the decoders; when it returns, they are gone. Later calls end with `.closed`. Blocks for
  /// a moment, a second at most.
  func close()
}

extension PictureReader {
  /// Nothing is done about what is expected.
  public func expect(_ frames: [Int]) {}

  /// No damage.
  public func damage() -> [MediaDamage] { [] }

  /// The picture of frame `frame`: `blockingPicture(at:)` on a dedicated thread. Cancelling the task cancels the
  /// reader.
  public func picture(at frame: Int) async throws(RenderError) -> PixelBuffer {
    try await blocking(cancelledBy: cancel) { [self] () throws(RenderError) in try blockingPicture(at: frame) }
  }
}
