import Capture
import CoreMedia
import CoreVideo
public import Foundation
import Synchronization

/// Settings of a still (`AVCapturePhotoSettings`): once for each object. Threads: one at a time, until a still is taken with it.
open class AVCapturePhotoSettings: NSObject, @unchecked Sendable {
  // @unchecked: an output takes what it needs of it before its call returns.
  private static let count = Mutex<Int64>(0)

  /// Its number; each has its own.
  public let uniqueID: Int64
  /// Format of the still: a codec, or a pixel format; nil for a JPEG.
  public let format: [String: Any]?

  /// A still as a JPEG.
  public override convenience init() { self.init(format: nil) }

  /// A still as `format` says: a JPEG under `AVVideoCodecKey`, with a quality in its compression properties, or a pixel buffer of the format under
  /// `kCVPixelBufferPixelFormatTypeKey`.
  public init(format: [String: Any]?) {
    uniqueID = Self.count.withLock { count in
      count += 1
      return count
    }
    self.format = format
    super.init()
  }

  /// The same settings as `photoSettings`, for another still.
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(format: photoSettings.format)
    flashMode = photoSettings.flashMode
    photoQualityPrioritization = photoSettings.photoQualityPrioritization
    isHighResolutionPhotoEnabled = photoSettings.isHighResolutionPhotoEnabled
    (maxPhotoDimensions, previewPhotoFormat) = (photoSettings.maxPhotoDimensions, photoSettings.previewPhotoFormat)
    embeddedThumbnailPhotoFormat = photoSettings.embeddedThumbnailPhotoFormat
    metadata = photoSettings.metadata
  }

  /// The kind of file that the still is; nil of a pixel buffer.
  open var processedFileType: AVFileType? { pixelFormat == nil ? .jpg : nil }
  /// Mode of the flash; `off` unless set, and nothing else is supported.
  open var flashMode = AVCaptureDevice.FlashMode.off
  /// Priority of the still's looks over the speed of making it; it makes no difference.
  open var photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization.balanced
  /// Whether it may be larger than the session's pictures; it never is.
  open var isHighResolutionPhotoEnabled = false
  /// Largest size of the still; it is as large as the session's pictures.
  open var maxPhotoDimensions = CMVideoDimensions()
  /// Format of a small picture beside it; there is none.
  open var previewPhotoFormat: [String: Any]?
  /// The pixel formats of a small picture beside it: none.
  open var availablePreviewPhotoPixelFormatTypes: [OSType] { [] }
  /// Format of a small picture in its file; there is none.
  open var embeddedThumbnailPhotoFormat: [String: Any]?
  /// The codecs of a small picture in its file: none.
  open var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }
  /// Metadata of the photo: handed on in ``AVCapturePhoto/metadata``, and not written into its file.
  open var metadata: [String: Any] = [:]
  /// Whether shaking is taken out: no.
  open var isAutoStillImageStabilizationEnabled = false
  /// Whether red eyes are taken out: no.
  open var isAutoRedEyeReductionEnabled = false

  /// The codec; nil of a pixel buffer.
  var codec: AVVideoCodecType? {
    guard pixelFormat == nil else { return nil }
    let value = format?[AVVideoCodecKey]
    return value as? AVVideoCodecType ?? (value as? String).map { AVVideoCodecType(rawValue: $0) } ?? .jpeg
  }

  /// The pixel format; nil of an encoded picture.
  var pixelFormat: OSType? {
    SettingsDictionary(values: format ?? [:]).integer(kCVPixelBufferPixelFormatTypeKey).map {
      OSType(truncatingIfNeeded: $0)
    }
  }

  /// Quality of the encoded picture, 0…1; nil for the usual one.
  var quality: Double? {
    let properties = SettingsDictionary(values: format ?? [:]).dictionary(AVVideoCompressionPropertiesKey)
    return properties.number(AVVideoQualityKey).map { min(max($0, 0), 1) }
  }
}

/// Settings with which a still is really taken (`AVCaptureResolvedPhotoSettings`). Threads: any.
open class AVCaptureResolvedPhotoSettings: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let size = Mutex(CMVideoDimensions())

  /// The number of the settings.
  public let uniqueID: Int64

  init(_ settings: AVCapturePhotoSettings) {
    uniqueID = settings.uniqueID
    super.init()
  }

  /// The size of the still; zero before it was taken.
  open var photoDimensions: CMVideoDimensions { size.withLock { $0 } }
  /// Has the still be of `size`.
  func resolve(_ size: CMVideoDimensions) { self.size.withLock { $0 = size } }
  /// The size of a small picture beside it: there is none.
  open var previewDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of a small picture in its file: there is none.
  open var embeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of a film beside it: there is none.
  open var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of a picture without processing: there is none.
  open var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// Whether the flash is used: no.
  open var isFlashEnabled: Bool { false }
  /// Whether red eyes are taken out: no.
  open var isRedEyeReductionEnabled: Bool { false }
  /// Number of photos that there will be.
  open var expectedPhotoCount: Int { 1 }
}
