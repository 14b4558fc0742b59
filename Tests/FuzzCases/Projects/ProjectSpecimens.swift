import Foundation

/// The projects that are damaged. `CAT`, `DOG`, `STILL` and `VOICE` stand for the paths of media.
enum ProjectSpecimens {
  /// The films that the words stand for.
  static let media = [
    "CAT": "h264-aac.mp4", "DOG": "vp9-opus.mkv", "STILL": "plain.png", "VOICE": "pcm.wav",
  ]

  /// Everything that a project can say.
  private static let whole = """
    {"gstedit": 1,
     "assets": {"cat": {"uri": "CAT", "videoTrack": 0}, "dog": {"uri": "DOG"}, "still": {"uri": "STILL"},
                "voice": {"uri": "VOICE", "audioTrack": 0}},
     "composition": {"tracks": [
       {"id": 1, "kind": "video", "segments": [
         {"asset": "cat", "in": 0, "duration": "0.4"}, {"asset": "still", "in": 0, "duration": "0.2"}]},
       {"id": 2, "kind": "video", "segments": [
         {"asset": "dog", "in": "1/25", "duration": "0.4", "at": "0.2", "to": "0.3"}]},
       {"id": 3, "kind": "audio", "segments": [
         {"asset": "cat", "in": 0, "duration": "0.3"},
         {"asset": "voice", "in": "0.1", "duration": "0.2", "to": "0.3", "pitch": "varispeed"}]}]},
     "videoComposition": {"frameDuration": "1/25", "renderSize": [96, 64], "renderScale": 1, "instructions": [
       {"start": 0, "duration": "0.2", "layers": [{"track": 1}]},
       {"start": "0.2", "duration": "0.3", "background": "#102030", "layers": [
         {"track": 1, "opacity": [{"start": "0.2", "duration": "0.2", "from": 1, "to": 0}],
          "transform": [{"at": 0, "value": [1, 0, 0, 1, 0, 0]},
                        {"start": "0.25", "duration": "0.2", "from": [1, 0, 0, 1, 0, 0], "to": [1, 1, -1, 1, 10, 3]}]},
         {"track": 2, "crop": [{"at": "0.2", "value": [4, 4, 40, 40]}]}]},
       {"start": "0.5", "duration": "0.1", "layers": [{"track": 2, "opacity": [{"at": 0, "value": 1}]}],
        "postProcessing": true, "parameters": {"x": [1, null, "s"]}}]},
     "audioMix": {"inputs": [{"track": 3, "volume": [
       {"at": 0, "value": 1}, {"start": "0.1", "duration": "0.2", "from": 1, "to": 2}]}]},
     "export": {"fileType": "mkv", "video": {"codec": "ffv1"}, "audio": {"codec": "flac"}}}
    """

  /// A project without a video composition, written with losses.
  private static let plain = """
    {"gstedit": 1, "assets": {"cat": {"uri": "CAT"}},
     "composition": {"tracks": [
       {"id": 1, "kind": "video", "segments": [
         {"asset": "cat", "in": 0, "duration": "0.4", "to": "0.2"},
         {"asset": "cat", "in": "0.3", "duration": "0.1", "at": "8f"}]},
       {"id": 2, "kind": "audio", "segments": [
         {"asset": "cat", "in": 0, "duration": "0.4", "to": "0.8", "pitch": "preserve"}]}]},
     "export": {"fileType": "mp4",
       "video": {"codec": "h264", "quality": 23, "speed": "ultrafast", "keyframeInterval": 10},
       "audio": {"codec": "aac", "bitrate": 64000, "sampleRate": 48000, "channels": 2}}}
    """

  /// Sound alone.
  private static let sound = """
    {"gstedit": 1, "assets": {"voice": {"uri": "VOICE"}},
     "composition": {"tracks": [
       {"id": 1, "kind": "audio", "segments": [{"asset": "voice", "in": 0, "duration": "12800/16000"}]}]},
     "export": {"fileType": "wav", "video": {"codec": "none"},
       "audio": {"codec": "pcm", "sampleRate": 44100, "channels": 1}}}
    """

  /// All of them; paths are relative to the project's folder.
  static func all() throws -> [JSONTree] {
    try [whole, plain, sound].map { text in
      let named = media.reduce(text) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value)\"") }
      return try JSONDecoder().decode(JSONTree.self, from: Data(named.utf8))
    }
  }
}
