extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// What a container usually holds.
  private static func codecs(in type: String) -> [String] {
    switch type {
    case "flv": Recipes.h264 + ["-c:a", "aac", "-ar", "44100"]
    case "avi": Recipes.h264 + ["-c:a", "libmp3lame"]
    case "mpg": Recipes.mpeg2 + ["-c:a", "mp2"]
    case "mxf": Recipes.mpeg2 + ["-c:a", "pcm_s16le"]
    case "asf": ["-c:v", "wmv2", "-g", "10", "-qscale:v", "3", "-c:a", "wmav2"]
    case "webm": Recipes.vp8 + ["-c:a", "libopus"]
    case "ogg": ["-c:v", "libtheora", "-q:v", "8", "-g", "10", "-c:a", "libvorbis"]
    case "m2ts": Recipes.h264 + ["-c:a", "ac3"]
    default: Recipes.h264 + ["-c:a", "aac"]
    }
  }

  /// Sound and picture that begin and end when they do.
  static let timelines: [SurveyRow] = {
    let (picture, sound) = (Recipes.picture, Recipes.sound)
    let inputs: [(oddity: String, inputs: [String], options: [String])] = [
      ("plain", picture + sound, []), ("late sound", picture + ["-itsoffset", "0.5"] + sound, []),
      ("late picture", ["-itsoffset", "0.5"] + picture + sound, []),
      ("short sound", picture + Recipes.sound(seconds: 0.5), []),
      ("short picture", Recipes.picture(seconds: 0.4) + sound, []),
      ("from 10 s on", picture + sound, ["-output_ts_offset", "10"]),
      ("from 0.5 s on", picture + sound, ["-output_ts_offset", "0.5"]),
    ]
    let types = ["mp4", "mov", "mkv", "webm", "ts", "m2ts", "mpg", "avi", "flv", "ogg", "asf", "nut", "mxf"]
    let plain = types.flatMap { type in
      inputs.map { row(.timelines, type, "two tracks", $0.oddity, $0.inputs + codecs(in: type) + $0.options) }
    }
    let flags = [
      "faststart", "frag_keyframe", "frag_keyframe+empty_moov", "frag_keyframe+empty_moov+default_base_moof",
      "empty_moov+frag_every_frame", "frag_keyframe+delay_moov", "cmaf+frag_keyframe",
      "dash+frag_keyframe+global_sidx", "frag_keyframe+separate_moof", "frag_keyframe+omit_tfhd_offset",
      "negative_cts_offsets", "isml+frag_keyframe", "rtphint", "disable_chpl", "frag_keyframe+skip_trailer",
      "frag_keyframe+empty_moov+skip_sidx", "write_colr", "use_metadata_tags",
    ]
    let options: [(String, [String])] =
      flags.map { ($0, ["-movflags", $0]) } + [
        ("no edit list", ["-use_editlist", "0"]), ("room before the media", ["-moov_size", "20000"]),
        ("600 units a second", ["-video_track_timescale", "600"]),
        ("90,000 units a second", ["-video_track_timescale", "90000"]),
        ("1,000 units a second", ["-video_track_timescale", "1000"]), ("time code", ["-timecode", "01:00:00:00"]),
        ("begins before zero", ["-avoid_negative_ts", "disabled", "-output_ts_offset", "-0.2"]),
      ]
    let movies = ["mp4", "mov"].flatMap { type in
      options.map { row(.timelines, type, "two tracks", $0.0, picture + sound + codecs(in: type) + $0.1) }
    }
    let whole = WildFile("survey-whole", "mp4", picture + sound + codecs(in: "mp4"))
    let cuts = ["mp4", "mov", "mkv", "ts"].map { type in
      SurveyRow(
        chapter: .timelines, type: type, codec: "two tracks", oddity: "cut within a GOP without decoding",
        making: .copy(of: whole, options: ["-c", "copy"], before: ["-ss", "0.5"]))
    }
    return plain + movies + cuts
  }()

  /// Files of several tracks, and of things that are neither picture nor sound.
  static let tracks: [SurveyRow] = {
    let (picture, sound) = (Recipes.picture, Recipes.sound)
    let two = ["-map", "0", "-map", "1", "-map", "2"]
    func film(_ type: String, _ oddity: String, _ arguments: [String]) -> SurveyRow {
      row(.tracks, type, "several tracks", oddity, arguments)
    }
    let sounds = ["mp4", "mov", "mkv", "ts", "avi", "mpg", "nut"].map {
      film($0, "two sounds", picture + sound + Recipes.sound(rate: 44_100, channels: 2) + two + codecs(in: $0))
    }
    let pictures = ["mp4", "mkv", "ts"].map {
      film($0, "two pictures", picture + Recipes.picture(size: "96x160") + sound + two + codecs(in: $0))
    }
    let subtitles = [("mp4", "mov_text"), ("mov", "mov_text"), ("mkv", "srt"), ("mkv", "ass"), ("webm", "webvtt")].map {
      film($0, "subtitles in \($1)", picture + sound + Recipes.subtitles + two + codecs(in: $0) + ["-c:s", $1])
    }
    let covers = ["mp4", "mov"].map {
      film(
        $0, "a cover",
        picture + sound + Recipes.cover + two + codecs(in: $0) + ["-c:v:1", "png", "-disposition:v:1", "attached_pic"])
    }
    let named = [("m4a", "aac"), ("m4a", "alac"), ("mp3", "libmp3lame"), ("flac", "flac")].map {
      film(
        $0, "a cover, \($1)",
        sound + Recipes.cover + [
          "-map", "0", "-map", "1", "-c:a", $1, "-c:v", "png", "-disposition:v:0", "attached_pic",
        ])
    }
    let chapters = ["mp4", "mov", "mkv"].map {
      film(
        $0, "chapters",
        picture + sound + Recipes.chapters + ["-map_metadata", "2", "-map", "0", "-map", "1"] + codecs(in: $0))
    }
    let disabled = ["mp4", "mov"].flatMap { type in
      [(0, "picture"), (1, "sound")].map { track, name in
        SurveyRow(
          chapter: .tracks, type: type, codec: "several tracks", oddity: "the \(name) is switched off",
          making: .ffmpeg(picture + sound + codecs(in: type)), change: .disable(track: track))
      }
    }
    return sounds + pictures + subtitles + covers + named + chapters + disabled
  }()
}
