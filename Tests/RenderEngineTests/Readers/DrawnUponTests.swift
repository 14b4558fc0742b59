import Foundation
import GstEdit
import TestSupport
import Testing

/// Layers are drawn upon the decoder's own pictures where nothing else needs those: what is decoded after them must not
/// show it.
@Suite("Pictures that are drawn upon")
struct DrawnUponTests {
  private static let frameCount = 48
  private static let logo = PixelRectangle(x: 40, y: 24, width: 32, height: 16)

  /// A way to store a film: decoders hand out their reference pictures, or copies of them where the size is not one of whole
  /// blocks.
  struct Storage: Sendable, CustomStringConvertible {
    var codec: [String]
    var container: String
    var size: PixelSize
    var description: String { "\(codec[1]) in \(container), \(size)" }
  }

  private static let storages = [
    Storage(
      codec: ["-c:v", "libx264", "-g", "100", "-bf", "0"], container: "mp4", size: .init(width: 320, height: 192)),
    Storage(
      codec: ["-c:v", "libx264", "-g", "100", "-bf", "3"], container: "mkv", size: .init(width: 322, height: 182)),
    Storage(
      codec: ["-c:v", "libx265", "-x265-params", "log-level=error"], container: "mp4",
      size: .init(width: 320, height: 192)),
    Storage(codec: ["-c:v", "mpeg2video", "-bf", "2"], container: "ts", size: .init(width: 320, height: 192)),
    Storage(codec: ["-c:v", "mpeg4"], container: "mp4", size: .init(width: 320, height: 192)),
    Storage(codec: ["-c:v", "libvpx"], container: "webm", size: .init(width: 320, height: 192)),
    Storage(codec: ["-c:v", "libvpx-vp9"], container: "webm", size: .init(width: 320, height: 192)),
    Storage(codec: ["-c:v", "ffv1", "-g", "12"], container: "mkv", size: .init(width: 322, height: 182)),
    Storage(codec: ["-c:v", "rawvideo"], container: "avi", size: .init(width: 320, height: 192)),
  ]

  @Test(arguments: storages)
  func `around a logo every frame is the film's`(storage: Storage) async throws {
    let folder = try ScratchFolder()
    let (film, logo) = (folder.url("film.\(storage.container)"), folder.url("logo.png"))
    let size = "\(storage.size.width)x\(storage.size.height)"
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=24", "-frames:v", "\(Self.frameCount)", "-pix_fmt", "yuv420p"]
        + storage.codec + ["-colorspace", "bt709", film.path])
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "color=white:s=\(Self.logo.width)x\(Self.logo.height),format=rgba", "-frames:v", "1",
      logo.path,
    ])
    let renderer = Engine.renderer()
    let plain = try await frames(of: try await plan([film], size: storage.size, renderer), renderer)
    let marked = try await plan([film, logo], size: storage.size, renderer)
    #expect(try #require(marked.picture).spans.map(\.method.name) == ["warp"])
    let reader = try await renderer.pictures(of: marked, in: nil)
    defer { reader.close() }
    // In order; and then back and forth, for which frames that were drawn upon are decoded anew.
    for frame in Array(0..<Self.frameCount) + [30, 29, 29, 31, 5, 6, 7, 5, 47] {
      let picture = try await reader.bytes(at: frame)
      for plane in 0..<3 {
        #expect(
          Self.around(picture[plane], plane, storage.size) == Self.around(plain[frame][plane], plane, storage.size),
          "plane \(plane) of frame \(frame)")
      }
      let middle = picture[0][(Self.logo.y + 8) * storage.size.width + Self.logo.x + 16]
      #expect(middle == 235, "frame \(frame)")
    }
  }

  /// `files` on tracks of their own, the last one on top, at the logo's place.
  private func plan(_ files: [URL], size: PixelSize, _ renderer: some Renderer) async throws -> RenderPlan {
    let all = CMTimeRange(start: .zero, duration: CMTime(value: Int64(Self.frameCount), timescale: 24))
    let tracks = files.enumerated().map { number, file in
      var track = CompositionTrack(id: TrackID(rawValue: Int32(number + 1)), mediaType: .video)
      track.segments = [
        CompositionTrackSegment(
          source: .init(asset: AssetReference(url: file, name: file.lastPathComponent)), sourceRange: all,
          targetRange: all)
      ]
      return track
    }
    var layers = tracks.map { LayerInstruction(trackID: $0.id) }
    if layers.count > 1 {
      try layers[1].setTransform(.translation(x: Double(Self.logo.x), y: Double(Self.logo.y)), at: .zero)
    }
    let edit = EditSnapshot(
      composition: Composition(tracks: tracks),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 24),
        renderSize: Size(width: Double(size.width), height: Double(size.height)),
        instructions: [VideoCompositionInstruction(timeRange: all, layerInstructions: layers.reversed())]))
    return try await edit.plan(settings: RenderSettings(), renderer: renderer)
  }

  private func frames(of plan: RenderPlan, _ renderer: some Renderer) async throws -> [[[UInt8]]] {
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    var frames: [[[UInt8]]] = []
    for frame in reader.plan.range { frames.append(try await reader.bytes(at: frame)) }
    return frames
  }

  /// `samples` of a plane but for those beneath the logo, which are 0.
  private static func around(_ samples: [UInt8], _ plane: Int, _ size: PixelSize) -> [UInt8] {
    let shift = plane == 0 ? 0 : 1
    var samples = samples
    for row in logo.y >> shift..<(logo.y + logo.height) >> shift {
      for column in logo.x >> shift..<(logo.x + logo.width) >> shift {
        samples[row * (size.width >> shift) + column] = 0
      }
    }
    return samples
  }
}
