/// Why files are to be read otherwise than ffmpeg reads them.
enum SurveyReasons {
  /// A difference that is known: which rows have it, what its findings begin with, and why it is so.
  private typealias Reason = (applies: @Sendable (SurveyRow) -> Bool, findings: [String], sentence: String)

  /// The reason for the differences of `row` that are listed in `findings`; nil where there is none for one of them.
  static func reason(for row: SurveyRow, findings: [String]) -> String? {
    var sentences: [String] = []
    for finding in findings {
      let known = (InstalledRelease.isDebian12 ? reasons : newer + reasons).first { reason in
        reason.applies(row) && reason.findings.contains(where: finding.hasPrefix)
      }
      guard let known else { return nil }
      if !sentences.contains(known.sentence) { sentences.append(known.sentence) }
    }
    return sentences.joined(separator: " ")
  }

  /// Those of FFmpeg 7 and the libraries beside it, which read some files otherwise than the ones that the table was made with.
  private static let newer: [Reason] = [
    (
      { $0.chapter == .timelines && $0.type == "mkv" }, ["frame 0 at", "58368 samples", "channel 0"],
      "Times of AAC are those behind its delay; ffmpeg plays that, and has the pictures wait."
    ),
    (
      { $0.chapter == .sounds && $0.type == "mkv" && ["MP3", "E-AC-3"].contains($0.codec) },
      ["57600 samples", "58112 samples", "channel 0"], "What CodecDelay says is no sound; ffmpeg plays it."
    ),
    (
      { $0.codec == "Speex" }, ["19200 samples"], "As many as the file's pages say; ffmpeg's decoder gives more."
    ),
    (
      { $0.type == "jpg" && $0.oddity == "yuvj440p" }, ["2 of 2 pictures"], "Its chroma is enlarged by another filter."
    ),
  ]

  private static let reasons: [Reason] = [
    (
      { $0.chapter == .timelines && $0.oddity.contains("delay_moov") },
      ["frame 0 at 0.0,", "57600 samples", "channel 0"],
      "The edit list of a movie in fragments hides the encoder's priming; ffmpeg plays it."
    ),
    (
      { $0.chapter == .timelines && $0.oddity.contains("cmaf") }, ["frame 0 at 0.0, ffmpeg 0.04"],
      "Negative composition offsets are offsets (ISO/IEC 14496-12, 8.8.8); ffmpeg delays the picture by the largest."
    ),
    (
      { $0.oddity.hasPrefix("cut within a GOP") && ["mp4", "mov"].contains($0.type) },
      ["frames: 18, ffmpeg 17", "17 of 18 pictures"],
      "The frame that is visible when the edit begins is shown; ffmpeg begins with the next one."
    ),
    (
      { $0.type == "ogg" && $0.oddity == "short sound" }, ["sound from", "24000 samples"],
      "All of the half second is there; ffmpeg leaves out the first 128 samples."
    ),
    (
      { $0.codec == "Speex" }, ["channel"],
      "These are the samples of libspeex, to the bit; ffmpeg has a decoder of its own."
    ),
    (
      { $0.chapter == .stills && $0.type == "tga" }, ["alpha: true"],
      "The loader decodes into pixels with alpha, which is opaque throughout."
    ),
    (
      { $0.codec == "Sorenson Video" }, ["30 of 30 pictures"],
      "Its chroma, a sample for 4x4 pixels, is enlarged by another filter."
    ),
    (
      { $0.chapter == .stills && ["gif", "webp"].contains($0.type) }, ["alpha:"],
      "Alpha is said to be there where a pixel has some; ffmpeg decodes all such files into pixels with alpha."
    ),
    (
      { $0.type == "webp" }, ["size:", "frames:", "ffmpeg shows"],
      "ffmpeg 5.1 does not read WebP of several pictures."
    ),
    (
      { $0.type == "jp2" && $0.oddity.contains("420") }, ["2 of 2 pictures"],
      "Its chroma is enlarged by another filter."
    ),
    (
      { $0.type == "mxf" && $0.codec == "H.264" }, ["frame 1 at"],
      "Pictures follow one another every 40 ms; ffmpeg takes the time of decoding for that of showing."
    ),
    (
      { $0.oddity.contains("XviD") && $0.type != "avi" }, ["frame 1 at"],
      "The container's times are those of decoding; pictures follow one another at the stream's rate."
    ),
    (
      { $0.type == "ogg" && $0.oddity == "late picture" }, ["frames: 43, ffmpeg 31", "40 of 43 pictures"],
      "Empty packets of Theora repeat the picture before (Theora I, section 7.11); ffmpeg leaves them out."
    ),
    (
      { $0.chapter == .recorders && $0.type == "mp3" && ["twice", "its tag counts 20 frames"].contains($0.oddity) },
      ["channel 0", "116352 samples"],
      "All of it is there; where the tag has the end, ffmpeg leaves out the padding of one, in the middle."
    ),
    (
      { $0.chapter == .recorders && $0.type == "ts" && $0.oddity == "twice" }, ["frame 30 at", "117952 samples"],
      "What was joined is shown one after the other; ffmpeg gives both the same times."
    ),
    (
      { $0.chapter == .changing && ["ogg", "opus", "oga"].contains($0.type) }, ["91200 samples", "channel 0"],
      "The second begins where the first ends; ffmpeg gives both the same times."
    ),
    (
      { $0.chapter == .changing && $0.type == "ts" && $0.codec == "H.264" }, ["frame 20 at"],
      "The second begins where the first ends, by the clock of the stream; ffmpeg gives both the same times."
    ),
    (
      { $0.chapter == .changing && ["mp3", "ac3"].contains($0.type) && $0.oddity.hasPrefix("mono") }, ["channels: 1"],
      "All is mixed into the channels of the first; ffprobe names those of the last."
    ),
    (
      { $0.chapter == .changing && $0.type == "aac" && $0.oddity.hasPrefix("mono") }, ["channel 0"],
      "Two channels are mixed by their mean; ffmpeg adds 0.707 of each."
    ),
    (
      { $0.chapter == .changing && $0.type == "mp3" && $0.oddity == "twice" }, ["93312 samples", "channel 0"],
      "The second's tag is no sound; ffmpeg plays it, and complains."
    ),
    (
      { $0.chapter == .changing && $0.type == "h264" && $0.oddity.hasPrefix("4:2:0") }, ["20 of 40 pictures"],
      "Another filter makes the second's chroma: ffmpeg's is swscale, where the format changes."
    ),
    (
      { $0.type == "avi" && $0.oddity == "of XviD" }, ["frames: 29", "1 of 29 pictures"],
      "The last packet holds two pictures; ffmpeg shows one of them."
    ),
    (
      { $0.chapter == .changing && $0.type == "m2v" }, ["frames: 40", "20 of 40 pictures"],
      "All pictures of both are there; ffmpeg leaves out the last of the first."
    ),
    ({ $0.codec == "DV" }, ["interlaced"], "Frames of DV are two fields."),
  ]
}
