extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// Sound of every codec, in the containers that ffmpeg writes it into.
  static let sounds: [SurveyRow] = {
    let stereo = Recipes.sound(rate: 48_000, channels: 2)
    func rows(_ codec: String, _ oddity: String, _ types: String, _ input: [String], _ arguments: [String])
      -> [SurveyRow]
    {
      types.split(separator: " ").map { row(.sounds, "\($0)", codec, oddity, input + arguments) }
    }
    let usual: [(codec: String, oddity: String, types: String, arguments: [String])] = [
      ("AAC", "plain", "m4a mp4 mov mkv aac ts flv avi 3gp nut asf", ["-c:a", "aac"]),
      ("MP3", "plain", "mp3 mp4 mov mkv avi flv ts mpg wav nut asf", ["-c:a", "libmp3lame"]),
      ("MP3", "variable bit rate", "mp3 mkv avi", ["-c:a", "libmp3lame", "-q:a", "4"]),
      ("MP3", "no Xing tag", "mp3", ["-c:a", "libmp3lame", "-write_xing", "0"]),
      ("MP3", "variable, no Xing tag", "mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"]),
      ("MP3", "no ID3", "mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"]),
      ("MP3", "ID3v1", "mp3", ["-c:a", "libmp3lame", "-write_id3v1", "1", "-metadata", "title=x"]),
      ("MP2", "plain", "mp2 mpg ts mkv avi mp4 wav", ["-c:a", "mp2"]),
      ("AC-3", "plain", "ac3 ts m2ts mpg mkv mp4 mov avi wav", ["-c:a", "ac3"]),
      ("E-AC-3", "plain", "eac3 ts m2ts mkv mp4 mov", ["-c:a", "eac3"]),
      ("DTS", "plain", "dts ts mkv mp4 mpg wav mov", ["-c:a", "dca", "-strict", "-2"]),
      ("TrueHD", "plain", "thd mkv ts mp4", ["-c:a", "truehd", "-strict", "-2"]),
      ("Opus", "plain", "opus ogg webm mkv mp4 ts caf nut", ["-c:a", "libopus"]),
      ("Opus", "from 1 s on", "mkv webm", ["-c:a", "libopus", "-output_ts_offset", "1"]),
      ("Vorbis", "plain", "ogg mkv webm mp4 nut", ["-c:a", "libvorbis"]),
      ("FLAC", "16 bits", "flac mkv mp4 oga caf nut", ["-c:a", "flac", "-strict", "-2"]),
      ("FLAC", "24 bits", "flac mkv", ["-c:a", "flac", "-sample_fmt", "s32"]),
      ("ALAC", "16 bits", "m4a mov mkv caf", ["-c:a", "alac"]),
      ("ALAC", "24 bits", "m4a", ["-c:a", "alac", "-sample_fmt", "s32p"]),
      ("WavPack", "plain", "wv mkv", ["-c:a", "wavpack"]),
      ("WavPack", "floating point", "wv", ["-c:a", "wavpack", "-sample_fmt", "fltp"]),
      ("TTA", "plain", "tta mkv", ["-c:a", "tta"]), ("WMA 1", "plain", "wma", ["-c:a", "wmav1"]),
      ("WMA 2", "plain", "wma mkv avi", ["-c:a", "wmav2"]),
      ("ADPCM, IMA", "plain", "wav avi mkv", ["-c:a", "adpcm_ima_wav"]),
      ("ADPCM, Microsoft", "plain", "wav avi mkv", ["-c:a", "adpcm_ms"]),
      ("ADPCM, Flash", "plain", "flv", ["-c:a", "adpcm_swf", "-ar", "44100"]),
      ("ADPCM, Yamaha", "plain", "wav", ["-c:a", "adpcm_yamaha"]),
      ("µ-law", "plain", "wav au aif avi mov mkv caf", ["-c:a", "pcm_mulaw"]),
      ("A-law", "plain", "wav au mov mkv caf", ["-c:a", "pcm_alaw"]),
      ("SMPTE 302M", "plain", "ts", ["-c:a", "s302m", "-strict", "-2"]),
      ("LPCM of Blu-ray", "plain", "m2ts", ["-c:a", "pcm_bluray"]),
      ("LPCM of DVD", "plain", "vob", ["-c:a", "pcm_dvd"]),
      ("SBC", "plain", "sbc", ["-c:a", "sbc"]), ("aptX", "plain", "aptx", ["-c:a", "aptx"]),
    ]
    let mono: [(codec: String, types: String, arguments: [String])] = [
      ("ADPCM, QuickTime", "mov aif caf", ["-c:a", "adpcm_ima_qt"]),
      ("G.722", "wav mkv", ["-c:a", "g722", "-ar", "16000"]),
      ("G.726", "wav", ["-c:a", "g726", "-ar", "8000"]),
      ("G.723.1", "wav", ["-c:a", "g723_1", "-ar", "8000", "-b:a", "6300"]),
      ("GSM", "gsm", ["-c:a", "libgsm", "-ar", "8000"]), ("GSM", "wav", ["-c:a", "libgsm_ms", "-ar", "8000"]),
      ("Speex", "ogg flv spx", ["-c:a", "libspeex", "-ar", "16000"]),
      ("Nellymoser", "flv", ["-c:a", "nellymoser", "-ar", "22050"]),
      ("RealAudio 1", "rm", ["-c:a", "real_144", "-ar", "8000"]),
    ]
    return usual.flatMap { rows($0.codec, $0.oddity, $0.types, stereo, $0.arguments) }
      + mono.flatMap { rows($0.codec, "plain", $0.types, Recipes.sound, $0.arguments) }
  }()

  /// Samples of every width, and codecs at every rate and number of channels.
  static let samples: [SurveyRow] = {
    let widths: [(codec: String, types: String)] = [
      ("pcm_u8", "wav avi mov mkv aiff"), ("pcm_s8", "aif mov caf au"),
      ("pcm_s16le", "wav w64 mov mkv avi caf nut"), ("pcm_s16be", "aif mov au caf mkv"),
      ("pcm_s24le", "wav w64 mov mkv avi caf"), ("pcm_s24be", "aif mov au caf mkv"),
      ("pcm_s32le", "wav w64 mov mkv"), ("pcm_s32be", "aif mov au"), ("pcm_f32le", "wav w64 mov mkv caf"),
      ("pcm_f32be", "aif mov au caf"), ("pcm_f64le", "wav w64 mov mkv"), ("pcm_f64be", "aif mov au caf"),
    ]
    let stereo = Recipes.sound(rate: 44_100, channels: 2)
    let raw = widths.flatMap { codec, types in
      types.split(separator: " ").map { row(.samples, "\($0)", codec, "44,100 Hz", stereo + ["-c:a", codec]) }
    }
    let large = ["pcm_s16le", "pcm_s24le"].map {
      row(.samples, "wav", $0, "RF64", stereo + ["-c:a", $0, "-rf64", "always"])
    }
    let rates: [(types: String, codec: String, rates: [Int])] = [
      ("m4a aac", "aac", [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 64_000, 88_200, 96_000]),
      ("mp3", "libmp3lame", [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100]),
      ("wav", "pcm_s16le", [8_000, 11_025, 96_000, 192_000]), ("flac", "flac", [8_000, 44_100, 96_000]),
      ("ogg", "libvorbis", [8_000, 44_100, 96_000]),
    ]
    let paced = rates.flatMap { types, codec, rates in
      types.split(separator: " ").flatMap { type in
        rates.map {
          row(.samples, "\(type)", codec, "\($0) a second", Recipes.sound(rate: $0, channels: 2) + ["-c:a", codec])
        }
      }
    }
    let channels: [(count: Int, name: String, files: [(String, String)])] = [
      (
        6, "5.1",
        [
          ("m4a", "aac"), ("mkv", "ac3"), ("ts", "ac3"), ("ogg", "libopus"), ("mkv", "libopus"), ("ogg", "libvorbis"),
          ("wav", "pcm_s16le"), ("flac", "flac"), ("m4a", "alac"), ("mkv", "dca"), ("wv", "wavpack"), ("ts", "aac"),
          ("mp4", "libopus"), ("ts", "libopus"), ("mkv", "eac3"),
        ]
      ),
      (
        1, "mono",
        [
          ("m4a", "aac"), ("mp3", "libmp3lame"), ("ogg", "libopus"), ("ogg", "libvorbis"), ("ac3", "ac3"),
          ("wma", "wmav2"), ("aac", "aac"), ("mkv", "aac"),
        ]
      ),
    ]
    let wide = channels.flatMap { count, name, files in
      files.map { type, codec in
        row(
          .samples, type, codec, name,
          Recipes.sound(rate: 48_000, channels: count) + ["-c:a", codec, "-strict", "-2"])
      }
    }
    return raw + large + paced + wide
  }()
}
