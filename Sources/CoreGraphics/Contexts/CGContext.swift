public import Foundation
import ModelValues

// SAFETY: `memory` has `height` rows of `bytesPerRow` bytes: the context's own until it is released, or the caller's, who must keep it
// as long as the context lives, as Core Graphics demands. Every pixel that is read or written lies within `width` and `height`.

/// A bitmap that is drawn in (`CGContext`): 8 bits a component, grey or RGB, the origin at the bottom left.
///
/// Images, and paths that are filled, stroked and clipped to; no text. Colors are not converted. Threads: one at a time.
@safe public final class CGContext {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Bytes from the start of one row to the start of the next.
  public let bytesPerRow: Int
  /// Bits of a component.
  public let bitsPerComponent = 8
  private let layout: BitmapLayout
  private let memory: UnsafeMutableRawPointer
  private let ownsMemory: Bool
  /// The graphics state.
  var state = State()
  private var saved: [State] = []
  /// The path under way, in pixels with y up.
  var devicePath = CGMutablePath()
  /// The number of drawings.
  package internal(set) var drawingCount = 0

  /// The graphics state, which is kept and taken back as one.
  struct State {
    var transform = CGAffineTransform.identity
    var fill = CGColor.black
    var alpha = 1.0
    var blendMode = CGBlendMode.normal
    /// Whether edges may be smooth, and are to be.
    var smoothing = (isAllowed: true, isWanted: true)
    /// Whether pixels that are covered in part are drawn in part.
    var isSmooth: Bool { smoothing.isAllowed && smoothing.isWanted }
    var quality = CGInterpolationQuality.default
    var stroke = ContextStroke()
    /// The shadow of what is drawn; nil without one.
    var shadow: ContextShadow?
    /// The coverage of each pixel that is drawn on; nil for all of them.
    var clip: ContextClip?
  }

  /// A context that draws into `data`, or into memory of its own where that is nil, all zero; nil for a layout that is not drawn here:
  /// RGB of 32 bits with alpha that is multiplied into the colors or means nothing, or grey of 8. Rows of own memory are as
  /// long as `bytesPerRow` says, or as they need to be where that is 0.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let bits = space.model == .monochrome ? 8 : 32
    guard (1...32_768).contains(width), (1...32_768).contains(height),
      let layout = BitmapLayout(bitsPerComponent, bits, space, CGBitmapInfo(rawValue: bitmapInfo)),
      layout.alpha == nil || layout.isPremultiplied, bytesPerRow == 0 || bytesPerRow >= width * layout.bytesPerPixel
    else { return nil }
    (self.width, self.height, self.layout) = (width, height, layout)
    self.bytesPerRow = bytesPerRow == 0 ? width * layout.bytesPerPixel : bytesPerRow
    unsafe ownsMemory = data == nil
    if let data = unsafe data {
      unsafe memory = data
    } else {
      unsafe memory = .allocate(byteCount: self.bytesPerRow * height, alignment: 64)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: self.bytesPerRow * height)
    }
  }

  /// A context of grey of 8 bits in memory of its own; nil where the size is none that is drawn here.
  package convenience init?(greyWidth width: Int, height: Int) {
    unsafe self.init(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)
  }

  /// A context of RGB of 32 bits, the alpha last, in memory of its own; nil where the alpha or the size is none that is drawn here.
  package convenience init?(width: Int, height: Int, alpha: CGImageAlphaInfo) {
    unsafe self.init(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: alpha.rawValue)
  }

  deinit { if ownsMemory { unsafe memory.deallocate() } }

  /// The bytes, rows from the top; valid as long as the context lives.
  public var data: UnsafeMutableRawPointer? { unsafe memory }
  /// The color space of the numbers.
  public var colorSpace: CGColorSpace? { layout.space }
  /// Their layout in memory.
  public var bitmapInfo: CGBitmapInfo { layout.info }
  /// The place of the alpha.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: layout.info.intersection(.alphaInfoMask).rawValue) ?? .none
  }

  /// The drawing so far, as an image of its own.
  public func makeImage() -> CGImage? {
    var rows = Data(capacity: width * height * layout.bytesPerPixel)
    for row in 0..<height {
      unsafe rows.append(
        Data(bytes: memory + row * bytesPerRow, count: width * layout.bytesPerPixel))
    }
    return CGImage(width: width, height: height, layout: layout, rows: rows)
  }

  // MARK: State

  /// Keeps the transform, the colors, the opacity, the pen, the shadow and the clip for ``restoreGState()``.
  public func saveGState() { saved.append(state) }
  /// Takes back what was kept last; does nothing where nothing is.
  public func restoreGState() { if let last = saved.popLast() { state = last } }
  /// The map from the drawing's coordinates to pixels.
  public var ctm: CGAffineTransform { state.transform }
  /// Moves what is drawn from now on.
  public func translateBy(x: CGFloat, y: CGFloat) { state.transform = state.transform.translatedBy(x: x, y: y) }
  /// Scales what is drawn from now on.
  public func scaleBy(x: CGFloat, y: CGFloat) { state.transform = state.transform.scaledBy(x: x, y: y) }
  /// Turns what is drawn from now on.
  public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }
  /// Maps what is drawn from now on by `transform` first.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }
  /// The scaling of images: `.none` takes the nearest pixel.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }
  /// Whether pixels that are covered in part are drawn in part, as they are unless this is set: else those that are covered by half or more
  /// are drawn as a whole, and the others not.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.smoothing.isWanted = shouldAntialias }
  /// Whether ``setShouldAntialias(_:)`` is heeded; nothing is drawn in part where it is not.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { state.smoothing.isAllowed = allowsAntialiasing }
  /// The opacity of everything that is drawn from now on, 0…1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(Double(alpha), 0), 1) }
  /// The color that is filled with.
  public func setFillColor(_ color: CGColor) { state.fill = color }
  /// The color that is filled with.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// The level of grey that is filled with.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }

  // MARK: Drawing

  /// Draws `rect` in the fill color; pixels that are covered in part, in part.
  public func fill(_ rect: CGRect) { fill([rect]) }

  /// Draws several rectangles in the fill color; a shadow is that of all of them, beneath them.
  public func fill(_ rects: [CGRect]) {
    castShadow { $0.fill(rects) }
    let color = PremultipliedColor(state.fill).faded(by: state.alpha)
    for rect in rects { draw(in: rect) { _ in color } }
  }

  /// Makes `rect` clear.
  public func clear(_ rect: CGRect) {
    pixels(of: rect) { column, row, coverage, _ in
      write(color(column, row).faded(by: 1 - coverage), column, row)
    }
  }

  /// Draws `image` over all of `rect`, its top where the rectangle's y is greatest.
  public func draw(_ image: CGImage, in rect: CGRect) {
    guard rect.width != 0, rect.height != 0, let sampler = ImageSampler(image, quality: state.quality) else { return }
    castShadow { $0.draw(image, in: rect) }
    let (scale, alpha) = (sampler.scale(in: rect, under: state.transform), state.alpha)
    draw(in: rect) { point in
      let x = Double((point.x - rect.minX) / rect.width)
      let y = 1 - Double((point.y - rect.minY) / rect.height)
      return sampler.color(x: x, y: y, pixels: scale).faded(by: alpha)
    }
  }

  private func draw(in rect: CGRect, _ color: (_ point: CGPoint) -> PremultipliedColor) {
    pixels(of: rect) { column, row, coverage, point in put(color(point), coverage, column, row) }
  }

  /// Draws `color` on `coverage` of a pixel, from the top left, as the blend mode says.
  func put(_ color: PremultipliedColor, _ coverage: Double, _ column: Int, _ row: Int) {
    let below = self.color(column, row)
    guard state.blendMode != .normal else { return write(color.faded(by: coverage).over(below), column, row) }
    let blended = color.blended(state.blendMode, onto: below)
    write(blended.faded(by: coverage) + below.faded(by: 1 - coverage), column, row)
  }

  /// Draws on each pixel that is drawn on what `color` says for the point of the drawing at its center; nothing where that is nil.
  func drawPixels(_ color: (_ point: CGPoint) -> PremultipliedColor?) {
    let (back, alpha) = (state.transform.inverted(), state.alpha)
    drawingCount += 1
    for row in 0..<height {
      for column in 0..<width {
        let part = state.clip?.part(column, row) ?? 1
        guard part > 0 else { continue }
        let center = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(height - 1 - row) + 0.5)
        guard let drawn = color(center.applying(back)) else { continue }
        put(drawn.faded(by: alpha), part, column, row)
      }
    }
  }

  /// Calls `body` for each pixel that `rect` covers at least in part, with its coverage and the point of the drawing at
  /// its center, or the nearest one in `rect`.
  private func pixels(of rect: CGRect, _ body: (Int, Int, Double, CGPoint) -> Void) {
    drawingCount += 1
    let (rect, map, back) = (rect.standardized, state.transform, state.transform.inverted())
    let box = rect.applying(map).intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !box.isNull, box.width > 0, box.height > 0 else { return }
    let isUpright = map.b == 0 && map.c == 0
    // Points at which it is looked whether a turned rectangle covers a pixel, along each side.
    let count = 4
    for y in Int(box.minY.rounded(.down))..<Int(box.maxY.rounded(.up)) {
      for column in Int(box.minX.rounded(.down))..<Int(box.maxX.rounded(.up)) {
        let pixel = CGRect(x: column, y: y, width: 1, height: 1)
        let center = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(y) + 0.5).applying(back)
        var coverage = 0.0
        if isUpright {
          let part = pixel.intersection(box)
          coverage = part.isNull ? 0 : Double(part.width * part.height)
        } else {
          for sample in 0..<count * count {
            let point = CGPoint(
              x: CGFloat(column) + (CGFloat(sample % count) + 0.5) / CGFloat(count),
              y: CGFloat(y) + (CGFloat(sample / count) + 0.5) / CGFloat(count))
            if rect.contains(point.applying(back)) { coverage += 1 / Double(count * count) }
          }
        }
        if !state.isSmooth { coverage = coverage < 0.5 ? 0 : 1 }
        if let clip = state.clip { coverage *= clip.part(column, height - 1 - y) }
        guard coverage > 0 else { continue }
        let inside = CGPoint(
          x: min(max(center.x, rect.minX), rect.maxX), y: min(max(center.y, rect.minY), rect.maxY))
        body(column, height - 1 - y, coverage, inside)
      }
    }
  }

  /// The color of a pixel, from the top left.
  func color(_ column: Int, _ row: Int) -> PremultipliedColor {
    let place = row * bytesPerRow + column * layout.bytesPerPixel
    return layout.color { unsafe memory.load(fromByteOffset: place + $0, as: UInt8.self) }
  }

  /// Makes a pixel, from the top left, `color`.
  func write(_ color: PremultipliedColor, _ column: Int, _ row: Int) {
    let place = row * bytesPerRow + column * layout.bytesPerPixel
    layout.write(color) { unsafe memory.storeBytes(of: $1, toByteOffset: place + $0, as: UInt8.self) }
  }
}

/// The scaling of images that are drawn (`CGInterpolationQuality`).
public enum CGInterpolationQuality: Int32, Sendable {
  /// As `medium`.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Between pixels; the average of those that come to lie on one.
  case low = 2, high = 3, medium = 4
}

extension CGContext: Hashable {
  /// A context equals itself alone (`CFEqual`).
  public static func == (left: CGContext, right: CGContext) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
