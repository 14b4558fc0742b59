import Compositing
import EditingModel
import Glibc
import Layers
import MediaFormats
import Subtitles

/// The resources of layers that are the same from frame to frame: pictures, laid out text, and scripts.
///
/// Threads: one at a time.
final class LayerResources {
  private let buffers: [LayerContents: PixelBuffer]
  private var pictures: [LayerContents: Surface] = [:]
  private var tinted: [Tint: Surface] = [:]
  private var layouts: [Text: TextLayout?] = [:]
  /// The fonts of the layouts, which are kept whichever thread draws next.
  private lazy var fonts = FontMap()
  private var scripts: [ScriptRenderer] = []
  /// The pixels for one of the tree's, across and down: scripts are drawn in that size.
  private let scale: (across: Double, down: Double)

  private struct Tint: Hashable {
    let contents: LayerContents
    let color: [UInt8]
  }

  private struct Text: Hashable {
    let layer: TextLayer
    let bounds: Rectangle
  }

  /// Limit of the tinted pictures and layouts that are kept; then all are let go.
  private static let limit = 512
  /// Limit of the scripts that are kept ready.
  private static let scriptLimit = 8

  /// Resources of trees that are seen through `transform`, with the pictures `buffers`.
  init(_ buffers: [LayerContents: PixelBuffer], seenThrough transform: Transform = .identity) {
    self.buffers = buffers
    scale = (hypot(transform.a, transform.b), hypot(transform.c, transform.d))
  }

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

  /// The picture of the script of `item`, and its place in the layer's plane; nil where nothing is seen.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func script(of item: PresentationLayer) throws(CompositingError) -> (picture: Surface, place: Rectangle)? {
    guard let script = item.layer.kind.script?.script, let moment = item.scriptMoment else { return nil }
    let bounds = item.layer.bounds
    func pixels(_ length: Double) -> Int { Int(max(0, min(1e6, length.rounded()))) }
    let size = PixelSize(width: pixels(bounds.width * scale.across), height: pixels(bounds.height * scale.down))
    let storage = PixelSize(width: pixels(bounds.width), height: pixels(bounds.height))
    guard size.width > 0, size.height > 0, storage.width > 0, storage.height > 0 else { return nil }
    let renderer: ScriptRenderer
    if let found = scripts.first(where: {
      $0.size == size && $0.storageSize == storage && $0.script.draws(as: script)
    }) {
      renderer = found
    } else {
      renderer = try ScriptRenderer(script, size: size, storageSize: storage)
      scripts.append(renderer)
      if scripts.count > Self.scriptLimit { scripts.removeFirst() }
    }
    guard let picture = try renderer.picture(at: moment) else { return nil }
    let unit = Size(width: bounds.width / Double(size.width), height: bounds.height / Double(size.height))
    let place = Rectangle(
      x: bounds.x + Double(picture.area.x) * unit.width, y: bounds.y + Double(picture.area.y) * unit.height,
      width: Double(picture.area.width) * unit.width, height: Double(picture.area.height) * unit.height)
    return (picture, place)
  }

  /// `text` laid out in `bounds`; nil where it is empty.
  func layout(of text: TextLayer, in bounds: Rectangle) -> TextLayout? {
    let key = Text(layer: text, bounds: bounds)
    if let layout = layouts[key] { return layout }
    let layout = TextLayout(text, in: bounds, fonts: fonts)
    if layouts.count >= Self.limit { layouts = [:] }
    layouts[key] = .some(layout)
    return layout
  }
}
