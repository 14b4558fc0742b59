import Compositing
import CoreGraphics
import CoreMedia
import CoreVideo
public import Foundation
import MediaFormats

/// A still (`AVCapturePhoto`). Immutable. Threads: any.
open class AVCapturePhoto: NSObject, @unchecked Sendable {
  // @unchecked: it does not change, and its metadata are strings and numbers.
  /// Settings that it was taken with.
  public let resolvedSettings: AVCaptureResolvedPhotoSettings
  /// Time at which it was taken, on the session's clock; invalid of one that could not be.
  public let timestamp: CMTime
  /// The picture, where a pixel buffer was asked for.
  public let pixelBuffer: CVPixelBuffer?
  /// Its metadata: which side is up, and what its settings say.
  public let metadata: [String: Any]
  /// The number of the photo among those of its settings.
  public let photoCount: Int
  private let picture: PixelBuffer?
  private let data: Data?

  /// A photo of `picture`, in a file of `data`, or as `pixelBuffer`.
  init(
    _ settings: AVCaptureResolvedPhotoSettings, at timestamp: CMTime, picture: PixelBuffer?, data: Data? = nil,
    pixelBuffer: CVPixelBuffer? = nil, metadata: [String: Any] = [:]
  ) {
    (resolvedSettings, self.timestamp, self.picture) = (settings, timestamp, picture)
    (self.data, self.pixelBuffer, photoCount) = (data, pixelBuffer, 1)
    // Pictures are turned before they are taken.
    self.metadata = ["Orientation": 1].merging(metadata) { $1 }
    super.init()
  }

  /// The photo as the bytes of a JPEG file; nil where a pixel buffer was asked for, and of one that could not be taken.
  open func fileDataRepresentation() -> Data? { data }

  /// The photo as an image; nil of one that could not be taken.
  open func cgImageRepresentation() -> CGImage? {
    guard let picture else { return nil }
    return (try? CapturedPictures().picture(picture, meaning: .bt709, as: .rgba)).flatMap { try? CGImage($0) }
  }

  /// A small picture beside it: none.
  open func previewCGImageRepresentation() -> CGImage? { nil }
  /// A small picture beside it: none.
  open var previewPixelBuffer: CVPixelBuffer? { nil }
  /// Whether it is without processing: no.
  open var isRawPhoto: Bool { false }
  /// Format of a small picture in its file: there is none.
  open var embeddedThumbnailPhotoFormat: [String: Any]? { nil }
}
