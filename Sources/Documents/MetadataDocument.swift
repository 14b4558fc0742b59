package import MediaFormats
import MediaTime
package import Rendering

/// The JSON of a file's metadata, chapters and other tracks.
extension FileMetadata {
  /// The items as JSON.
  package var itemsJSON: [JSONObject] {
    items.map { item in
      var object: JSONObject = [
        "identifier": item.identifier.description, "keySpace": item.identifier.keySpace.rawValue,
        "key": item.identifier.key, "commonKey": item.commonKey?.rawValue, "language": item.languageTag,
        "track": item.trackNumber.map { Int($0) },
      ]
      switch item.value {
      case .text(let text): object = object.adding(["value": text])
      case .integer(let number): object = object.adding(["value": number])
      case .real(let number): object = object.adding(["value": number])
      case .data(let data): object = object.adding(["mediaType": data.mediaType, "bytes": data.byteCount])
      }
      return object
    }
  }

  /// The chapters as JSON; times are exact fractions of seconds, in the file's own time.
  package var chaptersJSON: [JSONObject] {
    chapters.map { chapter in
      [
        "start": chapter.exactStart.description, "end": chapter.exactEnd?.description, "title": chapter.title,
        "languages": chapter.titles.compactMap(\.languageTag),
      ]
    }
  }
}

extension AncillaryTrack {
  /// The track as JSON.
  package var json: JSONObject {
    [
      "trackID": number.map { Int($0) }, "kind": kind.rawValue, "codecType": codecType, "language": languageTag,
      "name": name, "isEnabled": isEnabled, "isForced": isForced,
    ]
  }
}

extension TrackStorage {
  /// The track's storage facts, as JSON.
  package var json: JSONObject {
    [
      "codecType": codecType, "bytes": byteCount, "bitRate": bitRate > 0 ? Int(bitRate.rounded()) : nil,
      "isEnabled": isEnabled, "isReordered": isReordered,
    ]
  }
}
