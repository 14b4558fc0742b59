public import Foundation

/// What RFC 8216 demands of the playlists of a presentation together, and of the files that they name.
public struct PresentationRules {
  private let folder: URL
  private let main: Playlist

  /// The presentation in `folder`, which begins with the playlist `name`.
  public init(_ folder: URL, beginningWith name: String = "master.m3u8") throws {
    self.folder = folder
    main = try Playlist(contentsOf: folder.appending(path: name))
  }

  /// A sentence for each rule that is broken.
  public func violations() throws -> [String] {
    var found = PlaylistRules.violations(of: main)
    let variants = main.entries.map(\.uri)
    let media = main.values("EXT-X-MEDIA").compactMap { AttributeList($0) }
    let sounds = media.filter { $0["TYPE"] == "AUDIO" }.compactMap { $0.quoted("URI") }
    let texts = media.filter { $0["TYPE"] == "SUBTITLES" }.compactMap { $0.quoted("URI") }
    let frames = main.values("EXT-X-I-FRAME-STREAM-INF").compactMap { AttributeList($0)?.quoted("URI") }
    for name in variants + sounds + texts + frames {
      let playlist = try Playlist(contentsOf: folder.appending(path: name))
      found += PlaylistRules.violations(of: playlist).map { "\(name): \($0)" }
      found += try missing(playlist, name)
    }
    let playlists = try (variants + sounds).map { try Playlist(contentsOf: folder.appending(path: $0)) }
    if Set(playlists.map { $0.values("EXT-X-TARGETDURATION") }).count > 1 {
      found.append("§6.2.4: The playlists have different target durations.")
    }
    if Set(playlists.prefix(variants.count).map(\.durations)).count > 1 {
      found.append("§6.2.4: The segments of the sizes are not aligned.")
    }
    for entry in main.entries { found += try bandwidth(entry, sounds) }
    return found
  }

  /// The files of `playlist`, called `name`, that are missing.
  private func missing(_ playlist: Playlist, _ name: String) throws -> [String] {
    let own = folder.appending(path: name).deletingLastPathComponent()
    let maps = playlist.values("EXT-X-MAP").compactMap { AttributeList($0)?.quoted("URI") }
    var found: [String] = []
    for file in maps + playlist.entries.map(\.uri) where try size(of: file, in: own) == 0 {
      found.append("\(name): \(file) is not there, or empty.")
    }
    for entry in playlist.entries {
      guard let (offset, length) = Playlist.range(of: entry) else { continue }
      if try length <= 0 || offset + length > size(of: entry.uri, in: own) {
        found.append("\(name): \(entry.uri) has no bytes \(offset)+\(length).")
      }
    }
    return found
  }

  private func size(of name: String, in folder: URL) throws -> Int {
    let path = folder.appending(path: name).path
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Whether the variant stream `entry` says as many bits as its segments and those of `sounds` have (§4.3.4.2).
  private func bandwidth(_ entry: Playlist.Entry, _ sounds: [String]) throws -> [String] {
    guard let list = AttributeList(entry.value("EXT-X-STREAM-INF") ?? ""), let stated = Int(list["BANDWIDTH"] ?? "")
    else { return [] }
    let beside = try list["AUDIO"] == nil ? 0 : sounds.map(peak).max() ?? 0
    let measured = try peak(entry.uri) + beside
    guard Double(stated) >= measured - 1, Double(stated) <= measured * 1.01 + 2 else {
      return ["§4.3.4.2: \(entry.uri) says \(stated) bits a second, and has \(measured) at most."]
    }
    return []
  }

  /// The peak segment bit rate of the playlist `name`.
  private func peak(_ name: String) throws -> Double {
    let playlist = try Playlist(contentsOf: folder.appending(path: name))
    let own = folder.appending(path: name).deletingLastPathComponent()
    let target = Double(playlist.values("EXT-X-TARGETDURATION").first ?? "") ?? 0
    let (durations, sizes) = (playlist.durations, try playlist.entries.map { try size(of: $0.uri, in: own) })
    var rates: [Double] = []
    for first in durations.indices {
      for last in first..<durations.count {
        let seconds = durations[first...last].reduce(0, +)
        guard seconds >= target / 2, seconds <= target * 1.5 else { continue }
        rates.append(Double(sizes[first...last].reduce(0, +)) * 8 / seconds)
      }
    }
    let whole = Double(sizes.reduce(0, +)) * 8 / max(0.001, durations.reduce(0, +))
    return max(rates.max() ?? 0, whole)
  }
}
