import struct TestSupport.StatedColors

extension SurveyRows {
  private typealias Recipes = SurveyRecipes

  /// Files as phones, cameras, recorders and programs of everyday write them.
  static let recorders: [SurveyRow] = {
    let (picture, sound, stereo) = (Recipes.picture, Recipes.sound, Recipes.sound(channels: 2))
    let (h264, aac) = (Recipes.h264, ["-c:a", "aac"])
    let both = ["-map", "0", "-map", "1"]
    let three = both + ["-map", "2"]
    let film = picture + sound + h264 + aac
    let mpeg2 = Recipes.mpeg2 + ["-c:a", "mp2"]
    let fields = ["-flags", "+ilme+ildct"]
    let fast = Recipes.picture(rate: "60")
    let phone = Recipes.sound(rate: 8_000)
    let dv = ["-c:v", "dvvideo", "-frames:v", "8"]
    let rows: [(type: String, codec: String, oddity: String, arguments: [String])] = [
      ("mov", "H.264 and AAC", "timecode", film + ["-timecode", "01:00:00:00"]),
      ("mp4", "H.264 and AAC", "timecode", film + ["-timecode", "01:00:00:00"]),
      (
        "mov", "MPEG-2 and PCM", "timecode",
        picture + sound + Recipes.mpeg2 + ["-c:a", "pcm_s16le", "-timecode", "10:00:00:00"]
      ),
      (
        "mp4", "H.264 and AAC", "of an action camera",
        Recipes.picture(rate: "60000/1001") + stereo + h264 + aac + ["-timecode", "00:00:00;00", "-color_range", "pc"]
      ),
      (
        "mp4", "H.264", "of a drone",
        Recipes.picture(rate: "30000/1001") + h264
          + StatedColors("bt709").arguments
      ),
      (
        "mov", "HEVC and AAC", "of a phone, 10 bits",
        picture + stereo + Recipes.hevc("yuv420p10le") + ["-tag:v", "hvc1"] + aac
      ),
      ("mov", "H.264 and AAC", "held upright", film + ["-metadata:s:v", "rotate=90"]),
      (
        "mp4", "H.264 and AAC", "variable rate, 90,000 ticks",
        Recipes.picture(rate: "30") + sound + ["-vf", "select=lt(mod(n\\,5)\\,3)", "-vsync", "vfr"] + h264 + aac
          + ["-video_track_timescale", "90000"]
      ),
      ("ts", "H.264 and AAC", "LATM", film + ["-mpegts_flags", "latm"]),
      (
        "mts", "H.264 and AC-3", "of a camcorder",
        picture + stereo + h264 + fields + ["-c:a", "ac3", "-f", "mpegts", "-mpegts_m2ts_mode", "1"]
      ),
      ("ts", "H.264 and AC-3", "fields in macroblocks", picture + stereo + h264 + fields + ["-c:a", "ac3"]),
      (
        "mts", "H.264 and AC-3", "two sounds",
        picture + sound + stereo + three + h264
          + ["-c:a", "ac3", "-f", "mpegts", "-mpegts_m2ts_mode", "1"]
      ),
      (
        "mpg", "MPEG-2", "fields are repeated",
        Recipes.picture(rate: "24000/1001") + ["-vf", "telecine,fps=30000/1001"] + Recipes.mpeg2 + fields
      ),
      (
        "dv", "DV", "32,000 samples a second",
        Recipes.picture(size: "720x576") + Recipes.sound(rate: 32_000, channels: 2) + dv
          + ["-pix_fmt", "yuv420p", "-c:a", "pcm_s16le"]
      ),
      (
        "avi", "DV", "32,000 samples a second",
        Recipes.picture(size: "720x576") + Recipes.sound(rate: 32_000, channels: 2) + dv
          + ["-aspect", "4:3", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le"]
      ),
      (
        "mov", "DV", "wide, with sound",
        Recipes.picture(size: "720x480", rate: "30000/1001") + stereo + ["-vf", "setdar=16/9"] + dv
          + ["-pix_fmt", "yuv411p", "-c:a", "pcm_s16be"]
      ),
      ("ts", "H.264 and AAC", "the clock begins anew", film + ["-output_ts_offset", "95443", "-muxdelay", "0"]),
      ("ts", "MPEG-2 and MP2", "the clock begins anew", picture + sound + mpeg2 + ["-output_ts_offset", "95443"]),
      (
        "webm", "VP8 and Opus", "live",
        picture + sound + Recipes.vp8 + ["-c:a", "libopus", "-f", "webm", "-live", "1"]
      ),
      ("mkv", "H.264 and AAC", "live", film + ["-f", "matroska", "-live", "1"]),
      ("mkv", "H.264 and AAC", "60 a second, two sounds", fast + stereo + stereo + three + h264 + aac),
      ("flv", "H.264 and AAC", "60 a second", fast + stereo + h264 + aac),
      (
        "mp4", "H.264 and AAC", "60 a second, fragments, two sounds",
        fast + stereo + stereo + three + h264 + aac + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
      ),
      ("mp4", "H.264 and AAC", "of a meeting", picture + Recipes.sound(rate: 32_000) + h264 + aac),
      ("m4a", "AAC", "of a meeting", Recipes.sound(rate: 32_000) + aac),
      (
        "mp4", "H.264", "of a screen, 4:4:4",
        Recipes.picture(rate: "30") + ["-vf", "mpdecimate", "-vsync", "vfr"] + Recipes.anyH264
          + ["-crf", "0", "-pix_fmt", "yuv444p"]
      ),
      (
        "webm", "VP9", "of a screen, lossless",
        Recipes.picture(rate: "10") + ["-c:v", "libvpx-vp9", "-lossless", "1", "-deadline", "realtime"]
      ),
      ("mp4", "VP9 and Opus", "plain", picture + stereo + Recipes.vp9 + ["-c:a", "libopus"]),
      ("mp4", "H.264 and FLAC", "plain", picture + stereo + h264 + ["-c:a", "flac", "-strict", "-2"]),
      ("mp4", "H.264 and AC-3", "5.1", picture + Recipes.sound(channels: 6) + h264 + ["-c:a", "ac3"]),
      ("mkv", "H.264 and E-AC-3", "5.1", picture + Recipes.sound(channels: 6) + h264 + ["-c:a", "eac3"]),
      ("mp4", "H.264 and AAC", "the sound comes first", picture + sound + ["-map", "1", "-map", "0"] + h264 + aac),
      ("ts", "H.264 and AAC", "the sound comes first", picture + sound + ["-map", "1", "-map", "0"] + h264 + aac),
      (
        "mkv", "H.264 and AAC", "subtitles come first",
        picture + sound + Recipes.subtitles + ["-map", "2", "-map", "1", "-map", "0"] + h264 + aac + ["-c:s", "srt"]
      ),
      ("mkv", "H.264 and AAC", "from -0.3 s on", film + ["-output_ts_offset", "-0.3"]),
      (
        "m4a", "AAC", "the cover comes first",
        Recipes.cover + sound + both + ["-c:v", "mjpeg", "-disposition:v:0", "attached_pic"] + aac
      ),
      (
        "flac", "FLAC", "a cover",
        stereo + Recipes.cover + both + ["-c:a", "flac", "-c:v", "mjpeg", "-disposition:v:0", "attached_pic"]
      ),
      (
        "mp3", "MP3", "a large cover",
        sound + ["-f", "lavfi", "-i", "color=red:size=1600x1600:rate=1:duration=1,noise=alls=100"] + both
          + ["-c:a", "libmp3lame", "-c:v", "png", "-disposition:v:0", "attached_pic", "-id3v2_version", "3"]
      ),
      ("mp3", "MP3", "no tag of the encoder", sound + ["-c:a", "libmp3lame", "-write_xing", "0"]),
      ("mp3", "MP3", "8,000 samples a second", phone + ["-c:a", "libmp3lame", "-b:a", "16k"]),
      ("wav", "PCM", "of 64 bits", sound + ["-c:a", "pcm_s24le", "-rf64", "always"]),
      ("wav", "PCM", "of a field recorder", stereo + ["-c:a", "pcm_s24le", "-write_bext", "1"]),
      ("wav", "PCM", "5.1 of an editor", Recipes.sound(channels: 6) + ["-c:a", "pcm_f32le"]),
      ("wav", "IMA ADPCM", "of a dictaphone", phone + ["-c:a", "adpcm_ima_wav"]),
      ("wav", "µ-law", "of a telephone", phone + ["-c:a", "pcm_mulaw"]),
      (
        "flac", "FLAC", "96,000 samples of 24 bits",
        Recipes.sound(rate: 96_000, channels: 2) + ["-c:a", "flac", "-sample_fmt", "s32"]
      ),
      (
        "avi", "Motion JPEG and PCM", "of a camera",
        Recipes.picture(rate: "15") + phone + ["-c:v", "mjpeg", "-q:v", "4", "-c:a", "pcm_u8"]
      ),
      (
        "mov", "Motion JPEG and PCM", "of a camera",
        Recipes.picture(rate: "15") + phone + ["-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj422p", "-c:a", "pcm_u8"]
      ),
      ("gif", "GIF", "of a screen", Recipes.picture(rate: "10")),
    ]
    let tagged: [(type: String, oddity: String, change: SurveyChange)] = [
      ("mp3", "two tags at its end", .tags), ("mp3", "its tag counts 20 frames", .count(20)), ("mp3", "twice", .twice),
      ("aac", "twice", .twice), ("ac3", "twice", .twice),
    ]
    let encoders = ["mp3": "libmp3lame", "aac": "aac", "ac3": "ac3"]
    return rows.map { row(.recorders, $0.type, $0.codec, $0.oddity, $0.arguments) }
      + tagged.map { type, oddity, change in
        SurveyRow(
          chapter: .recorders, type: type, codec: type.uppercased(), oddity: oddity,
          making: .ffmpeg(sound + ["-c:a", encoders[type] ?? type]), change: change)
      }
      + [
        SurveyRow(
          chapter: .recorders, type: "ts", codec: "H.264 and AAC", oddity: "twice", making: .ffmpeg(film),
          change: .twice)
      ]
  }()
}
