// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// The attributes of a buffer to be made (`CVPixelBufferCreationAttributes`).
public struct CVPixelBufferCreationAttributes: Equatable, Sendable {
  /// Its format.
  public var pixelFormatType: CVPixelFormatType
  /// Its size, in pixels.
  public var size: CVImageSize
  /// The frameworks that take it. Every buffer here can be drawn in, and none is shared with a graphics processor.
  public var compatibility: CVPixelFormatDescription.Compatibility
  /// The alignment of a row's bytes; nil for any number.
  public var bytesPerRowAlignment: Int?
  /// The alignment of a plane's address; nil for any address.
  public var planeAlignment: Int?
  /// Pixels around the picture; nil for none, which is all that is made here.
  public var extendedPixels: CVPixelBufferPadding?
  /// The backing of its bytes: memory in any case.
  public var backing = Backing.ioSurface

  /// The backing of buffers' bytes (`CVPixelBufferCreationAttributes.Backing`).
  public enum Backing: Hashable, Sendable {
    /// Where other processes and processors reach them, on machines that have such memory.
    case ioSurface
    /// In memory.
    case memory
  }

  /// These attributes.
  public init(
    pixelFormatType: CVPixelFormatType, size: CVImageSize, compatibility: CVPixelFormatDescription.Compatibility = [],
    bytesPerRowAlignment: Int? = nil, planeAlignment: Int? = nil, extendedPixels: CVPixelBufferPadding? = nil
  ) {
    (self.pixelFormatType, self.size, self.compatibility) = (pixelFormatType, size, compatibility)
    (self.bytesPerRowAlignment, self.planeAlignment) = (bytesPerRowAlignment, planeAlignment)
    self.extendedPixels = extendedPixels
  }

  /// The same by keys.
  package var values: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: pixelFormatType.rawValue, kCVPixelBufferWidthKey: size.width,
      kCVPixelBufferHeightKey: size.height,
    ]
  }

  /// A buffer with these attributes.
  ///
  /// - Throws: ``CVError`` where there is none.
  func makeBuffer() throws -> CVPixelBuffer {
    guard let format = CVPixelFormat(type: pixelFormatType.rawValue) else { throw CVError.invalidPixelFormat }
    guard CVBuffer.sizes.contains(size.width), CVBuffer.sizes.contains(size.height) else { throw CVError.invalidSize }
    let buffer = CVBuffer(format, width: size.width, height: size.height)
    guard CVReadOnlyPixelBuffer(unsafeBuffer: buffer).isCompatible(with: self) else { throw CVError.unsupported }
    return buffer
  }
}

/// A size in whole pixels (`CVImageSize`).
public struct CVImageSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// `width` × `height` pixels.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  /// `size`, rounded as `rule` says; zero where it is no size.
  public init(_ size: CGSize, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    self.init(
      width: Int(exactly: size.width.rounded(rule)) ?? 0, height: Int(exactly: size.height.rounded(rule)) ?? 0)
  }
  /// No pixels.
  public static let zero = CVImageSize(width: 0, height: 0)
}

/// Core Video's number of a format of pixels (`CVPixelFormatType`).
public struct CVPixelFormatType: RawRepresentable, Hashable, Sendable {
  /// The number: `kCVPixelFormatType_32BGRA` and its like.
  public let rawValue: OSType
  /// The format with this number.
  public init(rawValue: OSType) { self.rawValue = rawValue }
  /// Whether planes of it are compressed: no.
  public var isCompressionAvailable: Bool { false }
}

/// A description of a pixel format (`CVPixelFormatDescription`).
public struct CVPixelFormatDescription: Sendable {
  /// The frameworks that take pictures of a format (`CVPixelFormatDescription.Compatibility`).
  public struct Compatibility: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// The frameworks of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Images.
    public static let cgImage = Compatibility(rawValue: 1)
    /// Bitmap contexts.
    public static let cgBitmapContext = Compatibility(rawValue: 2)
    /// Textures.
    public static let metalTexture = Compatibility(rawValue: 4)
    /// Layers.
    public static let ioSurfaceCoreAnimation = Compatibility(rawValue: 8)
  }
}

/// Pixels around a picture (`CVPixelBufferPadding`).
public struct CVPixelBufferPadding: Hashable, Sendable {
  /// Columns before the first.
  public var left: Int
  /// Columns behind the last.
  public var right: Int
  /// Rows above the first.
  public var top: Int
  /// Rows below the last.
  public var bottom: Int

  /// So many on each side.
  public init(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }
}

/// A plane of a picture (`CVPixelBufferPlaneProperties`).
public struct CVPixelBufferPlaneProperties: Hashable, Sendable {
  /// Its size, in samples.
  public var size: CVImageSize
  /// From one row's first byte to the next one's.
  public var bytesPerRow: Int
  /// A plane of this size.
  public init(size: CVImageSize, bytesPerRow: Int) { (self.size, self.bytesPerRow) = (size, bytesPerRow) }
}

/// Why there is no buffer (`CVError`).
public struct CVError: Error, Hashable, Sendable {
  /// Core Video's number.
  public let code: CVReturn

  /// There is no memory.
  public static let allocationFailed = CVError(code: kCVReturnAllocationFailed)
  /// No such format is made here.
  public static let invalidPixelFormat = CVError(code: kCVReturnInvalidPixelFormat)
  /// A side has not 1…32,768 pixels.
  public static let invalidSize = CVError(code: kCVReturnInvalidSize)
  /// The request is not supported.
  public static let unsupported = CVError(code: kCVReturnUnsupported)
  /// As many buffers of a pool as are allowed are in use.
  public static let wouldExceedAllocationThreshold = CVError(code: kCVReturnWouldExceedAllocationThreshold)
}
