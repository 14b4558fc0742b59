import Compositing
import EditingModel
import MediaFormats
import MediaTime

/// A message of the program to the process of a plug-in.
enum HostMessage: Codable, Sendable {
  /// Make an instance of a compositor for one film. Answered with `created` or `notCreated`.
  case create(compositor: String, parameters: JSONValue?)
  /// The requests from now on are for this context.
  case context(SharedContext)
  /// The requests from now on belong to this instruction.
  case instruction(VideoCompositionInstruction)
  /// Make a frame out of these sources. Answered with `composed` or `failed`.
  case request(number: UInt64, time: CMTime, sources: [SharedSource])
  /// These requests are no longer needed.
  case cancel(requests: [UInt64])
  /// The frame of this request has been read: its memory can be drawn in again.
  case taken(request: UInt64)
}

/// A source frame of a request.
struct SharedSource: Codable, Sendable {
  /// The track that shows it.
  var track: TrackID
  /// Its place in the memory that the program writes.
  var picture: SharedPicture
}

/// A render context, without what makes its buffers: every process makes them itself.
struct SharedContext: Codable, Sendable {
  private var size: Size
  private var renderScale: Double
  private var renderTransform: Transform
  private var pixelAspectRatio: PixelAspectRatio
  private var format: PixelBuffer.Format
  private var colorimetry: Colorimetry

  /// The values of `context`.
  init(_ context: VideoCompositionRenderContext) {
    size = context.size
    renderScale = context.renderScale
    renderTransform = context.renderTransform
    pixelAspectRatio = context.pixelAspectRatio
    format = context.pixelFormat
    colorimetry = context.colorimetry
  }

  /// The context, whose buffers lie in `memory`.
  func context(drawingIn memory: SharedMemory) -> VideoCompositionRenderContext {
    let picture = SharedPicture(
      format: format, width: Int(size.width), height: Int(size.height), pixelAspectRatio: pixelAspectRatio)
    return VideoCompositionRenderContext(
      size: size, renderScale: renderScale, renderTransform: renderTransform, pixelAspectRatio: pixelAspectRatio,
      pixelFormat: format, colorimetry: colorimetry
    ) { memory.makeBuffer(picture) }
  }
}

/// A message of the process of a plug-in to the program.
enum ProcessMessage: Codable, Sendable {
  /// The plug-in is loaded: the first message, unless `refused` is.
  case loaded(PluginIntroduction)
  /// The plug-in cannot be used.
  case refused(PluginError)
  /// There is an instance.
  case created(CreatedCompositor)
  /// There is none, for this reason.
  case notCreated(String)
  /// A request is finished with a frame: a new one, or a source's as it is.
  case composed(request: UInt64, picture: SharedPicture, isSource: Bool)
  /// A request has come to no frame.
  case failed(request: UInt64, Failure)

  /// The reason for which a request came to no frame.
  enum Failure: Codable, Sendable {
    /// For this reason.
    case error(String)
    /// Because it was cancelled.
    case cancelled
    /// It had come to one before: it is finished once more than it may be.
    case finishedAgain
    /// It was released unfinished.
    case abandoned
  }
}

/// The formats and colors of an instance in the process of a plug-in.
struct CreatedCompositor: Codable, Sendable {
  /// The formats of sources; nil for any.
  var sourceFormats: [PixelBuffer.Format]?
  /// The formats of finished frames.
  var outputFormats: [PixelBuffer.Format]
  /// The colors of sources.
  var colorSupport: CompositorColorSupport
}

/// A plug-in's introduction of itself.
struct PluginIntroduction: Codable, Sendable {
  /// The plug-in's own name.
  var name: String
  /// Its version, in its own words.
  var version: String
  private var compositors: [Compositor]

  private struct Compositor: Codable {
    var name: String
    var summary: String
    var parameters: [Parameter]
  }

  private struct Parameter: Codable {
    var name: String
    var summary: String
    var kind: CompositorParameter.Kind
    var defaultValue: Value
  }

  /// A parameter's value; a number by its digits, which JSON's own numbers do not keep.
  private enum Value: Codable {
    case truth(Bool)
    case digits(String)
    case words(String)
  }

  /// The introduction of `plugin`.
  init(_ plugin: CompositorPlugin) {
    name = plugin.name
    version = plugin.version
    compositors = plugin.compositors.map { compositor in
      Compositor(
        name: compositor.name, summary: compositor.summary,
        parameters: compositor.parameters.map { parameter in
          let value: Value =
            switch parameter.defaultValue {
            case .bool(let truth): .truth(truth)
            case .number(let digits): .digits(digits)
            case .string(let words): .words(words)
            case .null, .array, .object: .words("")
            }
          return Parameter(
            name: parameter.name, summary: parameter.summary, kind: parameter.kind, defaultValue: value)
        })
    }
  }

  /// Its compositors.
  var descriptions: [CompositorDescription] {
    compositors.map { compositor in
      let parameters = compositor.parameters.map { parameter in
        let value: JSONValue =
          switch parameter.defaultValue {
          case .truth(let truth): .bool(truth)
          case .digits(let digits): .number(digits)
          case .words(let words): .string(words)
          }
        return CompositorParameter(parameter.name, parameter.kind, default: value, summary: parameter.summary)
      }
      return CompositorDescription(name: compositor.name, summary: compositor.summary, parameters: parameters)
    }
  }
}
