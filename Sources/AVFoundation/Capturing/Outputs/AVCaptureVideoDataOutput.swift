// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Capture
import Compositing
import CoreMedia
import CoreVideo
import EditServices
import EditingModel
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// It came while others waited.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// There was no memory for it.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Something else.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"

/// Gets the pictures of a session, one by one (`AVCaptureVideoDataOutputSampleBufferDelegate`). Called on the queue that was given with it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Takes the picture in `sampleBuffer`, which came through `connection`.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
  /// A picture was dropped: `sampleBuffer` has its times and format, the reason as an attachment, and no picture.
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// Calls a delegate with the pictures of a session (`AVCaptureVideoDataOutput`).
///
/// Pictures are converted on the delegate's queue, to what ``videoSettings`` say. Threads: any. Lock order: only `settings`.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let calls = DelegateCalls()
  private let pictures = CapturedPictures()
  private let settings: Mutex<Settings>

  private struct Settings: @unchecked Sendable {
    // @unchecked: the dictionary is kept and handed out as it is.
    var dictionary: [String: Any]
    var format: CVPixelFormat?
    var size: PixelSize?
    var discardsLate = true
  }

  /// Number of pictures that may wait for a delegate that does not want late ones left out.
  private static let mostWaiting = 16

  /// An output without a delegate.
  public init() {
    let usual = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    settings = Mutex(
      Settings(dictionary: [kCVPixelBufferPixelFormatTypeKey: usual], format: CVPixelFormat(type: usual)))
    let tap = CaptureTap(.video)
    super.init(tap)
    tap.onBuffer { [weak self] in self?.take($0) }
  }

  // MARK: Settings

  /// Settings of the pictures: their pixel format, and their size, to which they are stretched; other keys are said on the standard error and passed
  /// over. '420v' in the device's size unless set, and where it is set to nil or names no format. A format that is none of
  /// ``availableVideoPixelFormatTypes`` ends the process, as AVFoundation's exception does.
  open var videoSettings: [String: Any]! {
    get { settings.withLock { SettingsDictionary(values: $0.dictionary) }.values }
    set { set(newValue ?? [:]) }
  }

  private func set(_ dictionary: [String: Any]) {
    let values = SettingsDictionary(values: dictionary)
    let asked = values.integer(kCVPixelBufferPixelFormatTypeKey)
    let type = asked.map { OSType(truncatingIfNeeded: $0) } ?? CapturedPictures.types[0]
    guard CapturedPictures.types.contains(type), let format = CVPixelFormat(type: type) else {
      Misuse.raise(
        "*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported pixel format type - use"
          + " -availableVideoPixelFormatTypes")
    }
    let known = [kCVPixelBufferPixelFormatTypeKey, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey]
    let others = dictionary.keys.filter { !known.contains($0) }.sorted()
    if !others.isEmpty {
      Misuse.report("A video data output is given settings that it passes over: \(others.joined(separator: ", ")).")
    }
    var size: PixelSize?
    if let width = values.integer(kCVPixelBufferWidthKey), let height = values.integer(kCVPixelBufferHeightKey),
      (1...32_768).contains(width), (1...32_768).contains(height)
    {
      size = PixelSize(width: width, height: height)
    }
    var kept = dictionary
    kept[kCVPixelBufferPixelFormatTypeKey] = type
    let new = SettingsDictionary(values: kept)
    settings.withLock { ($0.dictionary, $0.format, $0.size) = (new.values, format, size) }
  }

  /// The pixel formats that pictures can have, the usual one first.
  open var availableVideoPixelFormatTypes: [OSType] { CapturedPictures.types }
  /// The codecs that pictures can be encoded with: none.
  open var availableVideoCodecTypes: [AVVideoCodecType] { [] }
  /// The settings that are usual for an asset writer of files of `outputFileType`: H.264, or the JPEG of AVI.
  open func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    guard outputFileType.fileType?.isMovie == true else { return nil }
    let size = connection(with: .video)?.input.device.activeFormat.formatDescription.dimensions
    var settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264.rawValue]
    if let size, size.width > 0, size.height > 0 {
      (settings[AVVideoWidthKey], settings[AVVideoHeightKey]) = (Int(size.width), Int(size.height))
    }
    return settings
  }

  /// Whether a picture that comes while another one is with the delegate is left out; true unless set. If false, up to 16 wait.
  open var alwaysDiscardsLateVideoFrames: Bool {
    get { settings.withLock(\.discardsLate) }
    set { settings.withLock { $0.discardsLate = newValue } }
  }
  /// The shortest time from one picture to the next; invalid for the device's own. Setting it is reported on the
  /// standard error and changes nothing: it is the device's ``AVCaptureDevice/activeVideoMinFrameDuration`` that
  /// counts.
  open var minFrameDuration: CMTime {
    get { .invalid }
    set { if newValue.isValid { Misuse.report("A data output has no rate of its own: set its device's.") } }
  }
  /// Whether the output may turn pictures by itself: it never does.
  open var automaticallyConfiguresOutputBufferDimensions: Bool {
    get { true }
    set {}
  }

  // MARK: Delegate

  /// Has `sampleBufferDelegate`, which is not kept, be called on `sampleBufferCallbackQueue`, one thing after the other; both nil to end it. A
  /// delegate without a queue ends the process, as AVFoundation's exception does.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
      Misuse.raise("*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
    }
    calls.set(sampleBufferDelegate, on: sampleBufferCallbackQueue)
  }

  /// The delegate; nil where there is none any more.
  open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    calls.delegate as? any AVCaptureVideoDataOutputSampleBufferDelegate
  }
  /// Queue on which the delegate is called.
  open var sampleBufferCallbackQueue: DispatchQueue? { calls.queue }

  // MARK: Pictures

  private func take(_ buffer: SampleBuffer) {
    let limit = alwaysDiscardsLateVideoFrames ? 1 : Self.mostWaiting
    let isTaken = calls.call(unless: limit) { [weak self] in self?.give(buffer, to: $0) }
    guard !isTaken else { return }
    _ = calls.call { [weak self] in
      self?.tell($0, ofLost: buffer, because: kCMSampleBufferDroppedFrameReason_FrameWasLate)
    }
  }

  private func give(_ buffer: SampleBuffer, to delegate: AnyObject) {
    guard let delegate = delegate as? any AVCaptureVideoDataOutputSampleBufferDelegate,
      let connection = connection(with: .video)
    else { return }
    guard let made = sampleBuffer(buffer) else {
      return tell(delegate, ofLost: buffer, because: kCMSampleBufferDroppedFrameReason_OutOfBuffers)
    }
    delegate.captureOutput(self, didOutput: made, from: connection)
  }

  /// `buffer` as the settings say; nil where it cannot be made.
  private func sampleBuffer(_ buffer: SampleBuffer) -> CMSampleBuffer? {
    let (format, size) = settings.withLock { ($0.format, $0.size) }
    guard let format, let picture = buffer.pixelBuffer else { return nil }
    let color = buffer.formatDescription?.video?.colorimetry ?? .bt709
    guard
      let converted = try? pictures.picture(picture, meaning: color, as: format.format, size: size)
    else { return nil }
    var changed = buffer
    changed.content = .picture(converted)
    if case .video(var video)? = buffer.formatDescription?.media {
      video.dimensions = PixelSize(width: converted.width, height: converted.height)
      video.hasAlpha = format.format.hasAlpha
      changed.formatDescription?.media = .video(video)
    }
    return CMSampleBuffer.picture(changed, as: format)
  }

  private func tell(_ delegate: AnyObject, ofLost buffer: SampleBuffer, because reason: CFString) {
    guard let delegate = delegate as? any AVCaptureVideoDataOutputSampleBufferDelegate,
      let connection = connection(with: .video)
    else { return }
    let lost = CMSampleBuffer(
      format: buffer.formatDescription.map { CMFormatDescription($0) },
      timing: [
        CMSampleTimingInfo(
          duration: buffer.duration, presentationTimeStamp: buffer.presentationTime, decodeTimeStamp: .invalid)
      ])
    CMSetAttachment(
      lost, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, value: reason,
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    delegate.captureOutput(self, didDrop: lost, from: connection)
  }
}
