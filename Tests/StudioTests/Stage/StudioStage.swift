import Foundation
import GstEdit
import NIOCore
import Rendering
import Studio
import TestSupport
import Testing

/// A folder with media and a project, and a studio of it in the test's process. It ends with this object.
final class StudioStage: Sendable {
  /// The folder.
  let scratch: ScratchFolder
  /// The project's file.
  let project: URL
  /// A client with the studio's address.
  let visitor: Visitor
  private let serving: Task<Void, any Error>

  /// The stage of the suite that is running.
  @TaskLocal static var shared: StudioStage?

  /// A studio that does not begin to listen.
  struct Silent: Error {}

  /// Opens a studio of a project with `text`; of none yet where that is nil.
  ///
  /// - Parameters:
  ///   - media: files that are put into the folder, under the names that they are given.
  ///   - patience: how long a connection may say nothing; as in the program unless given.
  convenience init(_ text: String?, media: [String: URL] = [:], patience: TimeAmount = .seconds(20)) async throws {
    let scratch = try ScratchFolder()
    for (name, file) in media {
      let target = scratch.url(name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: target)
    }
    if let text { try scratch.write(text, to: "project.json") }
    try await self.init(in: scratch, patience: patience)
  }

  /// Opens a studio of the project in `scratch`.
  init(in scratch: ScratchFolder, patience: TimeAmount = .seconds(20)) async throws {
    self.scratch = scratch
    project = scratch.url("project.json")
    let renderer = Engine.renderer()
    let server = try await StudioServer(.project(project), port: 0, renderer: renderer, patience: patience)
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    serving = Task {
      defer { continuation.finish() }
      try await server.run(endsAtSignals: false) { continuation.yield($0) }
    }
    guard let address = await addresses.first(where: { _ in true }), let visitor = Visitor(address: address) else {
      serving.cancel()
      throw Silent()
    }
    self.visitor = visitor
  }

  deinit { serving.cancel() }

  /// Ends the studio, and waits until it has.
  func close() async {
    serving.cancel()
    _ = await serving.result
  }

  /// The text in the project's file.
  func fileText() throws -> String { String(decoding: try Data(contentsOf: project), as: UTF8.self) }
}

/// One stage for all tests of a suite.
struct SharedStage: SuiteTrait, TestScoping {
  let make: @Sendable () async throws -> StudioStage

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let stage = try await make()
    try await StudioStage.$shared.withValue(stage, operation: function)
    await stage.close()
  }
}

extension Trait where Self == SharedStage {
  /// One studio of a film for all tests of the suite, which leave the project as it is.
  static var oneStudio: Self { SharedStage { try await Film.stage() } }
}

extension StudioStage {
  /// Whether `condition` holds within a minute; looked at again and again.
  func holds(_ condition: @escaping @Sendable (StudioStage) throws -> Bool) async throws -> Bool {
    await Poll.eventually { (try? condition(self)) ?? false }
  }
}
