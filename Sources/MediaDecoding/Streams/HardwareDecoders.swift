import Containers
package import EditingModel
import GStreamer
import MediaFormats
package import Rendering

/// The element that decodes a track: the usual one, or one of the machine's hardware where that is asked for.
///
/// ```
///  parser ─► vah264dec ─► (vapostproc) ─► videoconvert ─► capsfilter     into the pixels that the plan was made for
/// ```
///
/// Plug-ins of hardware register their elements when they find a device, and their pads declare what that device takes:
/// what is installed is what can be used.
package struct DecoderChoice: Hashable, Sendable {
  /// The element.
  let element: ElementName
  /// The element that fetches its pictures from the device; nil of the usual one.
  let fetching: HardwareFetching?
  /// The parser that it needs before it.
  let parser: ElementName?
  /// The reason for a decoder without hardware: a sentence.
  let note: String?

  /// The caps of an element's pads.
  struct Templates: Sendable {
    /// The caps of its sink pad.
    let sinkCaps: Caps
    /// The caps of its source pad.
    let sourceCaps: Caps
  }

}

extension DecoderChoice {
  /// The decoder for `stream` that `wish` asks for. `templates` says what an element's pads declare: nil where there is none.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` where hardware is required and there is none for the stream, and
  ///   `.unsupported` for a codec that no hardware here decodes.
  init(
    _ stream: DecodedStream, _ wish: HardwareAcceleration, usual: StreamCodec,
    templates: (ElementName) throws -> Templates? = DecoderChoice.installed
  ) throws {
    let known =
      stream.hasAlpha
      ? [] : HardwareFamily.allCases.compactMap { family in family.decoders[usual.name].map { (family, $0) } }
    var absent: [String] = []
    var unfit: [String] = []
    for (family, element) in wish == .off ? [] : known {
      let name = "\(element.factory) (\(family.decoderTitle))"
      guard let pads = try templates(element) else {
        absent.append(name)
        continue
      }
      guard let caps = try stream.caps(), pads.sinkCaps.intersects(caps) else {
        unfit.append("\(name) does not take it")
        continue
      }
      let memories = try HardwareFetching.from(pads.sourceCaps, as: stream.format)
      if let fetching = try memories.first(where: { try $0.download.map { try templates($0) != nil } ?? true }) {
        (self.element, self.fetching, note) = (element, fetching, nil)
        parser = usual.parser ?? Self.parsers[usual.name]
        return
      }
      unfit.append(
        memories.first?.download.map { "the pictures of \(name) stay in its memory without \($0.factory)" }
          ?? "\(name) gives other pixels than \(stream.format)")
    }
    guard let decoder = usual.decoder else {
      throw RenderError(.unsupported, "\(usual.name) has no decoder.", remedy: "Read it without hardware.")
    }
    let missing = absent.isEmpty ? "" : "of \(absent.joined(separator: ", ")) none is there"
    let looked =
      known.isEmpty
      ? "No hardware is known here that decodes \(stream.title)"
      : "This machine has no hardware that decodes \(stream.title): "
        + (unfit + [missing]).filter { !$0.isEmpty }.joined(separator: ", and ")
    guard wish == .require else {
      (element, fetching, parser) = (decoder, nil, usual.parser)
      note = wish == .off ? nil : "\(looked); \(decoder.factory) is used."
      return
    }
    throw RenderError.noHardware(looked, isKnown: !known.isEmpty)
  }

  /// The decoders of the tracks that `picture` shows, where it asks for hardware. Stills and raw pictures have none.
  package static func choices(
    for picture: PicturePlan, indexes: [AssetReference: MediaIndex]
  ) throws -> [CompositionTrackSegment.Source: DecoderChoice] {
    guard picture.hardwareDecoding != .off else { return [:] }
    var choices: [CompositionTrackSegment.Source: DecoderChoice] = [:]
    for run in picture.runs where choices[run.source] == nil {
      guard let index = indexes[run.source.asset], index.videoAccess.indices.contains(run.source.trackIndex),
        index.container.hasPackets
      else { continue }
      let access = index.videoAccess[run.source.trackIndex]
      guard access.codec.decoder != nil else { continue }
      choices[run.source] = try translating(clip: run.clip) {
        try DecoderChoice(
          DecodedStream(run.facts, access.codec, profile: access.profile), picture.hardwareDecoding, usual: access.codec
        )
      }
    }
    return choices
  }

  /// The caps of the pads of `element` on this machine.
  private static func installed(_ element: ElementName) -> Templates? {
    Framework.templates(ofElement: element.factory).map { Templates(sinkCaps: $0.sinkCaps, sourceCaps: $0.sourceCaps) }
  }

  /// The parsers that bring packets into the form of decoders of hardware, where others take them as containers hold them.
  private static let parsers: [String: ElementName] = [
    "H.264": .h264Parser, "HEVC": .h265Parser, "VP9": .vp9Parser,
  ]
}

/// The stream that a decoder must be able to decode.
struct DecodedStream: Hashable, Sendable {
  /// The codec, in words ("H.264").
  let codec: String
  /// Its profile, by GStreamer's name; nil where neither the stream nor its pixel format shows it.
  let profile: String?
  /// The picture's size.
  let size: PixelSize
  /// The pixels, by GStreamer's name, that a decoder on the processor makes of it.
  let format: String
  /// Whether alpha is decoded from packets of its own.
  let hasAlpha: Bool

  /// The track that `facts` describe, coded as `codec` of a profile that the stream says.
  init(_ facts: VideoTrackFacts, _ codec: StreamCodec, profile: String?) {
    self.codec = codec.name
    self.profile = profile ?? Self.profiles[codec.name]?[facts.format]
    size = facts.size
    format = facts.format
    hasAlpha = facts.hasAlpha
  }

  /// "H.264 (high) of 1920x1080".
  var title: String { "\(codec)\(profile.map { " (\($0))" } ?? "")\(hasAlpha ? " with alpha" : "") of \(size)" }

  /// The caps of elements for it; nil for a codec that no hardware decodes. A decoder of one profile decodes those that are
  /// part of it.
  func caps() throws -> Caps? {
    guard let name = Self.names[codec] else { return nil }
    let profiles = profile.map { ([$0] + (Self.parts[$0] ?? [])).map { "\"\($0)\"" }.joined(separator: ",") }
    return try Caps(
      name + (profiles.map { ",profile=(string){\($0)}" } ?? "") + ",width=\(size.width),height=\(size.height)")
  }

  private static let names = [
    "H.264": "video/x-h264", "HEVC": "video/x-h265", "VP8": "video/x-vp8", "VP9": "video/x-vp9", "AV1": "video/x-av1",
    "MPEG-2": "video/mpeg,mpegversion=2,systemstream=false",
  ]

  /// The profiles that contain a profile.
  private static let parts = [
    "constrained-baseline": ["baseline", "main", "high"], "main": ["high", "main-10"],
    "constrained-high": ["high"], "progressive-high": ["high"],
  ]

  /// The profile of pixels, where streams do not say it themselves.
  private static let profiles: [String: [String: String]] = [
    "H.264": ["I420_10LE": "high-10", "Y42B": "high-4:2:2", "I422_10LE": "high-4:2:2", "Y444": "high-4:4:4"],
    "HEVC": ["I420": "main", "I420_10LE": "main-10", "I420_12LE": "main-12"],
    "VP9": ["I420": "0", "Y42B": "1", "Y444": "1", "I420_10LE": "2", "I420_12LE": "2", "I422_10LE": "3"],
    "AV1": ["I420": "main", "I420_10LE": "main", "Y444": "high", "Y444_10LE": "high"],
  ]
}

/// The transfer of a device's pictures into the processor's memory, in the pixels that the plan was made for.
struct HardwareFetching: Hashable, Sendable, Codable {
  /// The element that copies pictures out of the device's memory; nil where the decoder does.
  let download: ElementName?
  /// The pixels, by GStreamer's name.
  let format: String

  /// The ways from a decoder whose pads give `sourceCaps` to pixels of `format`, the best first.
  static func from(_ sourceCaps: Caps, as format: String) throws -> [HardwareFetching] {
    guard let formats = layouts[format]?.joined(separator: ",") else { return [] }
    return try memories.compactMap { memory, download in
      let caps = try Caps("video/x-raw\(memory.map { "(memory:\($0))" } ?? ""),format={\(formats)}")
      return sourceCaps.intersects(caps) ? HardwareFetching(download: download, format: format) : nil
    }
  }

  /// The elements behind the decoder.
  func elements() throws -> [Element] {
    let filter = try ElementName.capsFilter.make()
    try filter.set("caps", Caps("video/x-raw,format=\(format)"))
    return try [download?.make(), ElementName.videoConvert.make(), filter].compactMap(\.self)
  }

  /// The kinds of memory, and what fetches pictures from each.
  private static let memories: [(name: String?, download: ElementName?)] = [
    (nil, nil), ("VAMemory", .vaDownload), ("CUDAMemory", .cudaDownload), ("VASurface", .vaapiDownload),
    ("GLMemory", .openGLDownload),
  ]

  /// The layouts that hold the same samples as a format: what `videoconvert` makes of them is exact.
  private static let layouts = [
    "I420": ["I420", "NV12", "YV12", "NV21"], "I420_10LE": ["I420_10LE", "P010_10LE"],
    "I420_12LE": ["I420_12LE", "P012_LE"], "Y42B": ["Y42B", "YUY2", "UYVY", "NV16"],
    "I422_10LE": ["I422_10LE", "Y210"], "Y444": ["Y444", "NV24"], "Y444_10LE": ["Y444_10LE", "Y410"],
  ]
}

extension StreamCodec {
  /// Has `decoder` decode the packets.
  package mutating func decode(by decoder: DecoderChoice) {
    (self.decoder, parser, fetching) = (decoder.element, decoder.parser, decoder.fetching)
  }
}

extension HardwareFamily {
  /// The elements that decode, by the codec's name.
  var decoders: [String: ElementName] {
    switch self {
    case .nvenc: ElementName.nvidiaDecoders
    case .va: ElementName.vaDecoders
    case .vaapi: ElementName.vaapiDecoders
    case .v4l2Stateless: ElementName.v4l2StatelessDecoders
    case .v4l2: ElementName.v4l2Decoders
    }
  }

  /// The name of the family's decoder.
  var decoderTitle: String { self == .nvenc ? "NVDEC" : title }
}

extension DecoderUse {
  /// The use of `choice`, for the track that `run` shows.
  package init(_ choice: DecoderChoice, of run: SourceRun) {
    self.init(
      source: run.source, codec: run.facts.codec, name: choice.element.factory, isHardware: choice.fetching != nil,
      note: choice.note)
  }
}
