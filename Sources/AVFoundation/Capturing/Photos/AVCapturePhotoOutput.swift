import Capture
import CoreMedia
import CoreVideo
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Delegate of a still (`AVCapturePhotoCaptureDelegate`). Held weakly, and called on the output's serial queue, in the
/// order of these methods.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
  /// A still is about to be taken.
  func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The next picture becomes the still.
  func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The picture was taken.
  func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The still is there; with an error, one without a picture.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)
  /// The last call for the still.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {}
}

/// Takes stills out of what a session shows (`AVCapturePhotoOutput`): each is the next picture. Threads: any. Lock order: only `used`.
open class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let photos: CapturePhotoOutput
  private let pictures = CapturedPictures()
  private let queue = DispatchQueue(label: "AVCapturePhotoOutput")
  /// The numbers of settings that a still was taken with.
  private let used = Mutex<Set<Int64>>([])

  /// Priority of a still's looks over the speed of making it (`AVCapturePhotoOutput.QualityPrioritization`).
  public enum QualityPrioritization: Int, Sendable {
    /// As short as it can.
    case speed = 1
    /// A while.
    case balanced = 2
    /// As long as it takes.
    case quality = 3
  }

  /// An output that takes stills.
  public init() {
    photos = CapturePhotoOutput(renderer: Engine.renderer())
    super.init(photos)
  }

  // MARK: What it can

  /// The codecs of stills: JPEG.
  open var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }
  /// The pixel formats of stills.
  open var availablePhotoPixelFormatTypes: [OSType] { CapturedPictures.types }
  /// The kinds of files that stills are: JPEG.
  open var availablePhotoFileTypes: [AVFileType] { [.jpg] }
  /// The pixel formats of stills without processing: none.
  open var availableRawPhotoPixelFormatTypes: [OSType] { [] }
  /// The ways in which a flash can be used: `off`.
  open var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }
  /// Whether the picture is so dark that a flash would be used: no.
  open var isFlashScene: Bool { false }
  /// Whether shaking can be taken out: no.
  open var isStillImageStabilizationSupported: Bool { false }
  /// Whether red eyes can be taken out: no.
  open var isAutoRedEyeReductionSupported: Bool { false }
  /// Whether a film can be taken beside a still: no.
  open var isLivePhotoCaptureSupported: Bool { false }
  /// Whether films are taken beside stills: no; setting it to true ends the process, as AVFoundation's exception does.
  open var isLivePhotoCaptureEnabled: Bool {
    get { false }
    set { refuse(newValue, "setLivePhotoCaptureEnabled:") }
  }
  /// Whether depth can be measured: no.
  open var isDepthDataDeliverySupported: Bool { false }
  /// Whether depth is measured: no; setting it to true ends the process, as AVFoundation's exception does.
  open var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { refuse(newValue, "setDepthDataDeliveryEnabled:") }
  }
  /// Whether mattes that separate people from the background can be made: no.
  open var isPortraitEffectsMatteDeliverySupported: Bool { false }
  /// Whether such mattes are made: no; setting it to true ends the process, as AVFoundation's exception does.
  open var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set { refuse(newValue, "setPortraitEffectsMatteDeliveryEnabled:") }
  }
  /// Whether stills may be larger than the session's pictures; they never are, and setting it changes nothing.
  open var isHighResolutionCaptureEnabled: Bool {
    get { false }
    set {}
  }
  /// Largest size of stills: that of the session's pictures, whatever it is set to.
  open var maxPhotoDimensions: CMVideoDimensions {
    get { connection(with: .video)?.input.device.activeFormat.formatDescription.dimensions ?? CMVideoDimensions() }
    set {}
  }
  /// Highest priority of a still's looks over the speed of making it; it makes no difference.
  open var maxPhotoQualityPrioritization: QualityPrioritization {
    get { .balanced }
    set {}
  }

  private func refuse(_ isWanted: Bool, _ method: String) {
    if isWanted { Misuse.raise("*** -[AVCapturePhotoOutput \(method)] Not supported by this output") }
  }

  /// Makes ready for stills of `preparedPhotoSettingsArray`, which takes nothing, and calls `completionHandler` with true, on any thread.
  open func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    queue.async { completionHandler?(true, nil) }
  }

  // MARK: Stills

  /// The delegate of a still, and the still's settings.
  private struct Request: @unchecked Sendable {
    // @unchecked: the delegate is called on the output's queue alone; the rest does not change.
    weak var delegate: (any AVCapturePhotoCaptureDelegate)?
    let resolved: AVCaptureResolvedPhotoSettings
    let format: CVPixelFormat?
    let quality: Double
    let metadata: [String: Any]
  }

  /// Takes the next picture with `settings`, with calls of `delegate`, which is held weakly.
  ///
  /// Where the session does not run, or the device gives no more, the delegate gets a photo without a picture, with an `AVError`; AVFoundation
  /// raises an exception, which a device that goes away must not. Settings that were used before, a flash, and a format that is not made end the
  /// process, as AVFoundation's exceptions do.
  open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
    let method = "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:]"
    guard used.withLock({ $0.insert(settings.uniqueID).inserted }) else {
      Misuse.raise("\(method) Settings may not be re-used")
    }
    guard supportedFlashModes.contains(settings.flashMode) else {
      Misuse.raise("\(method) settings.flashMode must be present in self.supportedFlashModes")
    }
    if let codec = settings.codec, !availablePhotoCodecTypes.contains(codec) {
      Misuse.raise("\(method) settings.format's codec must be present in self.availablePhotoCodecTypes")
    }
    if let type = settings.pixelFormat, !availablePhotoPixelFormatTypes.contains(type) {
      Misuse.raise("\(method) settings.format's pixel format must be present in self.availablePhotoPixelFormatTypes")
    }
    let request = Request(
      delegate: delegate, resolved: AVCaptureResolvedPhotoSettings(settings),
      format: settings.pixelFormat.flatMap { CVPixelFormat(type: $0) },
      quality: settings.quality ?? ImageType.usualQuality, metadata: settings.metadata)
    queue.async { [self] in
      request.delegate?.photoOutput(self, willBeginCaptureFor: request.resolved)
      request.delegate?.photoOutput(self, willCapturePhotoFor: request.resolved)
    }
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in await take(request) }
  }

  private func take(_ request: Request) async {
    do throws(RenderError) {
      let still = try await photos.capturePhoto()
      let (picture, resolved) = (still.pixelBuffer, request.resolved)
      resolved.resolve(
        CMVideoDimensions(width: Int32(clamping: picture.width), height: Int32(clamping: picture.height)))
      queue.async { [self] in request.delegate?.photoOutput(self, didCapturePhotoFor: resolved) }
      var (data, buffer): (Data?, CVPixelBuffer?) = (nil, nil)
      if let format = request.format {
        buffer = try RenderError.catching { try pixelBuffer(of: still, as: format) }
      } else {
        data = Data(try await still.fileDataRepresentation(as: .jpeg, quality: request.quality))
      }
      let photo = AVCapturePhoto(
        resolved, at: still.timestamp, picture: picture, data: data, pixelBuffer: buffer, metadata: request.metadata)
      finish(request, photo, nil)
    } catch {
      finish(request, AVCapturePhoto(request.resolved, at: .invalid, picture: nil), avError(error))
    }
  }

  private func pixelBuffer(of still: CapturedPhoto, as format: CVPixelFormat) throws -> CVPixelBuffer {
    let picture = try pictures.picture(still.pixelBuffer, meaning: .bt709, as: format.format)
    let buffer = CVBuffer(format.isFullRange ? try VideoRange.expanded(picture) : picture, as: format)
    buffer.attach(colorsOf: .bt709)
    return buffer
  }

  private func finish(_ request: Request, _ photo: AVCapturePhoto, _ error: (any Error)?) {
    queue.async { [self] in
      request.delegate?.photoOutput(self, didFinishProcessingPhoto: photo, error: error)
      request.delegate?.photoOutput(self, didFinishCaptureFor: request.resolved, error: error)
    }
  }
}
