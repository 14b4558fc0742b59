import EditingModel
import MediaFormats
import MediaTime
package import Rendering

/// The streams of several files that become one track each, and the properties in which they do not agree.
package struct StreamAgreement {
  /// The streams of each part that become a track, by the track's number.
  package private(set) var streams: [[Int: Int]]
  /// Notes on media that are left behind, a sentence each.
  package private(set) var notes: [String] = []

  /// The tracks of `sources`, called `names`, that `copy` wants, one after another in a file of `container`.
  ///
  /// - Throws: `RenderError` with `.unsupported`, which names every difference, or the track that the container does not
  ///   hold.
  package init(
    _ sources: [PacketSource], names: [String], container: CopyContainer, _ copy: PacketCopy
  ) throws(RenderError) {
    let mediaTypes = copy.mediaTypes
    streams = Array(repeating: [:], count: sources.count)
    var differences: [String] = []
    var tracks = 0
    for kind in [PacketStream.Kind.pictures, .sound, .subtitles, .cover] {
      guard kind.isWanted(among: mediaTypes), kind != .cover || copy.metadataFilter != .none else { continue }
      let lists = sources.map { source in
        source.streams.filter { $0.kind == kind }.enumerated().filter { number, _ in
          kind != .sound || copy.soundTracks?.contains(number) ?? true
        }.map(\.element)
      }
      let count = lists.map(\.count).min() ?? 0
      for (list, name) in zip(lists, names) where list.count != lists[0].count {
        let sentence = "\(name) has \(list.count) of kind \(kind.rawValue), and \(names[0]) has \(lists[0].count)"
        if kind == .pictures || kind == .sound { differences.append(sentence) } else { notes.append(sentence + ".") }
      }
      for number in 0..<count {
        let first = lists[0][number]
        guard container.holds(first) else {
          let isBesideSound = container.fileType.isSoundOnly && sources.allSatisfy(\.hasSound)
          guard kind == .sound || kind == .pictures && !isBesideSound else {
            notes.append(
              "The \(first.words) of \(names[0]) is left behind: a file of type \(container.fileType.rawValue) does not hold it."
            )
            continue
          }
          throw RenderError(
            .unsupported,
            "The \(first.words) of \(names[0]) cannot stand in a file of type \(container.fileType.rawValue) as it is.",
            remedy: "Name another container, as mkv or mov, or convert the file.")
        }
        // A cover belongs to the first file.
        guard kind != .cover || sources.count == 1 else { continue }
        guard kind != .cover || copy.metadataFilter == .all || CoverStatements.areKnown(in: first.codec) else {
          notes.append("The \(first.words) of \(names[0]) is left behind: it may say where and when it was taken.")
          continue
        }
        let matrix = DisplayMatrix(numbers: first.matrix)
        let found = lists.dropFirst().enumerated().flatMap { index, list in
          let turn = DisplayMatrix(numbers: list[number].matrix)
          let others = Self.differences(of: list[number], from: first, container)
          return (others + (copy.trustsFiles ? [] : Self.differences(of: turn, from: matrix))).map {
            "in the \(first.words) number \(number), \($0.field) is \($0.other) in \(names[index + 1]) and \($0.first) in \(names[0])"
          }
        }
        if !found.isEmpty, kind == .subtitles { continue }
        differences += found
        for (index, list) in lists.enumerated() { streams[index][tracks] = list[number].index }
        tracks += 1
      }
    }
    guard differences.isEmpty else {
      throw RenderError(
        .unsupported, "The files cannot be joined without decoding: \(differences.joined(separator: "; ")).",
        remedy: "Encode them anew instead of copying their packets.")
    }
    guard streams.allSatisfy({ !$0.isEmpty }) else {
      throw RenderError(.unsupported, "\(names[0]) has no pictures and no sound.", remedy: "Name a film or a sound.")
    }
    guard mediaTypes == nil else { return }
    for (source, name) in zip(sources, names) {
      // Text that names chapters is read as such. Hints, and private data of transport streams, have no name.
      let others = source.streams.filter {
        $0.kind == .other && $0.codec != "bin_data" && $0.tag != "text" && $0.isNamed
      }
      notes += others.map { "The \($0.words) of \(name) is left behind." }
      guard !container.isMatroska else { continue }
      let clear = source.streams.filter { source.streamsWithAlpha.contains($0.index) }
      notes += clear.map {
        "The alpha of the \($0.words) of \(name) is left behind: a file of type \(container.fileType.rawValue) does not hold it."
      }
    }
  }

  /// A difference: the field, and the value of each.
  private typealias Difference = (field: String, first: String, other: String)

  /// A header says once how all pictures of a track are turned: as a phone's, held upright and on its side.
  private static func differences(of other: DisplayMatrix, from first: DisplayMatrix) -> [Difference] {
    func words(_ matrix: DisplayMatrix) -> String {
      if matrix.pose != nil { return "“\(matrix.orientation)”" }
      return "by \(matrix.numbers(width: 0, height: 0).prefix(5).map { "\($0)" }.joined(separator: " "))"
    }
    return words(first) == words(other) ? [] : [("how the picture is turned", words(first), words(other))]
  }

  private static func differences(
    of other: PacketStream, from first: PacketStream, _ container: CopyContainer
  ) -> [Difference] {
    var differences: [Difference] = []
    func compare(_ field: String, _ value: (PacketStream) -> String) {
      let (one, two) = (value(first), value(other))
      if one != two { differences.append((field, one, two)) }
    }
    compare("the codec") { $0.codec }
    guard differences.isEmpty else { return differences }
    switch first.kind {
    case .pictures:
      compare("the size") { "\($0.width)x\($0.height)" }
      compare("the pixel format") { $0.format }
      compare("a pixel's shape") { "\($0.pixelAspect)" }
      compare("the color, by its numbers in H.273,") { $0.color.map(String.init).joined(separator: "/") }
    case .sound:
      compare("the sample rate") { "\($0.sampleRate) Hz" }
      compare("the channel layout") { $0.layout }
      compare("the sample format") { $0.format }
      compare("the depth") { stream in stream.flacDepth.map { "\($0) bits" } ?? "" }
    case .subtitles, .cover, .other: break
    }
    // FLAC's header has block sizes, length and checksum of its own file.
    let isOfOtherSettings =
      first.configuration != other.configuration && container.hasOneConfiguration && first.codec != "flac"
    if differences.isEmpty, isOfOtherSettings {
      differences.append(("the decoder's configuration", first.summary, other.summary))
    }
    return differences
  }
}

extension PacketSource {
  /// Whether one of its streams is sound.
  fileprivate var hasSound: Bool { streams.contains { $0.kind == .sound } }
}

extension PacketStream.Kind {
  /// Whether such streams are wanted where `mediaTypes` are.
  fileprivate func isWanted(among mediaTypes: Set<MediaType>?) -> Bool {
    guard let mediaTypes else { return true }
    return self == .pictures && mediaTypes.contains(.video) || self == .sound && mediaTypes.contains(.audio)
  }
}

extension PacketStream {
  /// Whether its file says what it is: by a codec, or by a tag of letters.
  fileprivate var isNamed: Bool { codec != "none" || hasTagOfLetters }

  /// A few words that distinguish two configurations.
  fileprivate var summary: String {
    "\(configuration.count) bytes (\(Array(configuration.prefix(48)).hexadecimal)\(configuration.count > 48 ? "…" : ""))"
  }
}
