import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Sound played by the clock, and recorded from the test tone: `AVAudioPlayer`, `AVAudioRecorder`, `AVAudioSession`.
@Suite("Players and recorders of sound")
struct AudioPlayerTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A file of `seconds` of a sine of 1,000 periods a second, at half of full scale, in two channels, the second half
  /// as loud as the first; before it, `silence` seconds of silence.
  private func tone(_ seconds: Double, after silence: Double = 0, _ name: String = "tone.wav") throws -> URL {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    let (quiet, count) = (Int(silence * 48_000), Int(seconds * 48_000))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(quiet + count)))
    buffer.frameLength = buffer.frameCapacity
    let data = try #require(buffer.floatChannelData)
    for index in 0..<count {
      let value = Float(sin(2 * .pi * Double(index) / 48)) / 2
      (data[0][quiet + index], data[1][quiet + index]) = (value, value / 2)
    }
    let file = try AVAudioFile(forWriting: folder.url(name), settings: format.settings)
    try file.write(from: buffer)
    file.close()
    return folder.url(name)
  }

  /// The levels of all that `player` plays from where it is to the end.
  private func levels(of player: AVAudioPlayer) async -> (average: [Float], peak: [Float]) {
    player.isMeteringEnabled = true
    #expect(player.play())
    #expect(await Poll.eventually { !player.isPlaying })
    player.updateMeters()
    return ((0...1).map { player.averagePower(forChannel: $0) }, (0...1).map { player.peakPower(forChannel: $0) })
  }

  /// Whether `level` is `wanted` decibels, within a tenth.
  private func isNear(_ level: Float, _ wanted: Float) -> Bool { abs(level - wanted) < 0.1 }

  // MARK: What is played

  @Test func `a player knows what is in its file`() throws {
    let url = try tone(0.3)
    let player = try AVAudioPlayer(contentsOf: url)
    #expect(player.duration == 0.3 && player.numberOfChannels == 2 && player.url == url && player.data == nil)
    #expect(player.format == (try AVAudioFile(forReading: url).fileFormat) && player.format.sampleRate == 48_000)
    #expect(player.settings[AVSampleRateKey] as? Double == 48_000)
    #expect(player.settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatLinearPCM)
    #expect(player.currentTime == 0 && !player.isPlaying && player.prepareToPlay() && !player.isPlaying)
    #expect(try AVAudioPlayer(contentsOf: url, fileTypeHint: AVFileType.mp3.rawValue).duration == 0.3)
  }

  @Test func `the bytes of a file are played as the file is, and leave nothing behind`() async throws {
    @Sendable func files() throws -> Set<String> {
      let folder = FileManager.default.temporaryDirectory.path
      return Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("gstedit-sound-") })
    }
    let bytes = try Data(contentsOf: try tone(0.1))
    let before = try files()
    let made: Set<String>
    do {
      let player = try AVAudioPlayer(data: bytes, fileTypeHint: AVFileType.wav.rawValue)
      made = try files().subtracting(before)
      #expect(player.data == bytes && player.url == nil && player.duration == 0.1 && !made.isEmpty)
      let (average, _) = await levels(of: player)
      #expect(isNear(average[0], -9.03))
    }
    #expect(try await Poll.eventually { try made.isDisjoint(with: files()) })
    #expect(throws: AVError.self) { try AVAudioPlayer(data: Data("no sound".utf8)) }
  }

  @Test func `what cannot be played throws`() async throws {
    let missing = #expect(throws: NSError.self) { try AVAudioPlayer(contentsOf: folder.url("none.wav")) }
    #expect(missing?.domain == NSURLErrorDomain)
    let silent = try await Films.second()
    #expect(throws: AVError(.operationNotSupportedForAsset)) { try AVAudioPlayer(contentsOf: silent) }
    let player = AVAudioPlayer()
    #expect(!player.play() && !player.prepareToPlay() && player.duration == 0 && player.url == nil)
  }

  @Test func `a missing file is an error of decoding, and an end without success`() async throws {
    let url = try tone(0.1)
    let (player, listener) = (try AVAudioPlayer(contentsOf: url), Listener())
    player.delegate = listener
    try FileManager.default.removeItem(at: url)
    #expect(!player.prepareToPlay())
    player.play()
    #expect(await Poll.eventually { listener.words.entries.count == 2 })
    #expect(listener.words.entries == ["error", "failed"] && !player.isPlaying)
  }

  // MARK: Playing

  @Test func `the end is reported once, on the main queue, and the player is at the beginning again`() async throws {
    let (player, listener) = (try AVAudioPlayer(contentsOf: tone(0.1)), Listener())
    player.delegate = listener
    #expect(player.delegate === listener && player.play())
    #expect(await Poll.eventually { listener.words.entries.count == 1 })
    #expect(!player.isPlaying && player.currentTime == 0)
    #expect(player.play())
    #expect(await Poll.eventually { listener.words.entries.count == 2 && !player.isPlaying })
    await MainActor.run {}
    #expect(listener.words.entries == ["finished", "finished"] && listener.strays.entries.isEmpty)
  }

  @Test func `a paused or stopped player keeps its position, and goes on from there`() async throws {
    let (player, listener) = (try AVAudioPlayer(contentsOf: tone(0.2, after: 0.2)), Listener())
    player.delegate = listener
    for stop in [player.pause, player.stop] {
      player.currentTime = 0.2
      #expect(player.play(atTime: player.deviceCurrentTime + 3_600) && player.isPlaying && player.currentTime == 0.2)
      stop()
      #expect(!player.isPlaying && player.currentTime == 0.2)
    }
    await MainActor.run {}
    #expect(listener.words.entries.isEmpty)
    let (average, _) = await levels(of: player)
    #expect(isNear(average[0], -9.03) && isNear(average[1], -15.05))
  }

  @Test func `time goes on while it plays, and stands while it is paused`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.4))
    player.numberOfLoops = -1
    player.play()
    #expect(await Poll.eventually { player.currentTime > 0 })
    player.pause()
    let (place, now) = (player.currentTime, player.deviceCurrentTime)
    #expect(await Poll.eventually { player.deviceCurrentTime > now + 0.05 })
    #expect(player.currentTime == place && place <= player.duration)
    player.play()
    #expect(await Poll.eventually { player.currentTime != place })
    player.stop()
  }

  @Test func `it is played as often as is set, and a stop is not reported`() async throws {
    let (player, listener) = (try AVAudioPlayer(contentsOf: tone(0.1)), Listener())
    player.delegate = listener
    player.numberOfLoops = 2
    let begin = player.deviceCurrentTime
    player.play()
    #expect(await Poll.eventually { listener.words.entries.count == 1 })
    #expect(player.deviceCurrentTime - begin >= 0.299 && player.numberOfLoops == 2)
    player.numberOfLoops = -1
    player.play()
    let again = player.deviceCurrentTime
    #expect(await Poll.eventually { player.deviceCurrentTime > again + 0.5 })
    #expect(player.isPlaying)
    player.stop()
    #expect(!player.isPlaying)
    await MainActor.run {}
    #expect(listener.words.entries == ["finished"])
  }

  @Test func `it begins no earlier than the given time`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.1))
    let begin = player.deviceCurrentTime + 0.2
    #expect(player.play(atTime: begin))
    #expect(await Poll.eventually { !player.isPlaying })
    #expect(player.deviceCurrentTime >= begin + 0.099)
  }

  @Test func `what is sought is played from there, also in mid-play`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.1, after: 0.3))
    player.currentTime = 0.3
    #expect(player.currentTime == 0.3)
    let (average, peak) = await levels(of: player)
    #expect(isNear(average[0], -9.03) && isNear(peak[0], -6.02))
    player.currentTime = 7
    #expect(player.currentTime == player.duration)
    player.currentTime = -1
    #expect(player.currentTime == 0)
    #expect(player.play(atTime: player.deviceCurrentTime + 3_600))
    player.currentTime = 0.2
    #expect(player.isPlaying && player.currentTime == 0.2)
    player.stop()
  }

  @Test func `half as fast it takes twice as long`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.2))
    (player.enableRate, player.rate) = (true, 0.5)
    let begin = player.deviceCurrentTime
    let (average, _) = await levels(of: player)
    #expect(player.deviceCurrentTime - begin >= 0.399 && player.currentTime == 0)
    // The tone with its pitch: pieces of it, faded into each other.
    #expect(abs(average[0] + 9.03) < 1)
  }

  // MARK: Levels

  @Test func `levels are those of what is played, as loud as it is played`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.2))
    let (average, peak) = await levels(of: player)
    #expect(isNear(average[0], -9.03) && isNear(average[1], -15.05))
    #expect(isNear(peak[0], -6.02) && isNear(peak[1], -12.04))
    player.volume = 0.5
    let quiet = await levels(of: player)
    #expect(isNear(quiet.average[0], -15.05) && isNear(quiet.peak[1], -18.06))
    (player.volume, player.pan) = (1, 1)
    let right = await levels(of: player)
    #expect(right.peak[0] == -160 && isNear(right.peak[1], -12.04) && player.peakPower(forChannel: 2) == -160)
    player.isMeteringEnabled = false
    #expect(player.averagePower(forChannel: 1) == -160)
  }

  @Test func `a fade goes with what is played`() async throws {
    let player = try AVAudioPlayer(contentsOf: tone(0.4))
    player.setVolume(0, fadeDuration: 0.2)
    #expect(player.volume == 1)
    let (average, peak) = await levels(of: player)
    // A ramp down to nothing has a third of the power, and it is over after a half.
    #expect(isNear(average[0], -9.03 - 7.78) && player.volume == 0 && abs(peak[0] + 6.02) < 0.2)
  }

  // MARK: Recording

  /// A recorder of the test tone into a file called `name`.
  private func recorder(_ name: String, _ settings: [String: Any]) throws -> AVAudioRecorder {
    let device = try #require(AVCaptureDevice(uniqueID: "audiotestsrc"))
    return try AVAudioRecorder(url: folder.url(name), settings: settings, device: device)
  }

  private static var pcm: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 16,
    ]
  }

  @Test func `as much is recorded as is said, in the place of what was there`() async throws {
    try folder.write("precious", to: "note.wav")
    let (recorder, listener) = (try recorder("note.wav", Self.pcm), Listener())
    recorder.delegate = listener
    recorder.isMeteringEnabled = true
    #expect(recorder.format.sampleRate == 16_000 && recorder.averagePower(forChannel: 0) == -160)
    #expect(recorder.record(forDuration: 0.4))
    #expect(await Poll.eventually { listener.words.entries.count == 1 })
    recorder.updateMeters()
    // A sine of a quarter of what can be.
    #expect(isNear(recorder.peakPower(forChannel: 0), -12.04) && isNear(recorder.averagePower(forChannel: 0), -15.05))
    #expect(!recorder.isRecording && recorder.currentTime == 0.4 && listener.words.entries == ["recorded"])
    let file = try AVAudioFile(forReading: recorder.url)
    #expect(file.length == 6_400 && file.fileFormat.sampleRate == 16_000 && file.fileFormat.channelCount == 1)
    // Once more, into the same file.
    #expect(recorder.record(forDuration: 0.2))
    #expect(await Poll.eventually { listener.words.entries.count == 2 })
    #expect(try AVAudioFile(forReading: recorder.url).length == 3_200 && listener.strays.entries.isEmpty)
  }

  @Test func `a stop finishes the file, and a recording that is over can be deleted`() async throws {
    let (recorder, listener) = (try recorder("note.wav", Self.pcm), Listener())
    recorder.delegate = listener
    #expect(!recorder.deleteRecording() && recorder.prepareToRecord() && !recorder.isRecording)
    #expect(recorder.record() && recorder.isRecording)
    #expect(await Poll.eventually { recorder.currentTime > 0 })
    recorder.pause()
    #expect(!recorder.isRecording && !recorder.deleteRecording())
    #expect(recorder.record() && recorder.isRecording)
    let isThere = await Poll.eventually {
      recorder.stop()
      return FileManager.default.fileExists(atPath: recorder.url.path)
    }
    #expect(isThere && !recorder.isRecording)
    let length = try AVAudioFile(forReading: recorder.url).length
    #expect(length > 0 && Double(length) / 16_000 == recorder.currentTime)
    #expect(await Poll.eventually { listener.words.entries == ["recorded"] })
    #expect(recorder.deleteRecording() && !recorder.deleteRecording())
  }

  @Test func `a recording begins when its time has come`() async throws {
    let (recorder, listener) = (try recorder("note.m4a", [AVSampleRateKey: 44_100]), Listener())
    recorder.delegate = listener
    #expect(recorder.settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
    #expect(recorder.record(atTime: recorder.deviceCurrentTime + 0.1, forDuration: 0.2))
    #expect(await Poll.eventually { listener.words.entries == ["recorded"] })
    #expect(try AVAudioFile(forReading: recorder.url).length == 8_820)
  }

  @Test func `what is not written, and what gives no sound, throws`() throws {
    let camera = try #require(AVCaptureDevice(uniqueID: "videotestsrc"))
    #expect(throws: AVError(.fileFormatNotRecognized)) {
      try AVAudioRecorder(url: folder.url("note.xyz"), settings: Self.pcm)
    }
    #expect(throws: AVError.self) {
      try AVAudioRecorder(url: folder.url("note.wav"), settings: [AVFormatIDKey: 0x7178_797A])
    }
    #expect(throws: AVError(.deviceNotConnected)) {
      try AVAudioRecorder(url: folder.url("note.wav"), settings: Self.pcm, device: camera)
    }
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1))
    let recorder = try AVAudioRecorder(url: folder.url("note.wav"), format: format)
    #expect(recorder.format.sampleRate == 22_050 && !recorder.isRecording && recorder.currentTime == 0)
    #expect(!recorder.record(forDuration: -1))
  }

  // MARK: The session

  @Test func `a session says what was stated`() async throws {
    let session = AVAudioSession.sharedInstance()
    #expect(session === AVAudioSession.sharedInstance() && session.recordPermission == .granted)
    try session.setCategory(.playAndRecord, mode: .videoChat, options: [.defaultToSpeaker, .allowBluetooth])
    #expect(session.category == .playAndRecord && session.mode == .videoChat && session.categoryOptions.rawValue == 12)
    #expect(session.currentRoute.outputs.isEmpty && session.currentRoute.inputs.count <= 1)
    try session.setCategory(.playback)
    try session.setMode(.default)
    #expect(session.category.rawValue == "AVAudioSessionCategoryPlayback" && session.categoryOptions.isEmpty)
    #expect(session.currentRoute.inputs.isEmpty && session.inputNumberOfChannels == 0)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    try session.overrideOutputAudioPort(AVAudioSession.PortOverride.none)
    #expect(session.sampleRate == 48_000 && session.preferredSampleRate == 0 && session.outputVolume == 1)
    try session.setPreferredSampleRate(44_100)
    #expect(session.sampleRate == 44_100 && abs(session.ioBufferDuration - 1_024 / 44_100) < 1e-9)
    try session.setPreferredSampleRate(0)
    #expect(throws: NSError.self) { try session.setInputGain(1) }
    #expect(session.isInputAvailable == (session.availableInputs?.isEmpty == false))
    #expect(try await session.activate(options: []))
    let isGranted = await withCheckedContinuation { done in
      session.requestRecordPermission { done.resume(returning: $0) }
    }
    #expect(isGranted)
  }

  @Test func `names of sessions have AVFoundation's values`() throws {
    #expect(AVAudioSession.interruptionNotification.rawValue == "AVAudioSessionInterruptionNotification")
    #expect(Notification.Name.AVAudioSessionRouteChange == AVAudioSession.routeChangeNotification)
    #expect(AVAudioSession.Mode.default.rawValue == "AVAudioSessionModeDefault")
    #expect(AVAudioSession.Port.builtInMic.rawValue == "MicrophoneBuiltIn")
    #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
    #expect(AVAudioSession.ErrorCode.isBusy.rawValue == 560_030_580)
    let info: [AnyHashable: Any] = [
      AVAudioSessionInterruptionTypeKey: UInt(1), AVAudioSessionRouteChangeReasonKey: UInt(3),
    ]
    let number = try #require(info[AVAudioSessionInterruptionTypeKey] as? UInt)
    #expect(AVAudioSession.InterruptionType(rawValue: number) == .began)
    let reason = try #require(info[AVAudioSessionRouteChangeReasonKey] as? UInt)
    #expect(AVAudioSession.RouteChangeReason(rawValue: reason) == .categoryChange)
  }
}

// MARK: - Delegates

/// Keeps delegate calls, and those of them that are not on the main queue.
private final class Listener: NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate, Sendable {
  let words = Log<String>()
  let strays = Log<String>()
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  override init() {
    _ = Self.key
    super.init()
  }

  private func note(_ word: String) {
    if DispatchQueue.getSpecific(key: Self.key) != true { strays.add(word) }
    words.add(word)
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    note(flag ? "finished" : "failed")
  }
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) { note("error") }
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    note(flag ? "recorded" : "lost")
  }
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) { note("error") }
}

/// The logged entries, in order.
private final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}
