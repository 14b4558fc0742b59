import Compositing
import EditingModel
import MediaTime

/// What the program tells the process of a plug-in.
enum HostMessage: Codable, Sendable {
  /// Make an instance of a compositor for one film. Answered with `created` or `notCreated`.
  case create(compositor: String, parameters: JSONValue?)
  /// The requests from now on are for this context.
  case context(SharedContext)
  /// The requests from now on belong to this instruction.
  case instruction(VideoCompositionInstruction)
  /// Make a frame out of these sources. Answered with `composed` or `failed`.
  case request(number: UInt64, time: CMTime, sources: [SharedSource])
  /// Nobody waits for these requests any longer.
  case cancel(requests: [UInt64])
  /// The frame of this request has been read: its memory can be drawn in again.
  case taken(request: UInt64)
}

/// A source frame of a request.
struct SharedSource: Codable, Sendable {
  /// The track that shows it.
  var track: TrackID
  /// Where it lies, in the memory that the program writes.
  var picture: SharedPicture
}

/// A render context, without what makes its buffers: every process makes them itself.
struct SharedContext: Codable, Sendable {
  private var size: Size
  private var renderScale: Double
  private var renderTransform: Transform
  private var pixelAspectRatio: PixelAspectRatio
  private var format: PixelBuffer.Format

  /// What `context` says.
  init(_ context: VideoCompositionRenderContext) {
    size = context.size
    renderScale = context.renderScale
    renderTransform = context.renderTransform
    pixelAspectRatio = context.pixelAspectRatio
    format = context.pixelFormat
  }

  /// The context, whose buffers lie in `memory`.
  func context(drawingIn memory: SharedMemory) -> VideoCompositionRenderContext {
    let picture = SharedPicture(
      format: format, width: Int(size.width), height: Int(size.height), pixelAspectRatio: pixelAspectRatio)
    return VideoCompositionRenderContext(
      size: size, renderScale: renderScale, renderTransform: renderTransform, pixelAspectRatio: pixelAspectRatio,
      pixelFormat: format
    ) { memory.makeBuffer(picture) }
  }
}
