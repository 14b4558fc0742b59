import AVFAudio
import AVFoundation
import Testing

/// Sounds around a listener: how loud, when and how bright each ear hears them.
@Suite("Audio environments") struct AudioEnvironmentTests {
  /// An environment between a player and the mixer of an engine that renders two channels.
  private struct Place {
    let offline: OfflineEngine
    let player = AVAudioPlayerNode()
    let environment = AVAudioEnvironmentNode()

    init(channels: AVAudioChannelCount = 1) throws {
      offline = try OfflineEngine()
      offline.connect(environment)
      offline.engine.attach(player)
      offline.engine.connect(player, to: environment, format: try OfflineEngine.format(48_000, channels))
    }

    /// What is heard of `sound`.
    func hear(_ sound: [[Float]], _ count: Int, block: Int = 512) throws -> [[Float]] {
      try offline.engine.start()
      player.scheduleBuffer(try Samples.buffer(sound))
      player.play()
      return try offline.render(count, block: block)
    }
  }

  private static let part = Float(0.5.squareRoot())

  /// Where a sound is, which way the listener looks, and how loud he hears it on the left and on the right.
  static let places: [(AVAudio3DPoint, AVAudio3DAngularOrientation, Float, Float)] = [
    (.init(x: 0, y: 0, z: -1), .init(), part, part), (.init(x: 1, y: 0, z: 0), .init(), 0, 1),
    (.init(x: -1, y: 0, z: 0), .init(), 1, 0), (.init(x: 4, y: 0, z: 0), .init(), 0, 0.25),
    (.init(x: 0, y: 2, z: 0), .init(), part / 2, part / 2), (.init(), .init(), part, part),
    // He turns to the right, and it is before him.
    (.init(x: 1, y: 0, z: 0), .init(yaw: 90, pitch: 0, roll: 0), part, part),
    (.init(x: 0, y: 0, z: -1), .init(yaw: 90, pitch: 0, roll: 0), 1, 0),
    // He lays his head on the right shoulder, and what was above him is to the left.
    (.init(x: 0, y: 1, z: 0), .init(yaw: 0, pitch: 0, roll: 90), 1, 0),
  ]

  @Test(arguments: places) func `a sound is heard from where it is, softer from afar`(
    position: AVAudio3DPoint, angles: AVAudio3DAngularOrientation, left: Float, right: Float
  ) throws {
    let place = try Place()
    place.player.position = position
    place.environment.listenerAngularOrientation = angles
    let heard = try place.hear([[Float](repeating: 1, count: 600)], 600)
    #expect(heard[0].allSatisfy { abs($0 - left) < 1e-5 } && heard[1].allSatisfy { abs($0 - right) < 1e-5 })
  }

  @Test func `each model is softer with the distance as its formula says`() throws {
    let loudness: [(AVAudioEnvironmentDistanceAttenuationModel, Float)] = [
      (.exponential, 0.0625), (.inverse, 2.0 / (2 + 2 * 6)), (.linear, 0.4),
    ]
    for (model, wanted) in loudness {
      let place = try Place()
      let parameters = place.environment.distanceAttenuationParameters
      #expect(parameters.distanceAttenuationModel == .inverse && parameters.maximumDistance == 100_000)
      (parameters.distanceAttenuationModel, parameters.referenceDistance) = (model, 2)
      (parameters.maximumDistance, parameters.rolloffFactor) = (22, 2)
      place.environment.listenerPosition = AVAudioMake3DPoint(1, 0, 0)
      place.player.position = AVAudioMake3DPoint(9, 0, 0)
      let heard = try place.hear([[1, 1, 1, 1]], 4)
      #expect(abs(heard[1][3] - wanted) < 1e-5, "\(model): \(heard[1][3])")
    }
  }

  @Test func `around a head each ear hears a sound when it comes, and the far one less of its high tones`() throws {
    let place = try Place()
    place.player.renderingAlgorithm = .sphericalHead
    place.player.position = AVAudioMake3DPoint(1, 0, 0)
    let impulse = try place.hear([[1]], 400)
    // 87.5 mm · (1 + π / 2) / 343 m/s are 31.5 samples.
    #expect(impulse[1].firstIndex { $0 != 0 } == 0 && impulse[0].firstIndex { $0 != 0 } == 31)
    // Low tones are as loud at both.
    let sums = impulse.map { $0.reduce(0, +) }
    #expect(abs(sums[0] - Self.part) < 0.01 && abs(sums[1] - Self.part) < 0.01)
    let tone = try Place()
    (tone.player.renderingAlgorithm, tone.player.position) = (.HRTF, AVAudioMake3DPoint(1, 0, 0))
    let heard = try tone.hear([Samples.sine(4_800, 8_000, rate: 48_000)], 4_800)
    let levels = heard.map { Samples.fit(8_000, in: $0, 960..<4_320, rate: 48_000).level }
    #expect(levels[1] > 6 * levels[0] && levels[1] > 0.5)
  }

  @Test func `two channels stay as they are unless they are a point`() throws {
    let noise = (0..<2).map { Samples.noise(700, seed: 70 + UInt64($0)) }
    for mode in [AVAudio3DMixingSourceMode.spatializeIfMono, .bypass, .ambienceBed] {
      let place = try Place(channels: 2)
      (place.player.position, place.player.sourceMode) = (AVAudioMake3DPoint(5, 0, 0), mode)
      #expect(try place.hear(noise, 700) == noise)
    }
    let place = try Place(channels: 2)
    (place.player.position, place.player.sourceMode) = (AVAudioMake3DPoint(1, 0, 0), .pointSource)
    let heard = try place.hear(noise, 700)
    #expect(heard[0].allSatisfy { abs($0) < 1e-6 })
    #expect(heard[1].indices.allSatisfy { abs(heard[1][$0] - (noise[0][$0] + noise[1][$0]) / 2) < 1e-6 })
  }

  @Test func `a sound that moves does so within a block, without a step`() throws {
    let place = try Place()
    place.player.position = AVAudioMake3DPoint(-1, 0, 0)
    _ = try place.hear([[Float](repeating: 1, count: 2_000)], 512)
    place.player.position = AVAudioMake3DPoint(1, 0, 0)
    let moving = try place.offline.render(1_024)
    let steps = zip(moving[1], moving[1].dropFirst()).map { abs($0 - $1) }
    #expect(steps.max() ?? 1 < 0.003 && moving[1][0] < 0.01 && abs(moving[1][512] - 1) < 1e-5)
  }

  @Test func `a room answers as loud as its level and the blend say`() throws {
    func heard(_ level: Float, _ blend: Float) throws -> [Float] {
      let place = try Place()
      let room = place.environment.reverbParameters
      room.loadFactoryReverbPreset(.smallRoom)
      (room.enable, room.level) = (true, level)
      (place.player.position, place.player.reverbBlend) = (AVAudioMake3DPoint(-1, 0, 0), blend)
      return try place.hear([Samples.noise(400, seed: 72)], 3_000)[1]
    }
    let loud = try heard(0, 1)
    // Before the first wall answers there is nothing: all of it is the room's.
    #expect(loud[..<90].allSatisfy { $0 == 0 } && loud.contains { abs($0) > 0.01 })
    let (soft, half) = (try heard(-20, 1), try heard(0, 0.5))
    #expect(zip(loud, soft).allSatisfy { abs($0 / 10 - $1) < 1e-5 })
    #expect(zip(loud, half).allSatisfy { abs($0 / 2 - $1) < 1e-5 })
    #expect(try heard(0, 0).allSatisfy { abs($0) < 1e-6 })
  }

  @Test func `what stands before a sound keeps its high tones from the listener, and a speed changes its pitch`() throws
  {
    for (hertz, decibels) in [(12_000.0, -20.0), (50, 0)] {
      let place = try Place()
      (place.player.obstruction, place.player.occlusion) = (-12, -8)
      place.player.position = AVAudioMake3DPoint(1, 0, 0)
      let heard = try place.hear([Samples.sine(9_600, hertz, rate: 48_000)], 9_600)[1]
      let found = 20 * log10(Samples.fit(hertz, in: heard, 4_800..<9_600, rate: 48_000).level / 0.5)
      #expect(abs(found - decibels) < 0.5, "\(hertz) Hz: \(found) dB")
    }
    let place = try Place()
    place.player.rate = 2
    let heard = try place.hear([Samples.sine(24_000, 600, rate: 48_000)], 11_000)[0]
    #expect(abs(Samples.risesThroughZero(heard[200...], rate: 48_000) - 1_200) < 3)
  }

  @Test func `a sound at another speed becomes a point without a step`() throws {
    let place = try Place(channels: 2)
    (place.player.rate, place.player.sourceMode) = (0.5, .bypass)
    place.player.position = AVAudioMake3DPoint(1, 0, 0)
    let (one, none) = ([Float](repeating: 1, count: 2_000), [Float](repeating: 0, count: 2_000))
    let before = try place.hear([one, none], 1_024)
    #expect(abs(before[0][900] - 1) < 1e-4 && abs(before[1][900]) < 1e-4)
    place.player.sourceMode = .pointSource
    let heard = try place.offline.render(512)
    #expect(heard[0].allSatisfy { abs($0) < 1e-4 } && heard[1].allSatisfy { abs($0 - 0.5) < 1e-4 })
  }

  @Test func `a connection has a place of its own, and each source an input`() throws {
    let place = try Place()
    let second = AVAudioPlayerNode()
    place.offline.engine.attach(second)
    place.offline.engine.connect(second, to: place.environment, format: try OfflineEngine.format(48_000, 1))
    #expect(place.environment.nextAvailableInputBus == 2 && place.environment.numberOfInputs == 8)
    let destination = try #require(second.destination(forMixer: place.environment, bus: 1))
    destination.position = AVAudioMake3DPoint(1, 0, 0)
    #expect(second.position == AVAudio3DPoint() && destination.position.x == 1)
    (second.reverbBlend, second.obstruction, second.rate) = (7, 5, 0)
    #expect(second.reverbBlend == 1 && second.obstruction == 0 && destination.rate == 0.5)
  }

  @Test func `a listener's directions and angles are the same in other words`() {
    let environment = AVAudioEnvironmentNode()
    #expect(environment.listenerVectorOrientation.forward == AVAudioMake3DVector(0, 0, -1))
    for angles in [(30, 20, 10), (-120, -45, 70), (170, 5, -160)] as [(Float, Float, Float)] {
      environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(angles.0, angles.1, angles.2)
      let read = environment.listenerAngularOrientation
      #expect(abs(read.yaw - angles.0) + abs(read.pitch - angles.1) + abs(read.roll - angles.2) < 0.01)
    }
    let looking = AVAudioMake3DVectorOrientation(AVAudioMake3DVector(2, 0, 0), AVAudioMake3DVector(0, 3, 0))
    environment.listenerVectorOrientation = looking
    #expect(
      environment.listenerVectorOrientation == looking && abs(environment.listenerAngularOrientation.yaw - 90) < 0.01)
    environment.listenerVectorOrientation = AVAudio3DVectorOrientation()
    #expect(environment.listenerVectorOrientation == looking && !environment.isListenerHeadTrackingEnabled)
  }

  // MARK: The program

  @Test func `a program may record, and mutes by its own handler`() async throws {
    let application = AVAudioApplication.shared
    #expect(application.recordPermission == .granted && application === AVAudioApplication.shared)
    #expect(await AVAudioApplication.requestRecordPermission())
    #expect(throws: NSError.self) { try application.setInputMuted(true) }
    let asked = Notes([Bool]())
    try application.setInputMuteStateChangeHandler { muted in
      asked.change { $0.append(muted) }
      return true
    }
    try application.setInputMuted(true)
    try application.setInputMuted(true)
    #expect(application.isInputMuted && asked.value == [true])
    try application.setInputMuted(false)
    try application.setInputMuteStateChangeHandler(nil)
    #expect(!application.isInputMuted && asked.value == [true, false])
  }

  @Test func `voices and echoes are not worked on, and say so`() throws {
    let session = AVAudioSession.sharedInstance()
    #expect(!session.isEchoCancelledInputAvailable && session.renderingMode == .notApplicable)
    #expect(throws: NSError.self) { try session.setPrefersEchoCancelledInput(true) }
    try session.setPreferredMicrophoneInjectionMode(.none)
    let input = AVAudioEngine().inputNode
    input.isVoiceProcessingAGCEnabled = true
    #expect(!input.isVoiceProcessingAGCEnabled && !input.setMutedSpeechActivityEventListener { _ in })
    #expect(throws: NSError.self) { try input.setVoiceProcessingEnabled(true) }
  }
}
