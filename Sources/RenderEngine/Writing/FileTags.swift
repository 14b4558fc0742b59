import MediaFormats
import Rendering

/// What a file says of itself, in the names of GStreamer's tags, which its muxers write in the container's own words.
struct FileTags {
  /// The tags as text. C: `gst_tag_list_new_from_string`.
  let text: String

  /// The tags that say `items`; nil where there are none.
  ///
  /// - Throws: `RenderError` with `.unsupported` for an item that has no such name.
  init?(_ items: [MetadataItem]) throws(RenderError) {
    guard !items.isEmpty else { return nil }
    var fields = ["taglist"]
    for item in items {
      guard let key = item.commonKey, let name = Self.names[key], let text = item.text else {
        throw RenderError(
          .unsupported, "The statement \(item.identifier) is not written into files.",
          remedy: "State \(Self.names.keys.map(\.rawValue).sorted().joined(separator: ", "))."
        )
      }
      let isDate = key == .creationDate
      fields.append("\(name)=(\(isDate ? "datetime" : "string"))\(Self.quoted(text))")
    }
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
