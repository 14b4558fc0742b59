import Foundation
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// Encodes one rendition of a film: its segments one after another, each by an encoder of its own, into media segments.
///
/// ```
///  FrameQueue ─► encoder of segment 1 ├────┤··
///                encoder of segment 2      ├────┤··      ── fed, ·· ends by itself while the next is fed
///                media segments              1    2
/// ```
///
/// Threads: any; blocking work runs on dedicated threads.
struct RenditionEncoding: Sendable {
  let name: String
  let settings: WriterSettings
  let segments: [SegmentPlan.Segment]
  let layout: MediaSegmentLayout
  /// The presentation's folder, in which that of the rendition is made.
  let folder: URL
  let renderer: any Renderer
  /// The frames to be encoded.
  let frames = FrameQueue()

  /// Encodes all frames of the queue.
  ///
  /// - Throws: the first error; the files that are there by then are the caller's.
  func run() async throws -> MediaSegments {
    let own = folder.appending(path: name, directoryHint: .isDirectory)
    let output = try await renderer.mediaSegmentWriter(settings, layout, into: own)
    let (fed, feed) = AsyncStream.makeStream(of: (any SegmentWriter).self)
    let (ended, ends) = AsyncStream.makeStream(of: Void.self)
    let frames = frames
    return try await withThrowingTaskGroup(of: MediaSegments?.self) { group in
      defer {
        output.cancel()
        // The composing task goes on failing when the cause is known.
        frames.abandon()
      }
      group.addTask {
        defer { feed.finish() }
        var waits = ended.makeAsyncIterator()
        for segment in segments {
          // The segment before the last has ended, so that there are two encoders at most.
          if segment.number > 1 { _ = await waits.next() }
          try Task.checkCancellation()
          let writer = try await renderer.segmentWriter(
            settings, identity: "\(name) \(segment.number)", to: url(segment.number))
          do {
            try await blocking {
              frames.abandon()
              writer.cancel()
            } _: { () throws(RenderError) in
              for _ in segment.frames {
                let frame = try frames.next()
                try writer.write(frame.picture, at: frame.time, duration: frame.duration)
              }
            }
          } catch {
            writer.cancel()
            throw error
          }
          feed.yield(writer)
        }
        return nil
      }
      group.addTask {
        for await writer in fed {
          let made = try await blocking(cancelledBy: writer.cancel) { () throws(RenderError) in
            try writer.finish(EncodedSegment.Findings())
          }
          try await blocking(cancelledBy: output.cancel) { () throws(RenderError) in try output.write(made) }
          try? FileManager.default.removeItem(at: made.url)
          ends.yield()
        }
        try Task.checkCancellation()
        return try await blocking(cancelledBy: output.cancel) { () throws(RenderError) in try output.finish() }
      }
      var written: MediaSegments?
      while let result = try await group.next() { written = result ?? written }
      guard let written else { throw RenderError(.engineFailed, "The rendition \(name) has no segments.") }
      return written
    }
  }

  /// The file in which segment number `number` is until it is in the rendition.
  private func url(_ number: Int) -> URL {
    folder.appending(path: ".\(name)-\(number).\(SegmentPlace.pathExtension)", directoryHint: .notDirectory)
  }
}
