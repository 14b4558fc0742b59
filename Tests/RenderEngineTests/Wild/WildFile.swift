import EditingModel
import Foundation
import RenderEngine
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// A file of another maker's, made by ffmpeg and, where ffmpeg makes none, by changing bytes.
struct WildFile: Hashable, Sendable {
  var name: String
  var type: String
  var arguments: [String]

  static let picture = ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=3"]
  static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=3"]
  static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "30", "-pix_fmt", "yuv420p"]

  init(_ name: String, _ type: String, _ arguments: [String]) {
    self.name = name
    self.type = type
    self.arguments = arguments
  }

  func url() async throws -> URL {
    try await MediaCache.shared.file(named: "wild-\(name)", extension: type, recipe: arguments) { target in
      try await MediaTools.ffmpeg(arguments + [target.path])
    }
  }

  /// A copy in `folder` whose bytes `change` has changed.
  func changed(in folder: URL, _ change: (inout [UInt8]) throws -> Void) async throws -> URL {
    var bytes = [UInt8](try Data(contentsOf: try await url()))
    try change(&bytes)
    let copy = folder.appending(path: "\(name).\(type)")
    try Data(bytes).write(to: copy)
    return copy
  }

  static func facts(of url: URL) async throws -> MediaFacts {
    let asset = AssetReference(url: url)
    return try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
  }

  /// The error of a file that is refused.
  static func refusal(of url: URL) async -> RenderError? {
    await #expect(throws: RenderError.self) { _ = try await facts(of: url) }
  }
}

extension [UInt8] {
  /// Writes `number` in four bytes at `offset`, the most significant first.
  mutating func write(_ number: Int32, at offset: Int) {
    for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: number >> Int32(24 - 8 * index)) }
  }
}
