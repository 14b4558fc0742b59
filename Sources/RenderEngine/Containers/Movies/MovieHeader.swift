import MediaFormats
import MediaTime
import Rendering

/// Corrects the header that GStreamer's muxer wrote into an MP4 or QuickTime file (ISO/IEC 14496-12 §8).
///
/// * The edit list of AAC hides the encoder's delay: without it the sound is 1,024 samples late.
/// * A movie in which everything begins late gets empty edits: the muxer takes the first packet for time zero.
/// * The edit lists' lengths are the planned ones, to the tick.
/// * AV1 gets its decoder configuration.
/// * Pictures of high dynamic range say what they were mastered on.
/// * Tracks have their transforms, groups and exact languages, the movie its chapters, and what it was to say of itself and
///   the muxer has no place for.
/// * The dates are the format's zero: the same project gives the same bytes.
struct MovieHeader {
  /// The wanted edit list of one track.
  struct Edit: Sendable {
    /// Units of the track before the presentation; nil keeps what the muxer wrote.
    var start: Int64?
    /// How long the presentation is.
    var duration: Rational
  }

  /// The edits of the picture, and of each sound, in the file's order, where there are any.
  var video: Edit?
  var sounds: [Edit] = []
  /// What is said of each track, in the file's order.
  var tracks: [TrackHeader] = []
  /// The chapters.
  var chapters: [Chapter] = []
  /// What the movie says of itself, and which kind of movie it is.
  var stated = StatedItems(items: [])
  var fileType = FileType.mp4
  /// When the earliest track begins.
  var delay = Rational.zero
  /// What the pictures say of their light.
  var light: MasteringLight?
  /// What is said of pictures in DNxHR, if they are.
  var dnxHR: MovieDNxHR?
  /// How sounds in PCM of 32 bits are stored, if there are some.
  var pcm: MoviePCM?

  /// Corrects the header of the file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no header where one must be.
  func correct(_ file: FileBytes) throws {
    guard let header = try MovieBoxes(file).first(where: { $0.type == "moov" }) else {
      throw RenderError(.engineFailed, "The finished file has no movie header.")
    }
    var bytes = try file.read(at: header.offset, Int(min(header.size, file.count - header.offset)))
    if let pcm { bytes = pcm.described(bytes) }
    let additions = MovieStatements(tracks: tracks, chapters: chapters)
    let missing = try stated.missing(inMovie: file)
    // The muxer repeats statements in XMP, in a box of its own at the end.
    let rest = try MovieBoxes(file).all { $0.offset >= header.end }
    let isLast = rest.allSatisfy { $0.type == "uuid" }
    if delay > .zero || light != nil || dnxHR != nil || !additions.isEmpty || !missing.isEmpty, !isLast {
      throw RenderError(.engineFailed, "The finished file's header has no room for what is missing in it.")
    }
    if delay > .zero { bytes = try EmptyEdits(duration: delay).inserted(in: bytes) }
    bytes = try additions.inserted(in: bytes)
    bytes = try MovieKeys(missing, in: fileType).inserted(in: bytes)
    if let light { bytes = MovieLight(light: light).inserted(in: bytes) }
    if let dnxHR { bytes = dnxHR.inserted(in: bytes) }
    try completeConfigurations(in: &bytes)
    let whole = MovieBoxes.Box(
      type: header.type, offset: 0, size: UInt64(bytes.count), body: header.body - header.offset)
    try correct(whole, in: &bytes)
    try file.write(bytes, at: header.offset)
    if isLast { try file.truncate(to: header.offset + UInt64(bytes.count)) }
  }

  /// Completes the header of the file, which libavformat wrote: tracks have their transforms, groups and exact languages, pictures
  /// their light, and the movie what the muxer has no place for.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no header at its end.
  func complete(_ file: FileBytes) throws {
    guard let header = try MovieBoxes(file).last(where: { $0.type == "moov" }), header.end == file.count else {
      throw RenderError(.engineFailed, "The finished file has no movie header at its end.")
    }
    var bytes = try file.read(at: header.offset, Int(header.size))
    bytes = try MovieStatements(tracks: tracks, chapters: []).inserted(in: bytes)
    bytes = try MovieKeys(try stated.missing(inMovie: file), in: fileType).inserted(in: bytes)
    if let light { bytes = MovieLight(light: light).inserted(in: bytes) }
    if let dnxHR { bytes = dnxHR.inserted(in: bytes) }
    if let whole = MovieBoxes(bytes).first(where: { $0.type == "moov" }) {
      for (track, box) in zip(tracks, MovieBoxes(bytes, inside: whole).all { $0.type == "trak" }) {
        guard let head = MovieBoxes(bytes, inside: box).first(where: { $0.type == "tkhd" }) else { continue }
        try track.write(into: head, of: &bytes)
      }
      MovieStatements.leaveLanguageOfChaptersOpen(in: &bytes, whole)
    }
    try file.write(bytes, at: header.offset)
    try file.truncate(to: header.offset + UInt64(bytes.count))
  }

  /// Makes of the five bytes that the muxer puts before an AV1 sequence header those that belong there: version,
  /// what the header holds, and its type.
  private func completeConfigurations(in movie: inout [UInt8]) throws {
    for path in MovieBoxes.descriptionsOfPictures(in: movie) where path.last?.type == "av01" {
      guard let box = MovieBoxes(movie, inside: path.last).first(where: { $0.type == "av1C" }),
        Int(box.end) - box.content > 7, movie[box.content] != 0x81
      else { continue }
      let content = Array(movie[box.content + 6..<Int(box.end)])
      guard let header = AV1SequenceHeader(content) else {
        throw RenderError(.engineFailed, "The finished file's AV1 configuration cannot be read.")
      }
      movie.replaceSubrange(
        box.content..<box.content + 5, with: header.decoderConfiguration.prefix(5))
    }
  }

  private func correct(_ box: MovieBoxes.Box, in movie: inout [UInt8]) throws {
    let parts = MovieBoxes(movie, inside: box)
    guard let header = parts.first(where: { $0.type == "mvhd" }) else {
      throw RenderError(.engineFailed, "The finished file's movie header is empty.")
    }
    clearDates(of: header, in: &movie)
    let isLong = header.isLong(in: movie)
    let timescale = Int64(movie.bigEndian(at: header.content + (isLong ? 20 : 12), 4))
    var longest: Int64 = 0
    var soundCount = 0
    for (number, track) in parts.all(where: { $0.type == "trak" }).enumerated() {
      let parts = Self.parts(of: track, in: movie)
      if number < tracks.count, let head = parts.first(where: { $0.type == "tkhd" }) {
        try tracks[number].write(into: head, of: &movie)
      }
      let isSound = parts.first { $0.type == "hdlr" }.map {
        movie.bigEndian(at: $0.content + 8, 4) == Self.soundHandler
      }
      let sound = soundCount < sounds.count ? sounds[soundCount] : nil
      if isSound == true { soundCount += 1 }
      guard let edit = isSound == true ? sound : video else { continue }
      let duration = try edit.duration.rounded(scaledBy: timescale)
      longest = max(longest, duration)
      for part in parts {
        switch part.type {
        case "tkhd":
          clearDates(of: part, in: &movie)
          let isLong = part.isLong(in: movie)
          try set(duration, at: part.content + (isLong ? 28 : 20), isLong: isLong, in: &movie)
        case "mdhd": clearDates(of: part, in: &movie)
        case "elst": try correct(part, duration: duration, start: edit.start, in: &movie)
        default: break
        }
      }
    }
    try set(longest, at: header.content + (isLong ? 24 : 16), isLong: isLong, in: &movie)
  }

  /// "soun" (ISO/IEC 14496-12 §12.2.1).
  private static let soundHandler: UInt64 = 0x736F_756E

  /// The boxes of a track that are corrected or read: its own, and those inside its edit and media boxes.
  private static func parts(of track: MovieBoxes.Box, in movie: [UInt8]) -> [MovieBoxes.Box] {
    MovieBoxes(movie, inside: track).all { _ in true }.flatMap { part in
      part.type == "edts" || part.type == "mdia"
        ? MovieBoxes(movie, inside: part).all { _ in true } : [part]
    }
  }

  /// The last entry is the presentation; one before it is a gap.
  private func correct(
    _ list: MovieBoxes.Box, duration: Int64, start: Int64?, in movie: inout [UInt8]
  ) throws {
    let isLong = list.isLong(in: movie)
    let entries = Int(movie.bigEndian(at: list.content + 4, 4))
    let width = isLong ? 8 : 4
    let stride = 2 * width + 4
    guard entries > 0, entries <= (Int(clamping: list.end) - list.content - 8) / stride else { return }
    let gaps = (0..<entries - 1).reduce(Int64(0)) { sum, entry in
      sum &+ Int64(truncatingIfNeeded: movie.bigEndian(at: list.content + 8 + entry * stride, width))
    }
    let entry = list.content + 8 + (entries - 1) * stride
    try set(max(0, duration &- gaps), at: entry, isLong: isLong, in: &movie)
    if let start { try set(start, at: entry + width, isLong: isLong, in: &movie) }
  }

  /// The two dates of a full box follow its version and flags.
  private func clearDates(of box: MovieBoxes.Box, in movie: inout [UInt8]) {
    let width = box.isLong(in: movie) ? 8 : 4
    movie.setBigEndian(0, at: box.content + 4, width)
    movie.setBigEndian(0, at: box.content + 4 + width, width)
  }

  private func set(_ number: Int64, at offset: Int, isLong: Bool, in movie: inout [UInt8]) throws {
    guard isLong || (0...Int64(UInt32.max)).contains(number) else {
      throw RenderError(.engineFailed, "The film is too long for its header: \(number) ticks.")
    }
    movie.setBigEndian(UInt64(bitPattern: number), at: offset, isLong ? 8 : 4)
  }
}

extension MovieBoxes.Box {
  /// The index of its content in the bytes that the box was read from.
  var content: Int { Int(clamping: body) }

  /// Whether it is a full box of version 1, whose dates and durations have 64 bits.
  func isLong(in movie: [UInt8]) -> Bool { movie.bigEndian(at: content, 1) == 1 }
}
