import Compositing
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// The complete settings of a writer's file, or of one track of it, once the first buffer of each input is there.
struct WriterPlan {
  /// The settings.
  var settings: WriterSettings
  /// The place of each input's media, in the order of the inputs; nil for one that has none.
  var places: [Place?] = []

  /// A track of the file.
  enum Place: Sendable {
    case pictures(usualDuration: Rational)
    case sound(Int, rate: Int)
    case packets(Int)
    case text(Int)
    case data(Int)
    case chapters
  }

  /// Settings of the file as a whole.
  struct Whole: Sendable {
    var fileType: FileType
    var metadata = FileMetadata()
    var fragmentDuration: Rational?
    var firstFragmentDuration: Rational?
    var keepsFragments = false
    var movieTimescale: Int64?
    var isOptimizedForNetwork = false
    var temporaryFolder: URL?
  }

  /// An input, and its first buffer, which says what the settings do not; nil of one that needs none.
  typealias Begun = (input: AssetWriterInput, first: SampleBuffer?)

  /// The file `whole` of `inputs`, and no others.
  init(_ whole: Whole, of inputs: [Begun]) throws(RenderError) {
    settings = WriterSettings(ExportSettings(fileType: whole.fileType, video: nil, audio: nil))
    settings.metadata = whole.metadata
    (settings.fragmentDuration, settings.firstFragmentDuration) = (
      whole.fragmentDuration, whole.firstFragmentDuration
    )
    settings.keepsFragments = whole.keepsFragments && whole.fragmentDuration != nil
    settings.movieTimescale = whole.movieTimescale
    settings.isOptimizedForNetwork = whole.isOptimizedForNetwork
    settings.folderForHeldPackets = whole.temporaryFolder
    /// The tracks, with what parts them by kind.
    var tracks: [(place: Int, input: AssetWriterInput)] = []
    for (input, first) in inputs {
      if let kind = input.ancillaryKind {
        let place = input.isOfData ? data(kind, of: input, first) : input.isChapterTrack ? .chapters : text(of: input)
        places.append(place)
        if let place, !input.isChapterTrack { tracks.append((place.rank, input)) }
        continue
      }
      let place: Place?
      switch input.outputSettings {
      case .video(let video): place = try pictures(video, first, timescale: Int64(input.mediaTimeScale))
      case .audio(let audio): place = try sound(audio, first)
      case nil:
        guard let format = input.sourceFormatHint ?? first?.packetFormat else {
          places.append(nil)
          continue
        }
        settings.packets.append(format)
        place = .packets(settings.packets.count - 1)
      }
      places.append(place)
      if let place { tracks.append((place.rank, input)) }
    }
    let ordered = tracks.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element.input)
    settings.headers = ordered.filter { $0.mediaType != nil }.map(\.header)
    for (number, input) in ordered.enumerated() {
      for association in input.associations {
        // An input to which nothing came has no track.
        guard let found = ordered.firstIndex(where: { $0 === association.other }) else { continue }
        settings.associations.append(TrackAssociation(track: number, kind: association.kind, other: found))
      }
    }
  }

  /// Adds the track of text of `input`.
  private mutating func text(of input: AssetWriterInput) -> Place {
    let header = input.header
    settings.subtitles.append(
      SubtitleTrack(
        SubtitleDocument(), languageTag: header.languageTag, name: input.name, isDefault: header.isEnabled,
        isForced: input.containsOnlyForcedSubtitles))
    return .text(settings.subtitles.count - 1)
  }

  /// Adds the track of data of `input`; nil where nothing came that says what it is.
  private mutating func data(
    _ kind: AncillaryTrack.Kind, of input: AssetWriterInput, _ first: SampleBuffer?
  ) -> Place? {
    guard let format = input.dataFormat ?? first?.formatDescription?.data else { return nil }
    var track = DataTrack(kind, format)
    (track.languageTag, track.isEnabled) = (input.header.languageTag, input.header.isEnabled)
    (track.alternateGroup, track.size, track.transform) = (
      input.header.alternateGroup, input.naturalSize, input.header.transform
    )
    track.items = input.header.items ?? []
    if input.mediaTimeScale > 0 { track.timescale = Int64(input.mediaTimeScale) }
    settings.dataTracks.append(track)
    return .data(settings.dataTracks.count - 1)
  }

  /// Adds a track of pictures with settings `video` and first buffer `first`; nil where neither gives their size.
  private mutating func pictures(
    _ video: VideoWritingSettings, _ first: SampleBuffer?, timescale: Int64
  ) throws(RenderError) -> Place? {
    let picture = first?.pixelBuffer
    guard let size = video.size ?? picture.map({ PixelSize(width: $0.width, height: $0.height) }) else { return nil }
    let encoding =
      try ExportRules.complete(
        ExportSettings(fileType: settings.export.fileType, video: video.encoding, audio: nil)
      ).video ?? video.encoding
    let formats =
      encoding.profile.flatMap { name in encoding.codec.profiles.first { $0.name == name }?.pixelFormats }
      ?? encoding.codec.format.pixelFormats
    // Red, green and blue become what is usual, unless nothing is to be lost of them.
    let isUsual = picture?.format.isRGB == true && encoding.codec.format.qualityScale != nil
    let own =
      isUsual
      ? nil
      : picture.flatMap { picture in
        formats.first { $0 == picture.format } ?? formats.first { $0 == picture.format.planarFilmFormat }
          ?? formats.first { $0.bitDepth >= picture.format.bitDepth && $0.hasAlpha == picture.format.hasAlpha }
      }
    let format = encoding.pixelFormat ?? own ?? formats.first ?? .yuv420p
    var colorimetry = video.colorimetry ?? first?.formatDescription?.video?.colorimetry ?? .unspecified
    if colorimetry.matrix == 0 { (colorimetry.matrix, colorimetry.isFullRange) = (2, nil) }
    colorimetry = colorimetry.completed(height: size.height, output: .bt709)
    let said = video.expectedFrameDuration?.rational ?? first?.duration.rational
    let duration = said.flatMap { $0 > .zero ? $0 : nil } ?? (try? Rational(1, 30)) ?? .one
    var pictures = WriterSettings.Pictures(
      size: size, pixelFormat: format, colorimetry: colorimetry, frameDuration: duration)
    pictures.timescale = timescale > 0 ? timescale : Self.timescale(duration, first?.presentationTime)
    settings.pictures = pictures
    settings.export.video = encoding
    settings.export.video?.pixelFormat = format
    return .pictures(usualDuration: duration)
  }

  /// Ticks a second in which pictures that last `duration` begin on a whole one, and at least the first does.
  private static func timescale(_ duration: Rational, _ first: CMTime?) -> Int64 {
    var ticks = duration.denominator
    if let first, first.timescale > 0 {
      var (a, b) = (ticks, Int64(first.timescale))
      while b != 0 { (a, b) = (b, a % b) }
      let (product, overflows) = (ticks / a).multipliedReportingOverflow(by: Int64(first.timescale))
      if !overflows, product <= 1_000_000_000 { ticks = product }
    }
    while ticks < 10_000 { ticks *= 10 }
    return ticks <= Int64(UInt32.max) ? ticks : 1_000_000_000
  }

  /// Adds a track of sound with settings `audio` and first buffer `first`; nil where neither gives the sample rate.
  private mutating func sound(_ audio: AudioWritingSettings, _ first: SampleBuffer?) throws(RenderError) -> Place? {
    let format = first?.formatDescription?.audio
    guard let rate = format?.sampleRate ?? audio.encoding.sampleRate,
      let channels = format?.channels ?? first?.samples?.channels ?? audio.encoding.channels
    else { return nil }
    let fileType = settings.export.fileType
    func complete(_ encoding: AudioSettings) throws(RenderError) -> AudioSettings {
      try ExportRules.complete(ExportSettings(fileType: fileType, video: nil, audio: encoding)).audio ?? encoding
    }
    // A codec of one rate has that; others have the sound's own.
    var encoding = try complete(audio.encoding)
    (encoding.sampleRate, encoding.channels) = (encoding.sampleRate ?? rate, encoding.channels ?? channels)
    encoding = try complete(encoding)
    let given = SoundFormat(sampleRate: rate, layout: format?.layout ?? .standard(channels))
    let written = (rate: encoding.sampleRate ?? rate, channels: encoding.channels ?? channels)
    var samples = WriterSettings.Samples(
      sampleRate: written.rate, layout: written.channels == channels ? given.layout : .standard(written.channels),
      losslessFormat: audio.sampleFormat ?? first?.sampleFormat ?? .integer24)
    if written != (rate, channels) { samples.given = given }
    if settings.samples == nil, settings.otherSounds.isEmpty {
      (settings.samples, settings.export.audio) = (samples, encoding)
      return .sound(0, rate: rate)
    }
    settings.otherSounds.append(WriterSettings.Sound(samples, as: encoding))
    return .sound(settings.otherSounds.count, rate: rate)
  }
}

extension WriterPlan.Place {
  /// The rank of its kind among the tracks of a file.
  fileprivate var rank: Int {
    switch self {
    case .pictures: 0
    case .sound: 1
    case .packets: 2
    case .text, .chapters: 3
    case .data: 4
    }
  }

  /// Whether it is enough for a file: pictures, sound or data.
  var isMedia: Bool { rank != 3 }
}
