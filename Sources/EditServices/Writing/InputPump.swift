import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Passes the buffers of one input on to the file, in the file's time, cut to the session.
///
/// ```
///  source time   ──┼ start ──────────────── end ┼──
///  pictures      ├──[───┤   ├─────┤  ├───────)──┤      each until the next one
///  samples       ━━━[━━━━━━━━┅┅┅┅┅┅━━━━━━━━━)━━━       what is missing between is silent
///  file          0 ─────────────────────────►
/// ```
///
/// Threads: its own.
struct InputPump {
  let queue: BufferQueue
  let place: WriterPlan.Place
  let writer: any MediaWriter
  let run: WriterRun

  /// Samples of silence that are written at once.
  private static let silentBlock: Int64 = 8_192

  /// Passes everything on, until the last buffer. Blocks.
  func pump() throws(RenderError) {
    guard let start = awaitSession() else { return }
    switch place {
    case .pictures(let usual):
      try passPictures(from: start, usualDuration: usual)
      try writer.endPictures()
    case .sound(let number, let rate):
      try passSound(to: number, rate: rate, from: start)
      try writer.endSamples(of: number)
    case .packets(let track):
      try passPackets(to: track, from: start)
      try writer.endPackets(of: track)
    case .text(let track): try passText(to: track, from: start)
    case .data(let track): try passData(to: track, from: start)
    case .chapters: try passChapters(from: start)
    }
  }

  /// The session's start, once there is a buffer; nil where there never will be.
  private func awaitSession() -> Rational? {
    queue.waitForFirst()
    return run.session?.start ?? (queue.first == nil ? .zero : nil)
  }

  /// The end of the session in the file's time; nil while it is not known.
  private func sessionEnd(from start: Rational) throws(RenderError) -> Rational? {
    guard let end = run.session?.end else { return nil }
    return try exactly { () throws(RationalError) in try end - start }
  }

  private func time(_ time: CMTime, from start: Rational) throws(RenderError) -> Rational {
    guard let source = time.rational else {
      throw RenderError(.outOfRange, "A buffer's time is \(time).", remedy: "Give it a finite one.")
    }
    return try exactly { () throws(RationalError) in try source - start }
  }

  // MARK: Pictures

  private func passPictures(from start: Rational, usualDuration: Rational) throws(RenderError) {
    var held: (picture: PixelBuffer, time: Rational, said: Rational?)?
    var last = usualDuration
    func write(_ picture: PixelBuffer, from begin: Rational, until next: Rational) throws(RenderError) {
      let (shown, limit) = (max(begin, .zero), try sessionEnd(from: start) ?? next)
      let over = min(next, limit)
      guard over > shown else { return }
      let duration = try exactly { () throws(RationalError) in try over - shown }
      try writer.write(picture, at: shown, duration: duration)
      last = duration
    }
    while let buffer = queue.next() {
      guard let picture = buffer.pixelBuffer else { continue }
      let begin = try time(buffer.presentationTime, from: start)
      if let held {
        guard begin > held.time else {
          throw RenderError(
            .outOfRange, "A picture at \(begin.timecode) follows one at \(held.time.timecode).",
            remedy: "Append pictures in the order of their times, each later than the one before.", time: begin)
        }
        try write(held.picture, from: held.time, until: begin)
      }
      held = (picture, begin, buffer.duration.rational.flatMap { $0 > .zero ? $0 : nil })
    }
    guard let held, run.status == .writing else { return }
    let end = try sessionEnd(from: start)
    let usual = held.said ?? last
    let next = try exactly { () throws(RationalError) in
      if let end { return end }
      return try held.time + usual
    }
    try write(held.picture, from: held.time, until: next)
  }

  // MARK: Sound

  private func passSound(to number: Int, rate: Int, from start: Rational) throws(RenderError) {
    /// The number of written samples.
    var position: Int64 = 0
    func write(_ samples: ArraySlice<Double>, _ channels: Int) throws(RenderError) {
      guard !samples.isEmpty else { return }
      try writer.write(
        SampleBlock(start: position, channels: channels, interleaved: Array(samples)), to: number)
      position += Int64(samples.count / channels)
    }
    while let buffer = queue.next() {
      guard let block = try samples(of: buffer, rate: rate), block.count > 0 else { continue }
      let begin = try time(buffer.presentationTime, from: start)
      let first = try exactly { () throws(RationalError) in try begin.rounded(scaledBy: Int64(rate)) }
      var count = Int64(block.count)
      if let end = try sessionEnd(from: start) {
        let last = try exactly { () throws(RationalError) in try end.rounded(scaledBy: Int64(rate)) }
        count = min(count, last - first)
      }
      // Samples before the session, or before the end of what is written, are left out.
      let skipped = max(0, position - first)
      guard skipped < count else { continue }
      while position < first {
        let silent = min(first - position, Self.silentBlock)
        try write(ArraySlice(repeating: 0, count: Int(silent) * block.channels), block.channels)
      }
      try write(
        block.interleaved[Int(skipped) * block.channels..<Int(count) * block.channels], block.channels)
    }
  }

  /// The samples of `buffer`, which has `rate` of them a second.
  private func samples(of buffer: SampleBuffer, rate: Int) throws(RenderError) -> SampleBlock? {
    if let found = buffer.formatDescription?.audio?.sampleRate, found != rate {
      throw RenderError(
        .outOfRange, "Sound of \(found) samples a second is written into one of \(rate).",
        remedy: "Read it at the rate that is written.")
    }
    if let samples = buffer.samples { return samples }
    guard let bytes = buffer.data, let format = buffer.sampleFormat else { return nil }
    guard let channels = buffer.formatDescription?.audio?.channels else {
      throw RenderError(
        .outOfRange, "Linear PCM is appended, and nothing says of how many channels.",
        remedy: "Give the buffer a format description.")
    }
    return SampleBlock(start: 0, channels: channels, linearPCM: bytes, as: format)
  }

  // MARK: Text

  private func passText(to track: Int, from start: Rational) throws(RenderError) {
    while let buffer = queue.next() {
      guard let cue = buffer.cue, let duration = buffer.duration.rational else { continue }
      let begin = try time(buffer.presentationTime, from: start)
      let limit = try sessionEnd(from: start)
      let placed = try exactly { () throws(RationalError) -> SubtitleCue? in
        var cue = cue
        cue.end = try cue.start + duration
        // The part of a cue before the session is left out.
        guard var placed = try SubtitleDocument([cue]).shifted(by: begin - cue.start).cues.first else { return nil }
        placed.start = max(.zero, placed.start)
        placed.end = min(placed.end, limit ?? placed.end)
        return placed.end > placed.start ? placed : nil
      }
      if let placed { try writer.write(placed, to: track) }
    }
  }

  private func passChapters(from start: Rational) throws(RenderError) {
    while let buffer = queue.next() {
      guard case .metadata(let items) = buffer.content else { continue }
      let begin = try time(buffer.presentationTime, from: start)
      let duration = buffer.duration.rational
      let end = try exactly { () throws(RationalError) in
        try duration.map { (d) throws(RationalError) in try begin + d }
      }
      if let limit = try sessionEnd(from: start), begin >= limit { continue }
      if let end, end <= .zero { continue }
      let titles = items.filter(\.isChapterTitle).compactMap { item -> Chapter.Title? in
        guard case .text(let text) = item.value else { return nil }
        return Chapter.Title(text, languageTag: item.languageTag)
      }
      try writer.write(Chapter(exactStart: max(.zero, begin), exactEnd: end, titles: titles))
    }
  }

  // MARK: Data

  private func passData(to track: Int, from start: Rational) throws(RenderError) {
    while let buffer = queue.next() {
      guard let bytes = buffer.data else { continue }
      let begin = try time(buffer.presentationTime, from: start)
      let limit = try sessionEnd(from: start)
      if let limit, begin >= limit { continue }
      var end = try buffer.duration.rational.map { (duration) throws(RenderError) in
        try exactly { () throws(RationalError) in try begin + duration }
      }
      if let said = end, let limit { end = min(said, limit) }
      // A sample that is over before the session is left out.
      if let end, end <= .zero { continue }
      // A sample that holds before the session begins with it, as its format says: of timecode with the frame that is counted then.
      try writer.write(DataTrack.Sample(bytes, from: begin, to: end), to: track)
    }
  }

  // MARK: Packets

  private func passPackets(to track: Int, from start: Rational) throws(RenderError) {
    while let buffer = queue.next() {
      guard let bytes = buffer.data else { continue }
      let shown = try time(buffer.presentationTime, from: start)
      let decoded =
        try buffer.decodeTime.isNumeric ? time(buffer.decodeTime, from: start) : nil as Rational?
      if let end = try sessionEnd(from: start), decoded ?? shown >= end { continue }
      try writer.write(
        MediaPacket(
          presentationTime: shown, decodeTime: decoded, duration: buffer.duration.rational, isKeyFrame: buffer.isSync,
          data: bytes), to: track)
    }
  }
}
