import EditingModel
import FoundationEssentials
package import MediaFormats
package import MediaTime
package import Rendering

/// The metadata of a file of copied packets: those of the first file, or given ones; languages and chapters.
package struct CopiedStatements {
  private let copy: PacketCopy
  private let container: CopyContainer
  private let cancellation: Cancellation

  package init(_ copy: PacketCopy, container: CopyContainer, cancellation: Cancellation) {
    self.copy = copy
    self.container = container
    self.cancellation = cancellation
  }

  /// Writes the metadata of tracks to `target`; returns those of the file as a whole. `shift` is added to the first
  /// file's times; `notes` gets those without a place.
  package func state(
    _ parts: [PacketFeed], shift: Rational, tracks: [CopiedTrack], in target: PacketTarget, _ notes: inout [String]
  ) throws -> StatedItems {
    guard let first = parts.first else { return StatedItems(items: []) }
    var stated: [MetadataItem] = []
    var names: Set<String> = []
    /// States what is not stated yet: files may say a thing twice, and best at first.
    func state(_ key: String, _ text: String) {
      if names.insert(key.lowercased()).inserted { target.state(key, text) }
    }
    if let metadata = copy.metadata {
      stated = metadata.items.filter { !Self.belongsToFile($0) }
      for item in Self.inOrder(stated) {
        // A movie's own keys are written out afterwards.
        let isOwn =
          container.isMovie && StatedItems(items: [], keepsQuickTimeKeys: metadata.keepsQuickTimeKeys).writesOut(item)
        guard let text = item.text, !isOwn else { continue }
        if let key = Self.key(of: item, in: container) { state(key, text) }
      }
      try addChapters(metadata.chapters.map { ($0.exactStart, $0.exactEnd, $0.title) }, to: target, length: nil, &notes)
    } else {
      for entry in first.source.metadata where StatementFilter(copy.metadataFilter).passes(entry) {
        state(entry.key, entry.value)
        if !Self.isVariant(entry, in: first.source.metadata) { stated.append(Self.item(of: entry)) }
      }
      for item in Self.inOrder(try unread(of: first, stated)) {
        stated.append(item)
        // A movie's keys are written out afterwards.
        guard !container.isMovie, let text = item.text ?? item.number.map({ "\($0)" }) else { continue }
        state(Self.name(of: item) ?? item.identifier.key, text)
      }
      let chapters = (copy.metadataFilter == .none ? [] : first.source.chapters).map {
        ($0.start, Optional($0.end), $0.title ?? "")
      }
      if parts.count == 1 {
        let moved = try chapters.map { (try $0.0 + shift, try $0.1.map { try $0 + shift }, $0.2) }
        try addChapters(moved, to: target, length: first.range?.duration, &notes)
      } else if !chapters.isEmpty {
        notes.append("The chapters of \(first.asset.name) are left behind: they are its own alone.")
      }
    }
    for track in tracks {
      for entry in track.stream.statements where StatementFilter(copy.metadataFilter).passes(entry, ofTrack: true) {
        target.state(entry.key, entry.value, ofStream: track.target)
      }
      if !track.stream.matrix.isEmpty, !container.holds(DisplayMatrix(numbers: track.stream.matrix)) {
        notes.append("How the \(track.stream.words) is turned is left behind: such files do not say it.")
      }
    }
    for track in tracks where track.stream.surroundsViewer && !container.holdsSurroundingPictures {
      notes.append(
        "That the pictures of the \(track.stream.words) surround the viewer is left behind: such files do not say it.")
    }
    let media = tracks.filter { $0.stream.kind == .pictures || $0.stream.kind == .sound }
    for (number, track) in media.enumerated() {
      if copy.titles.indices.contains(number), let title = copy.titles[number] {
        target.state("title", title, ofStream: track.target)
      }
      if copy.enabledTracks.indices.contains(number) {
        target.setDefault(copy.enabledTracks[number], ofStream: track.target)
      }
      let given = copy.languages.indices.contains(number) ? copy.languages[number] : nil
      guard let language = given ?? track.stream.language else { continue }
      target.state("language", code(of: language), ofStream: track.target)
    }
    for track in tracks where track.stream.kind == .subtitles {
      if let language = track.stream.language { target.state("language", code(of: language), ofStream: track.target) }
    }
    return StatedItems(items: stated, keepsQuickTimeKeys: copy.metadata?.keepsQuickTimeKeys ?? false)
  }

  /// The muxer's code of `language`.
  private func code(of language: String) -> String {
    container.format == "mov" ? Self.quickTimeCodes[language] ?? language : language
  }

  /// Metadata in the file of `part` that libavformat does not read: QuickTime's numbers with fractions, its key words. `read` are
  /// the items that it does.
  private func unread(of part: PacketFeed, _ read: [MetadataItem]) throws -> [MetadataItem] {
    guard copy.metadataFilter != .none else { return [] }
    let said = try translatingPacketErrors(asset: part.asset) {
      var collection = MetadataCollection(readsData: false)
      try collection.collect(from: FileBytes(part.asset.url.path, isReadOnly: true), cancellation: cancellation)
      return collection.sorted
    }
    let keys = Set(part.source.metadata.map { $0.key.lowercased() })
    return copy.metadataFilter.filtered(said).items.filter { item in
      if item.identifier.keySpace == .quickTimeMetadata { return !keys.contains(item.identifier.key.lowercased()) }
      // Dates are read, in forms of their own.
      guard let common = item.commonKey, common != .creationDate else { return false }
      return !read.contains { $0.commonKey == common }
    }
  }

  /// Whether `entry` is what another one of `entries` says, in a language of its own: "title-deu" beside "title".
  private static func isVariant(_ entry: FileStatement, in entries: [FileStatement]) -> Bool {
    let parts = entry.key.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3 && entries.contains { $0.key == parts[0] }
  }

  /// The item of `entry`, a file's statement: by the key that QuickTime's lists have for it, or else as it is.
  private static func item(of entry: FileStatement) -> MetadataItem {
    let prefix = "com.apple.quicktime."
    let known = names.first { $0.value == entry.key }?.key
    let plain = MetadataItem(MetadataIdentifier(.quickTimeMetadata, entry.key), .text(entry.value))
    guard let known, plain.commonKey == nil else { return plain }
    let key = known == .location ? "location.ISO6709" : entry.key
    let named = MetadataItem(MetadataIdentifier(.quickTimeMetadata, prefix + key), .text(entry.value))
    return named.commonKey == known ? named : plain
  }

  /// The note on chapters for a container without them.
  package static let noteOnChapters = "The chapters are left behind: such files have none."

  private func addChapters(
    _ chapters: [(start: Rational, end: Rational?, title: String)], to target: PacketTarget, length: Rational?,
    _ notes: inout [String]
  ) throws {
    guard !chapters.isEmpty else { return }
    guard container.hasChapters else {
      notes.append(Self.noteOnChapters)
      return
    }
    try Self.addChapters(chapters, to: target, length: length)
  }

  /// Adds those of `chapters` to `target` that are behind the first `count`; one without an end lasts until the next begins, and no
  /// one longer than the film of `length`.
  package static func addChapters(
    _ chapters: [(start: Rational, end: Rational?, title: String)], behind count: Int = 0, to target: PacketTarget,
    length: Rational?
  ) throws {
    for (index, chapter) in chapters.enumerated().dropFirst(count) {
      let next = index + 1 < chapters.count ? chapters[index + 1].start : nil
      var end = try chapter.end ?? next ?? chapter.start + Rational(1)
      if let length { end = min(end, length) }
      let start = max(.zero, chapter.start)
      if start < end { try target.addChapter(chapter.title, start: start, end: end) }
    }
  }

  /// QuickTime's own words for languages, some of them codes of ISO 639-2/B and some of 639-2/T, by the other ones.
  package static let quickTimeCodes = [
    "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi", "sqi": "alb", "mkd": "mac",
    "hye": "arm", "kat": "geo", "fre": "fra", "rum": "ron", "cze": "ces", "slo": "slk",
  ]

  /// The name under which `container` states `item`; nil where it has none. A key that others do not know stands as it is where any
  /// key may; in a movie it is written out.
  package static func key(of item: MetadataItem, in container: CopyContainer) -> String? {
    name(of: item) ?? (container.isMovie ? nil : item.identifier.key)
  }

  /// Libav's name of what `item` says; nil where it has none.
  private static func name(of item: MetadataItem) -> String? {
    if let name = item.collectionName { return name }
    let key = item.identifier.key.lowercased()
    switch item.commonKey {
    // A moment of the file's header, beside the date of the work.
    case .creationDate where key == "creation_time" || key == "dateutc": return "creation_time"
    case .description where !key.hasSuffix("comment") && !["©cmt", "icmt", "comm", "anno"].contains(key):
      return "description"
    case let common: return common.flatMap { names[$0] }
    }
  }

  /// Whether `item` is about the file that says it, and not about its work.
  package static func belongsToFile(_ item: MetadataItem) -> Bool {
    item.identifier == MetadataIdentifier(.movieHeader, "modification_time")
      || item.identifier == MetadataIdentifier(.iTunes, "com.apple.iTunes.iTunSMPB")
  }

  /// `items` with those last that are less exact than others: 3GPP's places.
  package static func inOrder(_ items: [MetadataItem]) -> [MetadataItem] {
    items.filter { $0.identifier.key != "loci" } + items.filter { $0.identifier.key == "loci" }
  }

  /// Libav's names of what all containers state.
  private static let names: [CommonMetadataKey: String] = [
    .title: "title", .artist: "artist", .albumName: "album", .description: "comment", .creationDate: "date",
    .copyrights: "copyright", .type: "genre", .creator: "composer", .author: "author", .publisher: "publisher",
    .location: "location", .make: "make", .model: "model", .subject: "keywords",
  ]
}
