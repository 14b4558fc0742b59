import FoundationEssentials

@testable import ProjectFile

/// The folder that the tests' projects are said to stand in.
let folder = URL(filePath: "/films/demo", directoryHint: .isDirectory)

/// Projects that are valid, by name.
enum Projects {
  /// The example of the format's description.
  static let contract = #"""
    {
      "gstedit": 1,
      "assets": {
        "cat":   { "uri": "media/cat.mp4" },
        "voice": { "uri": "file:///srv/voice.wav" }
      },
      "composition": {
        "tracks": [
          { "id": 1, "kind": "video", "segments": [ { "asset": "cat", "in": 0, "duration": 8 } ] },
          { "id": 2, "kind": "video", "segments": [ { "asset": "cat", "in": "10.5", "duration": "8", "at": 7 } ] },
          { "id": 3, "kind": "audio", "segments": [ { "asset": "cat", "in": 0, "duration": 8 },
                                                    { "asset": "voice", "in": 0, "duration": "240/48000", "at": "11" } ] }
        ]
      },
      "videoComposition": {
        "frameDuration": "1001/30000",
        "renderSize": [1280, 720],
        "renderScale": 1,
        "instructions": [
          { "start": 0, "duration": 7, "layers": [ { "track": 1 } ] },
          { "start": 7, "duration": 1, "layers": [
              { "track": 1, "opacity": [ { "start": 7, "duration": 1, "from": 1, "to": 0 } ] },
              { "track": 2 } ] },
          { "start": 8, "duration": 7, "background": "#000000", "layers": [ { "track": 2, "transform": [ { "at": 8, "value": [1,0,0,1,0,0] } ] } ] }
        ]
      },
      "audioMix": {
        "inputs": [ { "track": 3, "volume": [ { "at": 0, "value": 1 }, { "start": 10, "duration": 1, "from": 1, "to": 0.2 } ] } ]
      },
      "export": { "fileType": "mp4", "video": { "codec": "h264", "quality": 23, "speed": "veryfast" }, "audio": { "codec": "aac" } }
    }
    """#

  /// As little as a project can be.
  static let smallest = #"""
    {"gstedit":1,"assets":{"a":{"uri":"a.mp4"}},
     "composition":{"tracks":[{"id":1,"kind":"video","segments":[{"asset":"a","in":0,"duration":1}]}]}}
    """#

  /// Every key of the format, with times in frames.
  static let everything = #"""
    {
      "gstedit": 1,
      "assets": { "döner/~1": { "uri": "media/ä b.mp4", "videoTrack": 1, "audioTrack": 2, "frameRate": "30000/1001" } },
      "composition": {
        "naturalSize": [320, 180],
        "tracks": [
          { "id": 7, "kind": "video", "enabled": true, "volume": 0.5, "transform": [0, 1, -1, 0, 100, 0], "language": "de-CH", "segments": [
            { "asset": "döner/~1", "in": "12f", "duration": "00:00:02.000", "at": "25f", "to": "25f", "pitch": "varispeed" } ] },
          { "id": 8, "kind": "audio", "enabled": false, "segments": [
            { "asset": "döner/~1", "in": 2.5, "duration": 2 } ] }
        ]
      },
      "videoComposition": {
        "frameDuration": 0.04, "renderSize": [640, 360], "renderScale": 0.5,
        "customCompositor": { "name": "wipe", "parameters": { "angle": 1.50, "on": [true, null, "x"] } },
        "instructions": [
          { "start": 0, "duration": "1", "background": "#ff8000cc", "passthrough": 7, "postProcessing": false,
            "requiredTracks": "all", "tweening": true, "parameters": [1e3, {}], "layers": [] },
          { "start": "25f", "duration": "25f", "background": [0.1, 0.2, 0.3], "requiredTracks": [7], "layers": [
            { "track": 7, "fit": "blur", "frame": [-8, 0.5, 320, 180],
              "opacity": [ { "at": "25f", "value": 0 }, { "start": "26f", "duration": "10f", "from": 0, "to": 1 } ],
              "transform": [ { "start": 1, "duration": 1, "from": [1, 0, 0, 1, 0, 0], "to": [0.5, 0, 0, 0.5, 80.25, -45] } ],
              "crop": [ { "at": 1, "value": [0, 0, 320, 180] }, { "start": 1.5, "duration": "1/4", "from": [0, 0, 320, 180], "to": [1, 2, 3, 4] } ] } ] }
        ]
      },
      "audioMix": { "inputs": [ { "track": 8, "volume": [ { "at": 0, "value": 10 } ], "pitch": "preserve" } ] },
      "export": {
        "fileType": "mkv",
        "video": { "codec": "ffv1", "bitrate": 4000000, "speed": "slow", "keyframeInterval": 48, "pixelFormat": "yuv444p" },
        "audio": { "codec": "none", "bitrate": 128000, "sampleRate": 48000, "channels": 2 }
      }
    }
    """#

  /// Tracks that are stacked, in a picture of another shape.
  static let stacked = #"""
    {
      "gstedit": 1, "assets": { "a": { "uri": "a.mp4" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [ { "asset": "a", "in": 0, "duration": 1 } ] } ] },
      "videoComposition": { "renderSize": [1080, 1920], "fit": "fill" }
    }
    """#

  /// Times in frames whose grid only the media know.
  static let framesOfTheMedia = #"""
    {
      "gstedit": 1,
      "assets": { "b": { "uri": "b.mp4" }, "a": { "uri": "a.mp4" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "audio", "segments": [ { "asset": "b", "in": 0, "duration": "60f" } ] },
        { "id": 2, "kind": "video", "segments": [ { "asset": "a", "in": "30f", "duration": "60f" } ] } ] }
    }
    """#

  static let all = [contract, smallest, everything, stacked, framesOfTheMedia]
}

extension Project {
  /// The project of a text, its paths in ``folder``.
  init(_ text: String) throws(ProjectError) {
    try self.init(json: text, baseURL: folder)
  }
}

extension ProjectError {
  /// The places of the diagnostics, in order.
  var places: [String] { diagnostics.map(\.pointer.description) }
}

/// What is wrong with the project `text`.
func diagnostics(_ text: String) -> [ProjectDiagnostic] {
  do throws(ProjectError) {
    _ = try Project(text)
    return []
  } catch {
    return error.diagnostics
  }
}

/// What is wrong with the contract's example after `old` has become `new`.
func diagnostics(replacing old: String, with new: String, in text: String = Projects.contract) -> [ProjectDiagnostic] {
  precondition(text.contains(old), "the sample has no \(old)")
  return diagnostics(text.replacing(old, with: new))
}
