import Foundation

/// What RFC 8216 and its revision demand of playlists, asked of texts and of a folder of files: a sentence for each rule that is broken.
public enum PlaylistRules {
  /// What is wrong with `playlist` by itself.
  public static func violations(of playlist: Playlist) -> [String] {
    var found: [String] = []
    func demand(_ holds: Bool, _ rule: String) { if !holds { found.append(rule) } }
    demand(playlist.lines.first == "#EXTM3U", "§4.3.1.1: The first line is not #EXTM3U.")
    demand(
      playlist.lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } },
      "§4.1: There are control characters.")
    for name in once where playlist.values(name).count > 1 { found.append("§4.3: \(name) stands there twice.") }
    let version = Int(playlist.values("EXT-X-VERSION").first ?? "1") ?? 0
    demand(version >= requiredVersion(playlist), "§7: Version \(version), and \(requiredVersion(playlist)) is used.")
    let media = playlist.tags.contains { mediaTags.contains($0.name) }
    let multivariant = playlist.tags.contains { multivariantTags.contains($0.name) }
    demand(media != multivariant, "§4.1: It is not one of both, a media playlist or a multivariant one.")
    for tag in playlist.tags where attributeTags.contains(tag.name) {
      demand(AttributeList(tag.value) != nil, "§4.2: \(tag.name) has no list of attributes: \(tag.value)")
    }
    return found + (media ? mediaViolations(playlist) : multivariantViolations(playlist))
  }

  private static let once = [
    "EXTM3U", "EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST",
    "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS",
  ]
  private static let mediaTags: Set = [
    "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-MAP",
    "EXT-X-BYTERANGE", "EXT-X-I-FRAMES-ONLY",
  ]
  private static let multivariantTags: Set = ["EXT-X-STREAM-INF", "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF"]
  private static let attributeTags: Set = ["EXT-X-STREAM-INF", "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-MAP"]

  /// The version that what it uses asks for (§7).
  private static func requiredVersion(_ playlist: Playlist) -> Int {
    let keyFrames = !playlist.values("EXT-X-I-FRAMES-ONLY").isEmpty
    var version = playlist.values("EXTINF").contains { $0.contains(".") } ? 3 : 1
    if keyFrames || !playlist.values("EXT-X-BYTERANGE").isEmpty { version = 4 }
    if !playlist.values("EXT-X-MAP").isEmpty { version = keyFrames ? 5 : 6 }
    return version
  }

  private static func mediaViolations(_ playlist: Playlist) -> [String] {
    var found: [String] = []
    func demand(_ holds: Bool, _ rule: String) { if !holds { found.append(rule) } }
    let target = Int(playlist.values("EXT-X-TARGETDURATION").first ?? "")
    demand(target != nil, "§4.3.3.1: There is no target duration in whole seconds.")
    demand(playlist.durations.count == playlist.entries.count, "§4.3.2.1: A segment has no duration.")
    if let target {
      demand(
        playlist.durations.allSatisfy { Int($0.rounded()) <= target },
        "§4.3.3.1: A segment is longer than the target duration \(target).")
    }
    demand(!playlist.entries.isEmpty, "§4.3.2: There are no segments.")
    demand(
      ["VOD", "EVENT", nil].contains(playlist.values("EXT-X-PLAYLIST-TYPE").first), "§4.3.3.5: No such type.")
    demand(playlist.tags.last?.name == "EXT-X-ENDLIST", "§4.3.3.4: A film that is there as a whole has an end.")
    for map in playlist.values("EXT-X-MAP") {
      demand(AttributeList(map)?.quoted("URI") != nil, "§4.3.2.5: EXT-X-MAP has no URI.")
    }
    for entry in playlist.entries where entry.value("EXT-X-BYTERANGE") != nil {
      demand(Playlist.range(of: entry) != nil, "§4.3.2.2: \(entry.value("EXT-X-BYTERANGE") ?? "") is no range.")
    }
    return found
  }

  private static func multivariantViolations(_ playlist: Playlist) -> [String] {
    var found: [String] = []
    func demand(_ holds: Bool, _ rule: String) { if !holds { found.append(rule) } }
    let media = playlist.values("EXT-X-MEDIA").compactMap { AttributeList($0) }
    for list in media {
      let type = list["TYPE"]
      demand(
        ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"].contains(type), "§4.3.4.1: No such TYPE: \(type ?? "").")
      demand(list.quoted("GROUP-ID") != nil, "§4.3.4.1: A rendition has no GROUP-ID.")
      demand(list.quoted("NAME") != nil, "§4.3.4.1: A rendition has no NAME.")
      demand(list["DEFAULT"] != "YES" || list["AUTOSELECT"] != "NO", "§4.3.4.1: DEFAULT without AUTOSELECT.")
      if type == "SUBTITLES" { demand(list["URI"] != nil, "§4.3.4.1: Subtitles have no URI.") }
    }
    let groups = Dictionary(grouping: media) { "\($0["TYPE"] ?? "") \($0["GROUP-ID"] ?? "")" }
    for (group, lists) in groups {
      demand(
        Set(lists.compactMap { $0["NAME"] }).count == lists.count, "§4.3.4.1.1: Two of \(group) have one NAME.")
      demand(
        lists.count { $0["DEFAULT"] == "YES" } <= 1, "§4.3.4.1.1: Two of \(group) are the default.")
    }
    let variants = playlist.entries.filter { $0.value("EXT-X-STREAM-INF") != nil }
    demand(variants.count == playlist.values("EXT-X-STREAM-INF").count, "§4.3.4.2: A variant stream has no URI.")
    demand(variants.count == playlist.entries.count, "§4.3.4: A URI is no variant stream's.")
    demand(!variants.isEmpty, "§4.3.4.2: There is no variant stream.")
    let frames = playlist.values("EXT-X-I-FRAME-STREAM-INF").compactMap { AttributeList($0) }
    for list in frames { demand(list.quoted("URI") != nil, "§4.3.4.3: Key frames have no URI.") }
    for list in variants.compactMap({ AttributeList($0.value("EXT-X-STREAM-INF") ?? "") }) + frames {
      let (peak, average) = (Int(list["BANDWIDTH"] ?? ""), Int(list["AVERAGE-BANDWIDTH"] ?? "0"))
      demand(peak ?? 0 > 0, "§4.3.4.2: There is no BANDWIDTH.")
      demand(average ?? .max <= peak ?? 0, "§4.3.4.2: The average is above the peak.")
      demand(list.quoted("CODECS")?.isEmpty == false, "§4.3.4.2: There are no CODECS.")
      if let size = list["RESOLUTION"]?.split(separator: "x") {
        demand(size.count == 2 && size.allSatisfy { Int($0) ?? 0 > 0 }, "§4.2: RESOLUTION is none.")
      }
      if let rate = list["FRAME-RATE"] { demand(Double(rate) ?? 0 > 0, "§4.3.4.2: FRAME-RATE is none.") }
      if let range = list["VIDEO-RANGE"] { demand(["SDR", "HLG", "PQ"].contains(range), "8216bis: No such range.") }
      if let group = list["AUDIO"] {
        demand(groups["AUDIO \(group)"] != nil, "§4.3.4.2: There is no group \(group) of sounds.")
      }
    }
    return found
  }
}
