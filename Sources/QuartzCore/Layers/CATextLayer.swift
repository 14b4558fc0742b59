public import CoreGraphics
import Layers

/// Text (`CATextLayer`).
open class CATextLayer: CALayer {
  /// The text: a `String`, or an `NSAttributedString`, whose attributes are ignored.
  open var string: Any?
  /// The font, by its name: `"Helvetica-Bold"`; nil for Helvetica. What the machine does not have, it has another for.
  open var font: Any?
  /// The height of the letters' em.
  open var fontSize: CGFloat = 36
  /// The color of the letters; nil for none.
  open var foregroundColor: CGColor? = .white
  /// Whether lines break at the bounds' width.
  open var isWrapped = false
  /// The place of the "…".
  open var truncationMode = CATextLayerTruncationMode.none
  /// The alignment of lines across.
  open var alignmentMode = CATextLayerAlignmentMode.natural
  /// Whether letters are placed between pixels: they are.
  open var allowsFontSubpixelQuantization = false

  /// The context's map each time that the text was drawn since the layer was last displayed.
  private var textMaps: [CGAffineTransform] = []
  /// The number of drawings with it.
  private var textDrawingCount = 0

  /// Draws the text in its own plane. What a subclass draws, or the text elsewhere, is shown in its place.
  open override func draw(in ctx: CGContext) {
    super.draw(in: ctx)
    guard case .text(let text) = textKind() else { return }
    textMaps.append(ctx.ctm)
    var layer = Layer(.text(text))
    layer.bounds = bounds.rectangle
    let count = ctx.drawingCount
    ctx.saveGState()
    if contentsAreFlipped() {
      // Letters stay upright.
      ctx.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY))
    }
    ctx.draw(layer)
    ctx.restoreGState()
    textDrawingCount += ctx.drawingCount - count
  }

  /// Gives it its picture, where a delegate or a subclass draws another one than the text.
  open override func display() {
    (textMaps, textDrawingCount) = ([], 0)
    super.display()
  }

  /// Whether the text was drawn once, where it is, and nothing else.
  override func drawsAsFilmShows(_ context: CGContext, from map: CGAffineTransform) -> Bool {
    textMaps == [map] && context.drawingCount == textDrawingCount
  }

  /// Has a subclass draw, and a delegate, as they may draw the text otherwise.
  override func displayForFilm() {
    if type(of: self) != CATextLayer.self || delegate != nil { setNeedsDisplay() }
    super.displayForFilm()
  }

  override func makeKind(_ making: LayerMaking) throws -> LayerKind { showsOwnPicture ? .layer : textKind() }

  private func textKind() -> LayerKind {
    var attributes = TextAttributes()
    let face = FontFace(named: font as? String ?? "Helvetica")
    attributes.isItalic = face.isItalic ? true : nil
    let letters = (string as? NSAttributedString)?.string ?? string as? String ?? ""
    var text = TextLayer(letters.isEmpty ? AttributedText("") : AttributedText([.init(letters, attributes)]))
    (text.fontFamily, text.fontWeight, text.fontSize) = (face.family, face.weight, Double(fontSize))
    text.foregroundColor = (foregroundColor ?? .clear).color
    text.isWrapped = isWrapped
    text.truncationMode = TextTruncationMode(rawValue: truncationMode.rawValue) ?? .none
    text.alignmentMode = TextAlignmentMode(rawValue: alignmentMode.rawValue) ?? .natural
    return .text(text)
  }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfTexts }
  override class func standard() -> CALayer { CATextLayer() }
  override class var standardKind: LayerKind { .text(TextLayer()) }
  private static let keysOfTexts = keysOfEveryLayer.merging([
    "string": KeyedProperty(any: \CATextLayer.string), "font": KeyedProperty(any: \CATextLayer.font),
    "fontSize": KeyedProperty(\CATextLayer.fontSize),
    "foregroundColor": KeyedProperty(\CATextLayer.foregroundColor),
    "wrapped": KeyedProperty(\CATextLayer.isWrapped),
    "truncationMode": KeyedProperty(\CATextLayer.truncationMode),
    "alignmentMode": KeyedProperty(\CATextLayer.alignmentMode),
    "allowsFontSubpixelQuantization": KeyedProperty(\CATextLayer.allowsFontSubpixelQuantization),
  ]) { $1 }
}

/// A font of a family by its PostScript name: `HelveticaNeue-BoldItalic`.
struct FontFace: Hashable, Sendable {
  /// The family, as fontconfig knows it.
  var family: String
  /// The weight of strokes, 100…1000.
  var weight = 400.0
  /// Whether it is slanted.
  var isItalic = false

  /// Words of names, with the weights that they mean; longer ones first where one holds another.
  private static let weights: [(word: String, weight: Double)] = [
    ("UltraLight", 200), ("ExtraLight", 200), ("DemiBold", 600), ("SemiBold", 600), ("Semibold", 600),
    ("ExtraBold", 800),
    ("UltraBold", 800), ("Thin", 100), ("Light", 300), ("Medium", 500), ("Bold", 700), ("Heavy", 800), ("Black", 900),
  ]

  /// The font called `name`.
  init(named name: String) {
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    let style = parts.count > 1 ? parts[1] : ""
    var family = parts.first ?? name
    for ending in ["PSMT", "MT", "PS"] where family.hasSuffix(ending) && family.count > ending.count {
      family.removeLast(ending.count)
    }
    self.family = Self.spaced(family)
    if let known = Self.weights.first(where: { style.contains($0.word) }) { weight = known.weight }
    isItalic = style.contains("Italic") || style.contains("Oblique")
  }

  /// `HelveticaNeue` as `Helvetica Neue`.
  private static func spaced(_ name: String) -> String {
    var (result, last): (String, Character?) = ("", nil)
    for letter in name {
      if let last, last.isLowercase, letter.isUppercase { result.append(" ") }
      result.append(letter)
      last = letter
    }
    return result
  }
}
