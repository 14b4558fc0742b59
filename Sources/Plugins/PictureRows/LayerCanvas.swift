package import Compositing
import EditingModel
import MediaFormats

/// A frame of the film on which layers are laid, one over the other; transparent to begin with.
///
/// ```swift
/// let layers = try request.layerStack()
/// var canvas = try LayerCanvas(for: request)
/// for picture in layers.below { try canvas.lay(picture) }
/// if let top = layers.top { try canvas.lay(top) }
/// return try canvas.finish()
/// ```
///
/// The layers make a group by themselves, which is laid over the background in the end (W3C, Compositing and Blending
/// Level 1, "isolated groups"): where nothing lies below, a layer has nothing to mix with and shows itself.
package struct LayerCanvas {
  /// Works out a row of what a layer and the layers below it mix to, both taken as opaque: of `rgba` pixels, whose alpha is
  /// not looked at.
  package typealias Mixing =
    @Sendable (_ backdrop: Span<UInt8>, _ source: Span<UInt8>, _ mixed: inout MutableSpan<UInt8>) -> Void

  private let frame: PixelBuffer
  private let background: Color
  private var state = State.empty

  /// The state of the pixels so far.
  private enum State {
    /// Nothing has been laid: they are undefined.
    case empty
    /// Some may be transparent.
    case translucent
    /// All are opaque.
    case opaque
  }

  /// A canvas of the size and over the background that `request` asks for.
  ///
  /// - Throws: `CompositorFailure` where there is no memory for one.
  package init(for request: AsynchronousVideoCompositionRequest) throws {
    frame = try request.renderContext.newPixelBuffer(of: .rgba)
    background = request.videoCompositionInstruction.backgroundColor
  }

  /// Lays `picture` over the present contents: in its own colors, or in those that `mixing` makes of both.
  package mutating func composite(_ picture: LayerPicture, mixing: Mixing? = nil) throws {
    guard state != .empty else { return try begin(with: picture) }
    let share = PixelRow.share(of: picture.opacity)
    guard let mixing else {
      return try frame.changeRows(beside: picture.frame) { row, source in
        PixelRow.composite(source, mixed: source, share: share, over: &row)
      }
    }
    var mixed = [UInt8](repeating: 0, count: frame.planes[0].rowByteCount)
    try frame.changeRows(beside: picture.frame) { row, source in
      var mixedRow = mixed.mutableSpan
      mixing(row.span, source, &mixedRow)
      PixelRow.composite(source, mixed: mixed.span, share: share, over: &row)
    }
  }

  /// The frame: what was laid, over the background; as opaque as that is, at least.
  package consuming func finish() throws -> PixelBuffer {
    switch state {
    case .opaque: break
    case .translucent:
      let color = PixelRow.bytes(of: background)
      try frame.changeRows { PixelRow.composite(&$0, over: color) }
    case .empty:
      let color = PixelRow.bytes(of: background)
      try frame.changeRows { PixelRow.fill(&$0, with: color) }
    }
    return frame
  }

  /// Lays the first picture.
  private mutating func begin(with picture: LayerPicture) throws {
    let share = PixelRow.share(of: picture.opacity)
    var isOpaque = true
    try frame.changeRows(beside: picture.frame) { row, source in
      isOpaque = PixelRow.copy(source, share: share, to: &row) && isOpaque
    }
    state = isOpaque ? .opaque : .translucent
  }
}

/// The layers of an instruction as they lie on one frame of the film.
package struct LayerStack: Sendable {
  /// The topmost layer; nil where it is invisible.
  package let top: LayerPicture?
  /// The visible pictures below it, bottom to top.
  package let below: [LayerPicture]

  /// All of them, bottom to top.
  package var all: [LayerPicture] { below + (top.map { [$0] } ?? []) }
}

extension AsynchronousVideoCompositionRequest {
  /// The instruction's layers in this frame. The sources are in `rgba`.
  ///
  /// - Throws: `CompositingError` where a layer's numbers are out of reach.
  package func layerStack() throws -> LayerStack {
    let layers = videoCompositionInstruction.layerInstructions
    return LayerStack(
      top: try layers.first.flatMap { try LayerPicture(of: $0, in: self) },
      below: try layers.dropFirst().reversed().compactMap { try LayerPicture(of: $0, in: self) })
  }
}
