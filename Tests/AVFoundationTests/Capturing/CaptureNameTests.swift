import AVFoundation
import TestSupport
import Testing

/// Capture by Apple's names: from the test sources, which every machine has.
@Suite("Capture by Apple's names")
struct CaptureNameTests {
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
    let session = try AVCaptureSession.ofTestSources(output)
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
    let errors = CallLog<AVError.Code?>()
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
    let (output, receiver) = (AVCaptureVideoDataOutput(), CaptureReceiver())
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    let session = try AVCaptureSession.ofTestSources(output)
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
      let (kept, receiver) = (AVCaptureVideoDataOutput(), CaptureReceiver())
      kept.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
      let session = try AVCaptureSession.ofTestSources(kept)
      session.startRunning()
      #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
      (gone, output) = (session, kept)
      #expect(gone?.isRunning == true && output?.sampleBufferDelegate === receiver)
    }
    #expect(Poll.until(within: .seconds(600)) { gone == nil && output == nil })
  }
}
