import EditingModel
import MediaFormats

/// Gives the media of a model names, one for each file and choice of tracks.
struct AssetCatalogue {
  /// One asset of the project.
  struct Entry {
    var name: String
    var reference: AssetReference
    /// The track of pictures that is used; nil while none is.
    var videoTrack: Int?
    /// The track of sound that is used; nil while none is.
    var audioTrack: Int?
  }

  /// The assets, in the order of first use.
  private(set) var entries: [Entry] = []
  private var names: Set<String> = []
  private var indices: [AssetReference: [Int]] = [:]

  /// The name under which a track of kind `mediaType` finds `source`.
  ///
  /// It is the asset's own, unless the file is used with several tracks of a kind or another file has the name already.
  mutating func name(of source: CompositionTrackSegment.Source, in mediaType: MediaType) -> String {
    let choice = mediaType == .video ? \Entry.videoTrack : \Entry.audioTrack
    for index in indices[source.asset] ?? []
    where (entries[index][keyPath: choice] ?? source.trackIndex) == source.trackIndex {
      entries[index][keyPath: choice] = source.trackIndex
      return entries[index].name
    }
    var entry = Entry(name: unusedName(like: source.asset.name), reference: source.asset)
    entry[keyPath: choice] = source.trackIndex
    indices[source.asset, default: []].append(entries.count)
    names.insert(entry.name)
    entries.append(entry)
    return entry.name
  }

  private func unusedName(like name: String) -> String {
    let name = name.isEmpty ? "asset" : name
    if !names.contains(name) { return name }
    var number = 2
    while names.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }
}
