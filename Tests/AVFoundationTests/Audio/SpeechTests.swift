import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Names without voices and instruments behind them: code that uses them compiles, and gets an error or a cancellation.
@Suite("Speech and instruments") struct SpeechTests {
  private final class Heard: NSObject, AVSpeechSynthesizerDelegate, Sendable {
    let (isCancelled, isBegun) = (Flag(), Flag())
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) { isBegun.set() }
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
      isCancelled.set()
    }
  }

  @Test func `what is to be spoken is cancelled, as there is no voice`() async throws {
    #expect(AVSpeechSynthesisVoice.speechVoices().isEmpty && AVSpeechSynthesisVoice(language: "en-US") == nil)
    let utterance = AVSpeechUtterance(string: "Good evening.")
    utterance.rate = 3
    utterance.pitchMultiplier = 0
    #expect(utterance.rate == AVSpeechUtteranceMaximumSpeechRate && utterance.pitchMultiplier == 0.5)
    #expect(utterance.volume == 1 && utterance.voice == nil)
    let (synthesizer, heard) = (AVSpeechSynthesizer(), Heard())
    synthesizer.delegate = heard
    synthesizer.speak(utterance)
    #expect(!synthesizer.isSpeaking && !synthesizer.stopSpeaking(at: .immediate))
    #expect(await Poll.eventually { heard.isCancelled.isSet })
    #expect(!heard.isBegun.isSet)
    let lengths = Mutex<[AVAudioFrameCount]>([])
    synthesizer.write(utterance) { buffer in
      lengths.withLock { $0.append((buffer as? AVAudioPCMBuffer)?.frameLength ?? 9) }
    }
    #expect(lengths.withLock { $0 } == [0])
  }

  @Test func `a sampler gives silence, and loads nothing`() throws {
    let engine = AVAudioEngine()
    let sampler = AVAudioUnitSampler()
    engine.attach(sampler)
    engine.connect(sampler, to: engine.mainMixerNode, format: nil)
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
    try engine.start()
    sampler.startNote(60, withVelocity: 100, onChannel: 0)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
    #expect(try engine.renderOffline(512, to: buffer) == .success)
    let data = try #require(buffer.floatChannelData)
    #expect((0..<512).allSatisfy { data[0][$0] == 0 && data[1][$0] == 0 })
    let bank = URL(filePath: "/none.sf2")
    #expect(throws: NSError.self) {
      try sampler.loadSoundBankInstrument(at: bank, program: 0, bankMSB: 0x79, bankLSB: 0)
    }
    #expect(throws: NSError.self) { try sampler.loadInstrument(at: bank) }
    let sequencer = AVAudioSequencer(audioEngine: engine)
    #expect(throws: NSError.self) { try sequencer.load(from: bank, options: []) }
    #expect(throws: NSError.self) { try sequencer.start() }
    #expect(!sequencer.isPlaying && sequencer.tracks.isEmpty)
    #expect(throws: NSError.self) { try AVMIDIPlayer(contentsOf: bank, soundBankURL: nil) }
  }
}
