import EditingModel
package import FoundationEssentials
package import MediaTime
import ProjectFile

extension ProjectOutline {
  /// The outline of the project `text`, with frames of `frameDuration` seconds where it sets no duration.
  ///
  /// - Throws: `ProjectEditError` with `invalidProject`: the first thing that is wrong with the text.
  package init(of text: String, baseURL: URL, frameDuration: Rational? = nil) throws(ProjectEditError) {
    let project = try ProjectText(Array(text.utf8), baseURL: baseURL, frameDuration: frameDuration)
    let timeline = try project.timeline()
    let document = project.document
    self.frameDuration = project.frameDuration.map(ExactSeconds.init)
    let assets = JSONPointer(["assets"])
    self.assets = (document.node(at: assets)?.members ?? []).map {
      Asset(name: $0.key, uri: $0.value["uri"]?.text ?? "", pointer: assets.appending($0.key))
    }
    do {
      tracks = try zip(timeline.tracks, document.elements(at: .tracks)).map { track, node in
        try Track(track, node, in: project)
      }
      titles = document.elements(at: JSONPointer(["titles"])).enumerated().compactMap { index, node in
        Title(node, at: JSONPointer(["titles"]).appending(index), in: project)
      }
    } catch {
      throw .inexact(at: .tracks)
    }
    music = document.root["music"].map { Music(pointer: JSONPointer(["music"]), value: JSONValue($0)) }
  }

  private enum Key: CodingKey {
    case frameDuration, assets, tracks, titles, music
  }

  /// Writes an object with all members; null for what is not there.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(frameDuration, forKey: .frameDuration)
    try container.encode(assets, forKey: .assets)
    try container.encode(tracks, forKey: .tracks)
    try container.encode(titles, forKey: .titles)
    try container.encode(music, forKey: .music)
  }
}

extension ProjectOutline.Track {
  fileprivate init(_ track: TimelineTrack, _ node: JSONNode, in project: ProjectText) throws {
    let pointer = JSONPointer.tracks.appending(track.index ?? 0)
    let placed = node["transitions"]?.elements ?? []
    self.init(
      pointer: pointer, id: track.id, kind: node["kind"]?.text ?? "", enabled: track.isEnabled,
      volume: node["volume"]?.number ?? 1,
      segments: try zip(track.clips, node["segments"]?.elements ?? []).enumerated().map { index, pair in
        let (clip, segment) = pair
        return try ProjectOutline.Segment(
          clip, segment, placed, at: pointer.appending("segments").appending(index))
      },
      levels: try ProjectOutline.Levels(of: track, in: project))
  }
}

extension ProjectOutline.Segment {
  fileprivate init(_ clip: TimelineClip, _ node: JSONNode, _ placed: [JSONNode], at pointer: JSONPointer) throws {
    self.init(
      pointer: pointer, asset: clip.asset, start: ExactSeconds(clip.start), duration: ExactSeconds(try clip.duration()),
      sourceStart: ExactSeconds(clip.sourceStart), sourceDuration: ExactSeconds(clip.sourceDuration),
      rate: ExactSeconds(try clip.rate()),
      transition: clip.transition.flatMap { transition in
        let home: JSONNode? =
          switch transition.home {
          case .segment: node["transition"]
          case .list(let index): placed.indices.contains(index) ? placed[index] : nil
          }
        return home.map {
          ProjectOutline.Transition(
            name: $0["name"]?.text ?? "", direction: $0["direction"]?.text,
            duration: ExactSeconds(transition.duration), alignment: transition.alignment.rawValue)
        }
      })
  }

  private enum Key: CodingKey {
    case pointer, asset, start, duration, sourceStart, sourceDuration, rate, transition
  }

  /// Writes an object with all members; a null transition for a cut.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pointer, forKey: .pointer)
    try container.encode(asset, forKey: .asset)
    try container.encode(start, forKey: .start)
    try container.encode(duration, forKey: .duration)
    try container.encode(sourceStart, forKey: .sourceStart)
    try container.encode(sourceDuration, forKey: .sourceDuration)
    try container.encode(rate, forKey: .rate)
    try container.encode(transition, forKey: .transition)
  }
}

extension ProjectOutline.Levels {
  fileprivate init(of track: TimelineTrack, in project: ProjectText) throws {
    if track.isVideo {
      let layers = try OpacityLayers(ofTrack: track.id, in: project)
      let first = layers.layers.first { $0.node["opacity"] != nil }
      self.init(
        property: "opacity", pointer: first.map { $0.pointer.appending("opacity") }, entries: try layers.entries())
      return
    }
    let inputs = JSONPointer(["audioMix", "inputs"])
    let found = project.document.elements(at: inputs).enumerated().first { $1["track"]?.integer == track.id }
    let volume = found?.element["volume"]
    self.init(
      property: "volume",
      pointer: volume == nil ? nil : found.map { inputs.appending($0.offset).appending("volume") },
      entries: (volume?.elements ?? []).compactMap { LevelEntry($0, in: project) })
  }

  private enum Key: CodingKey {
    case property, pointer, entries
  }

  /// Writes an object with all members; a null pointer where there are no entries.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(property, forKey: .property)
    try container.encode(pointer, forKey: .pointer)
    try container.encode(entries, forKey: .entries)
  }
}

extension ProjectOutline.Title {
  fileprivate init?(_ node: JSONNode, at pointer: JSONPointer, in project: ProjectText) {
    guard let start = project.seconds(node["start"]), let duration = project.seconds(node["duration"]) else {
      return nil
    }
    self.init(
      pointer: pointer, text: node["text"]?.text ?? "", style: node["style"]?.text ?? "title",
      place: node["place"]?.text, start: ExactSeconds(start), duration: ExactSeconds(duration), value: JSONValue(node))
  }
}
