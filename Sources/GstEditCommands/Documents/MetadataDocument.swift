import Foundation
import GstEdit

/// What `gstedit probe` prints of a file's metadata, chapters and other tracks.
///
/// ```
///   metadata     itsk/©nam: A title
///   metadata     itsk/covr: image/jpeg, 48123 bytes
///   chapter      00:00:00.000 The first
///   other 3      text, tx3g, eng, disabled
/// ```
extension FileMetadata {
  /// A name and a text for each line.
  var lines: [(name: String, fact: String)] {
    var lines: [(name: String, fact: String)] = items.map { item in
      let track = item.trackNumber.map { " of track \($0)" } ?? ""
      let language = item.languageTag.map { " (\($0))" } ?? ""
      return ("metadata", "\(item.identifier)\(track)\(language): \(item.shown)")
    }
    for chapter in chapters {
      lines.append(("chapter", "\(chapter.exactStart.timecode) \(chapter.title.onOneLine)"))
    }
    for sentence in notes { lines.append(("note", sentence)) }
    return lines
  }

  /// The items as JSON.
  var itemsJSON: [JSONObject] {
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
  var chaptersJSON: [JSONObject] {
    chapters.map { chapter in
      [
        "start": chapter.exactStart.description, "end": chapter.exactEnd?.description, "title": chapter.title,
        "languages": chapter.titles.compactMap(\.languageTag),
      ]
    }
  }
}

extension MetadataItem {
  /// The value for people.
  fileprivate var shown: String {
    guard case .data(let data) = value else { return (text ?? "").onOneLine }
    return "\(data.mediaType ?? "data"), \(data.byteCount) bytes"
  }
}

extension String {
  /// The text without line breaks and without what a terminal would take for a command.
  fileprivate var onOneLine: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }
}

extension AncillaryTrack {
  /// The track for people.
  var shown: String {
    [kind.rawValue, codecType, languageTag, name, isForced ? "forced" : nil, isEnabled ? nil : "disabled"]
      .compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: ", ").onOneLine
  }

  /// The track as JSON.
  var json: JSONObject {
    [
      "trackID": number.map { Int($0) }, "kind": kind.rawValue, "codecType": codecType, "language": languageTag,
      "name": name, "isEnabled": isEnabled, "isForced": isForced,
    ]
  }
}

extension TrackStorage {
  /// What is known of how the track is stored, as JSON.
  var json: JSONObject {
    [
      "codecType": codecType, "bytes": byteCount, "bitRate": bitRate > 0 ? Int(bitRate.rounded()) : nil,
      "isEnabled": isEnabled, "isReordered": isReordered,
    ]
  }
}
