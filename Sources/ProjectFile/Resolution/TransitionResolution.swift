import EditingModel
import MediaFormats
import MediaTime

/// A transition of a project that is found, and where it stands in the file.
struct FoundTransition: Hashable, Sendable {
  /// The transition at its cut.
  var placed: PlacedTransition
  /// Its place in the file.
  var pointer: JSONPointer
  /// The name of the key that says where the cut is; nil where that is the end of its segment.
  var cutKey: String?
}

extension ProjectResolution {
  /// The transitions of track number `number`, whose segments are laid out as `layout` says.
  mutating func transitions(of draft: TrackDraft, number: Int, _ layout: TrackResolution) -> [FoundTransition] {
    var found: [FoundTransition] = []
    for (index, segment) in draft.segments.enumerated() {
      guard let transition = segment.transition else { continue }
      let pointer = ModelPointers.segment(track: number, index: index).appending("transition")
      let last = layout.segmentIndices.lastIndex(of: index)
      guard let cut = last.map({ layout.segments[$0].timeMapping.target.end }), cut.isNumeric else { continue }
      add(transition, of: draft.id, cutAt: cut, key: nil, pointer, to: &found)
    }
    for (index, placed) in draft.transitions.enumerated() {
      let pointer = ModelPointers.track(number).appending("transitions").appending(index)
      let cut = times.time(placed.at, at: pointer.appending("at"))
      guard cut.isNumeric else { continue }
      add(placed.transition, of: draft.id, cutAt: cut, key: "at", pointer, to: &found)
    }
    return found
  }

  private mutating func add(
    _ draft: TransitionDraft, of trackID: TrackID, cutAt cut: CMTime, key: String?, _ pointer: JSONPointer,
    to found: inout [FoundTransition]
  ) {
    if draft.direction != nil, !draft.name.hasDirection {
      let moving = ClipTransition.Kind.Name.allCases.filter(\.hasDirection).map(\.rawValue).joined(separator: ", ")
      times.report(
        UnlocatedDiagnostic(
          at: pointer.appending("direction"), "A \(draft.name.rawValue) does not move.",
          expected: "no direction, or one of the transitions that have one: \(moving)"))
    }
    let duration = times.time(draft.duration, at: pointer.appending("duration"))
    guard duration.isNumeric else { return }
    let kind = ClipTransition.Kind(draft.name, direction: draft.direction)
    found.append(
      FoundTransition(
        placed: PlacedTransition(
          ClipTransition(kind, duration: duration, alignment: draft.alignment), inTrack: trackID, at: cut),
        pointer: pointer, cutKey: key))
  }

  /// Lays the transitions out: as tracks that overlap, instructions and ramps. `media` is nil where nothing is known of the media
  /// yet; then only what is wrong whatever they are is reported.
  mutating func layOutTransitions(media: MediaProperties?) {
    guard !transitions.isEmpty, diagnostics.isEmpty else { return }
    let showsPictures = transitions.contains { found in
      composition.track(withTrackID: found.placed.trackID)?.mediaType == .video
    }
    if showsPictures { applyDefaultInstruction(media: media) }
    guard diagnostics.isEmpty else { return }
    // Stills are not known yet: then every picture may be one.
    let stills = media?.stills ?? Set(assets.values)
    let lowering = TransitionLowering(
      of: composition, videoComposition: videoComposition, audioMix: audioMix,
      transitions: transitions.map(\.placed), stills: stills)
    for problem in lowering.problems {
      let found = transitions[problem.index]
      let key =
        switch problem.code {
        case .invalidDuration, .tooLong: "duration"
        case .notAtCut: found.cutKey
        default: String?.none
        }
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.nearestPointer(among: [key.map(found.pointer.appending) ?? found.pointer]), problem.diagnostic))
    }
    guard diagnostics.isEmpty else { return }
    composition = lowering.composition
    videoComposition = lowering.videoComposition
    audioMix = lowering.audioMix
    pointers.trackOrigins = lowering.trackOrigins
    if pointers.hasInstructions { pointers.instructionOrigins = lowering.instructionOrigins }
  }

  /// The instruction that shows all tracks, where the project has none: as what stands in for it does.
  private mutating func applyDefaultInstruction(media: MediaProperties?) {
    var shown = videoComposition ?? VideoComposition(fit: .resizeAspect)
    guard shown.isStandIn else { return }
    // Media properties that are not known yet are of no account where only the file is checked.
    let media =
      media ?? MediaProperties(frameDuration: CMTime(value: 1, timescale: 30), renderSize: Size(width: 2, height: 2))
    let needsDuration = shown.frameDuration == .invalid && shown.frameTiming == .grid
    if shown.renderSize == .zero { shown.renderSize = media.renderSize ?? .zero }
    if needsDuration { shown.frameDuration = media.frameDuration ?? .invalid }
    guard shown.renderSize != .zero, !needsDuration || shown.frameDuration != .invalid else {
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.nearestPointer(among: transitions.prefix(1).map(\.pointer)),
          "Nothing says how large the pictures are that a transition is between, and how long a frame lasts.",
          expected: "a videoComposition with renderSize and frameDuration, or what the media say"))
      return
    }
    let layers = shown.animationTool?.additionalTrackIDs ?? []
    let tracks = composition.tracks(withMediaType: .video).filter(\.isEnabled)
    shown.instructions = [
      VideoCompositionInstruction(
        timeRange: CMTimeRange(start: .zero, duration: composition.duration),
        layerInstructions: layers.map { LayerInstruction(trackID: $0) } + tracks.map(LayerInstruction.init(assetTrack:))
      )
    ]
    videoComposition = shown
  }

  // MARK: Music

  /// Lays the music under the film, on a track of its own. Where `media` is nil, only what is wrong whatever the media are is
  /// reported.
  mutating func layOutMusic(_ draft: MusicDraft, track: CompositionTrackSegment.Source?, media: MediaProperties?) {
    let pointer = ModelPointers.music
    let start = times.seconds(draft.start, at: pointer.appending("in"))
    func seconds(_ time: ProjectTime?, _ key: String) -> Rational? {
      time.flatMap { times.seconds($0, at: pointer.appending(key)) }
    }
    let (length, fadeIn, fadeOut) = (
      seconds(draft.duration, "duration"), seconds(draft.fadeIn, "fadeIn"), seconds(draft.fadeOut, "fadeOut")
    )
    let duck = pointer.appending("duck")
    let attack = draft.duck.flatMap { times.seconds($0.attack, at: duck.appending("attack")) }
    let release = draft.duck.flatMap { times.seconds($0.release, at: duck.appending("release")) }
    let speech = draft.duck.map { self.speech(under: $0.under, at: duck.appending("under")) } ?? []
    guard let track, let start, let film = layout.duration.rational, diagnostics.isEmpty, times.diagnostics.isEmpty
    else {
      return
    }
    guard film > .zero else {
      return report(pointer, "The film is empty, and music lies under all of it.", "a segment")
    }
    for (fade, key) in [(fadeIn, "fadeIn"), (fadeOut, "fadeOut")] {
      guard let fade, fade > film else { continue }
      report(
        pointer.appending(key), "The fade lasts \(fade.decimalText) s, and the film \(film.decimalText) s.",
        "at most \(film.decimalText) s")
    }
    if let fadeIn, let fadeOut, let both = try? fadeIn + fadeOut, both > film {
      report(pointer.appending("fadeOut"), "The fades overlap.", "fades that are no longer than the film together")
    }
    guard diagnostics.isEmpty, length != nil || media != nil else { return }
    let held = media?.durations[track.asset]?.rational
    guard let length = length ?? held.flatMap({ try? $0 - start }) else {
      return report(
        pointer, "Nothing says how long “\(draft.asset)” is.", "a duration, or what the media say")
    }
    guard length > .zero else {
      return report(
        pointer.appending("in"),
        "The music begins at \(start.decimalText) s, and “\(draft.asset)” lasts \(held?.decimalText ?? "0") s.",
        "an earlier time")
    }
    do {
      let bed = MusicResolution(
        film: film, stretch: try RationalRange(start: start, duration: length), isLooped: draft.loop)
      let count = try film / length
      guard !draft.loop || count <= Rational(MusicResolution.mostStretches) else {
        return report(
          pointer,
          "The music is \(length.decimalText) s long, and would be played more than "
            + "\(MusicResolution.mostStretches) times.", "a longer stretch of music")
      }
      var music = CompositionTrack(
        id: composition.unusedTrackID(besides: videoComposition?.animationTool?.additionalTrackIDs ?? []),
        mediaType: .audio)
      music.segments = try bed.mappings().map {
        CompositionTrackSegment(source: track, sourceRange: $0.source, targetRange: $0.target)
      }
      let gain = try bed.gain(
        draft.volume, low: draft.duck?.to ?? draft.volume / 4, under: speech, attack: attack ?? .zero,
        release: release ?? .zero, fadeIn: fadeIn, fadeOut: fadeOut)
      composition.tracks.append(music)
      pointers.musicTrack = composition.tracks.count - 1
      if !gain.entries.isEmpty {
        var mix = audioMix ?? AudioMix()
        mix.inputParameters.append(AudioMixInputParameters(trackID: music.id, volume: gain))
        audioMix = mix
      }
    } catch {
      report(pointer, "A time of the music cannot be kept exactly.", "times with smaller denominators")
    }
  }

  /// The ranges in which the tracks `numbers`, or all audio tracks, have segments.
  private mutating func speech(under numbers: [TrackID]?, at pointer: JSONPointer) -> [RationalRange] {
    let sounds = layout.tracks(withMediaType: .audio)
    for (index, number) in (numbers ?? []).enumerated() where !sounds.contains(where: { $0.id == number }) {
      let known = sounds.map(\.id.description).joined(separator: ", ")
      report(
        pointer.appending(index),
        layout.track(withTrackID: number) == nil ? "There is no track \(number)." : "Track \(number) is one of video.",
        known.isEmpty ? "an audio track; the composition has none" : "the number of one of the audio tracks: \(known)")
    }
    return sounds.filter { $0.isEnabled && (numbers?.contains($0.id) ?? true) }.flatMap(\.segments)
      .filter { !$0.isEmpty }.compactMap { (try? RationalRange($0.timeMapping.target)) ?? nil }
  }

  private mutating func report(_ pointer: JSONPointer, _ message: String, _ expected: String) {
    diagnostics.append(
      UnlocatedDiagnostic(at: source.nearestPointer(among: [pointer]), message, expected: expected))
  }
}
