import Compositing
public import EditServices
import MediaFormats
public import MediaTime
public import Rendering

/// Finds the cuts in a film: frames that differ from the one before as motion does not make them, after the measure of
/// FFmpeg's `scdet`.
///
/// ```
///  difference    ▁▁▂▁▁█▁▁▂▃▃▃▂▁     the mean amount by which luma changes, in percent of full scale
///  score         ▁▁▁▁▁█▁▁▁▁▁▁▁▁     the smaller of it and its own change: a pan differs much, but steadily
///                     ▲ a cut: the score reaches `threshold`
/// ```
///
/// Pictures are compared scaled down into 256 × 144 pixels. Dissolves have no such frame, and are not found.
///
/// A value. Threads: any; work is done on dedicated threads.
public struct SceneDetector: Sendable {
  /// The subject that is searched.
  public var subject: AnalysisSubject
  /// The score from which on a frame is the first of a scene: 0…100.
  public var threshold = 10.0
  /// The part that is looked through; all of it if nil. Scenes begin at its start.
  public var timeRange: CMTimeRange?
  private let renderer: any Renderer

  /// Looks at `source`.
  public init(of source: some MediaSource, renderer: any Renderer) {
    subject = source.analysisSubject
    self.renderer = renderer
  }

  /// A part of a film without a cut.
  public struct Scene: Hashable, Sendable {
    /// Its range: from its first frame to the next scene's, or the film's end.
    public var timeRange: CMTimeRange
    /// The score of its first frame, 0…100; nil for the first scene.
    public var score: Double?
  }

  /// The scenes, end to end.
  ///
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` where there is no picture;
  ///   `.cancelled`.
  public func scenes(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> [Scene] {
    let frames = try await FrameSequence(
      subject.kind, timeRange: timeRange, maximumSize: PixelSize(width: 256, height: 144), renderer: renderer)
    let reader: any PictureReader
    do {
      reader = try await renderer.pictures(of: frames.plan, in: .yuv420p)
    } catch {
      throw RenderError(describing: error)
    }
    defer { reader.close() }
    let threshold = threshold
    return try await blocking(cancelledBy: reader.cancel) { () throws(RenderError) in
      var changes = LumaChanges()
      var starts: [(time: Rational, score: Double?)] = []
      for number in 0..<frames.count {
        let picture = try reader.blockingPicture(at: frames.plannedFrame(number))
        let score = try changes.score(of: picture)
        if number == 0 || score >= threshold {
          starts.append((try frames.start(of: number), number == 0 ? nil : score))
        }
        progress(Double(number + 1) / Double(frames.count))
      }
      let ends = starts.dropFirst().map(\.time) + [try frames.end()]
      return try zip(starts, ends).map { start, end throws(RenderError) in
        Scene(
          timeRange: CMTimeRange(start: try frames.time(start.time), end: try frames.time(end)), score: start.score)
      }
    }
  }
}

/// The change of luma between successive pictures.
private struct LumaChanges {
  private var last: [UInt8] = []
  private var lastDifference = 0.0

  /// The score of `picture` after those before it: 0…100.
  mutating func score(of picture: PixelBuffer) throws(RenderError) -> Double {
    var luma: [UInt8] = []
    luma.reserveCapacity(picture.width * picture.height)
    try RenderError.catching {
      try picture.withBytes(ofPlane: 0) { bytes in
        for row in 0..<picture.planes[0].height {
          let place = picture.planes[0].row(row)
          for index in place.lowerBound..<place.lowerBound + picture.width { luma.append(bytes[index]) }
        }
      }
    }
    defer { last = luma }
    guard last.count == luma.count, !luma.isEmpty else { return 0 }
    var sum = 0
    for index in luma.indices { sum += abs(Int(luma[index]) - Int(last[index])) }
    let difference = Double(sum) * 100 / Double(luma.count * 256)
    defer { lastDifference = difference }
    return min(difference, abs(difference - lastDifference))
  }
}
