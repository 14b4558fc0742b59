import Containers
import EditingModel
import MediaFormats
import MediaTime
package import Rendering
import Synchronization

/// The beginning and the state of a file's tracks, which begin all together with the file or one after another.
extension FileWriter {
  package func begin(_ track: WriterTrack, as settings: WriterSettings) throws(RenderError) {
    try working {
      switch track {
      case .pictures: try beginPictures(settings)
      case .sound(let number): try beginSound(number, as: 0, of: settings)
      case .packets(let number): try beginPackets(number, as: 0, of: settings)
      }
    }
  }

  package func settle(_ settings: WriterSettings) throws(RenderError) {
    try working { try settleTracks(settings) }
  }

  /// Begins all tracks of `settings`; sounds that are packets of media are made by `copiers`, by their numbers.
  func beginAll(_ settings: WriterSettings, _ copiers: [Int: SoundCopier]) throws {
    if settings.pictures != nil, settings.export.video != nil { try beginPictures(settings) }
    for number in settings.sounds.indices { try beginSound(number, as: number, of: settings, copiers[number]) }
    for number in settings.packets.indices { try beginPackets(number, as: number, of: settings) }
    try settleTracks(settings)
  }

  private func beginPictures(_ settings: WriterSettings) throws {
    let encoder = try settings.export.video.flatMap { try VideoEncoding.choice($0) }.map { EncoderUse($0) }
    let track = muxer.addTrack(.pictures, as: .pictures, of: settings)
    let takesKeyFrames = state.withLock { $0.borders != nil }
    let input = try PictureInput(into: track, takesKeyFrames: takesKeyFrames)
    let isOpen = state.withLock { state in
      (state.pictures, state.encoder) = (input, encoder)
      return state.isOpen
    }
    if let encoder = input.encoder { try start(encoder, countsFrames: true, isOpen) }
  }

  /// Begins sound number `number`, which is number `own` of `settings`.
  private func beginSound(
    _ number: Int, as own: Int, of settings: WriterSettings, _ copier: SoundCopier? = nil
  ) throws {
    let sounds = settings.sounds
    guard sounds.indices.contains(own) else { throw RenderError.noInput("samples") }
    let track = muxer.addTrack(.sound(number), as: .sound(own), of: settings)
    if let copier {
      state.withLock { $0.sounds[number] = .copied(copier, track) }
      copy(copier, into: track, as: number)
    } else {
      let input = try SoundInput(sounds[own], settings, into: track)
      let isOpen = state.withLock { state in
        state.sounds[number] = .encoded(input)
        return state.isOpen
      }
      try start(input.encoder, countsFrames: false, isOpen)
    }
  }

  /// Moves the packets of `input`, of a file that `isOpen`; stops it otherwise, for others were stopped before it was there.
  private func start(_ input: EncodedInput, countsFrames: Bool, _ isOpen: Bool) throws {
    guard isOpen else {
      _ = input.stop()
      throw RenderError.cancelled()
    }
    pump(input, countsFrames: countsFrames)
  }

  /// Begins track of packets number `number`, which is number `own` of `settings`.
  private func beginPackets(_ number: Int, as own: Int, of settings: WriterSettings) throws {
    guard settings.packets.indices.contains(own) else { throw RenderError.noInput("packets of track \(number)") }
    let track = muxer.addTrack(.packets(number), as: .packets(own), of: settings)
    let input = try PacketInput(settings.packets[own], into: track)
    state.withLock { $0.packets[number] = input }
  }

  private func settleTracks(_ settings: WriterSettings) throws {
    let texts = try settings.subtitles.map { try TextTrack($0, language: $0.languageCode, settings) }
    try state.withLock { state in
      state.settings = settings
      let leading = state.leadingTrack
      try state.borders?.settle(settings, leading: leading) { try beginSegment(at: $0) }
    }
    try muxer.settle(settings, texts: texts)
  }

  // MARK: Segments

  /// Begins segments of the muxer at borders within the presentation of `track` from `start` to `end`; true if one
  /// begins.
  func beginSegments(with track: WriterTrack, from start: Rational, until end: Rational) throws -> Bool {
    // Within the lock, so that the muxer gets them in their order.
    try state.withLock { state in
      try state.borders?.begin(with: track, from: start, until: end) { try beginSegment(at: $0) } ?? false
    }
  }

  private func beginSegment(at border: Rational) throws {
    muxer.beginSegment(at: try border.floor(scaledBy: 1_000_000_000))
  }

  // MARK: The finished file

  /// The media written into each track.
  func finishedTracks() -> FinishedTracks {
    let isMovie = muxer.fileType.isMovie
    return state.withLock { state in
      FinishedTracks(
        pictures: state.pictures == nil ? nil : (state.extent.first ?? .zero, state.extent.end),
        sounds: state.orderedSounds.map { ($0.grid, $0.sampleCount) },
        packets: state.orderedPackets.map { ($0.format.mediaType, $0.edit) },
        end: isMovie ? state.presentationEnd : nil)
    }
  }
}

extension FileWriter.State {
  /// The track with which segments begin: that of the pictures, or else the first.
  fileprivate var leadingTrack: WriterTrack {
    if pictures != nil { return .pictures }
    let ordered = packets.sorted { $0.key < $1.key }
    if let video = ordered.first(where: { $0.value.format.mediaType == .video }) { return .packets(video.key) }
    return firstSound.map { .sound($0) } ?? .packets(ordered.first?.key ?? 0)
  }
}
