import GstEdit
import ScriptedRendering

/// What an option of `convert`, `trim` and `concat` does where films are encoded, and where their packets are copied: a row of the
/// table that all of them stand in.
struct OptionRow: Sendable {
  /// The option with a value, and what it needs beside it.
  var words: String
  /// How the work shows that it is obeyed where films are encoded.
  var encoded: @Sendable (ScriptedRenderer.Record) -> Bool
  /// How the copy shows that it is obeyed; nil where it is refused.
  var copied: (@Sendable (PacketCopy) -> Bool)?

  init(
    _ words: String, encoded: @escaping @Sendable (ScriptedRenderer.Record) -> Bool,
    copied: (@Sendable (PacketCopy) -> Bool)? = nil
  ) {
    (self.words, self.encoded, self.copied) = (words, encoded, copied)
  }

  /// The options by their names.
  var names: [String] { words.split(separator: " ").map(String.init).filter { $0.hasPrefix("--") } }

  private static func video(
    _ words: String, _ shows: @escaping @Sendable (VideoSettings) -> Bool
  ) -> OptionRow {
    OptionRow(words) { $0.settingsChecked.last?.video.map(shows) ?? false }
  }

  private static func audio(
    _ words: String, _ shows: @escaping @Sendable (AudioSettings) -> Bool
  ) -> OptionRow {
    OptionRow(words) { $0.settingsChecked.last?.audio.map(shows) ?? false }
  }

  private static func picture(_ words: String, _ width: Int, _ height: Int) -> OptionRow {
    OptionRow(words) { $0.film?.picture?.size == PixelSize(width: width, height: height) }
  }

  private static func sound(_ words: String, _ shows: @escaping @Sendable (SoundPlan) -> Bool) -> OptionRow {
    OptionRow(words) { $0.sound.map(shows) ?? false }
  }

  /// The rows, of films of 640 by 360 pixels, 25 pictures a second and two sounds.
  static let all: [OptionRow] = [pictures, sounds, files, changes].flatMap(\.self)

  /// Those of the picture's encoding.
  private static let pictures: [OptionRow] = [
    video("--video-codec hevc") { $0.codec == .hevc }, video("--quality 20") { $0.rateControl?.quality == 20 },
    video("--bitrate 1M") { $0.rateControl?.bitrate == 1_000_000 },
    video("--bitrate 1M --constant-bitrate") { $0.rateControl?.bitrateMode == .constant },
    video("--bitrate 1M --passes 2") { $0.passes == 2 }, video("--profile high") { $0.profile == "high" },
    video("--level 4.1") { $0.level == "4.1" }, video("--keyframe-interval 10") { $0.keyframeInterval == 10 },
    video("--hardware prefer") { $0.hardware == .prefer }, video("--speed fast") { $0.speed == .fast },
    video("--pixel-format yuv420p") { $0.pixelFormat == .yuv420p },
    video("--preset HEVC1920x1080") { $0.codec == .hevc }, OptionRow("--smart") { !$0.copiedPictures.isEmpty },
    OptionRow("--no-smart") { $0.copiedPictures.isEmpty && !$0.pictureReaders.isEmpty },
  ]

  /// Those of the sound's.
  private static let sounds: [OptionRow] = [
    audio("--audio-codec aac") { $0.codec == .aac }, audio("--audio-bitrate 96k") { $0.bitrate == 96_000 },
    audio("--sample-rate 44100") { $0.sampleRate == 44_100 }, audio("--channels 1") { $0.channels == 1 },
    audio("--file-type mov --audio-codec pcm --sample-format integer16") { $0.sampleFormat == .integer16 },
  ]

  /// Those of the file.
  private static let files: [OptionRow] = [
    OptionRow("--frame-rate 50") { $0.film?.picture?.grid.frameDuration.seconds == 0.02 },
    OptionRow("--size-limit 100000") { !$0.copies.isEmpty },
    OptionRow(
      "--range 2..3", encoded: { $0.film?.outputDuration == .one },
      copied: { $0.parts.first?.range?.start == Rational(2) }),
    OptionRow(
      "--file-type mov", encoded: { $0.settingsChecked.last?.fileType == .mov }, copied: { $0.fileType == .mov }),
    OptionRow(
      "--fast-start", encoded: { $0.writers.last?.settings.isOptimizedForNetwork == true },
      copied: { $0.isOptimizedForNetwork }),
    OptionRow("--fragments 2") { $0.writers.last?.settings.staysFragmented == true },
    OptionRow("--metadata none", encoded: { $0.metadataAsked.isEmpty }, copied: { $0.metadataFilter == .none }),
    OptionRow(
      "--metadata share", encoded: { !$0.metadataAsked.isEmpty }, copied: { $0.metadataFilter == .forSharing }),
    OptionRow("--metadata all", encoded: { !$0.metadataAsked.isEmpty }, copied: { $0.metadataFilter == .all }),
    OptionRow(
      "--sound-tracks keep", encoded: { $0.writers.last?.settings.otherSounds.count == 1 },
      copied: { $0.soundTracks == nil }),
    OptionRow(
      "--sound-tracks first",
      encoded: { record in
        guard record.copies.isEmpty, let settings = record.writers.last?.settings else { return false }
        return settings.samples != nil && settings.otherSounds.isEmpty
      },
      copied: { $0.soundTracks == [0] }),
    sound("--sound-tracks mix") { $0.strips.count == 2 },
  ]

  /// Those that change pictures and sound.
  private static let changes: [OptionRow] = [
    picture("--scale 0.5", 320, 180), picture("--size 320x320", 320, 180),
    picture("--size 320x320 --fit fill", 320, 320), picture("--crop 2,4,300,200", 300, 200),
    picture("--rotate 90", 360, 640), picture("--rotate 270", 360, 640),
    OptionRow("--flip vertical") { record in
      guard case .mix(_, let layers)? = record.film?.picture?.spans.first?.method else { return false }
      return layers.first?.orientation == .downMirrored
    },
    OptionRow("--sound-tracks mix --speed-factor 2") { record in
      guard let plan = record.plans.last, let length = plan.outputDuration,
        let pieces = plan.sound?.strips.first?.pieces
      else { return false }
      return [Rational(5), Rational(10)].contains(length) && pieces.first?.sound?.speed?.rate == Rational(2)
    },
    sound("--sound-tracks mix --volume -6dB") { sound in
      sound.strips.allSatisfy { strip in
        let volume: Double = strip.volume.constant ?? 1
        return abs(volume - 0.501_187) < 1e-6
      }
    },
    // It is measured first, by a reader of its own.
    OptionRow("--sound-tracks mix --loudness -16") { $0.sampleReaders.count > 1 },
    OptionRow("--sound-tracks first --transition push:1") { $0.film?.outputDuration == Rational(19) },
    OptionRow("--mute") { $0.writers.last?.settings.sounds.isEmpty ?? false },
    // The renderer reads none, and reports that.
    OptionRow("--subtitles words.srt") { $0.plans.isEmpty },
    OptionRow("--subtitles words.srt --soft") { $0.plans.isEmpty },
  ]

  /// What is about the output and the finished file, whatever is in it.
  static let neutral: Set<String> = ["--output", "--copy", "--verify", "--dry-run", "--help", "--version"]

  /// What all commands have: how they say what they do, and how they are kept in.
  static let shared: Set<String> = [
    "--overwrite", "--progress", "--json", "--plugin", "--isolate-plugins", "--compositor-failure", "--damaged",
    "--isolate-media", "--strict-isolation", "--memory-limit", "--idle-limit", "--time-limit", "--verbose",
  ]
}

extension ScriptedRenderer.Record {
  /// The plan of the film, beside which sounds and segments may have plans of their own.
  fileprivate var film: RenderPlan? {
    plans.filter { $0.picture != nil }.max { ($0.picture?.range.count ?? 0) < ($1.picture?.range.count ?? 0) }
  }

  /// The plan of the last sound.
  fileprivate var sound: SoundPlan? { plans.compactMap(\.sound).last }
}
