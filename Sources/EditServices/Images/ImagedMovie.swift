import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// A plan whose frames can be found by their times.
struct ImagedMovie: Sendable {
  /// The plan of the whole edit, or of the whole media track.
  var plan: RenderPlan
  /// The picture of the plan.
  var picture: PicturePlan
  /// The beginnings of the media's own frames, where they differ from the plan's.
  var timing: FrameTiming?
  /// The media's frames at which decoding can start, by number.
  var keyFrames: [Int] = []
  /// The pixel format of images.
  var pixelFormat = PixelFormat.rgb24
  /// The source file, where that is a sound's cover.
  var artwork: ArtworkFile?

  /// A plan of the whole edit, or of the whole media track whose frames begin as `timing` says.
  init(plan: RenderPlan, timing: FrameTiming? = nil) throws(RenderError) {
    guard let picture = plan.picture else {
      throw RenderError(.invalidModel, "The film has no picture.", remedy: "Use one that has a video track.")
    }
    (self.plan, self.picture, self.timing) = (plan, picture, timing)
  }
}

extension ImageGenerator {
  /// The movie, planned, of which images are made.
  func movie() async throws(RenderError) -> ImagedMovie {
    var movie = try await plannedMovie()
    if let pixelFormat { movie.pixelFormat = pixelFormat }
    return movie
  }

  /// The film of the last request, where all is as it was then; else another one.
  private func plannedMovie() async throws(RenderError) -> ImagedMovie {
    switch source {
    case .edit(var edit):
      if let videoComposition { edit.videoComposition = videoComposition }
      let facts = try await edit.facts(renderer: renderer)
      let basis = basis(facts)
      if let known = memory.movie(of: basis) { return known }
      let movie = try movie(of: edit, facts)
      memory.keep(movie, of: basis)
      return movie
    case .file(let asset, let track):
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      if facts.videoTracks.isEmpty, let cover = try await artwork(of: asset) { return try await movie(showing: cover) }
      if let videoComposition {
        let edit = try EditSnapshot(wholeOf: facts, as: videoComposition)
        return try ImagedMovie(
          plan: try await edit.plan(
            settings: .ofImages, fittingIn: maximumSize, renderer: renderer))
      }
      // Where the key frames alone are others than before, images are as exact as asked for, and cost more.
      let basis = basis(EditFacts(media: [asset: facts]))
      if let known = memory.movie(of: basis) { return known }
      let movie = try await movie(of: facts, track: track ?? facts.defaultVideoTrack)
      memory.keep(movie, of: basis)
      return movie
    }
  }

  private func basis(_ facts: EditFacts) -> ImageMemory.Basis {
    ImageMemory.Basis(
      source: source, videoComposition: videoComposition, maximumSize: maximumSize, pixelFormat: pixelFormat,
      apertureMode: apertureMode, appliesPreferredTransform: appliesPreferredTransform, facts: facts)
  }

  /// The film of `edit`, whose media hold `facts`.
  private func movie(of edit: EditSnapshot, _ facts: EditFacts) throws(RenderError) -> ImagedMovie {
    let settings = RenderSettings.ofImages
    guard edit.videoComposition == nil else {
      return try ImagedMovie(plan: try edit.plan(settings: settings, fittingIn: maximumSize, facts: facts))
    }
    var (edit, seen) = (edit, facts)
    if !appliesPreferredTransform { edit.composition.forgetTransforms() }
    seen.media = facts.media.mapValues(shown)
    let plan = try edit.plan(settings: settings, fittingIn: maximumSize, facts: seen)
    return try ImagedMovie(plan: plan.of(facts.media))
  }

  /// The film of video track number `track` of the file that `facts` are about.
  private func movie(of facts: MediaFacts, track: Int) async throws(RenderError) -> ImagedMovie {
    let (asset, shown) = (facts.asset, shown(facts))
    var settings = RenderSettings.ofImages
    var edit = try EditSnapshot(wholeOf: shown, track: track)
    var still: StillImage?
    if shown.videoTracks[track].timing == .still {
      let image = StillImage(of: shown.videoTracks[track], in: pixelFormat)
      (still, settings) = (image, image.planning(settings))
      // Nothing else says how large it is.
      edit.videoComposition = nil
    } else {
      // Colors of films with chroma at full size, and of RGB, stay as sharp as they are stored.
      settings.pixelFormat = .film(storedAs: shown.videoTracks[track].format, hasAlpha: false)
    }
    let plan = try edit.plan(settings: settings, fittingIn: maximumSize, facts: EditFacts(media: [asset: shown]))
    var movie = try ImagedMovie(plan: plan.of([asset: facts]), timing: facts.videoTracks[track].timing)
    if let still { movie.pixelFormat = still.given }
    do {
      movie.keyFrames = try await renderer.keyFrames(of: .init(asset: asset, trackIndex: track))
    } catch {
      throw RenderError(describing: error)
    }
    return movie
  }

  /// The first picture in the metadata of a file of sound; nil where there is none.
  private func artwork(of asset: AssetReference) async throws(RenderError) -> ArtworkFile? {
    let metadata = try await MediaInspector(renderer: renderer).metadata(of: asset, readingData: true)
    return try metadata.artwork.first.map { picture throws(RenderError) in try ArtworkFile(picture, of: asset) }
  }

  /// The film of a cover, which shows it at any time.
  private func movie(showing cover: ArtworkFile) async throws(RenderError) -> ImagedMovie {
    var generator = ImageGenerator(of: cover.asset, renderer: renderer)
    (generator.maximumSize, generator.pixelFormat) = (maximumSize, pixelFormat)
    (generator.apertureMode, generator.appliesPreferredTransform) = (apertureMode, appliesPreferredTransform)
    var movie = try await generator.movie()
    movie.artwork = cover
    return movie
  }

  /// `facts` as the aperture mode and the preferred transform have them.
  private func shown(_ facts: MediaFacts) -> MediaFacts {
    var facts = facts
    for track in facts.videoTracks.indices {
      if apertureMode == .encoded { facts.videoTracks[track].pixelAspect = .one }
      if apertureMode != .clean { facts.videoTracks[track].cleanAperture = nil }
      if !appliesPreferredTransform { facts.videoTracks[track].orientation = .up }
    }
    return facts
  }
}

extension RenderPlan {
  /// The same plan, of media that hold `facts`, which its pictures are checked against when they are read. What goes through
  /// as it is shows what it was planned to, not the media's own aperture.
  fileprivate func of(_ facts: [AssetReference: MediaFacts]) -> RenderPlan {
    var plan = self
    for (number, run) in (picture?.runs ?? []).enumerated() {
      guard let tracks = facts[run.source.asset]?.videoTracks, tracks.indices.contains(run.source.trackIndex) else {
        continue
      }
      plan.picture?.runs[number].facts = tracks[run.source.trackIndex]
    }
    guard let planned = picture else { return plan }
    for (number, span) in planned.spans.enumerated() {
      guard case .passthrough(let run) = span.method,
        planned.runs[run].facts.cleanAperture != plan.picture?.runs[run].facts.cleanAperture
      else { continue }
      let layer = MixLayer(
        run: run, crop: planned.runs[run].facts.cleanAperture, orientation: .up,
        place: PixelRectangle(x: 0, y: 0, width: planned.size.width, height: planned.size.height),
        opacity: FrameCurve(constant: 1, over: span.frames))
      plan.picture?.spans[number].method = .mix(background: .black, layers: [layer])
    }
    return plan
  }
}

extension Composition {
  /// Leaves pictures as they are stored.
  fileprivate mutating func forgetTransforms() {
    for index in tracks.indices { tracks[index].preferredTransform = .identity }
  }
}

extension ImagedMovie {
  /// The plan's frame for a requested time.
  func frame(at time: CMTime, before: CMTime, after: CMTime) -> Result<Int, RenderError> {
    Result { () throws(RenderError) in
      guard let wanted = time.rational else {
        throw RenderError(.outOfRange, "The time \(time) is none of the film's.", remedy: "Give a finite time.")
      }
      let clamped = try clamped(wanted, before: before, after: after)
      return try exactly { () throws(RationalError) in
        guard let timing else { return picture.timing.frame(at: clamped) }
        let shown = timing.frame(at: clamped)
        let frame = keyFrame(near: wanted, shown: shown, timing, before: before, after: after) ?? shown
        return try min(picture.frameCount - 1, picture.timing.firstFrame(atOrAfter: timing.start(of: frame)))
      }
    }
  }

  /// The image of `frame`.
  func image(
    of frame: Int, requestedAt time: CMTime, _ picture: PixelBuffer
  ) throws(RenderError) -> ImageGenerator.Image {
    let actual = try exactly { () throws(RationalError) in
      let planned = try self.picture.origin + self.picture.time(of: frame)
      return try CMTime(
        exactly: try timing.map { timing throws(RationalError) in
          try timing.start(of: timing.frame(at: planned))
        } ?? planned)
    }
    return ImageGenerator.Image(requestedTime: time, actualTime: actual, picture: picture)
  }

  /// A number for the group of pictures that holds the plan's frame; always 0 for an edit.
  func group(ofFrame frame: Int) -> Int {
    guard let timing, let time = try? picture.time(of: frame) else { return 0 }
    let shown = timing.frame(at: time)
    return keyFrames.partitioningIndex { $0 > shown }
  }

  /// `time`, or the first or last frame's where it lies outside and the tolerances allow it.
  private func clamped(_ time: Rational, before: CMTime, after: CMTime) throws(RenderError) -> Rational {
    let (end, last) = try exactly { () throws(RationalError) in
      (try picture.time(of: picture.frameCount), try picture.time(of: picture.frameCount - 1))
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

extension RenderSettings {
  /// Settings of images, which have whole pixels of any number each way.
  fileprivate static var ofImages: RenderSettings {
    var settings = RenderSettings(includesSound: false)
    settings.allowsOddSides = true
    // Files of images are those of sRGB.
    settings.keepsHighDynamicRange = false
    return settings
  }
}
