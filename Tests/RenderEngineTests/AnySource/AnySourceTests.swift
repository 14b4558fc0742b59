import Foundation
import GstEdit
import TestSupport
import Testing

/// Every service, of every kind of source: what comes out is the same.
@Suite("Any source, any service")
struct AnySourceTests {
  /// Two seconds of 25 pictures with a tone.
  static let film = SmallPicture.film(61, frameCount: 50) {
    ($0.timing, $0.sound) = (.constant(FrameRate(25)), SoundFile(.tone(hertz: 500)) { $0.codec = .aac })
  }

  /// The sources: a file in three ways, and a film of it in four.
  private static func sources(_ url: URL) async throws -> (files: [any MediaSource], edits: [any MediaSource]) {
    var movie = Composition()
    let asset = URLAsset(url: url)
    try movie.insertTimeRange(
      CMTimeRange(start: .zero, duration: try await asset.load(.duration)), of: asset, at: .zero)
    let edit = EditSnapshot(composition: movie)
    return (
      [url, AssetReference(url: url), asset, AnalysisSubject(AssetReference(url: url))],
      [movie, CompositionAsset(movie), edit, AnalysisSubject(edit)]
    )
  }

  @Test func `images, scenes, waveforms, silences and loudness`() async throws {
    let (files, edits) = try await Self.sources(try await Self.film.url())
    let second = CMTime(value: 1, timescale: 1)
    for source in files + edits {
      var generator = ImageGenerator(asset: source)
      (generator.toleranceBefore, generator.toleranceAfter, generator.pixelFormat) = (.zero, .zero, .yuv420p)
      let image = try await generator.image(at: second)
      #expect(reading(try image.picture.planeBytes()) == .frame(FrameCode(film: 61, index: 25)), "\(type(of: source))")
      #expect(image.actualTime == second)
      let scenes = try await SceneDetector(of: source).scenes()
      #expect(scenes.first?.timeRange.start == .zero && (scenes.last?.timeRange.end.seconds ?? 0) >= 2)
      var waveform = WaveformGenerator(of: source)
      waveform.resolution = .points(4)
      let peaks = try await waveform.waveform().channels[0].maximums
      #expect(peaks.count == 4 && peaks.allSatisfy { abs($0 - 0.5) < 0.03 }, "\(type(of: source)): \(peaks)")
      #expect(try await SilenceDetector(of: source).stretches().silent.isEmpty)
      let loudness = try #require(try await LoudnessMeter(of: source).loudness().integrated)
      #expect(abs(loudness - -6) < 1.5, "\(type(of: source)): \(loudness)")
    }
  }

  @Test func `sheets and strips`() async throws {
    let (files, edits) = try await Self.sources(try await Self.film.url())
    for source in [files[0], files[2], edits[0], edits[2]] {
      var sheet = ContactSheet(of: source)
      (sheet.columns, sheet.rows) = (2, 1)
      let picture = try await sheet.picture()
      #expect(picture.width == 2 * 16 + 2 * SmallPicture.width + 8)
      var strip = Filmstrip(of: source)
      (strip.width, strip.frameHeight) = (200, 36)
      #expect(try await strip.picture().width == 200)
    }
    #expect(ContactSheet(of: files[0]).name == (try await Self.film.url().lastPathComponent))
    #expect(ContactSheet(of: edits[0]).name == "Film")
  }

  @Test func `exports, with the preset's size, and readers`() async throws {
    let (files, edits) = try await Self.sources(try await Self.film.url())
    let folder = try ScratchFolder()
    let range = CMTimeRange(start: CMTime(value: 2, timescale: 5), duration: CMTime(value: 1, timescale: 1))
    for (number, source) in (files + edits).enumerated() {
      let url = folder.url("\(number).mp4")
      try await ExportSession(asset: source, preset: .highestQuality, to: url, timeRange: range).export()
      let frames = try await FilmReader.frames(url)
      #expect(frames == (10..<35).map { .frame(FrameCode(film: 61, index: $0)) }, "\(type(of: source))")
    }
    for source in [files[0], edits[2]] {
      let reader = AssetReader(asset: source)
      let tracks = try await CompositionAsset(try #require(edits[0] as? Composition)).load(.tracks)
      let own = source is URL ? try await URLAsset(url: try await Self.film.url()).load(.tracks) : tracks
      let output = AssetReaderTrackOutput(track: own[0], outputSettings: .video)
      try reader.add(output)
      try reader.startReading()
      var count = 0
      for try await _ in output.sampleBuffers { count += 1 }
      #expect(count == 50)
    }
  }

  @Test func `a title stays, and a larger film fits the preset`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("titled.mp4")
    try await MediaTools.ffmpeg(
      ["-i", try await Self.film.url().path, "-c", "copy", "-metadata", "title=Waves", source.path])
    let small = folder.url("small.mp4")
    let large = SmallPicture.film(62, frameCount: 10) { ($0.width, $0.height) = (480, 272) }
    try await ExportSession(asset: try await large.url(), preset: .lowQuality, to: small).export()
    #expect(try await URLAsset(url: small).load(.presentationSize) == Size(width: 224, height: 126))
    let copy = folder.url("copy.mov")
    try await ExportSession(asset: source, presetName: "AVAssetExportPresetMediumQuality", to: copy).export()
    let title = try await URLAsset(url: copy).load(.commonMetadata).first { $0.commonKey == .title }
    #expect(title?.text == "Waves")
    await #expect { try await ExportSession(asset: source, presetName: "Best", to: copy) } throws: {
      ($0 as? RenderError)?.code == .unsupported
    }
  }

  @Test func `an edit's own composition and mix are read where the outputs say nothing else`() async throws {
    let url = try await Self.film.url()
    var edit = EditSnapshot()
    try edit.append(URLAsset(url: url))
    var quiet = AudioMixInputParameters(track: edit.composition.tracks(withMediaType: .audio)[0])
    try quiet.setVolume(0.5, at: .zero)
    edit.audioMix = AudioMix(inputParameters: [quiet])
    edit.videoComposition = VideoComposition()
    edit.videoComposition?.renderSize = Size(width: 64, height: 36)
    let tracks = try await CompositionAsset(edit.composition).load(.tracks)
    func peak(_ audioMix: AudioMix?) async throws -> Double {
      let reader = AssetReader(asset: edit)
      let output = AssetReaderAudioMixOutput(
        audioTracks: tracks.filter { $0.mediaType == .audio }, audioMix: audioMix)
      try reader.add(output)
      try reader.startReading()
      var peak = 0.0
      for try await buffer in output.sampleBuffers { peak = max(peak, buffer.samples?.interleaved.max() ?? 0) }
      return peak
    }
    let (own, full) = (try await peak(nil), try await peak(AudioMix()))
    #expect(abs(own - 0.25) < 0.02 && abs(full - 0.5) < 0.03)
    let reader = AssetReader(asset: edit)
    let output = AssetReaderVideoCompositionOutput(videoTracks: tracks.filter { $0.mediaType == .video })
    try reader.add(output)
    try reader.startReading()
    let first = await output.nextSampleBuffer()
    #expect(first?.pixelBuffer?.width == 64)
  }

  @Test func `pictures are written as files, and none is overwritten unasked`() async throws {
    let folder = try ScratchFolder()
    let picture = try await ImageGenerator(asset: try await Self.film.url()).image(at: .zero).picture
    let file = folder.url("first.png")
    try picture.write(to: file)
    #expect(try Data(contentsOf: file) == (try picture.pngData()))
    let again = try await ImageGenerator(asset: file).image(at: .zero).picture
    #expect(try again.planeBytes() == picture.planeBytes())
    try picture.write(to: folder.url("first.jpg"), quality: 0.5)
    #expect(try Data(contentsOf: folder.url("first.jpg")).prefix(2) == Data([0xFF, 0xD8]))
    for (name, code) in [
      ("first.png", RenderError.Code.outputExists), ("first.tiff", .unsupported), ("no/first.png", .cannotCreateOutput),
    ] {
      let error = #expect(throws: RenderError.self) { try picture.write(to: folder.url(name)) }
      #expect(error?.code == code)
    }
    try picture.write(to: file, replacesExistingFile: true)
  }
}
