import AVFoundation
import TestSupport
import Testing

/// Films, data, stills and previews of capture, from the test sources, which every machine has.
@Suite("Capture outputs by Apple's names")
struct CaptureOutputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The code of `error`.
  private func code(_ error: (any Error)?) -> AVError.Code? { (error as? AVError)?.code }

  // MARK: Films

  @Test func `a film of the test sources is as long as it may be`() async throws {
    let output = AVCaptureMovieFileOutput()
    #expect(output.movieFragmentInterval == CMTime(value: 10, timescale: 1) && !output.maxRecordedDuration.isValid)
    output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
    let (session, recorder) = (try AVCaptureSession.ofTestSources(hasSound: true, output), Recorder())
    let observation = CallLog<Bool>()
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
    let session = try AVCaptureSession.ofTestSources(output)
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
    let session = try AVCaptureSession.ofTestSources(output)
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
    let (output, receiver) = (AVCaptureVideoDataOutput(), CaptureReceiver())
    #expect(output.availableVideoPixelFormatTypes.contains(type) && output.alwaysDiscardsLateVideoFrames)
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: type]
    let queue = DispatchQueue(label: "pictures")
    output.setSampleBufferDelegate(receiver, queue: queue)
    #expect(output.sampleBufferDelegate === receiver && output.sampleBufferCallbackQueue === queue)
    let session = try AVCaptureSession.ofTestSources(output)
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
    let (output, receiver) = (AVCaptureVideoDataOutput(), CaptureReceiver())
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    let session = try AVCaptureSession.ofTestSources(output)
    session.startRunning()
    #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
    session.stopRunning()
    let picture = try #require(receiver.buffers.entries.first?.imageBuffer)
    // The first two bars of seven.
    let (white, yellow) = (picture.pixel(across: 25, down: 40), picture.pixel(across: 75, down: 40))
    #expect(white.allSatisfy { $0 > 250 } && yellow[0] < 5 && yellow[1] > 250 && yellow[2] > 250, "\(white) \(yellow)")
  }

  @Test func `a busy delegate gets the dropped buffers`() async throws {
    let (output, other, quick) = (AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput(), CaptureReceiver())
    // It is done with its first picture when the other one has some more.
    let receiver = CaptureReceiver { _ = Poll.until(within: .seconds(600)) { quick.buffers.entries.count >= 5 } }
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    other.setSampleBufferDelegate(quick, queue: DispatchQueue(label: "other pictures"))
    let session = try AVCaptureSession.ofTestSources(output, other)
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
    let (output, receiver) = (AVCaptureAudioDataOutput(), CaptureReceiver())
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "sound"))
    let session = try AVCaptureSession.ofTestSources(hasSound: true, output)
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
    let session = try AVCaptureSession.ofTestSources(output)
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
    let session = try AVCaptureSession.ofTestSources(output)
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
    let session = try AVCaptureSession.ofTestSources()
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
    let (quarter, seen) = (
      CGRect(x: 0, y: 0, width: 0.5, height: 0.5), CGRect(x: 0, y: 32, width: 176, height: 144)
    )
    #expect(layer.layerRectConverted(fromMetadataOutputRect: quarter) == seen)
    #expect(layer.metadataOutputRectConverted(fromLayerRect: seen) == quarter)
    layer.session = nil
    #expect(session.connections.isEmpty)
  }
}

// MARK: - Delegates

/// Keeps what a recording says.
private final class Recorder: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
  let started = CallLog<URL>()
  let finished = CallLog<(any Error)?>()

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { started.add(fileURL) }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: (any Error)?
  ) { finished.add(error) }
}

/// Keeps stills, and the order of delegate calls.
private final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
  let words = CallLog<String>()
  let photos = CallLog<AVCapturePhoto>()
  let errors = CallLog<AVError.Code?>()

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
