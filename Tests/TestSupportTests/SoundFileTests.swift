import Foundation
import TestSupport
import Testing

/// The witness of the ear: sounds that ffmpeg alone has made must be measured where they are.
@Suite struct SoundFileTests {
  @Test(arguments: [(SoundCodec.pcm, "wav"), (.flac, "flac"), (.flac, "mkv"), (.pcm, "mov")])
  func `A lossless sound comes back bit by bit`(codec: SoundCodec, container: String) async throws {
    let sound = SoundFile(.noise(seed: 4)) {
      $0.codec = codec
      $0.container = container
    }
    #expect(try await SoundReader.pcm(sound.url()) == sound.pcm())
    #expect(try await SoundReader.rate(sound.url()) == 48_000)
  }

  @Test(arguments: [
    (SoundCodec.pcm, "wav"), (.flac, "flac"), (.aac, "mp4"), (.aac, "m4a"), (.opus, "mkv"), (.opus, "webm"),
    (.mp3, "mp3"), (.vorbis, "ogg"),
  ])
  func `A click is found at its second after every codec`(codec: SoundCodec, container: String) async throws {
    let sound = SoundFile(.click(at: Fraction(1))) {
      $0.codec = codec
      $0.container = container
    }
    let position = try #require(Click.position(in: try await SoundReader.firstChannel(sound.url()), rate: 48_000))
    #expect(abs(position - 48_000) < 0.1, "found at \(position)")
  }

  @Test func `A click between two samples is found between them`() async throws {
    let sound = SoundFile(.click(at: Fraction(48_001, 96_000))) { $0.rate = 44_100 }
    let position = try #require(Click.position(in: try await SoundReader.firstChannel(sound.url()), rate: 44_100))
    #expect(abs(position - 44_100 * 48_001 / 96_000) < 0.02, "found at \(position)")
  }

  @Test func `Silence has no click`() async throws {
    let sound = SoundFile(.constant(0)) { $0.count = 4800 }
    #expect(Click.position(in: try await SoundReader.firstChannel(sound.url()), rate: 48_000) == nil)
  }

  @Test func `A WAVE file is taken apart without a decoder`() async throws {
    let sound = SoundFile(.noise(seed: 9)) {
      $0.rate = 44_100
      $0.channels = 1
      $0.count = 1000
    }
    let wave = try #require(try WaveFile(contentsOf: try await sound.url()))
    #expect(wave.rate == 44_100)
    #expect(wave.channels == 1)
    #expect(wave.bitsPerSample == 16)
    #expect(wave.samples == sound.pcm())
  }
}
