import Foundation
import GstEdit
import RenderEngine
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import struct TestSupport.SoundFile

/// What stands below a strip's frames stands at its time and its value.
@Suite("Rows of filmstrips")
struct FilmstripTests {
  private let renderer = GStreamerRenderer()
  private static let size = (width: 800, seconds: 8.0)
  /// Where rows begin: frames, ruler, gap.
  private static let top = 90 + 22 + 4

  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000) }
  private static func range(_ start: Double, _ end: Double) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }
  private static func column(_ seconds: Double) -> Int { Int(seconds / size.seconds * Double(size.width)) }

  private static func film() async throws -> AssetReference {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
    return AssetReference(
      url: try await MediaCache.shared.file(named: "strip", extension: "mp4", recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      }, name: "film")
  }

  /// Eight seconds in which every sample is half of full scale.
  private static func sound() async throws -> AssetReference {
    AssetReference(url: try await SoundFile(.constant(16_384)) { $0.count = 8 * 48_000 }.url(), name: "tone")
  }

  private static func segment(_ asset: AssetReference, _ start: Double, _ end: Double) -> CompositionTrackSegment {
    CompositionTrackSegment(
      source: .init(asset: asset, trackIndex: 0), sourceRange: range(start, end), targetRange: range(start, end))
  }

  private func pixels(of edit: EditSnapshot) async throws -> PicturePixels {
    var strip = Filmstrip(of: AnalysisSubject(edit), renderer: renderer)
    strip.width = Self.size.width
    return try PicturePixels(try await strip.picture())
  }

  private static func isVolume(_ pixel: PicturePixels.Pixel) -> Bool {
    pixel.red > 200 && pixel.green > 150 && pixel.blue < 130
  }

  @Test func `a volume ramp is a line at its values, over the waveform`() async throws {
    var volume = AudioMixInputParameters(trackID: 2)
    try volume.setVolume(1, at: .zero)
    try volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: Self.range(2, 4))
    try volume.setVolume(0.25, at: Self.time(6))
    let tracks = [
      CompositionTrack(id: 1, mediaType: .video, segments: [Self.segment(try await Self.film(), 0, 8)]),
      CompositionTrack(id: 2, mediaType: .audio, segments: [Self.segment(try await Self.sound(), 0, 8)]),
    ]
    let pixels = try await pixels(
      of: EditSnapshot(
        composition: Composition(tracks: tracks), audioMix: AudioMix(inputParameters: [volume])))
    let top = Self.top + 26 + 4
    #expect(pixels.height == top + 46 + 4)
    for (seconds, value) in [(1.0, 1.0), (2.5, 0.75), (3, 0.5), (3.5, 0.25), (5, 0), (6.5, 0.25)] {
      let rows = pixels.rows(ofColumn: Self.column(seconds), in: top..<top + 46, where: Self.isVolume)
      let expected = Double(top + 46) - 0.75 - value * 44.5
      let middle = Double(rows.reduce(0, +)) / Double(max(1, rows.count)) + 0.5
      #expect(!rows.isEmpty && abs(middle - expected) <= 1.5, "at \(seconds) s: \(rows), expected \(expected)")
    }
    // Half of full scale, up only, where the line is not: a quarter of the row above its middle.
    let loud = pixels.rows(ofColumn: Self.column(4.5), in: top..<top + 46) { $0.green > 120 && $0.red < 140 }
    #expect(abs((loud.first ?? 0) - (top + 12)) <= 1 && abs((loud.last ?? 0) - (top + 33)) <= 1, "\(loud)")
  }

  @Test func `a volume above full scale is at the top, and what is no sound has no waveform`() async throws {
    var track = CompositionTrack(
      id: 2, mediaType: .audio,
      segments: [
        Self.segment(try await Self.sound(), 0, 2), CompositionTrackSegment(emptyOver: Self.range(2, 6)),
        Self.segment(try await Self.sound(), 6, 8),
      ])
    track.preferredVolume = 0.5
    var volume = AudioMixInputParameters(trackID: 2)
    try volume.setVolume(4, at: .zero)
    try volume.setVolume(1, at: Self.time(7))
    let tracks = [
      CompositionTrack(id: 1, mediaType: .video, segments: [Self.segment(try await Self.film(), 0, 8)]), track,
    ]
    let pixels = try await pixels(
      of: EditSnapshot(
        composition: Composition(tracks: tracks), audioMix: AudioMix(inputParameters: [volume])))
    let top = Self.top + 26 + 4
    // 4 · 0.5 is the greatest, 1 · 0.5 a quarter of that.
    for (seconds, value) in [(1.0, 1.0), (7.5, 0.25)] {
      let rows = pixels.rows(ofColumn: Self.column(seconds), in: top..<top + 46, where: Self.isVolume)
      let expected = Double(top + 46) - 0.75 - value * 44.5
      #expect(rows.contains { abs(Double($0) + 0.5 - expected) <= 1.5 }, "at \(seconds) s: \(rows)")
    }
    #expect(pixels.contrast(x: 250..<290, y: top..<top + 46) == 0, "between the clips")
  }

  @Test func `the invisible part of a clip is dark, down to its opacity`() async throws {
    let film = try await Self.film()
    var fading = LayerInstruction(trackID: 1)
    try fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: Self.range(4, 6))
    let composition = Composition(tracks: [
      CompositionTrack(id: 1, mediaType: .video, segments: [Self.segment(film, 0, 8)])
    ])
    let edit = EditSnapshot(
      composition: composition,
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 160, height: 90),
        instructions: [VideoCompositionInstruction(timeRange: Self.range(0, 8), layerInstructions: [fading])]))
    let pixels = try await pixels(of: edit)
    for (seconds, hidden) in [(2.0, 0.0), (4.5, 0.25), (5, 0.5), (5.5, 0.75), (7, 1)] {
      let bright = pixels.rows(ofColumn: Self.column(seconds), in: Self.top..<Self.top + 26) {
        $0.blue > 140 && $0.red < 100
      }
      #expect(abs(Double(bright.count) - (1 - hidden) * 26) <= 3, "at \(seconds) s: \(bright)")
      if hidden < 1 { #expect(bright.last == Self.top + 25) }
    }
  }

  @Test func `where one clip gives way to another there are wedges`() async throws {
    let film = try await Self.film()
    let composition = Composition(tracks: [
      CompositionTrack(id: 1, mediaType: .video, segments: [Self.segment(film, 0, 5)]),
      CompositionTrack(
        id: 2, mediaType: .video,
        segments: [CompositionTrackSegment(emptyOver: Self.range(0, 3)), Self.segment(film, 3, 8)]),
    ])
    let pixels = try await pixels(of: EditSnapshot(composition: composition))
    func wedge(_ seconds: Double, row: Int) -> Int {
      let top = Self.top + row * 30
      return pixels.rows(ofColumn: Self.column(seconds), in: top..<top + 26) {
        $0.red > 150 && $0.red > $0.blue + 60
      }.count
    }
    for (seconds, part) in [(3.5, 0.25), (4, 0.5), (4.5, 0.75)] {
      #expect(abs(wedge(seconds, row: 0) - Int((1 - part) * 26)) <= 2)
      #expect(abs(wedge(seconds, row: 1) - Int(part * 26)) <= 2)
    }
    #expect([2.5, 5.5].allSatisfy { wedge($0, row: 0) == 0 && wedge($0, row: 1) == 0 })
  }

  @Test func `titles, overlays and layers are bars over their time`() async throws {
    var square = Layer()
    square.name = "square"
    square.backgroundColor = .white
    square.bounds = Rectangle(x: 0, y: 0, width: 20, height: 20)
    square.timing.beginTime = 2
    square.timing.duration = 3
    var root = Layer()
    root.sublayers = [square]
    var composition = VideoComposition(fit: .resizeAspect)
    composition.animationTool = AnimationTool(
      layer: root,
      titles: [
        Title("one", timeRange: Self.range(1, 3)), Title("two", timeRange: Self.range(3, 4)),
        Title("three", timeRange: Self.range(2, 6)),
      ])
    let pixels = try await pixels(
      of: EditSnapshot(
        composition: Composition(tracks: [
          CompositionTrack(id: 1, mediaType: .video, segments: [Self.segment(try await Self.film(), 0, 8)])
        ]), videoComposition: composition))
    // Two rows of titles, for the third overlaps both others; one of the layer; one of the clip.
    #expect(pixels.height == Self.top + 3 * 24 + 30)
    func bar(row: Int) -> (Int?, Int?) {
      // At the row's edge, where no letters are.
      let columns = pixels.columns(ofRow: Self.top + row * 24 + 17) { $0.blue > 120 && $0.blue > $0.green + 40 }
      return (columns.first, columns.last)
    }
    #expect(bar(row: 0) == (100, 398))
    #expect(bar(row: 1) == (200, 598))
    #expect(bar(row: 2) == (200, 498))
  }

  @Test func `a media file has its sound below, unless that is not wanted`() async throws {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=4", "-f", "lavfi", "-i"]
      + ["aevalsrc='0.5*lt(t,2)':s=48000:d=4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "flac"]
    let url = try await MediaCache.shared.file(named: "half-silent", extension: "mkv", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    var strip = Filmstrip(of: AnalysisSubject(AssetReference(url: url)), renderer: renderer)
    strip.width = 800
    let pixels = try PicturePixels(try await strip.picture())
    #expect(pixels.height == Self.top + 46 + 4)
    func loud(_ column: Int) -> Int {
      pixels.rows(ofColumn: column, in: Self.top..<Self.top + 46) { $0.green > 120 }.count
    }
    #expect(abs(loud(200) - 22) <= 2 && abs(loud(390) - 22) <= 2 && loud(410) <= 1 && loud(700) <= 1)
    strip.hasWaveforms = false
    let silent = try PicturePixels(try await strip.picture())
    #expect(silent.contrast(x: 100..<700, y: Self.top + 5..<Self.top + 40) == 0)
  }

  @Test(arguments: [(100, 16), (400, 40), (3_000, 300)])
  func `a strip of any size is drawn`(width: Int, height: Int) async throws {
    var strip = Filmstrip(of: AnalysisSubject(try await Self.film()), renderer: renderer)
    (strip.width, strip.frameHeight) = (width, height)
    let picture = try await strip.picture()
    #expect(picture.width == width && picture.height > height)
  }
}
