// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

/// Something that is said of a buffer among several: which eye it is for, which layer of a video it is (`CMTag`). Immutable. Threads: any.
open class CMTag: Hashable, CustomStringConvertible, @unchecked Sendable {
  // @unchecked: it does not change, and its one subclass adds a value that does not either.
  /// The category, four letters.
  public typealias RawCategory = FourCharCode

  /// The value of a tag.
  public enum Value: Hashable, Sendable {
    /// Flags.
    case flags(UInt64)
    /// A whole number.
    case int64(Int64)
    /// A number with a point.
    case float64(Float64)
    /// Four letters.
    case osType(OSType)
  }

  /// The category.
  public let rawCategory: RawCategory
  /// The value.
  public let rawTagValue: Value

  /// `rawTagValue` of `rawCategory`.
  public init(rawCategory: RawCategory, rawTagValue: Value) {
    (self.rawCategory, self.rawTagValue) = (rawCategory, rawTagValue)
  }

  /// The value, if the tag is of `category`; nil otherwise.
  public func value<Value: Sendable>(onlyIfMatching category: CMTypedTag<Value>.Category) -> Value? {
    rawCategory == category.rawCategory ? category.value(for: rawTagValue) : nil
  }

  /// The category, in four letters, and the value.
  public var description: String {
    let value =
      switch rawTagValue {
      case .flags(let bits): "flags 0x" + String(bits, radix: 16)
      case .int64(let number): "\(number)"
      case .float64(let number): "\(number)"
      case .osType(let type): letters(type)
      }
    return "\(letters(rawCategory)): \(value)"
  }

  /// Tags that say the same are equal.
  public static func == (left: CMTag, right: CMTag) -> Bool {
    left.rawCategory == right.rawCategory && left.rawTagValue == right.rawTagValue
  }
  /// Hashes what it says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawCategory)
    hasher.combine(rawTagValue)
  }

  // MARK: Making

  /// Pictures, or sound.
  public static func mediaType(
    _ value: CMFormatDescription.MediaType
  ) -> CMTypedTag<CMFormatDescription.MediaType> { CMTypedTag(category: .mediaType, value: value) }
  /// A codec.
  public static func mediaSubType(
    _ value: CMFormatDescription.MediaSubType
  ) -> CMTypedTag<CMFormatDescription.MediaSubType> { CMTypedTag(category: .mediaSubType, value: value) }
  /// A track.
  public static func trackID(_ value: CMPersistentTrackID) -> CMTypedTag<CMPersistentTrackID> {
    CMTypedTag(category: .trackID, value: value)
  }
  /// A channel.
  public static func channelID(_ value: Int64) -> CMTypedTag<Int64> { CMTypedTag(category: .channelID, value: value) }
  /// A layer of a video of several.
  public static func videoLayerID(_ value: Int64) -> CMTypedTag<Int64> {
    CMTypedTag(category: .videoLayerID, value: value)
  }
  /// A pixel format.
  public static func pixelFormat(_ value: OSType) -> CMTypedTag<OSType> {
    CMTypedTag(category: .pixelFormat, value: value)
  }
  /// The packing of several views into one picture.
  public static func packingType(_ value: CMPackingType) -> CMTypedTag<CMPackingType> {
    CMTypedTag(category: .packingType, value: value)
  }
  /// The projection of the picture.
  public static func projectionType(_ value: CMProjectionType) -> CMTypedTag<CMProjectionType> {
    CMTypedTag(category: .projectionType, value: value)
  }
  /// The eyes that it is for.
  public static func stereoView(_ value: CMStereoViewComponents) -> CMTypedTag<CMStereoViewComponents> {
    CMTypedTag(category: .stereoView, value: value)
  }
  /// The interpretation of eyes' views.
  public static func stereoViewInterpretation(
    _ value: CMStereoViewInterpretationOptions
  ) -> CMTypedTag<CMStereoViewInterpretationOptions> { CMTypedTag(category: .stereoViewInterpretation, value: value) }
}

/// A tag whose value is of a type of its own (`CMTypedTag`).
public final class CMTypedTag<TypedValue: Sendable>: CMTag, @unchecked Sendable {
  // @unchecked: it does not change.
  /// A category of tags, and the conversion of its values from theirs and back.
  public struct Category: Sendable {
    /// The category, four letters.
    public let rawCategory: CMTag.RawCategory
    private let toTyped: @Sendable (CMTag.Value) -> TypedValue?
    private let toTag: @Sendable (TypedValue) -> CMTag.Value

    /// The category `rawCategory`, whose values become others as these functions say.
    public init(
      rawCategory: CMTag.RawCategory, valueForTagValue: @escaping @Sendable (CMTag.Value) -> TypedValue?,
      tagValueForValue: @escaping @Sendable (TypedValue) -> CMTag.Value
    ) { (self.rawCategory, toTyped, toTag) = (rawCategory, valueForTagValue, tagValueForValue) }

    /// The value of `tagValue`; nil of one of another kind.
    public func value(for tagValue: CMTag.Value) -> TypedValue? { toTyped(tagValue) }
    /// The tag's form of `value`.
    public func tagValue(for value: TypedValue) -> CMTag.Value { toTag(value) }
  }

  /// The value.
  public let typedValue: TypedValue

  /// `value` of `category`.
  public init(category: Category, value: TypedValue) {
    typedValue = value
    super.init(rawCategory: category.rawCategory, rawTagValue: category.tagValue(for: value))
  }
}

extension Sequence<CMTag> {
  /// The first tag of `category`; nil where there is none.
  public func first<Value: Sendable>(matchingCategory category: CMTypedTag<Value>.Category) -> CMTypedTag<Value>? {
    lazy.compactMap { $0.value(onlyIfMatching: category) }.first.map { CMTypedTag(category: category, value: $0) }
  }
  /// The value of the first tag of `category`; nil where there is none.
  public func firstValue<Value: Sendable>(matchingCategory category: CMTypedTag<Value>.Category) -> Value? {
    lazy.compactMap { $0.value(onlyIfMatching: category) }.first
  }
  /// The tags of `category`.
  public func filter<Value: Sendable>(matchingCategory category: CMTypedTag<Value>.Category) -> [CMTypedTag<Value>] {
    compactMap { $0.value(onlyIfMatching: category) }.map { CMTypedTag(category: category, value: $0) }
  }
}
