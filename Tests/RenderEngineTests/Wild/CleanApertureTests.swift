import Foundation
import GstEdit
import TestSupport
import Testing

@testable import Containers
@testable import RenderEngine

/// The part of stored pictures that a file means to be seen: a movie's `clap`, Matroska's `PixelCrop` elements.
@Suite("Clean aperture")
struct CleanApertureTests {
  /// A film of 96 by 64 pixels, blue all around for `edges` pixels and red within.
  private static func film(_ folder: ScratchFolder, _ name: String, edges: Int, _ arguments: [String] = []) async throws
    -> URL
  {
    let file = folder.url(name)
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i", "color=red:s=\(96 - 2 * edges)x\(64 - 2 * edges):r=10:d=0.5", "-vf",
        "pad=96:64:\(edges):\(edges):blue,format=yuv420p", "-c:v", "libx264", "-qp", "10",
      ] + arguments + [file.path])
    return file
  }

  /// A copy of the movie `file`, whose header is at its end, with `box` added to its first description of pictures.
  private static func movie(_ file: URL, adding box: [UInt8]) throws {
    var bytes = [UInt8](try Data(contentsOf: file))
    var (start, end) = (0, bytes.count)
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"] {
      var offset = start
      while String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) != type {
        offset += Int(bytes.bigEndian(at: offset, 4))
        try #require(offset + 8 <= end)
      }
      let size = Int(bytes.bigEndian(at: offset, 4))
      (start, end) = (offset + (type == "stsd" ? 16 : 8), offset + size)
      bytes.setBigEndian(UInt64(size + box.count), at: offset, 4)
    }
    bytes.insert(contentsOf: box, at: end)
    try Data(bytes).write(to: file)
  }

  /// The box `clap` of four fractions.
  private static func clap(_ numbers: [Int32]) -> [UInt8] {
    var box: [UInt8] = [0, 0, 0, 40] + Array("clap".utf8)
    for number in numbers { box += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return box
  }

  private static func facts(of file: URL) async throws -> VideoTrackFacts {
    let asset = AssetReference(url: file, name: "film")
    return try #require(try await Engine.renderer().facts(of: [asset])[asset]).videoTracks[0]
  }

  /// The film of `file` by itself.
  private static func picture(_ file: URL) async throws -> PixelBuffer {
    let all = CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 10))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: file, name: "film")), sourceRange: all, targetRange: all)
    ]
    let renderer = Engine.renderer()
    let plan = try await EditSnapshot(composition: Composition(tracks: [track])).plan(
      settings: RenderSettings(), renderer: renderer)
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    return try await reader.picture(at: 2)
  }

  /// Whether all of `picture` is red: its red difference is above 200 everywhere, also at the edges.
  private static func isRed(_ picture: PixelBuffer) throws -> Bool {
    let plane = picture.planes[2]
    return try picture.withBytes(ofPlane: 2) { bytes in
      (0..<plane.height).allSatisfy { row in
        (0..<plane.rowByteCount).allSatisfy { bytes[row * plane.bytesPerRow + $0] > 200 }
      }
    }
  }

  @Test func `a movie shows its clean aperture`() async throws {
    let folder = try ScratchFolder()
    let file = try await Self.film(folder, "edged.mp4", edges: 8)
    #expect(try await Self.facts(of: file).cleanAperture == nil)
    try Self.movie(file, adding: Self.clap([80, 1, 48, 1, 0, 1, 0, 1]))
    let facts = try await Self.facts(of: file)
    #expect(facts.cleanAperture == Rectangle(x: 8, y: 8, width: 80, height: 48))
    #expect(facts.size == PixelSize(width: 96, height: 64) && facts.displaySize == PixelSize(width: 80, height: 48))
    let picture = try await Self.picture(file)
    #expect(picture.width == 80 && picture.height == 48)
    #expect(try Self.isRed(picture))
  }

  @Test func `a layer and an overlay show it too`() async throws {
    let folder = try ScratchFolder()
    let file = try await Self.film(folder, "edged.mp4", edges: 8)
    try Self.movie(file, adding: Self.clap([80, 1, 48, 1, 0, 1, 0, 1]))
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 96, height: 64)
    layer.position = Point(x: 48, y: 32)
    layer.contents = .image(uri: file.path)
    var root = Layer()
    root.sublayers = [layer]
    var overlay = PictureOverlay(file.path)
    (overlay.place, overlay.margin, overlay.width) = (.center, 0, 1)
    // The overlay keeps the shape that is meant to be seen, 80 to 48, and so leaves rows free.
    for (tool, rows) in [
      (AnimationTool(layer: root), 0..<64), (AnimationTool(overlays: [overlay]), 6..<58),
      (AnimationTool(additionalLayer: root, asTrackID: 9), 0..<64),
    ] {
      let whole = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 10))
      var track = CompositionTrack(id: 1, mediaType: .video)
      track.segments = [CompositionTrackSegment(emptyOver: whole)]
      let video = VideoComposition(
        frameDuration: whole.duration, renderSize: Size(width: 96, height: 64),
        instructions: [
          VideoCompositionInstruction(
            timeRange: whole, layerInstructions: [LayerInstruction(trackID: tool.additionalTrackIDs.first ?? 1)])
        ], animationTool: tool)
      let renderer = Engine.renderer()
      let plan = try await EditSnapshot(composition: Composition(tracks: [track]), videoComposition: video)
        .plan(settings: RenderSettings(includesSound: false), renderer: renderer)
      let reader = try await renderer.pictures(of: plan, in: nil)
      defer { reader.close() }
      let picture = try await reader.picture(at: 0)
      let plane = picture.planes[2]
      let levels = try picture.withBytes(ofPlane: 2) { bytes in
        (rows.lowerBound / 2..<rows.upperBound / 2).flatMap { row in
          (0..<plane.rowByteCount).map { bytes[row * plane.bytesPerRow + $0] }
        }
      }
      #expect(levels.allSatisfy { $0 > 200 }, "\(levels.min() ?? 0)")
    }
  }

  @Test func `its fractions and its middle count`() async throws {
    let folder = try ScratchFolder()
    let file = try await Self.film(folder, "edged.mp4", edges: 8)
    try Self.movie(file, adding: Self.clap([159, 2, 40, 1, -1, 4, 3, 1]))
    let facts = try await Self.facts(of: file)
    #expect(facts.cleanAperture == Rectangle(x: 8, y: 15, width: 79.5, height: 40))
    #expect(facts.naturalSize == Size(width: 80, height: 40))
    #expect(try Self.isRed(try await Self.picture(file)))
  }

  @Test(
    arguments: [
      [96, 1, 64, 1, 0, 1, 0, 1], [80, 0, 48, 1, 0, 1, 0, 1], [-4, 1, 8, 1, 0, 1, 0, 1], [9, 1, 9, 1, 900, 1, 0, 1],
    ] as [[Int32]])
  func `one that leaves out nothing, or leaves nothing, is not one`(numbers: [Int32]) async throws {
    let folder = try ScratchFolder()
    let file = try await Self.film(folder, "edged.mp4", edges: 8)
    try Self.movie(file, adding: Self.clap(numbers))
    #expect(try await Self.facts(of: file).cleanAperture == nil)
  }

  @Test func `images show what their aperture mode says`() async throws {
    let folder = try ScratchFolder()
    let file = try await Self.film(folder, "edged.mp4", edges: 8, ["-aspect", "3:1"])
    try Self.movie(file, adding: Self.clap([80, 1, 48, 1, 0, 1, 0, 1]))
    let asset = AssetReference(url: file, name: "film")
    for (mode, width, height, isRed) in [
      (ImageGenerator.ApertureMode.clean, 160, 48, true), (.production, 192, 64, false), (.encoded, 96, 64, false),
    ] {
      var generator = ImageGenerator(of: asset, renderer: Engine.renderer())
      generator.apertureMode = mode
      generator.pixelFormat = .yuv420p
      let picture = try await generator.image(at: .zero).picture
      #expect(picture.width == width && picture.height == height, "\(mode)")
      #expect(try Self.isRed(picture) == isRed, "\(mode)")
    }
  }

  @Test func `Matroska's crops are left out, and its display size is that of what is left`() async throws {
    let folder = try ScratchFolder()
    // A display size is written where pixels are not square; its elements become those of two crops.
    let file = try await Self.film(folder, "edged.mkv", edges: 0, ["-aspect", "3:1"])
    var bytes = [UInt8](try Data(contentsOf: file))
    var changed = 0
    for (old, new) in [([0x54, 0xB0], [0x54, 0xCC]), ([0x54, 0xBA], [0x54, 0xBB])] as [([UInt8], [UInt8])] {
      for offset in bytes.indices.dropLast(4) where Array(bytes[offset...offset + 1]) == old && changed < 2 {
        let length = Int(bytes[offset + 2] & 0x0F)
        bytes.replaceSubrange(offset...offset + 1, with: new)
        bytes.setBigEndian(8, at: offset + 3, length)
        changed += 1
        break
      }
    }
    try #require(changed == 2)
    try Data(bytes).write(to: file)
    let facts = try await Self.facts(of: file)
    #expect(facts.cleanAperture == Rectangle(x: 8, y: 8, width: 88, height: 56))
    #expect(facts.pixelAspect == .one)
    let picture = try await Self.picture(file)
    #expect(picture.width == 88 && picture.height == 56)
  }
}
