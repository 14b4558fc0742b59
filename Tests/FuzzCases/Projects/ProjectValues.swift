/// What stands in a project where something else is expected.
enum ProjectValues {
  /// Numbers at the ends of what can be said, and what is no number.
  static let numbers = [
    "0", "-0", "1", "-1", "2", "7", "1e308", "-1e308", "1e309", "1e-320", "1e99999", "NaN", "Infinity", "-Infinity",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "2147483647",
    "2147483648", "4294967296", "65536", "32768", "16384", "0.1", "0.30000000000000004", "1e-9", "1e-18",
    "123456789012345678901234567890", "0.000000000000000000000000000000001", "-0.0", "01", "1.", "+1", ".5", "0x10",
    "1e", "3.5", "1e5", "1E+2", "44100", "1e18", "12345678901234567890e-19",
  ]

  /// Times of every form, and what is no time.
  static let times = [
    "0", "-1", "1/0", "0/1", "-1/25", "1/25", "9223372036854775807/1", "9223372036854775807/9223372036854775807",
    "1/9223372036854775807", "-9223372036854775808/1", "1/-25", "1001/30000", "99999999999999999999/1",
    "1/99999999999999999999", "1e308", "NaN", "inf", "120f", "-5f", "9223372036854775807f", "00:00:00.5", "99:99:99",
    "00:01:02.500", "-00:00:01", "0.00000000000000000000001", "1/2/3", "", " ", "1 / 2", "0.5 ", "\u{661}/\u{662}",
    "0.2.1", "4/5", "3/1000000007", "1000000006/1000000007", "2147483647/2147483648", "0.1", "1/3", "0x1", "1_000",
    "1000000", "1/1000000000", "8f", "3/7", "1:00", "0:02.5", "90s", "1500ms", "9223372036854775807ms", "1:2", "s",
  ]

  /// Words of the format, and words that are none.
  static let words = [
    "", "a", "cat", "dog", "still", "voice", "nobody", "video", "audio", "preserve", "varispeed", "h264", "hevc",
    "vp8", "vp9", "av1", "prores", "mjpeg", "ffv1", "none", "aac", "opus", "mp3", "flac", "pcm", "vorbis", "mp4", "mov",
    "mkv", "webm", "m4a", "wav", "ts", "#000", "#ffffff", "#gggggg", "#00000000", "red", "\0", "a\0b", "\u{1F600}",
    String(repeating: "\u{E9}", count: 200), String(repeating: "x", count: 70_000), "../../../../etc/passwd",
    "/dev/zero", "/dev/stdin", "/proc/self/mem", "/", ".", "file:///", "file://host/x", "http://127.0.0.1:1/x",
    "fd://0", "file:///%00", "%", "file:%zz", "~", "ultrafast", "veryslow", "yuv444p", "gray16le", "rgb24",
    "\u{202E}abc",
  ]

  /// The keys of the format, and keys that are none.
  static let keys = [
    "id", "kind", "segments", "asset", "in", "duration", "at", "to", "pitch", "start", "layers", "track", "opacity",
    "transform", "crop", "value", "from", "background", "customCompositor", "name", "parameters", "passthrough",
    "postProcessing", "renderScale", "renderSize", "frameDuration", "videoTrack", "audioTrack", "uri", "codec",
    "quality", "bitrate", "speed", "keyframeInterval", "pixelFormat", "sampleRate", "channels", "volume", "inputs",
    "fileType", "video", "audio", "", "xyzzy", "Duration", "a/b~c",
  ]

  /// Bytes that do not belong into a text, or not there.
  static let bytes: [[UInt8]] = [
    [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0], [0xEF, 0xBB, 0xBF], Array("\\ud800".utf8), [0x22], [0x5C],
    Array("/*".utf8), Array("{".utf8), Array("]".utf8),
  ]
}
