import MediaFormats
import Rendering

/// What a file says of itself, in the names of GStreamer's tags, which its muxers write in the container's own words.
struct FileTags {
  /// The tags as text. C: `gst_tag_list_new_from_string`.
  let text: String

  /// The tags that say `items` in a file of `fileType`; nil where there are none. A movie says the others by keys that are
  /// written out (``MovieKeys``).
  ///
  /// - Throws: `RenderError` with `.unsupported` for an item that has no place in such a file.
  init?(_ items: [MetadataItem], in fileType: FileType) throws(RenderError) {
    var fields = ["taglist"]
    for item in items {
      guard let key = item.commonKey, let name = Self.names[key], let text = item.text else {
        if fileType.isMovie, MovieKeys.holds(item) { continue }
        throw RenderError(
          .unsupported, "The statement \(item.identifier) has no place in \(fileType.format.title) here.",
          remedy:
            "State \(Self.names.keys.map(\.rawValue).sorted().joined(separator: ", ")); or write MP4 or QuickTime, with keys of QuickTime's metadata."
        )
      }
      let isDate = key == .creationDate
      fields.append("\(name)=(\(isDate ? "datetime" : "string"))\(Self.quoted(text))")
    }
    guard fields.count > 1 else { return nil }
    text = fields.joined(separator: ",") + ";"
  }

  private static let names: [CommonMetadataKey: String] = [
    .title: "title", .artist: "artist", .albumName: "album", .description: "comment", .copyrights: "copyright",
    .type: "genre", .creator: "composer", .creationDate: "datetime", .software: "encoder", .subject: "keywords",
  ]

  /// `text` as a string of GStreamer's, between quotation marks.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
