import ModelValues
import Subtitles

extension Layer {
  /// The font families that the texts of the tree ask for.
  public var fontFamilies: Set<String> {
    var families: Set<String> = []
    collectFontFamilies(into: &families, depth: 0)
    return families
  }

  private func collectFontFamilies(into families: inout Set<String>, depth: Int) {
    guard depth < LayerLimits.depth else { return }
    if let text = kind.text { families.formUnion(text.fontFamilies) }
    if let script = kind.script?.script { families.formUnion(script.fontFamilies) }
    for sublayer in sublayers { sublayer.collectFontFamilies(into: &families, depth: depth + 1) }
    mask?.collectFontFamilies(into: &families, depth: depth + 1)
  }
}

extension TextLayer {
  /// The families that its letters ask for, in the order of the runs.
  public var fontFamilies: [String] {
    var families: [String] = []
    for run in string.runs {
      let family = run.attributes.fontFamily ?? fontFamily
      if !families.contains(family) { families.append(family) }
    }
    return families
  }
}

/// A font family that texts ask for and the machine does not have.
public struct MissingFont: Hashable, Sendable {
  /// The family.
  public var family: String
  /// The family that is drawn instead; empty where the machine has no font at all.
  public var substitute: String

  /// `family`, for which `substitute` is drawn.
  public init(_ family: String, substitute: String) {
    (self.family, self.substitute) = (family, substitute)
  }

  /// The substitute that is drawn, as a sentence.
  public var sentence: String {
    guard !substitute.isEmpty else { return "No font is installed: letters are drawn as boxes." }
    return
      "The font family \(JSONValue.quoted(family)) is not installed; \(JSONValue.quoted(substitute)) is drawn instead."
  }
}
