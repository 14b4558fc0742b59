import Foundation
import GstEdit
import TestSupport
import Testing

/// Whether it shows that a picture begins to move: at rest the engine's conversion scales it, in motion the affine
/// compositor.
@Suite("A slow zoom's detail")
struct SlowZoomFilmTests {
  private static let rate: Int32 = 10
  private static let renderSize = PixelSize(width: 320, height: 180)

  /// Pictures larger than the frame, and smaller.
  @Test(arguments: [PixelSize(width: 480, height: 270), PixelSize(width: 256, height: 144)])
  func `detail is the same at rest and in motion`(size: PixelSize) async throws {
    let folder = try ScratchFolder()
    let file = folder.url("chart.png")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "nullsrc=s=\(size.width)x\(size.height),geq=lum='16+random(1)*219':cb=128:cr=128", "-vf",
      "convolution='1 1 0 1 1 0 0 0 0:1 1 0 1 1 0 0 0 0:1 1 0 1 1 0 0 0 0':0rdiv=1/4,format=gray", "-frames:v", "1",
      file.path,
    ])
    func transform(zoom: Double) -> Transform {
      let (width, height) = (Double(Self.renderSize.width), Double(Self.renderSize.height))
      return Transform.scale(x: width / Double(size.width), y: height / Double(size.height))
        .concatenating(.scale(x: zoom, y: zoom))
        .concatenating(.translation(x: width * (1 - zoom) / 2, y: height * (1 - zoom) / 2))
    }
    func seconds(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 1) }
    let all = CMTimeRange(start: .zero, duration: seconds(2))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: file, name: "chart")), sourceRange: all, targetRange: all)
    ]
    var layer = LayerInstruction(trackID: 1)
    try layer.setTransform(transform(zoom: 1), at: .zero)
    try layer.setTransformRamp(
      fromStart: transform(zoom: 1), toEnd: transform(zoom: 1.004),
      timeRange: CMTimeRange(start: seconds(1), duration: seconds(1)))
    let edit = EditSnapshot(
      composition: Composition(tracks: [track]),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: Self.rate),
        renderSize: Size(width: Double(Self.renderSize.width), height: Double(Self.renderSize.height)),
        instructions: [VideoCompositionInstruction(timeRange: all, layerInstructions: [layer])]))
    let renderer = Engine.renderer()
    let plan = try await edit.plan(settings: RenderSettings(), renderer: renderer)
    #expect(try #require(plan.picture).spans.map(\.method.name) == ["passthrough", "warp"])
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    var details: [Double] = []
    for frame in reader.plan.range { details.append(try Self.detail(of: try await reader.picture(at: frame))) }
    for (frame, detail) in details.enumerated() {
      #expect(abs(detail / details[0] - 1) < 0.03, "frame \(frame): \(detail / details[0])")
    }
  }

  /// The mean square of the luma's Laplacian, away from the edges.
  private static func detail(of picture: PixelBuffer) throws -> Double {
    let (width, height, step) = (picture.width, picture.height, picture.planes[0].bytesPerRow)
    return try picture.withBytes(ofPlane: 0) { luma in
      var sum = 0
      for row in 10..<height - 10 {
        for column in 10..<width - 10 {
          let place = row * step + column
          let around = [-1, 1, -step, step].reduce(0) { $0 + Int(luma[place + $1]) }
          let value = 4 * Int(luma[place]) - around
          sum += value * value
        }
      }
      return Double(sum) / Double((width - 20) * (height - 20))
    }
  }
}
