import AVFoundation
import AudioToolbox
import Testing

@Suite("Kinds of audio units") struct AudioComponentTests {
  @Test func `the manager lists the kinds that functions find, by their letters and by a test`() throws {
    let manager = AVAudioUnitComponentManager.shared()
    var any = AudioComponentDescription()
    #expect(manager.components(matching: any).count == Int(AudioComponentCount(&any)))
    any.componentType = kAudioUnitType_Effect
    any.componentSubType = kAudioUnitSubType_Delay
    let delay = try #require(AVAudioUnitComponentManager().components(matching: any).first)
    #expect(delay.name == "AUDelay" && delay.typeName == AVAudioUnitTypeEffect)
    #expect(delay.manufacturerName == AVAudioUnitManufacturerNameApple)
    #expect(delay.supportsNumberInputChannels(2, outputChannels: 2))
    #expect(!delay.supportsNumberInputChannels(1, outputChannels: 2))
    any.componentManufacturer = 1
    #expect(manager.components(matching: any).isEmpty)
    var asked = 0
    let effects = manager.components { component, stop in
      asked += 1
      stop.pointee = ObjCBool(asked == 9)
      return component.typeName == AVAudioUnitTypeEffect
    }
    // One is a name of Foundation's, the other the manager's, as at Apple's.
    #expect(Notification.Name.AVAudioUnitComponentTagsDidChange != type(of: manager).registrationsChangedNotification)
    #expect(asked == 9 && effects.map(\.typeName) == [AVAudioUnitTypeEffect])
  }

  @Test func `who listens to a property is called when it was set, and not of others`() throws {
    var mixer = AudioComponentDescription()
    (mixer.componentType, mixer.componentSubType) = (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    var made: AudioUnit?
    AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &mixer)), &made)
    let unit = try #require(made)
    defer { AudioComponentInstanceDispose(unit) }
    var heard: [AudioUnitElement] = []
    let listen: AudioUnitPropertyListenerProc = { user, _, _, _, element in
      user.assumingMemoryBound(to: [AudioUnitElement].self).pointee.append(element)
    }
    withUnsafeMutablePointer(to: &heard) { user in
      func set(_ frames: UInt32) -> OSStatus {
        var frames = frames
        return AudioUnitSetProperty(
          unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames, 4)
      }
      AudioUnitAddPropertyListener(unit, kAudioUnitProperty_MaximumFramesPerSlice, listen, user)
      AudioUnitAddPropertyListener(unit, kAudioUnitProperty_StreamFormat, listen, user)
      #expect(set(1_024) == noErr && user.pointee == [0])
      AudioUnitRemovePropertyListenerWithUserData(unit, kAudioUnitProperty_MaximumFramesPerSlice, listen, user)
      #expect(set(2_048) == noErr && user.pointee == [0])
      // No pointer is needed.
      let calls = CallLog<AudioUnitPropertyID>()
      AudioUnitAddPropertyListener(
        unit, kAudioUnitProperty_MaximumFramesPerSlice, { _, _, id, _, _ in calls.add(id) }, nil)
      #expect(set(512) == noErr && calls.entries == [kAudioUnitProperty_MaximumFramesPerSlice])
    }
  }
}
