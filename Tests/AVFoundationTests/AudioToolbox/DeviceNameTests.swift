import AVFoundation
import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Devices of sound and colors of cameras by Apple's functions; there are none here.
@Suite("Names of devices") struct DeviceNameTests {
  @Test func `there are no devices of Core Audio's, whose properties can neither be set nor change`() throws {
    var address = AudioObjectPropertyAddress(
      mSelector: kAudioHardwarePropertyDevices, mScope: kAudioObjectPropertyScopeGlobal,
      mElement: kAudioObjectPropertyElementMain)
    let system = kAudioObjectSystemObject
    #expect(AudioObjectHasProperty(system, &address))
    let listener: AudioObjectPropertyListenerBlock = { _, _ in }
    #expect(AudioObjectAddPropertyListenerBlock(system, &address, nil, listener) == noErr)
    #expect(AudioObjectRemovePropertyListenerBlock(system, &address, nil, listener) == noErr)
    var value: UInt32 = 1
    #expect(
      AudioObjectSetPropertyData(system, &address, 0, nil, 4, &value) == kAudioHardwareUnknownPropertyError)
    address.mSelector = kAudioDevicePropertyDeviceIsAlive
    #expect(!AudioObjectHasProperty(7, &address))
    #expect(AudioObjectAddPropertyListenerBlock(7, &address, nil, listener) == kAudioHardwareBadObjectError)
    let unit = try #require(AVAudioEngine().outputNode.audioUnit)
    #expect(
      AudioUnitSetProperty(unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &value, 4) != noErr)
  }

  @Test func `a short sound is none, and what comes after it comes`() async {
    var sound: SystemSoundID = 9
    let url = URL(filePath: "/none.wav") as CFURL
    #expect(AudioServicesCreateSystemSoundID(url, &sound) == kAudioServicesSystemSoundUnspecifiedError && sound == 0)
    let done = Flag()
    AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_UserPreferredAlert) { done.set() }
    #expect(await Poll.eventually { done.isSet })
  }

  @Test func `the colors of a camera are not balanced by numbers`() throws {
    let camera = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    #expect(!camera.isLockingWhiteBalanceWithCustomDeviceGainsSupported && camera.maxWhiteBalanceGain == 1)
    #expect(camera.deviceWhiteBalanceGains == AVCaptureDevice.WhiteBalanceGains(redGain: 1, greenGain: 1, blueGain: 1))
  }

  @Test func `a camera has the space of colors that its format lists, and looks for the focus anywhere`() async throws {
    let camera = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    #expect(camera.activeFormat.supportedColorSpaces == [.sRGB] && camera.activeColorSpace == .sRGB)
    #expect(!camera.isAutoFocusRangeRestrictionSupported && camera.autoFocusRangeRestriction == .none)
    try camera.lockForConfiguration()
    camera.activeColorSpace = .sRGB
    camera.autoFocusRangeRestriction = .none
    camera.unlockForConfiguration()
    #expect(AVCaptureColorSpace.HLG_BT2020.rawValue == 2 && AVCaptureColorSpace.appleLog.rawValue == 3)
    #expect(try #require(AVCaptureDevice(uniqueID: "audiotestsrc")).activeFormat.supportedColorSpaces.isEmpty)
    await #expect(processExitsWith: .failure) {
      guard let camera = AVCaptureDevice(uniqueID: "videotestsrc") else { return }
      try camera.lockForConfiguration()
      camera.activeColorSpace = .P3_D65
    }
    await #expect(processExitsWith: .failure) {
      guard let camera = AVCaptureDevice(uniqueID: "videotestsrc") else { return }
      try camera.lockForConfiguration()
      camera.autoFocusRangeRestriction = .near
    }
  }

  @Test func `a camera that does not say how it is held is level`() throws {
    let camera = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    let layer = AVCaptureVideoPreviewLayer(session: AVCaptureSession())
    let coordinator = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: layer)
    #expect(coordinator.device === camera && coordinator.previewLayer === layer)
    let angles = CallLog<CGFloat?>()
    let observation = coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) {
      angles.add($1.newValue)
    }
    defer { observation.invalidate() }
    #expect(angles.entries == [0] && coordinator.videoRotationAngleForHorizonLevelCapture == 0)
  }

  @Test func `what is captured has times on the session's clock`() async throws {
    let (output, receiver) = (AVCaptureVideoDataOutput(), CaptureReceiver())
    output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
    let session = try AVCaptureSession.ofTestSources(output)
    let clock = try #require(session.synchronizationClock)
    #expect(clock == session.masterClock && clock == session.inputs.first?.ports.first?.clock)
    let begun = clock.time
    session.startRunning()
    #expect(await Poll.eventually { !receiver.buffers.entries.isEmpty })
    session.stopRunning()
    let time = try #require(receiver.buffers.entries.first).presentationTimeStamp
    #expect(time >= begun && time <= clock.time)
  }
}
