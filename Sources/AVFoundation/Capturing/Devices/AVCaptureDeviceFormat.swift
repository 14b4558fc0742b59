import CoreMedia
import EditingModel
public import Foundation
import MediaFormats
import MediaTime
import Rendering

/// Range of pictures a second (`AVFrameRateRange`). Immutable. Threads: any.
public final class AVFrameRateRange: NSObject, @unchecked Sendable {
  // @unchecked: it does not change.
  /// The rates.
  let rates: ClosedRange<Rational>

  init(_ rates: ClosedRange<Rational>) {
    self.rates = rates
    super.init()
  }

  /// Pictures a second, at least.
  public var minFrameRate: Float64 { rates.lowerBound.seconds }
  /// Pictures a second, at most.
  public var maxFrameRate: Float64 { rates.upperBound.seconds }
  /// Duration of a picture at the highest rate.
  public var minFrameDuration: CMTime { Self.duration(at: rates.upperBound) }
  /// Duration of a picture at the lowest rate.
  public var maxFrameDuration: CMTime { Self.duration(at: rates.lowerBound) }

  private static func duration(at rate: Rational) -> CMTime {
    guard rate > .zero, let duration = try? Rational(rate.denominator, rate.numerator) else { return .invalid }
    return CMTime(notAfter: duration)
  }

  /// Whether pictures may last `duration`.
  func contains(_ duration: CMTime) -> Bool { duration >= minFrameDuration && duration <= maxFrameDuration }
}

extension AVCaptureDevice {
  /// Format that a device can give (`AVCaptureDevice.Format`). Immutable. Threads: any.
  ///
  /// A device that does not say what it gives has one format, whose pictures have no size, or whose sound is 16-bit stereo of 48,000 samples a
  /// second.
  open class Format: NSObject, @unchecked Sendable {
    // @unchecked: it does not change.
    /// The kind of media.
    public let mediaType: AVMediaType
    /// The media, in numbers.
    public let formatDescription: CMFormatDescription
    /// Ranges of pictures a second; empty of sound, and where the device does not say.
    public let videoSupportedFrameRateRanges: [AVFrameRateRange]
    /// The engine's format; nil of sound, and where the device does not say.
    let video: CaptureDevice.VideoFormat?

    /// Pictures as `video` says.
    init(_ video: CaptureDevice.VideoFormat?) {
      (mediaType, self.video) = (.video, video)
      videoSupportedFrameRateRanges = video.map { [AVFrameRateRange($0.frameRates)] } ?? []
      let pictures = FormatDescription.Video(
        dimensions: video?.size ?? PixelSize(width: 0, height: 0), pixelAspect: .one, colorimetry: .bt709,
        hasAlpha: false)
      formatDescription = CMFormatDescription(
        FormatDescription(codecType: "420v", codec: "raw", media: .video(pictures)))
      super.init()
    }

    /// Sound as `audio` says, at its highest rate and in as many channels as are usual.
    init(_ audio: CaptureDevice.AudioFormat?) {
      (mediaType, video, videoSupportedFrameRateRanges) = (.audio, nil, [])
      let (rate, channels) = (audio?.sampleRates.upperBound ?? 48_000, min(audio?.channels.upperBound ?? 2, 2))
      formatDescription = CMFormatDescription(
        AudioStreamBasicDescription(sampleRate: rate, channels: max(channels, 1), .integer16, isInterleaved: true))
      super.init()
    }

    /// Field of view across, in degrees; 0, since no camera says.
    open var videoFieldOfView: Float { 0 }
    /// Largest factor of zooming: 1.
    open var videoMaxZoomFactor: CGFloat { 1 }
    /// Factor of zooming from which on pictures are enlarged.
    open var videoZoomFactorUpscaleThreshold: CGFloat { 1 }
    /// Whether there are pictures of high dynamic range: no.
    open var isVideoHDRSupported: Bool { false }
    /// Whether pictures are combined: no.
    open var isVideoBinned: Bool { false }
    /// Whether several cameras at once can use it: no.
    open var isMultiCamSupported: Bool { false }
    /// Whether pictures are held still: no.
    open func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool {
      videoStabilizationMode == .off
    }
    /// The size of the largest still.
    open var highResolutionStillImageDimensions: CMVideoDimensions { formatDescription.dimensions }
    /// The sizes that stills can have at most.
    open var supportedMaxPhotoDimensions: [CMVideoDimensions] { [formatDescription.dimensions] }
    /// The least sensitivity; 0, since no camera says.
    open var minISO: Float { 0 }
    /// The greatest sensitivity; 0, since no camera says.
    open var maxISO: Float { 0 }
    /// The kind of media, its size and its rates.
    open override var description: String {
      let (size, rates) = (formatDescription.dimensions, videoSupportedFrameRateRanges)
      guard mediaType == .video else { return "<AVCaptureDeviceFormat: 'soun'>" }
      let speed = rates.map { "{ \($0.minFrameRate)-\($0.maxFrameRate) fps}" }.joined(separator: ", ")
      return "<AVCaptureDeviceFormat: 'vide' \(size.width)x\(size.height) \(speed)>"
    }
  }
}
