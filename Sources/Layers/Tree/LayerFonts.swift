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
