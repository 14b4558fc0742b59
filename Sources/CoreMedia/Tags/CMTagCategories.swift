import CoreVideo

/// The projection of a buffer's picture (`CMProjectionType`).
public enum CMProjectionType: UInt64, Hashable, Sendable {
  /// As it is (`'rect'`).
  case rectangular = 0x7265_6374
  /// Around the viewer, as a map of the earth has it (`'equi'`).
  case equirectangular = 0x6571_7569
  /// In half of that, before the viewer (`'hequ'`).
  case halfEquirectangular = 0x6865_7175
  /// As through a lens of a wide angle (`'fish'`).
  case fisheye = 0x6669_7368
}

/// The packing of several views into one picture (`CMPackingType`).
public enum CMPackingType: UInt64, Hashable, Sendable {
  /// There is one (`'none'`).
  case none = 0x6E6F_6E65
  /// One beside the other (`'side'`).
  case sideBySide = 0x7369_6465
  /// One above the other (`'over'`).
  case overUnder = 0x6F76_6572
}

/// The eyes that a buffer is for (`CMStereoViewComponents`).
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// The eyes of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The left one.
  public static let leftEye = CMStereoViewComponents(rawValue: 1)
  /// The right one.
  public static let rightEye = CMStereoViewComponents(rawValue: 2)
}

/// The interpretation of eyes' views (`CMStereoViewInterpretationOptions`).
public struct CMStereoViewInterpretationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// The options of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The right eye's comes first.
  public static let stereoOrderReversed = CMStereoViewInterpretationOptions(rawValue: 1)
  /// There are more views than those of two eyes.
  public static let additionalViews = CMStereoViewInterpretationOptions(rawValue: 2)
}

extension CMTypedTag.Category {
  /// Values that a tag has as four letters.
  fileprivate static func letters(
    _ name: String, to number: @escaping @Sendable (TypedValue) -> UInt32,
    from value: @escaping @Sendable (UInt32) -> TypedValue?
  ) -> Self {
    Self(rawCategory: FourCharCode(letters: name)) {
      guard case .osType(let type) = $0 else { return nil }
      return value(type)
    } tagValueForValue: {
      .osType(number($0))
    }
  }

  /// Values that a tag has as flags.
  fileprivate static func flags(
    _ name: String
  ) -> Self where TypedValue: OptionSet, TypedValue.RawValue == UInt64 {
    Self(rawCategory: FourCharCode(letters: name)) {
      guard case .flags(let bits) = $0 else { return nil }
      return TypedValue(rawValue: bits)
    } tagValueForValue: {
      .flags($0.rawValue)
    }
  }

  /// Values that a tag has as whole numbers.
  fileprivate static func numbers(_ name: String) -> Self where TypedValue: BinaryInteger {
    Self(rawCategory: FourCharCode(letters: name)) {
      guard case .int64(let number) = $0 else { return nil }
      return TypedValue(exactly: number)
    } tagValueForValue: {
      .int64(Int64(clamping: $0))
    }
  }
}

extension CMTypedTag<CMFormatDescription.MediaType>.Category {
  /// Pictures, or sound.
  public static var mediaType: CMTypedTag<CMFormatDescription.MediaType>.Category {
    .letters("mdia", to: \.rawValue, from: { CMFormatDescription.MediaType(rawValue: $0) })
  }
}

extension CMTypedTag<CMFormatDescription.MediaSubType>.Category {
  /// A codec.
  public static var mediaSubType: CMTypedTag<CMFormatDescription.MediaSubType>.Category {
    .letters("msub", to: \.rawValue, from: { CMFormatDescription.MediaSubType(rawValue: $0) })
  }
}

extension CMTypedTag<CMPersistentTrackID>.Category {
  /// A track.
  public static var trackID: CMTypedTag<CMPersistentTrackID>.Category { .numbers("trak") }
}

extension CMTypedTag<Int64>.Category {
  /// A channel.
  public static var channelID: CMTypedTag<Int64>.Category { .numbers("vchn") }
  /// A layer of a video of several.
  public static var videoLayerID: CMTypedTag<Int64>.Category { .numbers("vlay") }
}

extension CMTypedTag<OSType>.Category {
  /// A pixel format.
  public static var pixelFormat: CMTypedTag<OSType>.Category { .letters("pixf", to: { $0 }, from: { $0 }) }
}

extension CMTypedTag<CMPackingType>.Category {
  /// The packing of several views into one picture.
  public static var packingType: CMTypedTag<CMPackingType>.Category {
    .letters(
      "pack", to: { UInt32(truncatingIfNeeded: $0.rawValue) }, from: { CMPackingType(rawValue: UInt64($0)) })
  }
}

extension CMTypedTag<CMProjectionType>.Category {
  /// The projection of the picture.
  public static var projectionType: CMTypedTag<CMProjectionType>.Category {
    .letters(
      "proj", to: { UInt32(truncatingIfNeeded: $0.rawValue) }, from: { CMProjectionType(rawValue: UInt64($0)) })
  }
}

extension CMTypedTag<CMStereoViewComponents>.Category {
  /// The eyes that a buffer is for.
  public static var stereoView: CMTypedTag<CMStereoViewComponents>.Category { .flags("eyes") }
}

extension CMTypedTag<CMStereoViewInterpretationOptions>.Category {
  /// The interpretation of eyes' views.
  public static var stereoViewInterpretation: CMTypedTag<CMStereoViewInterpretationOptions>.Category { .flags("eyip") }
}

extension CMFormatDescription {
  /// The tags of each layer of pictures that are encoded together, as for two eyes; nil of pictures in one layer, which all are here.
  public var tagCollections: [[CMTag]]? { nil }
}
