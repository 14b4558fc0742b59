import ArgumentParser
import Foundation
import GstEdit

/// A program that reads the pictures of a project one after another and drops them: what making pictures is measured
/// with, without an encoder.
struct PictureRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures", abstract: "Reads all pictures of a project.", shouldDisplay: false)

  @Argument(help: "The project.")
  var project: String

  func run() async throws {
    Engine.shareHeaps()
    let renderer = Engine.renderer()
    let project = try Project(contentsOf: URL(filePath: project))
    let plan = try await ProjectRender(project, renderer: renderer).plan()
    let reader = try await renderer.pictures(of: plan, in: nil)
    defer { reader.close() }
    try await Thread.reading {
      for frame in reader.plan.range { _ = try reader.blockingPicture(at: frame) }
    }
  }
}

extension Thread {
  /// Runs `body` on a thread of its own.
  fileprivate static func reading(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
