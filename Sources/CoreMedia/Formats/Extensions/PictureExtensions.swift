// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// Where chroma lies, and how fields stand, by the names of formats. They are kept.

/// On a line of luma, between two columns.
public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// On the lower line and a column of luma.
public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString = kCVImageBufferChromaLocation_BottomLeft
/// On the lower line of luma, between two columns.
public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Of both kinds of chroma by turns, as DV of 625 lines has them.
public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// The upper field is the earlier one, and fields stand one behind the other.
public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString = kCVImageBufferFieldDetailTemporalTopFirst
/// The lower field is the earlier one, and fields stand one behind the other.
public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString =
  kCVImageBufferFieldDetailTemporalBottomFirst
/// Lines of fields stand by turns, and the first line is of the earlier one.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
  kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Lines of fields stand by turns, and the first line is of the later one.
public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
  kCVImageBufferFieldDetailSpatialFirstLineLate
/// Apple (`'appl'`).
public let kCMFormatDescriptionVendor_Apple: CFString = "appl"

extension CMFormatDescription.Extensions.Value {
  /// A chroma location.
  public struct ChromaLocation: RawRepresentable, Hashable, Sendable {
    /// The word.
    public var rawValue: CFString
    /// The place of this word.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Between two lines, on a column of luma.
    public static let left = Self(rawValue: kCMFormatDescriptionChromaLocation_Left)
    /// Between two lines and two columns.
    public static let center = Self(rawValue: kCMFormatDescriptionChromaLocation_Center)
    /// On a line and a column of luma.
    public static let topLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_TopLeft)
    /// On a line of luma, between two columns.
    public static let top = Self(rawValue: kCMFormatDescriptionChromaLocation_Top)
    /// On the lower line and a column of luma.
    public static let bottomLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_BottomLeft)
    /// On the lower line of luma, between two columns.
    public static let bottom = Self(rawValue: kCMFormatDescriptionChromaLocation_Bottom)
    /// Of both kinds of chroma by turns, as DV of 625 lines has them.
    public static let dv420 = Self(rawValue: kCMFormatDescriptionChromaLocation_DV420)
  }

  /// An order of fields.
  public struct FieldDetail: RawRepresentable, Hashable, Sendable {
    /// The word.
    public var rawValue: CFString
    /// The order that the word names.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// The upper field is the earlier one, and fields stand one behind the other.
    public static let temporalTopFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalTopFirst)
    /// The lower field is the earlier one, and fields stand one behind the other.
    public static let temporalBottomFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
    /// Lines of fields stand by turns, and the first line is of the earlier one.
    public static let spatialFirstLineEarly = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly)
    /// Lines of fields stand by turns, and the first line is of the later one.
    public static let spatialFirstLineLate = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate)
  }

  /// Whose encoder it was.
  public struct Vendor: RawRepresentable, Hashable, Sendable {
    /// Four letters.
    public var rawValue: CFString
    /// The one of these letters.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Apple.
    public static let apple = Self(rawValue: kCMFormatDescriptionVendor_Apple)
  }

  /// A chroma location.
  public static func chromaLocation(_ chromaLocation: ChromaLocation) -> Self { Self(chromaLocation.rawValue) }
  /// An order of fields.
  public static func fieldDetail(_ fieldDetail: FieldDetail) -> Self { Self(fieldDetail.rawValue) }
  /// Whose encoder it was.
  public static func vendor(_ vendor: Vendor) -> Self { Self(vendor.rawValue) }
  /// Whose encoder it was, four letters.
  public static func vendor(_ fourCC: String) -> Self { Self(fourCC) }
}
