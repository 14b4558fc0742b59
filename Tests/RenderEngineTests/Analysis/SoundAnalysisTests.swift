import Foundation
import GstEdit
import RenderEngine
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import enum TestSupport.RawSamples
import class TestSupport.ScratchFolder

/// What is measured of real sound, with ffmpeg as the witness.
@Suite("Analysis of sound")
struct SoundAnalysisTests {
  private let renderer = GStreamerRenderer()

  /// Sound that swells and falls silent, in several codecs and layouts.
  struct Sound: CustomTestStringConvertible, Sendable {
    var type: String
    var codec: [String]
    var layout = "stereo"
    var rate = 48_000
    /// Whether decoders agree to the last bit.
    var isExact = true

    var testDescription: String { "\(codec.last ?? "") in \(type), \(layout), \(rate) Hz" }

    /// Eight seconds: a chord that swells, a pause of 2.5 s, noise.
    func url() async throws -> URL {
      let recipe =
        [
          "-f", "lavfi", "-i",
          "aevalsrc=0.1*t*sin(2*PI*440*t)+0.05*sin(2*PI*1234*t):s=\(rate):d=3.5",
          "-f", "lavfi", "-i", "anullsrc=r=\(rate):cl=mono:d=2.5",
          "-f", "lavfi", "-i", "anoisesrc=r=\(rate):d=2:seed=7:a=0.3,lowpass=f=6000",
          "-filter_complex", "[0][1][2]concat=n=3:v=0:a=1,aformat=channel_layouts=\(layout)",
        ] + ["-c:a"] + codec
      return try await MediaCache.shared.file(named: "analysis", extension: type, recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      }
    }
  }

  static let sounds = [
    Sound(type: "wav", codec: ["pcm_s16le"]),
    Sound(type: "wav", codec: ["pcm_f32le"], layout: "5.1", rate: 44_100),
    Sound(type: "flac", codec: ["flac"], layout: "mono", rate: 96_000),
    Sound(type: "mka", codec: ["pcm_s24le"], layout: "7.1"),
    Sound(type: "m4a", codec: ["aac"], isExact: false),
    Sound(type: "mp3", codec: ["libmp3lame"], rate: 44_100, isExact: false),
  ]

  /// All samples as ffmpeg decodes them, interleaved.
  private static func samples(_ url: URL) async throws -> [Double] {
    RawSamples.doubles(try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:0", "-f", "f64le"]))
  }

  @Test(arguments: sounds)
  func `the points of a waveform are those of the decoded samples`(_ sound: Sound) async throws {
    let url = try await sound.url()
    var generator = WaveformGenerator(of: AnalysisSubject(AssetReference(url: url)), renderer: renderer)
    generator.resolution = .points(97)
    let waveform = try await generator.waveform()
    let samples = try await Self.samples(url)
    let channels = waveform.channels.count
    let tolerance = sound.isExact ? 0 : 1e-4
    // ffmpeg decodes a track from its first sample on.
    let first = samples.count / channels - waveform.samples.count
    try #require(abs(first) < 4_096)
    for channel in 0..<channels {
      for point in 0..<waveform.pointCount {
        let values = waveform.samples(of: point).compactMap { number -> Double? in
          let index = (Int(number) + first) * channels + channel
          return samples.indices.contains(index) ? samples[index] : nil
        }
        let found = waveform.channels[channel]
        #expect(abs(found.maximums[point] - (values.max() ?? 0)) <= tolerance)
        #expect(abs(found.minimums[point] - (values.min() ?? 0)) <= tolerance)
        let mean = (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        #expect(abs(found.rootMeanSquares[point] - mean) <= tolerance + 1e-9)
      }
    }
  }

  @Test(arguments: sounds)
  func `loudness is what ffmpeg's ebur128 measures`(_ sound: Sound) async throws {
    let url = try await sound.url()
    let subject = AnalysisSubject(AssetReference(url: url))
    let loudness = try await LoudnessMeter(of: subject, renderer: renderer).loudness()
    let log = try await Self.log(url, "ebur128=peak=true+sample")
    func number(_ name: String, _ unit: String) -> Double {
      let line = log.split(separator: "\n").last { $0.contains(name) && $0.contains(unit) } ?? ""
      return Double(line.split(separator: " ").dropLast().last ?? "") ?? .nan
    }
    #expect(abs(try #require(loudness.integrated) - number("I:", "LUFS")) <= 0.1)
    let peaks = log.components(separatedBy: "True peak:")
    let truePeak = Double(
      peaks.last?.split(separator: "\n").first { $0.contains("Peak:") }?.split(separator: " ").dropLast().last ?? "")
    #expect(abs(try #require(loudness.truePeak) - (truePeak ?? .nan)) <= 0.3)
    #expect(loudness.shortTerm.count == 6)
    #expect(try #require(loudness.maximumMomentary) >= #require(loudness.maximumShortTerm))
  }

  /// What ffmpeg says while it runs `filter` over the sound.
  private static func log(_ url: URL, _ filter: String) async throws -> String {
    let folder = try ScratchFolder()
    let file = folder.url("log").path
    try await MediaTools.run(
      "sh", ["-c", "ffmpeg -nostdin -nostats -i \"$0\" -map 0:a:0 -af \(filter) -f null - 2> \"$1\"", url.path, file])
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test(arguments: sounds.filter(\.isExact))
  func `silences are those that ffmpeg's silencedetect finds`(_ sound: Sound) async throws {
    let url = try await sound.url()
    var detector = SilenceDetector(of: AnalysisSubject(AssetReference(url: url)), renderer: renderer)
    detector.minimumDuration = CMTime(value: 1, timescale: 1)
    let stretches = try await detector.stretches()
    let log = try await Self.log(url, "silencedetect=noise=-60dB:d=1")
    let starts = log.split(separator: "\n").compactMap { line -> Double? in
      line.contains("silence_start") ? Double(line.split(separator: " ").last ?? "") : nil
    }
    #expect(stretches.silent.count == starts.count)
    for (range, start) in zip(stretches.silent, starts) {
      #expect(abs(range.start.seconds - start) < 0.001)
      #expect(abs(range.duration.seconds - 2.5) < 0.01)
    }
    #expect(stretches.audible.count == stretches.silent.count + 1)
  }

  @Test func `a film's sound is measured as it would be exported`() async throws {
    let url = try await Self.sounds[0].url()
    let asset = AssetReference(url: url)
    let second = CMTime(value: 1, timescale: 1)
    func clip(_ start: Int64, _ duration: Int64, at time: Int64, lasting: Int64) -> CompositionTrackSegment {
      CompositionTrackSegment(
        source: .init(asset: asset, trackIndex: 0),
        sourceRange: CMTimeRange(
          start: CMTime(value: start, timescale: 10), duration: CMTime(value: duration, timescale: 10)),
        targetRange: CMTimeRange(
          start: CMTime(value: time, timescale: 10), duration: CMTime(value: lasting, timescale: 10)))
    }
    let composition = Composition(tracks: [
      CompositionTrack(
        id: 1, mediaType: .audio,
        segments: [
          clip(5, 20, at: 0, lasting: 20),
          CompositionTrackSegment(
            emptyOver: CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: second)),
          clip(60, 10, at: 30, lasting: 20),
        ]),
      CompositionTrack(id: 2, mediaType: .audio, segments: [clip(62, 15, at: 0, lasting: 15)]),
    ])
    var mix = AudioMixInputParameters(trackID: 2)
    try mix.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 0.5, timeRange: CMTimeRange(start: .zero, duration: second))
    let edit = EditSnapshot(composition: composition, audioMix: AudioMix(inputParameters: [mix]))
    let folder = try ScratchFolder()
    let request = ExportRequest(
      edit, as: ExportSettings(fileType: .wav, video: nil, audio: AudioSettings(codec: .pcm)),
      to: folder.url("film.wav"))
    _ = try await ExportSession(request, renderer: renderer).export()
    let file = AnalysisSubject(AssetReference(url: folder.url("film.wav")))
    let (exported, film) = (
      try await WaveformGenerator(of: file, renderer: renderer).waveform(),
      try await WaveformGenerator(of: AnalysisSubject(edit), renderer: renderer).waveform()
    )
    #expect(exported.samples == film.samples)
    for (first, second) in zip(exported.channels, film.channels) {
      #expect(zip(first.maximums, second.maximums).allSatisfy { abs($0 - $1) <= 1.0 / 32_767 })
      #expect(zip(first.minimums, second.minimums).allSatisfy { abs($0 - $1) <= 1.0 / 32_767 })
    }
    let loudness = try await LoudnessMeter(of: AnalysisSubject(edit), renderer: renderer).loudness()
    let written = try await LoudnessMeter(of: file, renderer: renderer).loudness()
    #expect(abs(try #require(loudness.integrated) - #require(written.integrated)) < 0.01)
  }
}
