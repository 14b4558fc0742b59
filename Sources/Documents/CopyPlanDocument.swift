import EditingModel
import Foundation
import MediaFormats
import MediaTime
package import Rendering

/// The JSON of a plan of packets that are copied.
///
/// Times are exact fractions of seconds ("1001/30000"). Ranges of times are `[start, end]`, the end not within; ranges of packets'
/// numbers `[first, last]`, both within.
extension CopyPlan {
  package var json: JSONObject {
    [
      "fileType": fileType.rawValue,
      "start": start.description,
      "duration": duration.description,
      "exact": isExact,
      "soundOffset": soundOffset.description,
      "tracks": tracks.map(\.json),
      "parts": parts.map(\.json),
      "beside": companions.map(\.json),
      "notes": notes,
      "damage": damage,
    ]
  }
}

extension CopyPlan.Track {
  /// A track of the new file; hidden samples are those of a sound.
  fileprivate var json: JSONObject {
    [
      "kind": kind.rawValue,
      "codec": codec,
      "tick": tick.description,
      "packets": packetCount,
      "sampleRate": sampleRate > 0 ? sampleRate : nil,
      "hiddenAtStart": kind == .sound ? hiddenAtStart : nil,
      "hiddenAtEnd": kind == .sound ? hiddenAtEnd : nil,
      // Where nothing is presented there is no time of the media.
      "edits": edits.map { edit -> JSONObject in
        ["duration": edit.duration.description, "mediaTime": edit.mediaTime?.description]
      },
    ]
  }
}

extension CopyPlan.Part {
  /// A file or a part of one, in its own times but for `range`, which counts from its presentation's beginning, and `target`.
  fileprivate var json: JSONObject {
    [
      "asset": asset.name,
      "file": asset.url.path,
      "range": range?.seconds,
      "zero": zero.description,
      "start": start.description,
      "shift": shift.description,
      "target": target.seconds,
      "streams": streams.map(\.json),
    ]
  }
}

extension CopyPlan.Stream {
  fileprivate var json: JSONObject {
    [
      "track": track,
      "stream": stream,
      "packets": packets.count,
      "all": packets.isAll,
      "numbers": packets.numbers?.map { [$0.lowerBound, $0.upperBound] },
      "decoding": decoding?.description,
      "presentation": presentation?.seconds,
      "joint": joint?.json,
    ]
  }
}

extension CopyPlan.Joint {
  fileprivate var json: JSONObject {
    [
      "offset": offset.description, "lost": lost.description, "gap": gap.description, "silence": silence.description,
      "cutBefore": cutBefore.description, "cutAfter": cutAfter.description,
    ]
  }
}

extension Range<Rational> {
  /// Its start and its end.
  fileprivate var seconds: [String] { [lowerBound.description, upperBound.description] }
}
