import AVFoundation
import TestSupport
import Testing

@Suite("Rules of players and recorders of sound")
struct AudioPlayerRules {
  private let folder: ScratchFolder
  private let url: URL

  /// A file of a twentieth of a second of silence.
  init() throws {
    folder = try ScratchFolder()
    url = folder.url("silence.wav")
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8_000, channels: 1))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 400))
    buffer.frameLength = 400
    try AVAudioFile(forWriting: url, settings: format.settings).write(from: buffer)
  }

  private func player() throws -> AVAudioPlayer { try AVAudioPlayer(contentsOf: url) }

  // MARK: AVAudioPlayer

  /// AVAudioPlayer.h, "url", "data": one of them is there, by how the player was made.
  @Test func `a player has its URL or its data`() throws {
    let bytes = try Data(contentsOf: url)
    let (first, second) = (try player(), try AVAudioPlayer(data: bytes))
    #expect(first.url == url && first.data == nil && second.url == nil && second.data == bytes)
  }

  /// Documentation of AVAudioPlayer, "volume", "pan", "rate", "enableRate", "numberOfLoops", "meteringEnabled": what they are unless set.
  @Test func `a fresh player plays once, as the sound is`() throws {
    let player = try player()
    #expect(player.volume == 1 && player.pan == 0 && player.rate == 1 && !player.enableRate)
    #expect(player.numberOfLoops == 0 && !player.isMeteringEnabled && !player.isPlaying && player.currentTime == 0)
  }

  /// AVAudioPlayer.h, "channelAssignments": nil until set.
  @Test func `a fresh player assigns no channels`() throws { #expect(try player().channelAssignments == nil) }

  /// AVAudioPlayer.h, "currentTime": where playing would start, of a sound that does not play.
  @Test func `the time of a player that does not play is where it begins`() throws {
    let player = try player()
    player.currentTime = 0.025
    #expect(player.currentTime == 0.025 && !player.isPlaying)
  }

  /// AVAudioPlayer.h, "play": asynchronously; "prepareToPlay": happens by itself.
  @Test func `a player plays as soon as it is asked`() throws {
    let player = try player()
    player.numberOfLoops = -1
    #expect(player.play() && player.isPlaying)
    player.stop()
  }

  /// Documentation of AVAudioPlayer, "stop": it does not go back to the beginning.
  @Test func `a stop leaves the time as it is`() throws {
    let player = try player()
    player.currentTime = 0.04
    player.stop()
    #expect(player.currentTime == 0.04)
  }

  /// AVAudioPlayer.h, "enableRate": the rate counts where it is set, and is kept.
  @Test func `a rate is kept, whether it counts or not`() throws {
    let player = try player()
    player.rate = 2
    #expect(player.rate == 2 && !player.enableRate)
    player.enableRate = true
    #expect(player.rate == 2 && player.enableRate)
  }

  /// AVAudioPlayer.h, "delegate": weak.
  @Test func `a player does not keep its delegate`() throws {
    final class Listener: NSObject, AVAudioPlayerDelegate {}
    let player = try player()
    do {
      let listener = Listener()
      player.delegate = listener
      #expect(player.delegate === listener)
    }
    #expect(player.delegate == nil)
  }

  /// Documentation of AVAudioPlayer, "averagePowerForChannel:": −160 is the least, as long as nothing is measured.
  @Test func `a player that measures nothing has the least levels`() throws {
    let player = try player()
    player.updateMeters()
    #expect(player.averagePower(forChannel: 0) == -160 && player.peakPower(forChannel: 0) == -160)
  }

  /// AVAudioPlayer.h, "initWithContentsOfURL:error:": no player where there is no sound.
  @Test func `bytes that are no sound make no player`() {
    #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data([1, 2, 3])) }
    #expect(throws: (any Error).self) { try AVAudioPlayer(contentsOf: folder.url("nothing.wav")) }
  }

  /// Documentation of AVAudioPlayer, "deviceCurrentTime": it never falls.
  @Test func `the device's time never falls`() throws {
    let player = try player()
    let times = (0..<10).map { _ in player.deviceCurrentTime }
    #expect(times == times.sorted() && times[0] > 0)
  }

  // MARK: AVAudioRecorder

  private static var settings: [String: Any] {
    [
      AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 12_000, AVNumberOfChannelsKey: 1,
      AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
    ]
  }

  /// AVAudioRecorder.h, "settings", "format", "url": what it was made with.
  @Test func `a recorder says what it records into`() throws {
    let file = folder.url("note.m4a")
    let recorder = try AVAudioRecorder(url: file, settings: Self.settings)
    #expect(recorder.url == file && recorder.settings[AVSampleRateKey] as? Int == 12_000)
    #expect(recorder.format.sampleRate == 12_000 && recorder.format.channelCount == 1)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  /// AVAudioRecorder.h, "recording", "meteringEnabled", "currentTime", "channelAssignments": what they are unless set.
  @Test func `a fresh recorder records nothing`() throws {
    let recorder = try AVAudioRecorder(url: folder.url("note.m4a"), settings: Self.settings)
    #expect(!recorder.isRecording && !recorder.isMeteringEnabled && recorder.currentTime == 0)
    #expect(recorder.channelAssignments == nil && recorder.delegate == nil)
    recorder.stop()
    #expect(!recorder.isRecording)
  }

  /// AVAudioRecorder.h, "deleteRecording": false where it fails.
  @Test func `a recorder deletes the file that there is`() throws {
    let recorder = try AVAudioRecorder(url: url, settings: [:])
    #expect(recorder.deleteRecording() && !recorder.deleteRecording())
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  // MARK: AVAudioSession

  /// Documentation of AVAudioSession, "sharedInstance": one.
  @Test func `there is one session`() {
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
  }

  /// AVAudioSessionTypes.h: the numbers of options, which programs keep.
  @Test func `options of categories have AVFoundation's numbers`() {
    let options: [AVAudioSession.CategoryOptions] = [
      .mixWithOthers, .duckOthers, .allowBluetooth, .defaultToSpeaker, .interruptSpokenAudioAndMixWithOthers,
      .allowBluetoothA2DP, .allowAirPlay, .overrideMutedMicrophoneInterruption,
    ]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8, 17, 32, 64, 128])
    #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
  }

  /// AVAudioSessionTypes.h: the numbers of reasons.
  @Test func `reasons have AVFoundation's numbers`() {
    #expect(AVAudioSession.RouteChangeReason.wakeFromSleep.rawValue == 6)
    #expect(AVAudioSession.InterruptionReason.routeDisconnected.rawValue == 4)
    #expect(AVAudioSession.InterruptionType.began.rawValue == 1 && AVAudioSession.PortOverride.none.rawValue == 0)
  }
}
