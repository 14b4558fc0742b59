import EditingModel
import Foundation
package import MediaFormats
import MediaTime
package import Rendering

/// The JSON of `gstedit probe --json` for one file.
///
/// Times are exact fractions of seconds ("1001/30000"), and so are rates; time 0 is the file's earliest presented sample.
extension MediaFacts {
  package func json(with metadata: FileMetadata) -> JSONObject {
    [
      "file": asset.url.path,
      "container": container,
      "duration": duration.description,
      "durationSeconds": duration.seconds,
      "isPrecise": isPrecise,
      "damage": damage,
      "video": videoTracks.enumerated().map { $1.json.adding(videoStorage, at: $0) },
      "audio": audioTracks.enumerated().map { $1.json.adding(audioStorage, at: $0) },
      "otherTracks": ancillaryTracks.map(\.json),
      "metadata": metadata.itemsJSON,
      "chapters": metadata.chaptersJSON,
    ]
  }
}

extension JSONObject {
  /// The object with what the storage of track `index` says, if it is known.
  fileprivate func adding(_ storages: [TrackStorage], at index: Int) -> JSONObject {
    storages.indices.contains(index) ? adding(storages[index].json) : self
  }
}

extension VideoTrackFacts {
  fileprivate var json: JSONObject {
    [
      "trackID": identity.number.map { Int($0) },
      "language": identity.extendedLanguageTag,
      "codec": codec,
      "size": [size.width, size.height],
      // In stored pixels; absent where all of them are shown.
      "cleanAperture": cleanAperture?.components,
      "displaySize": [displaySize.width, displaySize.height],
      "pixelAspect": pixelAspect.description,
      "orientation": orientation.rawValue,
      "isStill": timing == .still,
      // Absent at a variable rate.
      "frameRate": timing.frameRate?.description,
      // The most frequent one, at a variable rate.
      "frameDuration": timing.nominalFrameDuration?.description,
      "isVariableRate": timing.isVariable,
      "start": (try? timing.start(of: 0))?.description,
      "frames": timing.count,
      "pixelFormat": format,
      "hasAlpha": hasAlpha,
      "isInterlaced": isInterlaced,
      "colorimetry": colorimetry.json,
      // Of films of high dynamic range that say it, in cd/m².
      "peakLuminance": light?.peak,
    ]
  }
}

extension AudioTrackFacts {
  fileprivate var json: JSONObject {
    [
      "trackID": identity.number.map { Int($0) },
      "language": identity.extendedLanguageTag,
      "codec": codec,
      "sampleRate": sampleRate,
      "channels": channels,
      "channelLayout": layout.description,
      "firstSample": firstSample,
      "samples": sampleCount,
      "losslessFormat": losslessFormat?.rawValue,
    ]
  }
}

extension FrameTiming {
  /// Frames per second; nil at a variable rate and of a still.
  fileprivate var frameRate: Rational? {
    guard case .constant(_, let frameDuration, _) = self else { return nil }
    return try? .one / frameDuration
  }

  /// Whether frames have different durations.
  fileprivate var isVariable: Bool {
    if case .variable = self { true } else { false }
  }
}
