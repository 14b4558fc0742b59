import GstEdit

/// The text that `gstedit probe` prints of a file's metadata, chapters and other tracks.
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
}
