public import CoreMedia
public import CoreVideo

extension AVAsynchronousVideoCompositionRequest {
  /// As ``sourceFrame(byTrackID:)``, a picture that is not written.
  public func sourceReadOnlyPixelBuffer(byTrackID trackID: CMPersistentTrackID) -> CVReadOnlyPixelBuffer? {
    sourceFrame(byTrackID: trackID).map { CVReadOnlyPixelBuffer(unsafeBuffer: $0) }
  }

  /// As ``sourceSampleBuffer(byTrackID:)``.
  public func sourceReadySampleBuffer(
    byTrackID trackID: CMPersistentTrackID
  ) -> CMReadySampleBuffer<CMSampleBuffer.DynamicContent>? {
    sourceSampleBuffer(byTrackID: trackID).map { CMReadySampleBuffer(unsafeBuffer: $0) }
  }

  /// As ``finish(withComposedVideoFrame:)``.
  public func finish(withComposedPixelBuffer readOnlyPixelBuffer: CVReadOnlyPixelBuffer) {
    finish(withComposedVideoFrame: readOnlyPixelBuffer.withUnsafeBuffer { $0 })
  }
}

extension AVVideoCompositionRenderContext {
  /// As ``newPixelBuffer()``.
  ///
  /// - Throws: `CVError` where there is no memory for one.
  public func makeMutablePixelBuffer() throws -> CVMutablePixelBuffer {
    guard let buffer = newPixelBuffer() else { throw CVError.allocationFailed }
    return CVMutablePixelBuffer(unsafeBuffer: buffer)
  }
}

extension AVPlayerLayer {
  /// As ``displayedPixelBuffer()``, a picture that is not written.
  public func displayedReadOnlyPixelBuffer() -> CVReadOnlyPixelBuffer? {
    displayedPixelBuffer().map { CVReadOnlyPixelBuffer(unsafeBuffer: $0) }
  }
}
