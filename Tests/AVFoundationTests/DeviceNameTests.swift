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
}
