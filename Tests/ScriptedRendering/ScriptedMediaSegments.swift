import Compositing
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Media segments whose files have a byte for each of their frames, or for each thousand samples.
final class ScriptedMediaSegments: MediaSegmentWriter {
  private let settings: WriterSettings
  private let layout: MediaSegmentLayout
  private let folder: URL
  private let step: ScriptedStep
  private let state = Mutex(State())

  private struct State {
    var written: [MediaSegments.Segment] = []
    var sampleCount: Int64 = 0
  }

  init(_ settings: WriterSettings, _ layout: MediaSegmentLayout, into folder: URL, step: @escaping ScriptedStep) {
    (self.settings, self.layout, self.folder, self.step) = (settings, layout, folder, step)
  }

  func write(_ segment: EncodedSegment) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try RenderError.catching {
        let name = layout.format.fileName(state.written.count + 1)
        try Data(repeating: 1, count: segment.frameCount).write(to: folder.appending(path: name))
        let start = try segment.times.lowerBound.rounded(scaledBy: 90_000)
        let end = try segment.times.upperBound.rounded(scaledBy: 90_000)
        state.written.append(
          .init(
            name: name, ticks: start..<end, byteCount: Int64(segment.frameCount),
            keyFrames: [.init(tick: start, bytes: 0..<1)]))
      }
    }
  }

  func write(_ samples: SampleBlock) throws(RenderError) {
    try step(.writeSamples(samples.count))
    state.withLock { $0.sampleCount += Int64(samples.count) }
  }

  func finish() throws(RenderError) -> MediaSegments {
    try state.withLock { state throws(RenderError) in
      try RenderError.catching {
        guard settings.pictures == nil, let rate = settings.sounds.first?.samples.sampleRate else {
          return MediaSegments(
            layout.format, codec: "avc1.64001F", timescale: 90_000, initializationByteCount: 1, segments: state.written)
        }
        let ends = layout.starts.dropFirst() + [try Rational(state.sampleCount, Int64(rate))]
        let segments = try zip(layout.starts, ends).enumerated().map { number, times in
          let name = layout.format.fileName(number + 1)
          try Data([1]).write(to: folder.appending(path: name))
          let ticks = try times.0.rounded(scaledBy: Int64(rate))..<times.1.rounded(scaledBy: Int64(rate))
          return MediaSegments.Segment(name: name, ticks: ticks, byteCount: 1)
        }
        return MediaSegments(
          layout.format, codec: "mp4a.40.2", timescale: Int64(rate), initializationByteCount: 1, segments: segments)
      }
    }
  }

  func cancel() {}
}
