import CoreMedia
import CoreVideo
import EditServices
public import Foundation
import MediaFormats
import Synchronization

/// Puts pictures into an input, and has a pool of them (`AVAssetWriterInputPixelBufferAdaptor`). Threads: as ``AVAssetWriterInput``.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  private let attributes: Attributes
  private let pool = Mutex<CVPixelBufferPool?>(nil)

  private struct Attributes: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    let values: [String: Any]?
  }

  /// Puts pictures into `input`; those of the pool have `attributes`, and by default the written size.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes attributes: [String: Any]?) {
    (assetWriterInput, self.attributes) = (input, Attributes(values: attributes))
    super.init()
  }

  /// Attributes of the pool's pictures.
  public var sourcePixelBufferAttributes: [String: Any]? { attributes.values }

  /// Pictures to draw in; nil where nothing says their size or their format, as before writing starts.
  public var pixelBufferPool: CVPixelBufferPool? {
    guard assetWriterInput.hasStarted else { return nil }
    return pool.withLock { pool in
      if pool == nil { pool = newPool() }
      return pool
    }
  }

  private func newPool() -> CVPixelBufferPool? {
    var values = attributes.values ?? [:]
    let size = assetWriterInput.scaler?.size
    values[kCVPixelBufferWidthKey] = values[kCVPixelBufferWidthKey] ?? size?.width
    values[kCVPixelBufferHeightKey] = values[kCVPixelBufferHeightKey] ?? size?.height
    values[kCVPixelBufferPixelFormatTypeKey] =
      values[kCVPixelBufferPixelFormatTypeKey] ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    // SAFETY: the pool is written where the address says, once.
    var pool: CVPixelBufferPool?
    unsafe CVPixelBufferPoolCreate(nil, nil, values, &pool)
    return pool
  }

  /// Appends `pixelBuffer`, which is shown from `presentationTime` until the next one, and is not written from now on.
  ///
  /// - Returns: As ``AVAssetWriterInput/append(_:)``.
  @discardableResult
  open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    assetWriterInput.append(CMSampleBuffer(picture: pixelBuffer, at: presentationTime))
  }
}

extension CMSampleBuffer {
  /// `picture`, presented from `time` until the next one.
  convenience init(picture: CVPixelBuffer, at time: CMTime) {
    self.init(
      picture: picture, format: CMFormatDescription(pictureIn: picture),
      timing: [CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)])
  }
}
