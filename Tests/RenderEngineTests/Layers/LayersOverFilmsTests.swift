import Compositing
import EditServices
import EditingModel
import Foundation
import Layers
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Layers over finished frames of every kind: with alpha, of ten bits, of high dynamic range, repeated, in any order.
@Suite("Layers over films")
struct LayersOverFilmsTests {
  private static let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))

  /// Ten pictures of 64 by 48 pixels: what `filter` makes of ffmpeg's test picture, in FFV1.
  private static func film(_ filter: String, _ arguments: [String] = []) async throws -> AssetReference {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1,\(filter)", "-c:v", "ffv1"] + arguments
    let name = "layers-over-\(filter.count)-\(arguments.joined().count)"
    let file = try await MediaCache.shared.file(named: name, extension: "mkv", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    return AssetReference(url: file)
  }

  /// A white layer of `opacity` over the middle 16 rows.
  private static func band(_ opacity: Double = 1) -> AnimationTool {
    var band = Layer()
    band.bounds = Rectangle(x: 0, y: 0, width: 64, height: 16)
    band.position = Point(x: 32, y: 24)
    band.backgroundColor = Color(red: 1, green: 1, blue: 1)
    band.opacity = opacity
    var root = Layer()
    root.sublayers = [band]
    return AnimationTool(layer: root)
  }

  /// `asset` with the layers of `tool`, a second of it, or its first `duration` that long.
  private static func edit(_ asset: AssetReference, _ tool: AnimationTool?, of duration: CMTime = second.duration)
    -> EditSnapshot
  {
    var videoComposition = VideoComposition(fit: .resizeAspect)
    videoComposition.animationTool = tool
    let segment = CompositionTrackSegment(
      source: .init(asset: asset), sourceRange: CMTimeRange(start: .zero, duration: duration), targetRange: second)
    return EditSnapshot(
      composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .video, segments: [segment])]),
      videoComposition: videoComposition)
  }

  /// Plane `plane` of frames `frames` of `edit`, in `pixelFormat`, as numbers.
  private static func samples(
    _ edit: EditSnapshot, as pixelFormat: PixelFormat, plane: Int, ofFrames frames: [Int],
    changing change: (inout RenderPlan) -> Void = { _ in }
  ) async throws -> [[Int]] {
    let renderer = GStreamerRenderer()
    var settings = RenderSettings(includesSound: false)
    settings.pixelFormat = pixelFormat
    settings.highDynamicRangeFormat = pixelFormat.bitDepth > 8 ? pixelFormat : nil
    var plan = try await edit.plan(settings: settings, renderer: renderer)
    change(&plan)
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    var made: [[Int]] = []
    for frame in frames {
      let picture = try await reader.picture(at: frame)
      let layout = picture.planes[plane]
      try made.append(
        picture.withBytes(ofPlane: plane) { bytes in
          (0..<layout.height).flatMap { row in
            let first = row * layout.bytesPerRow
            guard picture.format.bitDepth > 8 else {
              return (0..<layout.rowByteCount).map { Int(bytes[first + $0]) }
            }
            return (0..<layout.rowByteCount / 2).map {
              Int(bytes[first + 2 * $0]) | Int(bytes[first + 2 * $0 + 1]) << 8
            }
          }
        })
    }
    return made
  }

  /// The left half of these pictures is opaque, the right one clear.
  private static let halfClear =
    "format=yuva444p10le,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(X,32),1023,0)'"

  @Test(arguments: [PixelFormat.yuva444p10, .yuva422p10, .yuva420p10, .yuva420p])
  func `a layer over a film with alpha covers, and leaves alpha and colors beside it alone`(format: PixelFormat)
    async throws
  {
    let asset = try await Self.film(Self.halfClear)
    let largest = (1 << format.bitDepth) - 1
    for opacity in [1, 0.4] {
      let plain = Self.edit(asset, nil)
      let titled = Self.edit(asset, Self.band(opacity))
      let alphas = try await Self.samples(titled, as: format, plane: 3, ofFrames: [5])[0]
      for (index, alpha) in alphas.enumerated() {
        let isCovered = 16..<32 ~= index / 64
        let ideal = index % 64 < 32 ? 1 : isCovered ? opacity : 0
        #expect(abs(Double(alpha) - ideal * Double(largest)) <= 1, "\(index)")
      }
      let luma = try await Self.samples(titled, as: format, plane: 0, ofFrames: [5])[0]
      let own = try await Self.samples(plain, as: format, plane: 0, ofFrames: [5])[0]
      #expect(luma[..<(16 * 64)] == own[..<(16 * 64)])
      #expect(luma[(32 * 64)...] == own[(32 * 64)...])
      // What is seen over nothing is the layer's own color.
      let white = 235 << (format.bitDepth - 8)
      #expect((16..<32).allSatisfy { row in (34..<64).allSatisfy { abs(luma[row * 64 + $0] - white) <= 2 } })
    }
  }

  @Test func `a layer's white is reference white in high dynamic range`() async throws {
    for (transfer, signal) in [("arib-std-b67", 0.75), ("smpte2084", 0.58)] {
      let asset = try await Self.film(
        "format=yuv420p10le",
        StatedColors(matrix: "bt2020nc", primaries: "bt2020", transfer: transfer).arguments)
      let luma = try await Self.samples(Self.edit(asset, Self.band()), as: .yuv420p10, plane: 0, ofFrames: [5])[0]
      #expect(abs(Double(luma[24 * 64 + 32] - 64) / 876 - signal) < 0.003, "\(transfer)")
    }
  }

  @Test func `a background's white is reference white in high dynamic range, with alpha too`() async throws {
    let asset = try await Self.film(
      "format=yuv420p10le",
      StatedColors(matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67").arguments)
    var edit = Self.edit(asset, nil)
    edit.videoComposition = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 10), renderSize: Size(width: 64, height: 48),
      instructions: [
        VideoCompositionInstruction(
          timeRange: Self.second, layerInstructions: [],
          backgroundColor: Color(red: 1, green: 1, blue: 1))
      ])
    for format in [PixelFormat.yuv420p10, .yuva444p10] {
      let luma = try await Self.samples(edit, as: format, plane: 0, ofFrames: [5])[0]
      let white = Double(luma[24 * 64 + 32] - 64) / 876
      #expect(abs(white - 0.75) < 0.003, "\(format)")
    }
  }

  @Test func `a film that a layer shows is of standard range, and refused if high range is asked for`() async throws {
    let asset = try await Self.film(
      "format=yuv420p10le",
      StatedColors(matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67").arguments)
    var root = Layer()
    root.sublayers = [Layer(.video(VideoLayer()))]
    var edit = Self.edit(asset, AnimationTool(layer: root))
    var settings = RenderSettings(includesSound: false)
    settings.highDynamicRangeFormat = .yuv420p10
    let plan = try await edit.plan(settings: settings, renderer: GStreamerRenderer())
    #expect(plan.picture?.colorimetry.isHighDynamicRange == false)
    edit.videoComposition?.color = .hlg
    let error = await #expect(throws: RenderError.self) {
      _ = try await edit.plan(settings: settings, renderer: GStreamerRenderer())
    }
    #expect(error?.code == .unsupported)
  }

  @Test func `a layer shows the picture of a file that no track has`() async throws {
    let folder = try ScratchFolder()
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "color=white:s=64x16,format=rgba", "-frames:v", "1", folder.url("sign.png").path])
    let asset = try await Self.film("format=yuv420p")
    var tool = Self.band()
    tool.folder = folder.url("sign.png").deletingLastPathComponent()
    tool.layer.sublayers[0].backgroundColor = nil
    tool.layer.sublayers[0].contents = .image(uri: "sign.png")
    let shown = try await Self.samples(Self.edit(asset, tool), as: .yuv420p, plane: 0, ofFrames: [5, 6])
    #expect(try await Self.samples(Self.edit(asset, Self.band()), as: .yuv420p, plane: 0, ofFrames: [5, 6]) == shown)
  }

  @Test func `drawings upon a frame are on no other one`() async throws {
    let asset = try await Self.film("format=yuv420p")
    // Each source frame is shown twice, and half of a translucent layer is twice as much where it is drawn twice.
    let edit = Self.edit(asset, Self.band(0.5), of: CMTime(value: 1, timescale: 2))
    let inOrder = try await Self.samples(edit, as: .yuv420p, plane: 0, ofFrames: Array(0..<10))
    for frame in stride(from: 0, to: 10, by: 2) { #expect(inOrder[frame] == inOrder[frame + 1]) }
    let order = [7, 7, 0, 1, 1, 6, 5, 4, 4, 9]
    let atRandom = try await Self.samples(edit, as: .yuv420p, plane: 0, ofFrames: order)
    #expect(atRandom == order.map { inOrder[$0] })
    // Frames on which no layer is seen are as they are without any.
    let plain = try await Self.samples(
      Self.edit(asset, nil, of: CMTime(value: 1, timescale: 2)), as: .yuv420p, plane: 0, ofFrames: Array(0..<10))
    let partly = try await Self.samples(edit, as: .yuv420p, plane: 0, ofFrames: [0, 1, 2, 3, 4, 3, 2, 1]) {
      $0.picture?.overlay?.frames = [0..<1, 2..<3]
    }
    #expect(partly == [inOrder[0], plain[1], inOrder[2], plain[3], plain[4], plain[3], inOrder[2], plain[1]])
  }

  @Test func `in a film with alpha, what a tree around the movie leaves clear is clear`() async throws {
    let asset = try await Self.film(Self.halfClear)
    var movie = Layer(.video(VideoLayer()))
    movie.bounds = Rectangle(x: 0, y: 0, width: 32, height: 24)
    movie.position = Point(x: 32, y: 24)
    var root = Layer()
    root.sublayers = [movie]
    let edit = Self.edit(asset, AnimationTool(layer: root))
    let alphas = try await Self.samples(edit, as: .yuva420p, plane: 3, ofFrames: [5])[0]
    #expect(alphas[24 * 64 + 20] == 255)
    #expect(alphas[24 * 64 + 44] == 0)
    #expect(alphas[2 * 64 + 20] == 0)
  }
}
