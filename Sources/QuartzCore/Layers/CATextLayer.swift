public import CoreGraphics
import Layers

/// Text (`CATextLayer`).
open class CATextLayer: CALayer {
  /// The text: a `String` or an `NSAttributedString`, of which the letters are shown, and its attributes are not looked at.
  open var string: Any?
  /// The font, by its name: `"Helvetica-Bold"`; nil for Helvetica. What the machine does not have, it has another for.
  open var font: Any?
  /// The height of the letters' em.
  open var fontSize: CGFloat = 36
  /// The color of the letters; nil for none.
  open var foregroundColor: CGColor? = .white
  /// Whether lines break at the bounds' width.
  open var isWrapped = false
  /// Where letters give way to "…".
  open var truncationMode = CATextLayerTruncationMode.none
  /// Where lines stand across.
  open var alignmentMode = CATextLayerAlignmentMode.natural

  override func makeKind(_ making: LayerMaking) throws -> LayerKind {
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
}

/// A font of a family by its PostScript name: `HelveticaNeue-BoldItalic`.
struct FontFace: Hashable, Sendable {
  /// The family, as fontconfig knows it.
  var family: String
  /// How thick strokes are, 100…1000.
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
