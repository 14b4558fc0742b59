public import FoundationEssentials
public import MediaFormats
package import MediaTime
public import Rendering
import Synchronization

/// All of an export as a value: the render plan, the encodings, the file's metadata, and the segments in which its
/// pictures are encoded. It can be written and read (`Codable`), so that one process plans, others render segments, on
/// any machine that sees the media under the same paths, and another one joins them.
///
/// ```swift
/// let film = try await session.filmPlan()
/// for segment in film.segments?.segments ?? [] {              // here or anywhere, in any order, any of them twice
///   _ = try await film.render(segment.number, into: folder, by: renderer)
/// }
/// try await film.join(from: folder, to: url, by: renderer)    // the same bytes as session.export()
/// ```
public struct FilmPlan: Hashable, Sendable, Codable {
  /// Frames and samples.
  public var render: RenderPlan
  /// The segments in which the frames are encoded; nil of a film without a picture.
  public var segments: SegmentPlan?
  /// The container and the encodings, complete.
  public var settings: ExportSettings
  /// The sounds beside the film's own, in order.
  package var otherSounds: [RenderPlan] = []
  /// The plans of the sounds, the film's own first, where packets are copied; nil where all sounds are encoded.
  public var smartSounds: [SmartSound]?
  /// The states of its media that it was planned with.
  package var media: [MediaStamp] = []
  /// The headers of the tracks: of the pictures, then of the sounds.
  package var headers: [TrackHeader] = []
  /// The file's metadata; the report lists those without a place in the container.
  package var metadata = FileMetadata()
  /// Whether a movie's header stands before its media.
  package var isOptimizedForNetwork = false
  /// Least duration of each fragment of the movie, in seconds; nil of one that is not in fragments.
  package var fragmentDuration: Rational?

  /// A film of `render` as `settings`, complete, whose frames are encoded in `segments`; by one encoder where that is nil.
  package init(_ render: RenderPlan, as settings: ExportSettings, in segments: SegmentPlan? = nil) {
    (self.render, self.settings, self.segments) = (render, settings, segments)
  }

  /// A film of `render` as `settings`, complete, whose frames are encoded, or copied where `policy` and the media allow it; what that
  /// depends on is read of the media. Its sounds are encoded.
  ///
  /// - Throws: `RenderError`, as `MediaReading.codedPictures(of:)` does.
  init(
    _ render: RenderPlan, as settings: ExportSettings, _ policy: SmartRenderingPolicy, renderer: any MediaReading
  ) async throws(RenderError) {
    self.init(render, as: settings, in: try await render.segments(as: settings, policy: policy, renderer: renderer))
  }

  /// The plan as canonical text.
  public var text: String {
    let sounds = (smartSounds ?? []).enumerated().map { $1.text(of: $0) }.joined()
    return render.text + (segments?.text(of: render) ?? "") + sounds
  }

  /// The packets that sound number `sound` is made of, the film's own being number 0; nil where it is encoded.
  package func copiedSound(_ sound: Int) -> CopiedSound? {
    guard let smartSounds, smartSounds.indices.contains(sound) else { return nil }
    return smartSounds[sound].copied
  }

  /// Plans copies of the sounds that allow it (``ExportRequest/smartRendering``), by facts read from the media.
  ///
  /// - Throws: `RenderError`, as `MediaReading.codedSound(of:)` does.
  package mutating func planSmartSounds(by renderer: any MediaReading) async throws(RenderError) {
    var sounds: [SmartSound] = []
    for plan in (render.sound == nil ? [] : [render]) + otherSounds {
      if let sound = try await plan.smartSound(as: settings, renderer: renderer) { sounds.append(sound) }
    }
    smartSounds = sounds
  }

  /// Notes the states of the media now, by which ``render(_:into:by:progress:)->EncodedSegment`` and
  /// ``join(from:to:replacing:by:progress:)`` know whether others have taken their places.
  package mutating func stampMedia() async throws(RenderError) {
    let rendered = [render.renderedPart] + otherSounds.map(\.renderedPart)
    media = try await MediaStamp.stamps(of: rendered.flatMap { $0.pictureAssets.union($0.soundAssets) })
  }

  /// Renders segment number `number` into `folder`, as ``render(_:into:by:progress:)->[EncodedSegment]`` does several.
  @discardableResult
  public func render(
    _ number: Int, into folder: URL, by renderer: any Renderer,
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> EncodedSegment {
    let made = try await render(number...number, into: folder, by: renderer, progress: progress)
    guard let segment = made.first else { throw RenderError(.engineFailed, "Segment \(number) was not made.") }
    return segment
  }

  /// Renders the segments `numbers` into `folder`, in order, under names that say what they were made from; what is there already, whole, is
  /// not made again. Short pieces of one media track are decoded together. `progress` is called with the part that is done, on any thread.
  ///
  /// - Throws: `RenderError`: `.outOfRange` where there are no such segments, `.unsupported` where the film is not encoded in
  ///   segments, `.mediaUnreadable` where media has changed since the plan was made, and as ``ExportSession/export()``; then those that
  ///   are finished stay in the folder, and nothing is left of the others.
  @discardableResult
  public func render(
    _ numbers: ClosedRange<Int>, into folder: URL, by renderer: any Renderer,
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> [EncodedSegment] {
    let plan = try dividedSegments()
    guard let picture = render.picture, numbers.lowerBound >= 0, numbers.upperBound < plan.segments.count else {
      let (first, last) = (numbers.lowerBound, numbers.upperBound)
      let asked = first == last ? "segment \(first)" : "segment \(last), of \(first) to \(last)"
      throw RenderError(
        .outOfRange, "There is no \(asked): the film has 0 to \(plan.segments.count - 1).",
        remedy: "Ask for some of these.")
    }
    let asked = Array(plan.segments[numbers])
    do {
      let settings = try WriterSettings(self.settings, for: render)
      let made = Mutex<[Int: EncodedSegment]>([:])
      try await SegmentWorker(
        queue: SegmentQueue(asked, of: picture, jobs: 1), jobs: Permits(1), place: try place(in: folder, renderer),
        rendering: SegmentRendering(render, plan, settings, renderer: renderer), picture: picture,
        meter: FrameMeter(asked.map(\.frames.count).reduce(0, +), progress)
      ) { segment, encoded in made.withLock { $0[segment.number] = encoded } }.run()
      return made.withLock { made in asked.compactMap { made[$0.number] } }
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The numbers of the segments that are not in `folder`, or are damaged or of other media, settings or versions there.
  ///
  /// - Throws: `RenderError`, as ``render(_:into:by:progress:)->[EncodedSegment]``.
  public func missingSegments(in folder: URL, by renderer: any Renderer) async throws(RenderError) -> [Int] {
    let segments = try dividedSegments().segments
    do {
      return try await place(in: folder, renderer).missing(of: segments, renderer)
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The folder `folder` as a place of segments.
  private func place(in folder: URL, _ renderer: any Renderer) throws -> SegmentPlace {
    try SegmentPlace(
      Segmentation(cache: folder), in: folder,
      identities: SegmentIdentities(render, of: media, settings, segments ?? SegmentPlan([]), renderer: renderer))
  }

  /// Makes the file at `url` of the segments in `folder`; the sound is rendered now, once, as a whole. `progress` is called
  /// repeatedly, on any thread.
  ///
  /// - Throws: `RenderError`: `.mediaMissing`, which names the segments that are not there or damaged, `.mediaUnreadable` where media
  ///   has changed since the plan was made, and as
  ///   ``ExportSession/export()``; then there is no file.
  @discardableResult
  public func join(
    from folder: URL, to url: URL, replacing: Bool = false, by renderer: any Renderer,
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) async throws(RenderError) -> ExportReport {
    _ = try dividedSegments()
    try await MediaStamp.check(media)
    var export = Export(self, to: url, replacing: replacing)
    export.segmentation = Segmentation(cache: folder)
    export.joinsOnly = true
    return try await export.run(renderer, progress: progress)
  }

  /// The segments, where the film is made of such.
  private func dividedSegments() throws(RenderError) -> SegmentPlan {
    guard let segments, render.picture != nil else {
      throw RenderError(
        .unsupported, "The film has no pictures that are encoded in segments.", remedy: "Export it as it is.")
    }
    guard settings.video?.passes != 2, !settings.fileType.isPictureSequence else {
      throw RenderError(
        .unsupported, "The film is not encoded in segments. \(segments.reasonForOne ?? "")",
        remedy: "Export it as a whole.")
    }
    return segments
  }
}
