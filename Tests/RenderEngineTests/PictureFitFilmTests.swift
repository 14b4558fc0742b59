import Foundation
import GstEdit
import TestSupport
import Testing

/// Where a chart's places come to lie when it is rendered by each fit: its luma says how far to the right, its blue
/// difference how far down a place of the stored picture is.
@Suite("Pictures by their fit")
struct PictureFitFilmTests {
  private static let output = PixelSize(width: 320, height: 180)

  /// A film of one chart, `size` as it is stored, that is to be turned by `rotation` degrees counter-clockwise.
  private static func chart(_ size: PixelSize, rotation: Int) async throws -> URL {
    let recipe = [
      "-f", "lavfi", "-i",
      "nullsrc=s=\(size.width)x\(size.height):r=10:d=0.3,format=yuv420p,"
        + "geq=lum='16+200*X/W':cb='28+200*Y/H':cr=128",
      "-c:v", "libx264", "-qp", "0", "-metadata:s:v", "rotate=\(rotation)",
    ]
    return try await MediaCache.shared.file(named: "fit-chart", extension: "mp4", recipe: recipe) { target in
      // Only a copy of the packets is written with the matrix.
      let plain = target.deletingPathExtension().appendingPathExtension("plain.mp4")
      defer { try? FileManager.default.removeItem(at: plain) }
      try await MediaTools.ffmpeg(Array(recipe.dropLast(2)) + [plain.path])
      try await MediaTools.ffmpeg(["-i", plain.path, "-c", "copy"] + recipe.suffix(2) + [target.path])
    }
  }

  private static func picture(_ file: URL, _ fit: PictureFit, pixelFormat: PixelFormat = .yuv420p) async throws
    -> PixelBuffer
  {
    let all = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 10))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: file, name: "chart")), sourceRange: all, targetRange: all)
    ]
    var videoComposition = VideoComposition(fit: fit)
    videoComposition.renderSize = Size(width: Double(output.width), height: Double(output.height))
    let edit = EditSnapshot(composition: Composition(tracks: [track]), videoComposition: videoComposition)
    let renderer = Engine.renderer()
    var settings = RenderSettings()
    settings.pixelFormat = pixelFormat
    let plan = try await edit.plan(settings: settings, renderer: renderer)
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    return try await reader.picture(at: 1)
  }

  /// The samples of 8 bits, or of more in eighths and less of them, at a pixel: luma and blue difference.
  private static func samples(_ picture: PixelBuffer, x: Int, y: Int, isDeep: Bool) throws -> (
    luma: Double, blue: Double
  ) {
    func sample(_ plane: Int, _ x: Int, _ y: Int) throws -> Double {
      let step = picture.planes[plane].bytesPerRow
      return try picture.withBytes(ofPlane: plane) { bytes in
        guard isDeep else { return Double(bytes[y * step + x]) }
        return Double(Int(bytes[y * step + 2 * x]) | Int(bytes[y * step + 2 * x + 1]) << 8) / 4
      }
    }
    return (try sample(0, x, y), try sample(1, x / 2, y / 2))
  }

  @Test(arguments: [0, 90, 180, 270], [PixelSize(width: 160, height: 120), PixelSize(width: 120, height: 214)])
  func `each place of a chart is where arithmetic says`(rotation: Int, size: PixelSize) async throws {
    let file = try await Self.chart(size, rotation: rotation)
    for fit in PictureFit.allCases {
      for isDeep in [false, true] {
        let picture = try await Self.picture(file, fit, pixelFormat: isDeep ? .yuv420p10 : .yuv420p)
        try check(picture, fit, size, rotation: rotation, isDeep: isDeep)
      }
    }
  }

  private func check(
    _ picture: PixelBuffer, _ fit: PictureFit, _ size: PixelSize, rotation: Int, isDeep: Bool
  ) throws {
    let (width, height) =
      rotation % 180 == 0
      ? (Double(size.width), Double(size.height)) : (Double(size.height), Double(size.width))
    let (across, down) = (Double(Self.output.width) / width, Double(Self.output.height) / height)
    let scale: (x: Double, y: Double) =
      switch fit {
      case .resizeAspect, .blurredFill: (min(across, down), min(across, down))
      case .resizeAspectFill: (max(across, down), max(across, down))
      case .resize: (across, down)
      case .center: (1, 1)
      }
    // Shares of the upright picture at a place of the output, from 0 to 1 within it.
    func shareOf(_ x: Int, _ y: Int, _ scale: (x: Double, y: Double)) -> (x: Double, y: Double) {
      (
        ((Double(x) + 0.5 - Double(Self.output.width) / 2) / scale.x + width / 2) / width,
        ((Double(y) + 0.5 - Double(Self.output.height) / 2) / scale.y + height / 2) / height
      )
    }
    // What the chart says there, before it was turned.
    func stored(_ share: (x: Double, y: Double)) -> (luma: Double, blue: Double) {
      let place =
        switch rotation {
        case 90: (x: 1 - share.y, y: share.x)
        case 180: (x: 1 - share.x, y: 1 - share.y)
        case 270: (x: share.y, y: 1 - share.x)
        default: share
        }
      return (16 + 200 * place.x, 28 + 200 * place.y)
    }
    for x in stride(from: 6, to: Self.output.width, by: 11) {
      for y in stride(from: 6, to: Self.output.height, by: 11) {
        let found = try Self.samples(picture, x: x, y: y, isDeep: isDeep)
        let share = shareOf(x, y, scale)
        let margin = 0.03
        let comment: Comment = "\(fit) at \(x), \(y): \(found), \(share)"
        if (margin...1 - margin).contains(share.x), (margin...1 - margin).contains(share.y) {
          let expected = stored(share)
          #expect(abs(found.luma - expected.luma) < 4 && abs(found.blue - expected.blue) < 4, comment)
        } else if !(-margin...1 + margin).contains(share.x) || !(-margin...1 + margin).contains(share.y) {
          guard fit == .blurredFill else {
            #expect(found.luma == 16 && found.blue == 128, comment)
            continue
          }
          // A straight ramp is its own blur, except near its ends; three quarters of it are left.
          let covering = stored(shareOf(x, y, (max(across, down), max(across, down))))
          let near = x < 48 || y < 48 || x >= Self.output.width - 48 || y >= Self.output.height - 48
          let reach = near ? 22.0 : 4
          #expect(abs(found.luma - (16 + 0.75 * (covering.luma - 16))) < reach, comment)
          #expect(abs(found.blue - (128 + 0.75 * (covering.blue - 128))) < reach, comment)
        }
      }
    }
  }
}
