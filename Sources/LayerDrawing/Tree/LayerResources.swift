import Compositing
import EditingModel
import Layers

/// What layers are drawn with and is the same from frame to frame: pictures, and laid out text.
///
/// Threads: one at a time.
final class LayerResources {
  private let buffers: [LayerContents: PixelBuffer]
  private var pictures: [LayerContents: Surface] = [:]
  private var tinted: [Tint: Surface] = [:]
  private var layouts: [Text: TextLayout?] = [:]

  private struct Tint: Hashable {
    let contents: LayerContents
    let color: [UInt8]
  }

  private struct Text: Hashable {
    let layer: TextLayer
    let bounds: Rectangle
  }

  /// How many tinted pictures and layouts are kept; then all are let go.
  private static let limit = 512

  init(_ buffers: [LayerContents: PixelBuffer]) { self.buffers = buffers }

  /// The picture of `contents`; nil where there is none.
  ///
  /// - Throws: `CompositingError` where it is in a format that is not drawn, or there is no memory for it.
  func picture(of contents: LayerContents) throws -> Surface? {
    if let picture = pictures[contents] { return picture }
    guard let buffer = buffers[contents] else { return nil }
    let picture = try Surface(buffer)
    pictures[contents] = picture
    return picture
  }

  /// The picture of `contents`, its colors multiplied by `tint`, which is taken in 256 steps.
  func picture(of contents: LayerContents, tint: Color) throws -> Surface? {
    guard let plain = try picture(of: contents), tint != .white else { return try picture(of: contents) }
    let steps = [tint.red, tint.green, tint.blue, tint.alpha].map { UInt8((max(0, min(1, $0)) * 255).rounded()) }
    let key = Tint(contents: contents, color: steps)
    if let picture = tinted[key] { return picture }
    let picture = try plain.multiplied(by: tint)
    if tinted.count >= Self.limit { tinted = [:] }
    tinted[key] = picture
    return picture
  }

  /// `text` laid out in `bounds`; nil where it is empty.
  func layout(of text: TextLayer, in bounds: Rectangle) -> TextLayout? {
    let key = Text(layer: text, bounds: bounds)
    if let layout = layouts[key] { return layout }
    let layout = TextLayout(text, in: bounds)
    if layouts.count >= Self.limit { layouts = [:] }
    layouts[key] = .some(layout)
    return layout
  }
}
