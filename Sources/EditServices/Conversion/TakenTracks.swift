import EditingModel
import MediaFormats
package import MediaTime
package import Rendering

/// The tracks that films made of files take over beside pictures and sound.
extension ExportRequest {
  /// Has the output keep what `files`, the sources of `film`, have beside the encoded tracks: further sounds, tracks of
  /// text, titles, languages, and which tracks are enabled. Contents without a place in the container are listed in
  /// ``notes``.
  ///
  /// - Parameters:
  ///   - overlap: by how much each file begins before the end of the one before it.
  ///   - isTextReplaced: whether other text takes the place of the files'.
  ///   - choosesSounds: whether sounds are left out on request.
  package mutating func takeTracks(
    of film: FileEdit, made files: [MediaFacts], overlap: Rational = .zero, isTextReplaced: Bool = false,
    choosesSounds: Bool = false, inspector: MediaInspector
  ) async throws(RenderError) {
    if settings.video != nil, !isPassthrough, files.contains(where: { !$0.ancillaryTracks.isEmpty }) {
      let carried: CarriedSubtitles
      do {
        carried = try await CarriedSubtitles(
          of: files, at: film.placements(overlap: overlap), in: settings.fileType, isReplaced: isTextReplaced,
          inspector: inspector)
      } catch {
        throw RenderError(describing: error)
      }
      edit.subtitles += carried.tracks
      notes += carried.notes
    }
    notes += files.flatMap { unread(of: $0, choosesSounds: choosesSounds) }
    if !isPassthrough { notes += files.flatMap { droppedTrackNotes(of: $0, choosesSounds: choosesSounds) } }
    separateSounds = settings.audio == nil ? [] : film.separateSounds
    guard settings.fileType.holdsStatements else { return }
    languages = film.languages(writtenAs: settings)
    let sources = film.trackSources(writtenAs: settings)
    enabledTracks = sources.map(\.isEnabled)
    if metadataFilter != .none, !isPassthrough { titles = try await inspector.titles(of: sources) }
  }

  /// Notes on sounds and pictures of `file` that are not read, unless the new file has no use for them: a sentence
  /// each. A caller that chooses among sounds needs no note on those left out.
  private func unread(of file: MediaFacts, choosesSounds: Bool) -> [String] {
    file.ancillaryTracks.compactMap { track in
      let what: String
      switch track.kind {
      case .sound where settings.audio != nil && !choosesSounds: what = "sound"
      case .picture where settings.video != nil: what = "pictures"
      default: return nil
      }
      let number = track.number.map { "track \($0)" } ?? "a track"
      return "\(file.asset.name): \(number) holds \(what) in \(track.codecType), which is not read and is left out."
    }
  }
}

extension ExportRequest {
  /// Notes on tracks of `file` that an encoded film does not take over: a sentence each.
  private func droppedTrackNotes(of file: MediaFacts, choosesSounds: Bool) -> [String] {
    var sentences: [String] = []
    if settings.video != nil {
      let data = file.ancillaryTracks.filter {
        [.timecode, .metadata, .other].contains($0.kind) && !$0.describesStreaming
      }
      var formats: [String] = []
      for track in data where !formats.contains(track.words) { formats.append(track.words) }
      if !formats.isEmpty {
        sentences.append(
          "\(file.asset.name): \(formats.joined(separator: ", ")) in \(data.count == 1 ? "a track" : "\(data.count) tracks") "
            + "\(formats.count == 1 ? "is" : "are") left behind.")
      }
      sentences += overlaidPictures(of: file)
    }
    if settings.audio != nil, !choosesSounds, !settings.fileType.holdsSeveralSounds, file.audioTracks.count > 1 {
      sentences.append(
        "\(file.asset.name): of its \(file.audioTracks.count) sounds the first is kept, for a file of type "
          + "\(settings.fileType.rawValue) has room for one. They can be mixed.")
    }
    if settings.video != nil { sentences += unstatedPurposes(of: file.videoStorage, "pictures", in: file) }
    if settings.audio != nil, !choosesSounds {
      sentences += unstatedPurposes(of: file.audioStorage, "sound", in: file)
    }
    return sentences
  }

  /// Notes on what `file` says that tracks of `what` are for, and the film does not: a sentence for each track.
  private func unstatedPurposes(of tracks: [TrackStorage], _ what: String, in file: MediaFacts) -> [String] {
    tracks.enumerated().compactMap { index, track in
      guard !track.dispositions.isEmpty else { return nil }
      let name = tracks.count > 1 ? "its \(what) \(index + 1)" : "its \(what)"
      let purposes = track.dispositions.map(\.words).joined(separator: " and ")
      return
        "\(file.asset.name): that \(name) \(what == "sound" ? "is" : "are") \(purposes) is left behind where it is encoded."
    }
  }

  /// Notes on tracks of pictures of `file` where it has several: a sentence each.
  private func overlaidPictures(of file: MediaFacts) -> [String] {
    let asset = Asset(file)
    let tracks = asset.tracks.filter { $0.mediaType == .video }
    let played = tracks.filter(asset.plays).count
    let others = tracks.count - played
    var sentences: [String] = []
    if others > 0 {
      sentences.append(
        "\(file.asset.name): of its \(tracks.count) tracks of pictures \(others) \(others == 1 ? "is" : "are") not enabled and left out."
      )
    }
    if played > 1 {
      sentences.append("\(file.asset.name): \(played) tracks of pictures become one, the first on top.")
    }
    return sentences
  }
}

extension TrackDisposition {
  /// "a commentary".
  fileprivate var words: String {
    switch self {
    case .comment: "a commentary"
    case .dub: "in another language than the film's"
    case .original: "in the film's own language"
    case .hearingImpaired: "for people who hear little"
    case .visualImpaired: "for people who see little"
    }
  }
}

extension AncillaryTrack {
  /// Whether it only says how other tracks of its movie are streamed, and is of no use without them: hints (ISO/IEC 14496-12 §9), and
  /// descriptions of objects and scenes (`mp4s`, ISO/IEC 14496-14 §5.6).
  fileprivate var describesStreaming: Bool {
    kind == .other && ["rtp ", "srtp", "rrtp", "rsrp", "sm2t", "rm2t", "pm2t", "fdp ", "mp4s"].contains(codecType)
  }

  /// "timecode (tmcd)".
  fileprivate var words: String {
    let what =
      switch kind {
      case .timecode: "timecode"
      case .metadata: "timed metadata"
      default: "data"
      }
    return codecType.isEmpty ? what : "\(what) (\(codecType))"
  }
}

extension MediaInspector {
  /// The titles of these tracks in the files of `sources`.
  fileprivate func titles(of sources: [FileEdit.TrackSource]) async throws(RenderError) -> [String?] {
    var stated: [AssetReference: [MetadataItem]] = [:]
    var titles: [String?] = []
    for source in sources {
      let items: [MetadataItem]
      if let known = stated[source.asset] { items = known } else { items = try await metadata(of: source.asset).items }
      stated[source.asset] = items
      let title = items.first { item in
        guard let number = source.number, item.trackNumber == number else { return false }
        return item.commonKey == .title || ["name", "title"].contains(item.identifier.key.lowercased())
      }
      titles.append(title?.text)
    }
    return titles
  }
}
