import Foundation
import GstEdit
import LookupTable
import TestSupport
import Testing

/// The lookup table beside ffmpeg's, on a picture of a real film.
@Suite("A second opinion on lookup tables")
struct LookupTableOpinionTests {
  private static let pipelines = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pipelines")
  private static let (width, height) = (320, 180)

  @Test(arguments: ["tetrahedral", "trilinear"])
  func `a film is graded as ffmpeg grades it, but for its cutting off where this rounds`(kind: String) async throws {
    let (table, film) = (
      Self.pipelines.appending(path: "lookup-table/late-sun.cube"), Self.pipelines.appending(path: "media/dunes.mp4")
    )
    func frame(_ filter: String) async throws -> [UInt8] {
      [UInt8](
        try await MediaTools.ffmpegOutput([
          "-ss", "11", "-i", film.path, "-frames:v", "1",
          "-vf", "scale=\(Self.width):\(Self.height),format=rgba\(filter)", "-f", "rawvideo", "-pix_fmt", "rgba",
        ]))
    }
    let source = try await frame("")
    let theirs = try await frame(",lut3d=file=\(table.path):interp=\(kind)")
    let ours = try graded(source, by: table, kind)
    #expect(source.count == 4 * Self.width * Self.height && theirs.count == source.count && ours.count == source.count)
    let differences = zip(ours, theirs).map { Int($0) - Int($1) }
    #expect(differences.allSatisfy { (0...1).contains($0) })
    // A grade that does nothing would be no second opinion.
    #expect(zip(ours, source).count { $0 != $1 } > source.count / 2)
  }

  private func graded(_ source: [UInt8], by table: URL, _ kind: String) throws -> [UInt8] {
    let picture = try PixelBuffer(format: .rgba, width: Self.width, height: Self.height)
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      for index in bytes.indices { bytes[index] = source[index] }
    }
    let request = AsynchronousVideoCompositionRequest(
      renderContext: VideoCompositionRenderContext(
        size: Size(width: Double(Self.width), height: Double(Self.height)), pixelFormat: .rgba),
      compositionTime: .zero,
      instruction: VideoCompositionInstruction(
        timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)),
        layerInstructions: [LayerInstruction(trackID: 1)]),
      sourceFrames: [(1, picture)], report: { _ in })
    let compositor = try LookupTableCompositor(
      parameters: .object(["file": .string(table.path), "interpolation": .string(kind)]))
    return try compositor.compose(request).withBytes(ofPlane: 0) { bytes in bytes.indices.map { bytes[$0] } }
  }
}
