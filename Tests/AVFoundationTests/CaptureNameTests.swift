import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Capture by Apple's names: from the test sources, which every machine has.
@Suite("Capture by Apple's names")
struct CaptureNameTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A session with the test picture, and the test tone where `hasSound`.
  private func session(hasSound: Bool = false, _ outputs: AVCaptureOutput...) throws -> AVCaptureSession {
    let session = AVCaptureSession()
    session.beginConfiguration()
    for id in hasSound ? ["videotestsrc", "audiotestsrc"] : ["videotestsrc"] {
      let input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: id)))
      #expect(session.canAddInput(input))
      session.addInput(input)
    }
    session.sessionPreset = .cif352x288
    for output in outputs {
      #expect(session.canAddOutput(output))
      session.addOutput(output)
    }
    session.commitConfiguration()
    return session
  }

  /// The code of `error`.
  private func code(_ error: (any Error)?) -> AVError.Code? { (error as? AVError)?.code }

  // MARK: Names

  @Test func `names have AVFoundation's values`() {
    #expect(AVCaptureSession.Preset.hd1280x720.rawValue == "AVCaptureSessionPreset1280x720")
    #expect(AVCaptureSession.Preset.high.rawValue == "AVCaptureSessionPresetHigh")
    #expect(AVCaptureDevice.DeviceType.builtInWideAngleCamera.rawValue == "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    #expect(AVCaptureDevice.DeviceType.builtInMicrophone == .microphone)
    #expect(AVCaptureDevice.DeviceType.externalUnknown == .external)
    #expect(AVCaptureDevice.Position.front.rawValue == 2 && AVCaptureVideoOrientation.landscapeLeft.rawValue == 4)
    #expect(Notification.Name.AVCaptureSessionRuntimeError == AVCaptureSession.runtimeErrorNotification)
    #expect(
      AVError.Code.noDataCaptured.rawValue == -11_805 && AVError.Code.recordingAlreadyInProgress.rawValue == -11_859)
    #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
  }

  @Test func `the program may use devices`() async {
    #expect(await AVCaptureDevice.requestAccess(for: .audio))
  }

  // MARK: Devices

  @Test func `a test source is found by its identifier alone`() throws {
    let device = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    #expect(device.hasMediaType(.video) && !device.hasMediaType(.audio) && device.isConnected)
    #expect(device == AVCaptureDevice(uniqueID: "videotestsrc") && device.localizedName == "Test pattern")
    #expect(AVCaptureDevice(uniqueID: "no device") == nil)
    #expect(!AVCaptureDevice.devices().contains(device))
    let types: [AVCaptureDevice.DeviceType] = [.builtInWideAngleCamera, .external, .microphone]
    let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: nil, position: .unspecified).devices
    #expect(!found.contains(device) && Set(found) == Set(AVCaptureDevice.devices()))
    #expect(AVCaptureDevice.default(for: .video) == AVCaptureDevice.devices(for: .video).first)
    #expect(AVCaptureDevice.default(.builtInTelephotoCamera, for: .video, position: .back) == nil)
  }

  @Test func `what no device has is reported as not there`() throws {
    let device = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    #expect(!device.hasTorch && !device.hasFlash && !device.isTorchModeSupported(.on))
    #expect(!device.isFocusModeSupported(.autoFocus) && !device.isFocusPointOfInterestSupported)
    #expect(!device.isExposureModeSupported(.continuousAutoExposure) && !device.isWhiteBalanceModeSupported(.locked))
    #expect(device.videoZoomFactor == 1 && device.maxAvailableVideoZoomFactor == 1)
    #expect(throws: AVError.self) { try device.setTorchModeOn(level: 1) }
    #expect(device.formats.count == 1 && device.formats.contains(device.activeFormat))
  }

  @Test func `what is set without a lock ends the process, and what is not supported too`() async {
    await #expect(processExitsWith: .failure) {
      guard let device = AVCaptureDevice(uniqueID: "videotestsrc") else { return }
      device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
    }
    await #expect(processExitsWith: .failure) {
      guard let device = AVCaptureDevice(uniqueID: "videotestsrc") else { return }
      try device.lockForConfiguration()
      device.torchMode = .on
    }
  }

  // MARK: Sessions

  @Test func `connections are there before changes are committed, and keep what is set`() throws {
    let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
    session.beginConfiguration()
    session.addOutput(output)
    #expect(output.connection(with: .video) == nil)
    let input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "videotestsrc")))
    session.addInput(input)
    let connection = try #require(output.connection(with: .video))
    #expect(connection.output === output && connection.inputPorts == input.ports)
    #expect(connection.videoOrientation == .landscapeRight && !connection.isVideoMirrored)
    connection.videoOrientation = .portrait
    connection.isVideoMirrored = true
    session.commitConfiguration()
    #expect(output.connection(with: .video) === connection && session.connections == [connection])
    #expect(connection.videoRotationAngle == 90 && connection.isVideoMirrored && !connection.isActive)
    #expect(!connection.isVideoRotationAngleSupported(45) && !connection.isVideoStabilizationSupported)
    session.removeInput(input)
    #expect(output.connections.isEmpty && session.inputs.isEmpty && session.outputs == [output])
    session.removeOutput(output)
    #expect(session.outputs.isEmpty && AVCaptureSession().canAddOutput(output))
  }

  @Test func `a session refuses a second input of a kind, an output twice, and presets that there are not`() throws {
    let output = AVCaptureVideoDataOutput()
    let session = try session(output)
    let second = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "videotestsrc")))
    #expect(!session.canAddInput(second) && !session.canAddOutput(output) && !AVCaptureSession().canAddOutput(output))
    #expect(session.canSetSessionPreset(.hd1920x1080) && !session.canSetSessionPreset(.iFrame960x540))
    #expect(session.sessionPreset == .cif352x288)
  }

  @Test func `what a session refuses ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
      session.addOutput(output)
      session.addOutput(output)
    }
    await #expect(processExitsWith: .failure) { AVCaptureSession().sessionPreset = .iFrame960x540 }
    await #expect(processExitsWith: .failure) {
      let session = AVCaptureSession()
      session.beginConfiguration()
      session.startRunning()
    }
  }

  @Test func `a session without inputs does not run, and says why`() async throws {
    let session = AVCaptureSession()
    let errors = Log<AVError.Code?>()
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
    ) { note in
      errors.add((note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code)
    }
    defer { NotificationCenter.default.removeObserver(token) }
    session.startRunning()
    #expect(!session.isRunning && errors.entries.count == 1)
  }

  @Test func `a session that runs goes on with another input in the place of its own`() async throws {
    let (output, receiver) = (AVCaptureVideoDataOutput(), Receiver())
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    let session = try session(output)
    session.startRunning()
    #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
    let first = try #require(output.connection(with: .video))
    let other = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "videotestsrc")))
    session.beginConfiguration()
    session.removeInput(try #require(session.inputs.first))
    #expect(session.canAddInput(other))
    session.addInput(other)
    let second = try #require(output.connection(with: .video))
    #expect(first !== second)
    session.commitConfiguration()
    #expect(await Poll.eventually { receiver.connections.entries.contains { $0 === second } })
    #expect(session.isRunning && second.isActive && !first.isActive)
    session.stopRunning()
  }

  @Test func `a session without a reference is gone, with all of its objects`() async throws {
    weak var gone: AVCaptureSession?
    weak var output: AVCaptureVideoDataOutput?
    do {
      let (kept, receiver) = (AVCaptureVideoDataOutput(), Receiver())
      kept.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
      let session = try session(kept)
      session.startRunning()
      #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
      (gone, output) = (session, kept)
      #expect(gone?.isRunning == true && output?.sampleBufferDelegate === receiver)
    }
    #expect(Poll.until(within: .seconds(600)) { gone == nil && output == nil })
  }

  // MARK: Films

  @Test func `a film of the test sources is as long as it may be`() async throws {
    let output = AVCaptureMovieFileOutput()
    #expect(output.movieFragmentInterval == CMTime(value: 10, timescale: 1) && !output.maxRecordedDuration.isValid)
    output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
    let (session, recorder) = (try session(hasSound: true, output), Recorder())
    let observation = Log<Bool>()
    let watching = session.observe(\.isRunning, options: .new) { _, change in observation.add(change.newValue ?? false)
    }
    session.startRunning()
    #expect(session.isRunning && output.connections.allSatisfy(\.isActive) && output.connections.count == 2)
    let url = folder.url("film.mov")
    output.startRecording(to: url, recordingDelegate: recorder)
    #expect(output.isRecording && output.outputFileURL == url)
    #expect(await Poll.eventually { !recorder.finished.entries.isEmpty })
    session.stopRunning()
    watching.invalidate()
    #expect(!session.isRunning && observation.entries == [true, false])
    let error = recorder.finished.entries[0]
    #expect(code(error) == .maximumDurationReached && recorder.started.entries == [url])
    #expect((error as? AVError)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
    let film = AVURLAsset(url: url)
    let (duration, tracks) = try await film.load(.duration, .tracks)
    #expect(tracks.map(\.mediaType) == [.video, .audio] && abs(duration.seconds - 1) < 0.05)
    #expect(tracks.first?.naturalSize == CGSize(width: 352, height: 288))
  }

  @Test func `a recording that cannot begin finishes with the reason`() async throws {
    let (output, recorder) = (AVCaptureMovieFileOutput(), Recorder())
    let session = try session(output)
    output.startRecording(to: folder.url("early.mov"), recordingDelegate: recorder)
    #expect(await Poll.eventually { recorder.finished.entries.count == 1 })
    session.startRunning()
    let taken = folder.url("taken.mov")
    try Data("film".utf8).write(to: taken)
    output.startRecording(to: taken, recordingDelegate: recorder)
    #expect(await Poll.eventually { recorder.finished.entries.count == 2 })
    output.startRecording(to: folder.url("film.mov"), recordingDelegate: recorder)
    output.startRecording(to: folder.url("second.mov"), recordingDelegate: recorder)
    #expect(await Poll.eventually { recorder.finished.entries.count == 3 && recorder.started.entries.count == 1 })
    output.pauseRecording()
    #expect(output.isRecordingPaused)
    output.resumeRecording()
    output.stopRecording()
    #expect(await Poll.eventually { recorder.finished.entries.count == 4 })
    session.stopRunning()
    #expect(
      recorder.finished.entries.map { code($0) } == [
        .sessionNotRunning, .fileAlreadyExists, .recordingAlreadyInProgress, nil,
      ])
    #expect(output.outputFileURL == nil && !output.isRecording && output.recordedDuration > .zero)
  }

  @Test func `settings of a film are kept, and those that are not written end the process`() async throws {
    let output = AVCaptureMovieFileOutput()
    let session = try session(output)
    let connection = try #require(output.connection(with: .video))
    #expect(output.availableVideoCodecTypes.first == .h264)
    output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: connection)
    #expect(output.outputSettings(for: connection)[AVVideoCodecKey] as? AVVideoCodecType == .hevc)
    output.setOutputSettings(nil, for: connection)
    #expect(output.outputSettings(for: connection)[AVVideoCodecKey] as? String == "avc1")
    #expect(session.outputs == [output])
  }

  // MARK: Data

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange])
  func `a delegate gets pictures in the format and turned as it asks`(type: OSType) async throws {
    let (output, receiver) = (AVCaptureVideoDataOutput(), Receiver())
    #expect(output.availableVideoPixelFormatTypes.contains(type) && output.alwaysDiscardsLateVideoFrames)
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: type]
    let queue = DispatchQueue(label: "pictures")
    output.setSampleBufferDelegate(receiver, queue: queue)
    #expect(output.sampleBufferDelegate === receiver && output.sampleBufferCallbackQueue === queue)
    let session = try session(output)
    output.connection(with: .video)?.videoOrientation = .portrait
    session.startRunning()
    #expect(await Poll.eventually { receiver.buffers.entries.count >= 3 })
    session.stopRunning()
    let buffers = receiver.buffers.entries
    let picture = try #require(buffers[0].imageBuffer)
    #expect(CVPixelBufferGetWidth(picture) == 288 && CVPixelBufferGetHeight(picture) == 352)
    #expect(CVPixelBufferGetPixelFormatType(picture) == type)
    let times = buffers.map(\.presentationTimeStamp)
    #expect(times == times.sorted() && times[0].isNumeric)
    #expect(buffers[0].formatDescription?.dimensions == CMVideoDimensions(width: 288, height: 352))
  }

  @Test func `the colors of the test picture are those that it is drawn in`() async throws {
    let (output, receiver) = (AVCaptureVideoDataOutput(), Receiver())
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    let session = try session(output)
    session.startRunning()
    #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
    session.stopRunning()
    let picture = try #require(receiver.buffers.entries.first?.imageBuffer)
    // The first two bars of seven.
    let (white, yellow) = (picture.pixel(across: 25, down: 40), picture.pixel(across: 75, down: 40))
    #expect(white.allSatisfy { $0 > 250 } && yellow[0] < 5 && yellow[1] > 250 && yellow[2] > 250, "\(white) \(yellow)")
  }

  @Test func `a busy delegate gets the dropped buffers`() async throws {
    let (output, other, quick) = (AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput(), Receiver())
    // It is done with its first picture when the other one has some more.
    let receiver = Receiver { _ = Poll.until(within: .seconds(600)) { quick.buffers.entries.count >= 5 } }
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    other.setSampleBufferDelegate(quick, queue: DispatchQueue(label: "other pictures"))
    let session = try session(output, other)
    session.startRunning()
    #expect(await Poll.eventually { receiver.dropped.entries.count >= 2 })
    session.stopRunning()
    let lost = receiver.dropped.entries[0]
    #expect(lost.imageBuffer == nil && lost.presentationTimeStamp.isNumeric)
    let reason =
      CMGetAttachment(lost, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    #expect(reason as? String == kCMSampleBufferDroppedFrameReason_FrameWasLate as String)
  }

  @Test func `a delegate gets sound as numbers of 16 bits, and its channel has a level`() async throws {
    let (output, receiver) = (AVCaptureAudioDataOutput(), Receiver())
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "sound"))
    let session = try session(hasSound: true, output)
    session.startRunning()
    #expect(await Poll.eventually { receiver.buffers.entries.count >= 10 })
    let connection = try #require(output.connection(with: .audio))
    #expect(connection.audioChannels.count == 2 && connection.audioChannels[0].averagePowerLevel > -20)
    session.stopRunning()
    let buffer = receiver.buffers.entries[0]
    let format = try #require(buffer.formatDescription?.audioStreamBasicDescription)
    #expect(format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 16)
    #expect(buffer.numSamples > 0 && buffer.totalSampleSize == buffer.numSamples * 4)
    #expect(receiver.connections.entries.first === connection)
  }

  // MARK: Stills and previews

  @Test func `a still is a JPEG, or a pixel buffer`() async throws {
    let output = AVCapturePhotoOutput()
    #expect(output.availablePhotoCodecTypes == [.jpeg] && output.supportedFlashModes == [.off])
    let session = try session(output)
    session.startRunning()
    let receiver = PhotoReceiver()
    let settings = AVCapturePhotoSettings()
    #expect(settings.flashMode == .off && settings.uniqueID != AVCapturePhotoSettings(from: settings).uniqueID)
    output.capturePhoto(with: settings, delegate: receiver)
    #expect(await Poll.eventually { receiver.words.entries.last == "finished" })
    let type = kCVPixelFormatType_32BGRA
    output.capturePhoto(
      with: AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: type]), delegate: receiver)
    #expect(await Poll.eventually { receiver.words.entries.count == 10 })
    session.stopRunning()
    #expect(Array(receiver.words.entries.prefix(5)) == ["begin", "capture", "captured", "processed", "finished"])
    let photos = receiver.photos.entries
    #expect(photos.count == 2 && receiver.errors.entries.allSatisfy { $0 == nil })
    #expect(photos[0].fileDataRepresentation()?.prefix(2) == Data([0xFF, 0xD8]) && photos[0].pixelBuffer == nil)
    #expect(photos[0].cgImageRepresentation()?.width == 352 && photos[0].timestamp.isNumeric)
    #expect(photos[0].resolvedSettings.uniqueID == settings.uniqueID)
    #expect(photos[0].resolvedSettings.photoDimensions == CMVideoDimensions(width: 352, height: 288))
    let buffer = try #require(photos[1].pixelBuffer)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == type && photos[1].fileDataRepresentation() == nil)
  }

  @Test func `a still of a session that does not run is an error`() async throws {
    let (output, receiver) = (AVCapturePhotoOutput(), PhotoReceiver())
    let session = try session(output)
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: receiver)
    #expect(await Poll.eventually { receiver.words.entries.last == "finished" })
    #expect(receiver.errors.entries == [.sessionNotRunning] && !session.isRunning)
    #expect(receiver.photos.entries.first?.fileDataRepresentation() == nil)
  }

  @Test func `settings of a still count once, and a flash is not there`() async {
    await #expect(processExitsWith: .failure) {
      let (output, settings, receiver) = (AVCapturePhotoOutput(), AVCapturePhotoSettings(), PhotoReceiver())
      output.capturePhoto(with: settings, delegate: receiver)
      output.capturePhoto(with: settings, delegate: receiver)
    }
    await #expect(processExitsWith: .failure) {
      let settings = AVCapturePhotoSettings()
      settings.flashMode = .on
      AVCapturePhotoOutput().capturePhoto(with: settings, delegate: PhotoReceiver())
    }
  }

  @Test func `a preview layer shows the newest picture, and says where`() throws {
    let session = try session()
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 352, height: 352)
    #expect(layer.contents == nil && session.outputs.isEmpty && session.connections.count == 1)
    let connection = try #require(layer.connection)
    #expect(connection.videoPreviewLayer === layer && connection.output == nil)
    #expect(connection.automaticallyAdjustsVideoMirroring && layer.videoGravity == .resizeAspect)
    session.startRunning()
    #expect(Poll.until(within: .seconds(600)) { layer.contents != nil })
    #expect(layer.isPreviewing)
    session.stopRunning()
    let middle = layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 176, y: 176))
    let corner = layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 0, y: 32))
    #expect(middle == CGPoint(x: 0.5, y: 0.5) && corner == .zero)
    #expect(layer.layerPointConverted(fromCaptureDevicePoint: .zero) == CGPoint(x: 0, y: 32))
    layer.session = nil
    #expect(session.connections.isEmpty)
  }
}

// MARK: - Delegates

/// Keeps what a recording says.
private final class Recorder: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
  let started = Log<URL>()
  let finished = Log<(any Error)?>()

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { started.add(fileURL) }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?
  ) { finished.add(error) }
}

/// Keeps pictures and sound.
private final class Receiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
  let buffers = Log<CMSampleBuffer>()
  let dropped = Log<CMSampleBuffer>()
  let connections = Log<AVCaptureConnection>()
  /// What it does with its first buffer.
  private let first: @Sendable () -> Void

  init(_ first: @escaping @Sendable () -> Void = {}) { self.first = first }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let isFirst = buffers.entries.isEmpty
    buffers.add(sampleBuffer)
    connections.add(connection)
    if isFirst { first() }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { dropped.add(sampleBuffer) }
}

/// Keeps stills, and the order of delegate calls.
private final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
  let words = Log<String>()
  let photos = Log<AVCapturePhoto>()
  let errors = Log<AVError.Code?>()

  func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  { words.add("begin") }
  func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  { words.add("capture") }
  func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  { words.add("captured") }
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    words.add("processed")
    photos.add(photo)
    errors.add((error as? AVError)?.code)
  }
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) { words.add("finished") }
}

// MARK: - Helpers

/// The logged entries, in order.
private final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}

extension CVBuffer {
  /// Blue, green and red of a pixel of a picture in BGRA.
  fileprivate func pixel(across: Int, down: Int) -> [UInt8] {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(self) else { return [] }
    let start = down * CVPixelBufferGetBytesPerRow(self) + across * 4
    return (0..<3).map { base.load(fromByteOffset: start + $0, as: UInt8.self) }
  }
}
