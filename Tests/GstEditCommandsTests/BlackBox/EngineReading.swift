import Foundation
import GstEdit
import TestSupport

/// What the engine reads of a project in this process: for what has come out of the program, whose next run would show no more.
enum EngineReading {
  /// What each frame shows. Films are 320 by 180 pixels, or another multiple of what numbers are read from.
  static func frames(_ document: ProjectDocument) async throws -> [FrameReading] {
    let renderer = Engine.renderer()
    let reader = try await renderer.pictures(of: try await plan(document, renderer), in: .yuv420p)
    defer { reader.close() }
    var frames: [FrameReading] = []
    for number in reader.plan.range {
      let picture = try await reader.picture(at: number)
      let plane = picture.planes[0]
      let luma = try picture.withBytes(ofPlane: 0) { bytes in
        PlaneBytes.packed(bytes, width: plane.rowByteCount, height: plane.height, bytesPerRow: plane.bytesPerRow)
      }
      frames.append(FrameReading(luma: luma, width: picture.width, height: picture.height))
    }
    return frames
  }

  /// The samples of the first channel, −1…1.
  static func firstChannel(_ document: ProjectDocument) async throws -> [Float] {
    let renderer = Engine.renderer()
    let reader = try await renderer.samples(of: try await plan(document, renderer))
    defer { reader.close() }
    let block = try await reader.samples(0..<reader.plan.sampleCount)
    return RawSamples.channels(block.interleaved, count: block.channels)[0].map(Float.init)
  }

  private static func plan(_ document: ProjectDocument, _ renderer: any Renderer) async throws -> RenderPlan {
    try await ProjectRender(document.project(), renderer: renderer).plan()
  }
}

extension ProjectDocument {
  /// The project that it is, whose media have whole paths.
  func project() throws -> Project {
    try Project(json: text(), baseURL: URL(filePath: "/", directoryHint: .isDirectory))
  }
}
