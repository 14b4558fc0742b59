public import Foundation

/// The style of text whose file does not give one (`AVTextStyleRule`). Immutable. Threads: any.
///
/// A player shows no text by itself here: rules apply to the strings of an ``AVPlayerItemLegibleOutput``.
open class AVTextStyleRule: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: immutable, and its values are those of a property list.
  /// Attributes of the text, by the names of `kCMTextMarkupAttribute_…`.
  public let textMarkupAttributes: [String: Any]
  /// Selector of the text: one for cues as WebVTT has them, of an element, of classes, or of both (`b`, `.loud`, `::cue(i.loud)`); nil for all.
  public let textSelector: String?

  private static let (attributesKey, selectorKey) = ("TextMarkupAttributes", "TextSelector")

  /// `textMarkupAttributes` for all text; nil where there is one that a property list cannot hold.
  public convenience init?(textMarkupAttributes: [String: Any] = [:]) {
    self.init(textMarkupAttributes: textMarkupAttributes, textSelector: nil)
  }

  /// `textMarkupAttributes` for the text that `textSelector` names; nil where there is one that a property list cannot hold.
  public init?(textMarkupAttributes: [String: Any] = [:], textSelector: String?) {
    guard PropertyListSerialization.propertyList(textMarkupAttributes, isValidFor: .xml) else { return nil }
    (self.textMarkupAttributes, self.textSelector) = (textMarkupAttributes, textSelector)
    super.init()
  }

  /// `textStyleRules` as something that a property list can hold.
  open class func propertyList(for textStyleRules: [AVTextStyleRule]) -> Any {
    textStyleRules.map { rule in
      var values: [String: Any] = [attributesKey: rule.textMarkupAttributes]
      values[selectorKey] = rule.textSelector
      return values
    }
  }

  /// The rules in `propertyList`; nil where it is not a property list of rules.
  open class func textStyleRules(fromPropertyList propertyList: Any) -> [AVTextStyleRule]? {
    guard let list = propertyList as? [[String: Any]] else { return nil }
    let rules = list.compactMap { values in
      (values[attributesKey] as? [String: Any]).flatMap {
        AVTextStyleRule(textMarkupAttributes: $0, textSelector: values[selectorKey] as? String)
      }
    }
    return rules.count == list.count ? rules : nil
  }

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
