import CoreMedia
import Foundation
import ModelValues
import Subtitles

/// Cues as attributed strings.
extension SubtitleCue {
  /// The cue's text with its style: the cue's own attributes first, then the rules', a later rule before an earlier.
  func attributedString(styledBy rules: [AVTextStyleRule]) -> NSAttributedString {
    let whole = placement.attributes
    let string = NSMutableAttributedString(string: "")
    for run in text.runs where !run.inline.isEmpty {
      var attributes: [CFString: Any] = [:]
      for rule in rules where run.isSelected(by: rule.textSelector) {
        attributes.merge(rule.textMarkupAttributes) { $1 }
      }
      attributes.merge(whole) { $1 }
      attributes.merge(run.style.attributes) { $1 }
      let keys = attributes.map { (NSAttributedString.Key(rawValue: $0), $1) }
      string.append(
        NSAttributedString(string: run.inline, attributes: Dictionary(keys, uniquingKeysWith: { $1 })))
    }
    return NSAttributedString(attributedString: string)
  }
}

extension SubtitleText.Run {
  /// Whether `selector`, a selector of WebVTT's for cues or the part of one in its parentheses, names it: an element, classes, or both. Nil
  /// names all text, and other selectors name none.
  fileprivate func isSelected(by selector: String?) -> Bool {
    guard var rest = selector?.trimmingCharacters(in: .whitespaces)[...], !rest.isEmpty else { return true }
    if rest == "::cue" { return true }
    if rest.hasPrefix("::cue("), rest.hasSuffix(")") { rest = rest.dropFirst(6).dropLast() }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isElement =
      switch parts.first ?? "" {
      case "", "c": parts.count > 1
      case "b": style.isBold
      case "i": style.isItalic
      case "u": style.isUnderlined
      case "v": voice != nil
      default: false
      }
    return isElement && parts.dropFirst().allSatisfy(classes.contains)
  }
}

extension SubtitleTextStyle {
  /// Its attributes, by Core Media's names.
  fileprivate var attributes: [CFString: Any] {
    var attributes: [CFString: Any] = [:]
    if isBold { attributes[kCMTextMarkupAttribute_BoldStyle] = NSNumber(value: true) }
    if isItalic { attributes[kCMTextMarkupAttribute_ItalicStyle] = NSNumber(value: true) }
    if isUnderlined { attributes[kCMTextMarkupAttribute_UnderlineStyle] = NSNumber(value: true) }
    attributes[kCMTextMarkupAttribute_ForegroundColorARGB] = color?.numbers
    attributes[kCMTextMarkupAttribute_CharacterBackgroundColorARGB] = backgroundColor?.numbers
    if let outlineWidth, outlineWidth > 0 {
      attributes[kCMTextMarkupAttribute_CharacterEdgeStyle] = kCMTextMarkupCharacterEdgeStyle_Uniform
    }
    if let fontFamily {
      switch fontFamily.lowercased() {
      case "serif": attributes[kCMTextMarkupAttribute_GenericFontFamilyName] = kCMTextMarkupGenericFontName_Serif
      case "sans-serif":
        attributes[kCMTextMarkupAttribute_GenericFontFamilyName] = kCMTextMarkupGenericFontName_SansSerif
      case "monospace":
        attributes[kCMTextMarkupAttribute_GenericFontFamilyName] = kCMTextMarkupGenericFontName_Monospace
      default: attributes[kCMTextMarkupAttribute_FontFamilyName] = fontFamily
      }
    }
    attributes[kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight] = fontSize.map {
      NSNumber(value: 100 * $0)
    }
    return attributes
  }
}

extension SubtitlePlacement {
  /// Attributes that differ from a text at the bottom, in the middle, by Core Media's names.
  fileprivate var attributes: [CFString: Any] {
    var attributes: [CFString: Any] = [:]
    attributes[kCMTextMarkupAttribute_Alignment] =
      switch alignment {
      case .start: kCMTextMarkupAlignmentType_Start
      case .center: kCMTextMarkupAlignmentType_Middle
      case .end: kCMTextMarkupAlignmentType_End
      case .left: kCMTextMarkupAlignmentType_Left
      case .right: kCMTextMarkupAlignmentType_Right
      }
    switch writing {
    case .horizontal: break
    case .verticalGrowingLeft:
      attributes[kCMTextMarkupAttribute_VerticalLayout] = kCMTextVerticalLayout_RightToLeft
    case .verticalGrowingRight:
      attributes[kCMTextMarkupAttribute_VerticalLayout] = kCMTextVerticalLayout_LeftToRight
    }
    attributes[kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection] = position.map {
      NSNumber(value: 100 * $0)
    }
    if case .part(let part)? = line {
      attributes[kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection] = NSNumber(
        value: 100 * part)
    }
    if size != 1 { attributes[kCMTextMarkupAttribute_WritingDirectionSizePercentage] = NSNumber(value: 100 * size) }
    return attributes
  }
}

extension Color {
  /// Its opacity, red, green and blue.
  fileprivate var numbers: [NSNumber] { [alpha, red, green, blue].map { NSNumber(value: $0) } }
}
