public import MediaTime

/// A piece of a film's text track: bytes whose meaning the track's coding says, and when they are seen.
public struct SubtitlePacket: Hashable, Sendable {
  /// The visible text, as the track's coding has it.
  public var bytes: [UInt8]
  /// The addition: settings and names of WebVTT in Matroska; empty for nothing.
  public var addition: [UInt8]
  /// The beginning of its being seen, in seconds.
  public var start: Rational
  /// The end of its being seen, in seconds.
  public var end: Rational

  /// `bytes`, seen from `start` up to `end`.
  public init(_ bytes: [UInt8], addition: [UInt8] = [], from start: Rational, to end: Rational) {
    self.bytes = bytes
    self.addition = addition
    self.start = start
    self.end = end
  }
}

/// The coding of text in the text tracks of films.
public enum SubtitleCoding: String, Hashable, Sendable, Codable, CaseIterable {
  /// Timed text of MP4 (3GPP TS 26.245, `tx3g`).
  case movieText
  /// Text of QuickTime (`text`), whose styles are read where they are written as those of timed text.
  case quickTimeText
  /// WebVTT in boxes of MP4 (ISO/IEC 14496-30, `wvtt`).
  case movieWebVTT
  /// TTML in MP4 (ISO/IEC 14496-30, `stpp`): each packet is a document.
  case timedText
  /// Text with the tags of SubRip in Matroska (`S_TEXT/UTF8`).
  case plainText
  /// SubStation Alpha in Matroska (`S_TEXT/ASS`, `S_TEXT/SSA`).
  case subStation
  /// WebVTT in Matroska (`S_TEXT/WEBVTT`), its settings beside it.
  case webVTT
  /// WebVTT in WebM (`D_WEBVTT/SUBTITLES`), with its settings in the lines before it.
  case webMText

  /// The coding that a film calls `name`; nil for one that is no text, or not known.
  public init?(codecType name: String) {
    switch name {
    case "tx3g": self = .movieText
    case "text": self = .quickTimeText
    case "wvtt": self = .movieWebVTT
    case "stpp": self = .timedText
    case "S_TEXT/UTF8", "S_TEXT/ASCII": self = .plainText
    case "S_TEXT/ASS", "S_TEXT/SSA", "S_ASS", "S_SSA": self = .subStation
    case "S_TEXT/WEBVTT": self = .webVTT
    case "D_WEBVTT/SUBTITLES", "D_WEBVTT/CAPTIONS", "D_WEBVTT/DESCRIPTIONS": self = .webMText
    default: return nil
    }
  }

  /// The kind of file whose words it has.
  public var format: SubtitleFormat {
    switch self {
    case .movieText, .quickTimeText, .plainText: .srt
    case .movieWebVTT, .webVTT, .webMText: .vtt
    case .timedText: .ttml
    case .subStation: .ass
    }
  }
}

/// Makes cues of the packets of one text track.
///
/// ```swift
/// var reader = SubtitleTrackReader(.plainText)
/// for packet in packets { reader.add(packet) }
/// let document = reader.document
/// ```
public struct SubtitleTrackReader {
  private let coding: SubtitleCoding
  private let movieText: MovieText
  private var script = SubStationScript()
  private var sheet = WebVTTStyleSheet()
  private var found = SubtitleDocument()
  /// Bytes so far, which are bounded as those of a file are.
  private var byteCount = 0

  /// A reader of packets of `coding`.
  ///
  /// - Parameters:
  ///   - header: What the file says of the track: a description of samples without what all have, or a codec's own data.
  ///   - height: The height of the track in pixels, to which sizes of fonts refer; nil where it is not known.
  public init(_ coding: SubtitleCoding, header: [UInt8] = [], height: Double? = nil) {
    self.coding = coding
    movieText = MovieText(description: coding == .movieText ? header : [], height: height)
    let text = String(decoding: header.prefix(1 << 22), as: UTF8.self)
    switch coding {
    case .subStation: script = SubStationReader.script(header: text)
    case .movieWebVTT, .webVTT, .webMText: (found, sheet) = WebVTTReader.header(text)
    case .movieText, .quickTimeText, .timedText, .plainText: break
    }
  }

  /// Has the track's script drawn with `fonts`, which stand beside it.
  public mutating func use(_ fonts: EmbeddedFonts) { script.use(fonts) }

  /// Reads `packet`; packets come in the order of their starts.
  public mutating func add(_ packet: SubtitlePacket) {
    byteCount += packet.bytes.count
    guard byteCount <= SubtitleLimits.bytes, packet.end > packet.start, found.cues.count < SubtitleLimits.cues else {
      return
    }
    switch coding {
    case .movieText, .quickTimeText: add(movieText.text(of: packet.bytes), packet)
    case .plainText:
      var markup = SubRipMarkup(Self.letters(packet.bytes))
      markup.read()
      add(markup.text.trimmed(), packet, placement: markup.alignment.flatMap(SubtitlePlacement.init(keypad:)))
    case .subStation:
      script.readBlock(Self.letters(packet.bytes)[...], from: packet.start, to: packet.end)
    case .movieWebVTT: addBoxes(packet)
    case .webVTT:
      let lines = TextLines(Self.letters(packet.addition)).lines.map(\.text)
      addWebVTT(
        packet, settings: lines.first ?? "", identifier: lines.count > 1 ? lines[1] : "",
        text: Self.letters(packet.bytes), countsFromStart: true)
    case .webMText:
      let lines = TextLines(Self.letters(packet.bytes)).lines.map(\.text)
      guard lines.count > 2 else { return }
      addWebVTT(
        packet, settings: lines[1], identifier: lines[0], text: lines[2...].joined(separator: "\n"),
        countsFromStart: false)
    case .timedText:
      guard let reading = try? SubtitleReading(packet.bytes, format: .ttml) else { return }
      for region in reading.document.regions
      where !found.regions.contains(where: { $0.identifier == region.identifier }) {
        found.regions.append(region)
      }
      // A document says no more than what is seen while its packet is.
      for var cue in reading.document.cues where cue.start < packet.end && cue.end > packet.start {
        (cue.start, cue.end) = (max(cue.start, packet.start), min(cue.end, packet.end))
        append(cue)
      }
    }
  }

  /// The document of the packets.
  public var document: SubtitleDocument {
    var document = found
    if coding == .subStation {
      var unsaid = SubtitleWarnings()
      document = script.finished(&unsaid)
    }
    document.sort()
    return document
  }

  private static func letters(_ bytes: [UInt8]) -> String {
    let letters = bytes.prefix { $0 != 0 }
    let text = String(validating: letters, as: UTF8.self) ?? CodePages.text(of: Array(letters), in: CodePages.western)
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private mutating func add(_ text: SubtitleText, _ packet: SubtitlePacket, placement: SubtitlePlacement? = nil) {
    var cue = SubtitleCue(start: packet.start, end: packet.end, text: text)
    if let placement { cue.placement = placement }
    append(cue)
  }

  /// Adds `cue`, or lengthens the cue that it continues.
  private mutating func append(_ cue: SubtitleCue) {
    guard !cue.text.isEmpty, cue.end > cue.start else { return }
    let isContinued =
      coding == .movieWebVTT || coding == .timedText || coding == .movieText || coding == .quickTimeText
    // A cue that goes on is among the last that began.
    let before =
      isContinued
      ? found.cues.indices.suffix(64).last { index in
        let other = found.cues[index]
        return other.end == cue.start && other.text == cue.text && other.placement == cue.placement
          && other.identifier == cue.identifier
      } : nil
    if let index = before {
      found.cues[index].end = cue.end
    } else {
      found.cues.append(cue)
    }
  }

  private mutating func addWebVTT(
    _ packet: SubtitlePacket, settings: Substring, identifier: Substring, text: String, countsFromStart: Bool
  ) {
    var warnings = SubtitleWarnings()
    var cue = SubtitleCue(start: packet.start, end: packet.end, text: SubtitleText([]))
    cue.identifier = String(identifier)
    cue.placement = WebVTTSettings.placement(settings, regions: found.regions, line: nil, &warnings)
    cue.text = WebVTTMarkup.text(text, of: cue.identifier, sheet: sheet).text.trimmed()
    if countsFromStart {
      for index in cue.text.runs.indices {
        cue.text.runs[index].time = cue.text.runs[index].time.flatMap { try? $0 + packet.start }
      }
    }
    append(cue)
  }

  /// The cues in the boxes of a packet: `vttc` with a name, settings and text.
  private mutating func addBoxes(_ packet: SubtitlePacket) {
    for box in MovieText.boxes(in: packet.bytes[...]) where box.type == "vttc" {
      let parts = MovieText.boxes(in: box.body)
      func text(_ type: String) -> String {
        parts.first { $0.type == type }.map { Self.letters(Array($0.body)) } ?? ""
      }
      addWebVTT(
        packet, settings: text("sttg")[...], identifier: text("iden")[...], text: text("payl"), countsFromStart: false)
    }
  }
}
