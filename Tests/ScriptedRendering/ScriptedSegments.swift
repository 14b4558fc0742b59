package import Compositing
import Foundation
package import MediaTime
package import Rendering
import Synchronization

/// A segment whose file says which frames were written into it.
package final class ScriptedSegmentWriter: SegmentWriter {
  private let identity: String
  private let url: URL
  private let step: ScriptedStep
  private let state = Mutex(State())

  private struct State {
    var frames: [ScriptedFrame] = []
    var isCancelled = false
  }

  init(_ identity: String, to url: URL, step: @escaping ScriptedStep) {
    (self.identity, self.url, self.step) = (identity, url, step)
  }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    let frame = try RenderError.catching { try ScriptedPictures.frame(of: picture) }
    try step(.writePicture(frame))
    try state.withLock { state throws(RenderError) in
      if state.isCancelled { throw RenderError(.cancelled, "Cancelled.") }
      state.frames.append(ScriptedFrame(frame: frame, time: time, duration: duration))
    }
  }

  package func finish(_ findings: EncodedSegment.Findings) throws(RenderError) -> EncodedSegment {
    let file = ScriptedSegment(identity: identity, frames: state.withLock(\.frames), findings: findings)
    return try RenderError.catching {
      try JSONEncoder().encode(file).write(to: url)
      return try file.segment(at: url)
    }
  }

  package func cancel() { state.withLock { $0.isCancelled = true } }
}

/// A frame of a segment, and when it is shown.
struct ScriptedFrame: Codable {
  var frame: Int
  var time: Rational
  var duration: Rational
}

/// What the file of a scripted segment holds.
struct ScriptedSegment: Codable {
  var identity: String
  var frames: [ScriptedFrame]
  var findings: EncodedSegment.Findings

  /// The one in the file at `url`; nil where there is none.
  init?(at url: URL) {
    guard let data = try? Data(contentsOf: url), let file = try? JSONDecoder().decode(Self.self, from: data) else {
      return nil
    }
    self = file
  }

  init(identity: String, frames: [ScriptedFrame], findings: EncodedSegment.Findings) {
    (self.identity, self.frames, self.findings) = (identity, frames, findings)
  }

  /// Makes the file at `url` of the frames of `copies`, shown at `times`.
  static func copy(
    of copies: [CopiedPictures], at times: [Rational], identity: String, to url: URL, notice: () -> Void
  ) throws -> EncodedSegment {
    let frames = try zip(copies.flatMap { Array($0.frames) }, zip(times, times.dropFirst())).map { frame, times in
      notice()
      return ScriptedFrame(frame: frame, time: times.0, duration: try times.1 - times.0)
    }
    let file = ScriptedSegment(identity: identity, frames: frames, findings: EncodedSegment.Findings())
    try JSONEncoder().encode(file).write(to: url)
    return try file.segment(at: url)
  }

  /// The segment, in the file at `url`.
  func segment(at url: URL) throws -> EncodedSegment {
    let end = try (frames.last?.time ?? .zero) + (frames.last?.duration ?? .zero)
    return EncodedSegment(
      at: url, identity: identity, frameCount: frames.count, times: (frames.first?.time ?? .zero)..<end,
      byteCount: Int64(frames.count), findings: findings)
  }
}
