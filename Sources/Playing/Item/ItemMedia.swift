import Compositing
import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// An item as it is planned, and opened.
struct ItemMedia: Sendable {
  /// The edit that is played.
  var edit: EditSnapshot
  var plan: RenderPlan
  /// Its duration, in seconds.
  var duration: Rational
  /// The pictures; nil where there are none, or they are not taken.
  var pictures: PictureFeed?
  /// The samples; nil where there are none, or they are not taken.
  var sound: SoundRow?
  /// The beginnings of pictures that are decoded without others, in order; empty where they are not known.
  var keyTimes: [Rational] = []

  /// Closes what is not in `other`.
  func close(except other: ItemMedia? = nil) {
    if let pictures, pictures !== other?.pictures { pictures.close() }
    if let sound, sound !== other?.sound { sound.close() }
  }
}

/// The request to open media.
struct ItemRequest: Sendable {
  var asset: AnalysisSubject.Kind
  var settings: PlayerItemSettings
  /// Whether pictures have a taker, and in which format.
  var wantsPictures: Bool
  var format: PixelBuffer.Format?
  /// Whether sound has a taker.
  var wantsSound: Bool
  /// The media that are open now.
  var previous: ItemMedia?
}

extension ItemRequest {
  /// Plans and opens what is played; what the last plan has as well stays open.
  func open(
    renderer: any Renderer, clock: any PlaybackClock, owner: any PlaybackAlarm
  ) async throws(RenderError) -> ItemMedia {
    let (edit, facts) = try await edit(renderer)
    var settings = RenderSettings()
    // Sound goes over without a gap where its samples lie as those before them do.
    settings.sampleRate = previous?.plan.sound?.grid.rate
    settings.channels = previous?.plan.sound?.channels
    let plan = try edit.timed(for: .mov).plan(settings: settings, facts: facts)
    guard let duration = Rational(edit.composition.duration), plan.picture != nil || plan.sound != nil else {
      throw RenderError(
        .invalidModel, "There is nothing to be played.", remedy: "Play something that has a picture or sound.")
    }
    var media = ItemMedia(edit: edit, plan: plan, duration: duration)
    if case .file(let asset, _) = asset, self.settings.edit == nil {
      media.keyTimes = await keyTimes(of: asset, facts.media[asset], renderer)
    }
    do {
      if wantsPictures, let picture = plan.picture {
        if let open = previous?.pictures, open.plan == picture, open.format == format {
          media.pictures = open
        } else {
          let reader = try await renderer.pictures(of: plan, in: format)
          media.pictures = PictureFeed(reader, format: format, clock: clock, owner: owner)
        }
      }
      if wantsSound, let sound = plan.sound {
        if let open = previous?.sound, open.plan == sound {
          media.sound = open
        } else {
          media.sound = SoundRow(try await renderer.samples(of: plan, seeking: .preroll))
        }
      }
      return media
    } catch {
      media.close(except: previous)
      throw RenderError(describing: error)
    }
  }

  /// The edit as it is played, and what its media hold.
  private func edit(_ renderer: any Renderer) async throws(RenderError) -> (EditSnapshot, EditFacts) {
    var edit = EditSnapshot()
    if let stated = settings.edit {
      edit = stated
    } else if case .file(let asset, _) = asset {
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      edit.composition = try Composition(wholeOf: facts)
    }
    (edit.audioMix, edit.videoComposition) = (settings.audioMix, settings.videoComposition)
    for index in edit.composition.tracks.indices {
      if let isEnabled = settings.switched[edit.composition.tracks[index].id] {
        edit.composition.tracks[index].isEnabled = isEnabled
      }
    }
    return (edit, try await edit.facts(renderer: renderer))
  }

  /// The beginnings of a file's key frames; none where they are not known.
  private func keyTimes(
    of asset: AssetReference, _ facts: MediaFacts?, _ renderer: any Renderer
  ) async -> [Rational] {
    guard let facts, facts.defaultVideo != nil else { return [] }
    let source = CompositionTrackSegment.Source(asset: asset, trackIndex: facts.defaultVideoTrack)
    guard let frames = try? await renderer.keyFrames(of: source) else { return [] }
    let timing = facts.videoTracks[facts.defaultVideoTrack].timing
    return frames.compactMap { try? timing.start(of: $0) }
  }
}

extension Composition {
  /// All of the file of `facts`, its tracks by their own numbers: tracks that it does not enable are switched off.
  fileprivate init(wholeOf facts: MediaFacts) throws(RenderError) {
    self.init()
    let asset = Asset(facts)
    guard asset.duration.isNumeric, asset.duration > .zero else {
      throw RenderError(
        .invalidModel, "A still picture is shown for as long as one likes, and nothing says how long.",
        remedy: "Put it into a composition, where a segment has a duration.", asset: facts.asset)
    }
    do throws(EditError) {
      try insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
    } catch {
      throw RenderError(.invalidModel, error.diagnostic.message, remedy: error.diagnostic.remedy, asset: facts.asset)
    }
    for index in tracks.indices {
      let source = tracks[index].segments.lazy.compactMap(\.source).first
      let own = asset.tracks(withMediaType: tracks[index].mediaType).first { $0.index == source?.trackIndex }
      if let own { tracks[index].id = own.trackID }
    }
  }
}

extension ItemMedia {
  /// The frame of `time`; backwards, while it runs, the one before a border that it stands on.
  func frame(at time: Rational, isRunningBackwards: Bool = false) -> Int? {
    guard let picture = plan.picture, let inside = try? time - picture.origin else { return nil }
    let frame = picture.timing.frame(at: inside)
    if isRunningBackwards, frame > 0, start(of: frame) == time { return frame - 1 }
    return frame
  }

  /// The beginning of frame `frame`, in the item's time; the end of the last for a number past it.
  func start(of frame: Int) -> Rational? {
    guard let picture = plan.picture else { return nil }
    return try? picture.origin + picture.time(of: frame)
  }

  /// The border between frames that comes at `time` or next after it in the direction of playing; `time` where there is none.
  func border(after time: Rational, isForward: Bool) -> Rational {
    guard pictures != nil, let frame = frame(at: time), let start = start(of: frame) else { return time }
    if start == time || !isForward { return start }
    return self.start(of: frame + 1).map { max($0, time) } ?? time
  }

  /// A time between `time` − `before` and `time` + `after` that is shown soonest: the last key frame up to `time`, or else the next
  /// one, or else `time` itself.
  func convenientTime(near time: Rational, from earliest: Rational, to latest: Rational) -> Rational {
    let next = keyTimes.partitioningIndex { $0 > time }
    if next > 0, keyTimes[next - 1] >= earliest { return keyTimes[next - 1] }
    if next < keyTimes.count, keyTimes[next] <= latest { return keyTimes[next] }
    return time
  }
}
