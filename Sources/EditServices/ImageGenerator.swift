public import Compositing
public import EditingModel
import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering

/// Makes still images of an edit or a media file at given times (`AVAssetImageGenerator`).
///
/// ```swift
/// var generator = ImageGenerator(of: AssetReference(url: clip), renderer: renderer)
/// generator.maximumSize = PixelSize(width: 320, height: 180)
/// for await result in try await generator.images(for: [second, minute]) {
///   let image = try result.get()
///   print(image.requestedTime, image.actualTime, try renderer.encodeImage(image.picture, as: .png).count)
/// }
/// ```
///
/// A value: changing it while images are made changes nothing of them. Threads: any; work is done on dedicated threads.
public struct ImageGenerator: Sendable {
  /// What images are made of.
  private let source: Source
  private let renderer: any Renderer

  /// The size that images are scaled down to fit into, their shape kept; nil for the edit's own (`maximumSize`).
  public var maximumSize: PixelSize?
  /// The pixel format of the images.
  public var pixelFormat: PixelBuffer.Format = .rgb24
  /// How far before a requested time the image may lie (`requestedTimeToleranceBefore`). With a tolerance a key frame
  /// of a media file is taken where there is one, which costs least; zero for exactly the frame that is shown at the
  /// time.
  public var toleranceBefore: CMTime = .positiveInfinity
  /// How far behind a requested time the image may lie (`requestedTimeToleranceAfter`).
  public var toleranceAfter: CMTime = .positiveInfinity

  private enum Source {
    case edit(EditSnapshot)
    case asset(AssetReference, track: Int)
  }

  /// An image, or why there is none.
  public struct Image: Sendable {
    /// When it was asked for.
    public var requestedTime: CMTime
    /// When the frame that it shows begins to be shown.
    public var actualTime: CMTime
    /// The picture: upright, in square pixels.
    public var picture: PixelBuffer
    /// What of the media turned out to be damaged while the picture was made, where that is kept, and what is known to be
    /// damaged of its file as a whole; what an image before it has told is left out.
    public var damage: [MediaDamage] = []
  }

  /// Images of `edit`.
  public init(of edit: EditSnapshot, renderer: any Renderer) {
    source = .edit(edit)
    self.renderer = renderer
  }

  /// Images of the video track number `track` of a media file.
  public init(of asset: AssetReference, track: Int = 0, renderer: any Renderer) {
    source = .asset(asset, track: track)
    self.renderer = renderer
  }

  /// The images at `times`, one result for each, in their order, whatever it is (`images(for:)`).
  ///
  /// Frames are made in presentation order, each once, so that every group of pictures is decoded once. Ending the loop
  /// early ends the work.
  ///
  /// - Throws: `RenderError` where nothing can be made at all: what is wrong with the media, the edit or its compositor. A
  ///   time alone that cannot be had is a failure among the results: `.outOfRange`, or why its frame cannot be made.
  public func images(
    for times: [CMTime]
  ) async throws(RenderError) -> AsyncStream<Result<Image, RenderError>> {
    let movie = try await movie()
    let requests = times.map { time in (time, movie.frame(at: time, before: toleranceBefore, after: toleranceAfter)) }
    let reader: any PictureReader
    do {
      reader = try await renderer.pictures(of: movie.plan, in: pixelFormat)
    } catch {
      throw RenderError(describing: error)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Image, RenderError>.self)
    continuation.onTermination = { _ in reader.cancel() }
    DedicatedThread.start(named: "images") {
      Self.make(requests, with: reader, in: movie, for: continuation)
      reader.close()
      continuation.finish()
    }
    return stream
  }

  /// The exact image at `time`, or what the tolerances allow (`image(at:)`).
  ///
  /// - Throws: as `images(for:)`, and the failure of the time.
  public func image(at time: CMTime) async throws(RenderError) -> Image {
    for await result in try await images(for: [time]) { return try result.get() }
    throw .cancelled()
  }

  private static func make(
    _ requests: [(time: CMTime, frame: Result<Int, RenderError>)], with reader: any PictureReader, in movie: Movie,
    for continuation: AsyncStream<Result<Image, RenderError>>.Continuation
  ) {
    var waiting: [Int: Result<Image, RenderError>] = [:]
    var next = 0
    var last: (frame: Int, made: Result<PixelBuffer, RenderError>)?
    var told: [MediaDamage] = []
    func deliver(_ number: Int, _ result: Result<Image, RenderError>) -> Bool {
      waiting[number] = result
      while let ready = waiting.removeValue(forKey: next) {
        if case .terminated = continuation.yield(ready) { return false }
        next += 1
      }
      return true
    }
    for number in requests.indices.sorted(by: { Self.frame(requests[$0]) < Self.frame(requests[$1]) }) {
      let result = requests[number].frame.flatMap { frame -> Result<Image, RenderError> in
        let made = last?.frame == frame ? last?.made : nil
        let picture = made ?? Result { () throws(RenderError) in try reader.blockingPicture(at: frame) }
        last = (frame, picture)
        return picture.flatMap { picture in
          movie.image(of: frame, requestedAt: requests[number].time, picture)
        }
      }.map { image in
        var image = image
        let known = reader.damage()
        image.damage = known.filter { !told.contains($0) }
        told = known
        return image
      }
      guard deliver(number, result) else { return }
    }
  }

  private static func frame(_ request: (time: CMTime, frame: Result<Int, RenderError>)) -> Int {
    (try? request.frame.get()) ?? -1
  }
}

// MARK: - What images are made of

extension ImageGenerator {
  /// A plan whose frames can be found by their times.
  fileprivate struct Movie: Sendable {
    /// The plan of the whole edit, or of the whole media track.
    var plan: RenderPlan
    /// The picture of the plan.
    var picture: PicturePlan
    /// When the media's own frames begin, where they differ from the plan's.
    var timing: FrameTiming?
    /// The media's frames at which decoding can start, by number.
    var keyFrames: [Int] = []
  }

  private func movie() async throws(RenderError) -> Movie {
    let settings = RenderSettings(includesSound: false)
    switch source {
    case .edit(let edit):
      let plan = try await edit.plan(settings: settings, fittingIn: maximumSize, renderer: renderer)
      return Movie(plan: plan, picture: try Self.picture(of: plan))
    case .asset(let asset, let track):
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      let edit = try EditSnapshot(wholeOf: facts, track: track)
      let plan = try await edit.plan(settings: settings, fittingIn: maximumSize, renderer: renderer)
      var movie = Movie(plan: plan, picture: try Self.picture(of: plan), timing: facts.videoTracks[track].timing)
      guard toleranceBefore != .zero || toleranceAfter != .zero else { return movie }
      do {
        movie.keyFrames = try await renderer.keyFrames(of: .init(asset: asset, trackIndex: track))
      } catch {
        throw RenderError(describing: error)
      }
      return movie
    }
  }

  private static func picture(of plan: RenderPlan) throws(RenderError) -> PicturePlan {
    guard let picture = plan.picture else {
      throw RenderError(.invalidModel, "The film has no picture.", remedy: "Use one that has a video track.")
    }
    return picture
  }
}

extension ImageGenerator.Movie {
  /// The plan's frame for a requested time.
  func frame(at time: CMTime, before: CMTime, after: CMTime) -> Result<Int, RenderError> {
    Result { () throws(RenderError) in
      guard let wanted = time.rational else {
        throw RenderError(.outOfRange, "The time \(time) is none of the film's.", remedy: "Give a finite time.")
      }
      let clamped = try clamped(wanted, before: before, after: after)
      return try exact { () throws(RationalError) in
        guard let timing else { return try picture.grid.frame(containing: clamped) }
        let shown = timing.frame(at: clamped)
        let frame = keyFrame(near: wanted, shown: shown, timing, before: before, after: after) ?? shown
        return try min(picture.frameCount - 1, picture.grid.firstFrame(atOrAfter: timing.start(of: frame)))
      }
    }
  }

  /// The image of `frame`.
  func image(
    of frame: Int, requestedAt time: CMTime, _ picture: PixelBuffer
  ) -> Result<ImageGenerator.Image, RenderError> {
    Result { () throws(RenderError) in
      let start = try exact { () throws(RationalError) in
        let planned = try self.picture.origin + self.picture.grid.time(of: frame)
        guard let timing else { return planned }
        return try timing.start(of: timing.frame(at: planned))
      }
      return ImageGenerator.Image(
        requestedTime: time, actualTime: try exact { () throws(RationalError) in try CMTime(exactly: start) },
        picture: picture)
    }
  }

  /// `time`, or the first or last frame's where it lies outside and the tolerances allow it.
  private func clamped(_ time: Rational, before: CMTime, after: CMTime) throws(RenderError) -> Rational {
    let (end, last) = try exact { () throws(RationalError) in
      (try picture.grid.time(of: picture.frameCount), try picture.grid.time(of: picture.frameCount - 1))
    }
    // A still is shown at any time.
    if time >= .zero, time < end || timing == .still { return time }
    let nearest = time < .zero ? Rational.zero : last
    if allows(time < .zero ? after : before, time, nearest) { return nearest }
    throw RenderError(
      .outOfRange, "There is no picture at \(time.timecode): the film lasts \(end.timecode).",
      remedy: "Ask for a time from 0 on that lies before its end.")
  }

  private func allows(_ tolerance: CMTime, _ time: Rational, _ other: Rational) -> Bool {
    guard let limit = tolerance.rational else { return tolerance == .positiveInfinity }
    return ((try? other > time ? other - time : time - other).map { $0 <= limit }) ?? false
  }

  /// The key frame nearest to `time`, within the tolerances; nil where there is none.
  private func keyFrame(
    near time: Rational, shown: Int, _ timing: FrameTiming, before: CMTime, after: CMTime
  ) -> Int? {
    let next = keyFrames.partitioningIndex { $0 > shown }
    let candidates = [next > 0 ? keyFrames[next - 1] : nil, next < keyFrames.count ? keyFrames[next] : nil]
    return candidates.compactMap { frame -> (frame: Int, distance: Rational)? in
      guard let frame, let start = try? timing.start(of: frame),
        let distance = try? start > time ? start - time : time - start,
        frame == shown || allows(start > time ? after : before, time, start)
      else { return nil }
      return (frame, distance)
    }
    .min { $0.distance < $1.distance }?.frame
  }
}

/// What `work` computes with times, which must be exact.
package func exact<Value>(_ work: () throws(RationalError) -> Value) throws(RenderError) -> Value {
  do {
    return try work()
  } catch {
    throw RenderError(
      .invalidModel, "A time cannot be computed exactly: \(error)", remedy: "Use times with smaller denominators.")
  }
}

extension EditSnapshot {
  /// All of video track number `track` of a file, upright, on a grid on which every one of its frames begins.
  package init(wholeOf facts: MediaFacts, track: Int) throws(RenderError) {
    guard facts.videoTracks.indices.contains(track) else {
      throw RenderError(
        .invalidModel,
        facts.videoTracks.isEmpty
          ? "The file has no picture." : "The file has no video track number \(track), counted from 0.",
        remedy: "Use a file that has one.", asset: facts.asset)
    }
    let timing = facts.videoTracks[track].timing
    let second = CMTime(value: 1, timescale: 1)
    do {
      var duration = second
      if timing != .still, let end = try timing.end(of: timing.count - 1) {
        duration = try CMTime(exactly: max(end, facts.duration))
      }
      let range = CMTimeRange(start: .zero, duration: duration)
      let segment = CompositionTrackSegment(
        source: .init(asset: facts.asset, trackIndex: track), sourceRange: range, targetRange: range)
      let composition = Composition(tracks: [
        CompositionTrack(id: 1, mediaType: .video, segments: [segment])
      ])
      self.init(composition: composition)
      var videoComposition = try RenderPlanner.defaultVideoComposition(
        for: composition, facts: [facts.asset: facts])
      videoComposition?.frameDuration = try CMTime(exactly: timing.commonFrameDuration)
      self.videoComposition = videoComposition
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(.invalidModel, "The file's times cannot be computed exactly: \(error)", asset: facts.asset)
    }
  }
}

extension FrameTiming {
  /// The longest duration of which every frame's start is a multiple; a nanosecond where that would be shorter still,
  /// and then a frame is found from the first nanosecond on at which it is shown.
  fileprivate var commonFrameDuration: Rational {
    get throws(RationalError) {
      let nanosecond = try Rational(1, 1_000_000_000)
      switch self {
      case .still:
        return .one
      case .constant(let start, let frameDuration, _):
        return max(nanosecond, (try? start.greatestCommonDivisor(with: frameDuration)) ?? nanosecond)
      case .variable(let starts, _):
        var common = Rational.zero
        for start in starts {
          guard let next = try? common.greatestCommonDivisor(with: start), next == .zero || next > nanosecond else {
            return nanosecond
          }
          common = next
        }
        return common > .zero ? common : nanosecond
      }
    }
  }
}

extension Rational {
  /// The greatest number of which both are whole multiples; the other one where one is zero.
  fileprivate func greatestCommonDivisor(with other: Rational) throws(RationalError) -> Rational {
    var (a, b) = (self < .zero ? try .zero - self : self, other < .zero ? try .zero - other : other)
    while b > .zero { (a, b) = (b, try a - Rational((a / b).floor()) * b) }
    return a
  }
}
