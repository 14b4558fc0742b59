package import MediaTime

// QUIRK: Matroska: `matroskademux` does not pass on crops (PixelCrop), which display sizes are counted without. In: GStreamer
// 1.22. Test: "Matroska's crops are left out, and its display size is that of what is left".
/// The entry of a track in a Matroska or WebM file (RFC 9559 §5.1.4.1), as far as libavformat rounds or ignores it.
package struct MatroskaTrack: Sendable {
  /// Its number, by which blocks belong to it; nil in damaged files.
  package let number: UInt64?
  /// The track's type: 1 pictures, 2 sound, 17 subtitles, 33 metadata; nil where it is not stated.
  package let type: UInt64?
  /// Whether it holds pictures, or sound; nil of others.
  package var kind: PacketStream.Kind? { type.flatMap { [1: .pictures, 2: .sound][$0] } }
  /// Matroska's name for the codec: "V_MPEG4/ISO/AVC".
  package let codec: String
  /// Its language (ISO 639-2); nil where unknown.
  package let language: String?
  /// The same, more exactly where the file says it so: a BCP 47 tag.
  package let languageTag: String?
  /// The track's name; nil where it has none.
  package let name: String?
  /// The track's flags: enabled, default, and forced.
  package let isEnabled, isDefault, isForced: Bool
  /// The decoder's configuration (`CodecPrivate`).
  package let privateData: MatroskaNode?
  /// The compression or encryption of its packets.
  package let encodings: MatroskaNode?
  /// The duration of each packet, in nanoseconds (`DefaultDuration`); nil where unset.
  package let packetDuration: UInt64?
  /// The decoder's delay before the first sample, in nanoseconds (`CodecDelay`).
  package let codecDelay: UInt64
  /// Whether its times are counted otherwise than the file's (`TrackTimestampScale`).
  package let hasOwnTimescale: Bool
  /// Whether its packets are encrypted.
  package let isEncrypted: Bool
  /// Properties of its pictures; nil of sound.
  package let pictures: Pictures?
  /// Samples a second; 0 where none are said.
  package let sampleRate: Int

  /// Properties of pictures.
  package struct Pictures: Sendable {
    /// The width of a pixel over its height; nil without a display size.
    package var pixelAspect: Rational?
    /// Whether frames have two fields; nil where it is not said.
    package var isInterlaced: Bool?
    /// The field that comes first; nil where it is not said.
    package var firstField: FieldParity?
    /// Whether a second stream beside the packets holds their alpha (`AlphaMode`).
    package var hasAlpha = false
    /// The part that is to be seen, and the width of a pixel over its height, where the display size is that of this part; nil where
    /// all of a picture is to be seen.
    package var cropped: (aperture: CleanAperture, pixelAspect: Rational)?
    /// The rotation of pictures (`ProjectionPoseRoll`), where nothing surrounds the viewer; nil without a statement.
    package var matrix: DisplayMatrix?
    /// Code points of matrix, range, transfer and primaries (`Colour`); 2, and 0 of the range, where they are not said.
    package var colors = (matrix: UInt64(2), range: UInt64(0), transfer: UInt64(2), primaries: UInt64(2))
    /// The display that they were mastered on: x and y of red, green, blue and white in 1/50,000, the brightest and the
    /// darkest light in 1/10,000 cd/m²; nil where a value is missing.
    package var masteringDisplay: [Int]?
    /// The brightest pixel and the brightest picture, in cd/m²; nil where not both are said.
    package var contentLight: (maximum: UInt64, average: UInt64)?
  }

  private enum Part {
    static let language: UInt32 = 0x22_B59C
    static let defaultDuration: UInt32 = 0x23_E383
    static let timestampScale: UInt32 = 0x23_314F
    static let encodings: UInt32 = 0x6D80
    static let encryption: UInt32 = 0x5035
    static let audio: UInt32 = 0xE1
    static let samplingFrequency: UInt32 = 0xB5
    static let frameRate: UInt32 = 0x23_83E3
  }

  /// The tracks of `file`, in its order.
  package static func all(in file: FileBytes) throws -> [MatroskaTrack] {
    try MatroskaMetadata.trackEntries(in: file).map { try MatroskaTrack($0, of: file) }
  }

  /// The track that `entry` of `file` describes.
  package init(_ entry: MatroskaNode, of file: FileBytes) throws {
    let parts = try entry.children(of: file)
    func part(_ id: UInt32) -> MatroskaNode? { parts.first { $0.id == id } }
    number = try part(MatroskaID.trackNumber)?.number(of: file)
    type = try part(MatroskaID.trackType)?.number(of: file)
    codec = try part(MatroskaID.codecID)?.text(of: file) ?? ""
    language = try part(Part.language)?.text(of: file)
    languageTag = try part(MatroskaID.languageTag)?.text(of: file) ?? language
    name = try part(MatroskaID.trackName)?.text(of: file)
    isEnabled = try part(MatroskaID.flagEnabled)?.number(of: file) != 0
    isDefault = try part(MatroskaID.flagDefault)?.number(of: file) != 0
    isForced = try part(MatroskaID.flagForced)?.number(of: file) == 1
    privateData = part(MatroskaID.codecPrivate)
    encodings = part(Part.encodings)
    codecDelay = try part(MatroskaID.codecDelay)?.number(of: file) ?? 0
    hasOwnTimescale = try part(Part.timestampScale)?.real(of: file).map { $0 > 0 && $0 != 1 } ?? false
    isEncrypted =
      try encodings?.children(of: file).contains { encoding in
        try encoding.children(of: file).contains { $0.id == Part.encryption }
      } ?? false
    let video = try part(MatroskaID.video)?.children(of: file)
    pictures = try video.map { try Pictures($0, of: file) }
    let rate = try video?.first { $0.id == Part.frameRate }?.real(of: file).flatMap { $0 > 0 ? $0 : nil }
    let said = try part(Part.defaultDuration)?.number(of: file)
    packetDuration = said.flatMap { $0 > 0 ? $0 : nil } ?? rate.flatMap { UInt64(exactly: (1e9 / $0).rounded()) }
    let audio: [MatroskaNode] = try part(Part.audio)?.children(of: file) ?? []
    let frequency = try audio.first { $0.id == Part.samplingFrequency }?.real(of: file) ?? 8_000
    sampleRate = Int(exactly: frequency.rounded(.towardZero)) ?? 0
  }
}

extension [MatroskaTrack] {
  /// Whether `track`, one of these, is shown or played unless a person chooses otherwise, as the flag in a movie's header has it:
  /// it is meant to be used (`FlagEnabled`), and players choose it by themselves (`FlagDefault`). Of pictures and of sounds of which
  /// players choose none, as libavformat writes those that nothing is said of, it is the first (RFC 9559 §19).
  package func plays(_ track: MatroskaTrack) -> Bool {
    guard track.isEnabled, !track.isDefault, track.kind != nil else { return track.isEnabled && track.isDefault }
    let usable = filter { $0.type == track.type && $0.isEnabled }
    return !usable.contains(where: \.isDefault) && usable.first?.number == track.number
  }
}

extension MatroskaTrack.Pictures {
  private enum Part {
    static let width: UInt32 = 0xB0
    static let height: UInt32 = 0xBA
    static let displayWidth: UInt32 = 0x54B0
    static let displayHeight: UInt32 = 0x54BA
    static let displayUnit: UInt32 = 0x54B2
    /// Left, top, right, bottom.
    static let crops: [UInt32] = [0x54CC, 0x54BB, 0x54DD, 0x54AA]
    static let interlacing: UInt32 = 0x9A
    static let fieldOrder: UInt32 = 0x9D
    static let alphaMode: UInt32 = 0x53C0
    static let colour: UInt32 = 0x55B0
    static let matrix: UInt32 = 0x55B1
    static let range: UInt32 = 0x55B9
    static let transfer: UInt32 = 0x55BA
    static let primaries: UInt32 = 0x55BB
    static let maximumLight: UInt32 = 0x55BC
    static let averageLight: UInt32 = 0x55BD
    static let mastering: UInt32 = 0x55D0
    /// Red, green, blue and white, x and y of each.
    static let chromaticities: ClosedRange<UInt32> = 0x55D1...0x55D8
    static let brightest: UInt32 = 0x55D9
    static let darkest: UInt32 = 0x55DA
  }

  /// The values of `parts` of a track's element `Video`.
  fileprivate init(_ parts: [MatroskaNode], of file: FileBytes) throws {
    // Of an element that occurs twice, `matroskademux` and libavformat keep the last.
    func number(_ id: UInt32) throws -> UInt64? { try parts.last { $0.id == id }?.number(of: file) }
    let width = try number(Part.width) ?? 0
    let height = try number(Part.height) ?? 0
    let (shownWidth, shownHeight) = (try number(Part.displayWidth) ?? 0, try number(Part.displayHeight) ?? 0)
    if shownWidth > 0 || shownHeight > 0 {
      let sizes = [shownWidth > 0 ? shownWidth : width, height, shownHeight > 0 ? shownHeight : height, width]
      if sizes.allSatisfy({ (1...1 << 31).contains($0) }) {
        let aspect = try? Rational(Int64(sizes[0]), Int64(sizes[2])) * Rational(Int64(sizes[1]), Int64(sizes[3]))
        pixelAspect = aspect.flatMap { max($0.numerator, $0.denominator) <= Int64(Int32.max) ? $0 : nil }
      }
    }
    let crops = try Part.crops.map { try number($0) ?? 0 }
    let (cutAcross, cutDown) = (crops[0] &+ crops[2], crops[1] &+ crops[3])
    if let aperture = CleanAperture(cutting: crops[0], crops[1], crops[2], crops[3]), cutAcross < width,
      cutDown < height,
      width <= 1 << 16, height <= 1 << 16
    {
      var aspect: Rational?
      if [shownWidth, shownHeight].allSatisfy({ (1...1 << 16).contains($0) }), try number(Part.displayUnit) ?? 0 <= 3 {
        aspect = try? Rational(Int64(shownWidth * (height - cutDown)), Int64(shownHeight * (width - cutAcross)))
      }
      cropped = (aperture, aspect ?? .one)
    }
    matrix = try parts.first { $0.id == MatroskaID.projection }.flatMap {
      try Self.matrix($0.children(of: file), of: file)
    }
    let order = try number(Part.fieldOrder)
    switch try number(Part.interlacing) {
    case 1:
      // An order of 0 takes it back.
      isInterlaced = order != 0
      firstField = order.flatMap(FieldParity.init(fieldOrder:))
    case 2: isInterlaced = false
    default: break
    }
    hasAlpha = try number(Part.alphaMode) == 1
    guard let colour = try parts.first(where: { $0.id == Part.colour })?.children(of: file) else { return }
    func color(_ id: UInt32) throws -> UInt64? { try colour.first { $0.id == id }?.number(of: file) }
    colors = (
      try color(Part.matrix) ?? 2, try color(Part.range) ?? 0, try color(Part.transfer) ?? 2,
      try color(Part.primaries) ?? 2
    )
    if let maximum = try color(Part.maximumLight), let average = try color(Part.averageLight), maximum > 0, average > 0
    {
      contentLight = (maximum, average)
    }
    guard let display = try colour.first(where: { $0.id == Part.mastering })?.children(of: file) else { return }
    func real(_ id: UInt32, _ unit: Double) throws -> Int? {
      try display.first { $0.id == id }?.real(of: file).flatMap { Int(exactly: ($0 * unit).rounded(.towardZero)) }
    }
    let numbers =
      try Part.chromaticities.map { try real($0, 50_000) }
      + [real(Part.brightest, 10_000), real(Part.darkest, 10_000)]
    let known = numbers.compactMap(\.self)
    if known.count == numbers.count { masteringDisplay = known }
  }
}

extension MatroskaTrack.Pictures {
  // QUIRK: Matroska: `matroskademux` does not say how pictures are turned (ProjectionPoseRoll). In: GStreamer 1.22. Test: "a turn
  // goes into Matroska and back".
  /// The rotation of pictures with the `poses` of a projection.
  private static func matrix(_ poses: [MatroskaNode], of file: FileBytes) throws -> DisplayMatrix? {
    func pose(_ id: UInt32) throws -> Double { try poses.first { $0.id == id }?.real(of: file) ?? 0 }
    let kind = try poses.first { $0.id == MatroskaID.projectionType }?.number(of: file) ?? 0
    let (yaw, roll) = (try pose(MatroskaID.projectionYaw), try pose(MatroskaID.projectionRoll))
    guard kind == 0, try pose(MatroskaID.projectionPitch) == 0, yaw != 0 || roll != 0 else { return nil }
    return DisplayMatrix(yaw: yaw, roll: roll)
  }

  // QUIRK: Matroska: libavformat does not say how pictures are turned. In: FFmpeg 5.1. Test: "a turn goes into Matroska and
  // back".
  /// The rotations of the pictures of `source`, the file at `path`, by the numbers of their streams; empty unless it is
  /// Matroska.
  package static func turns(in source: PacketSource, at path: String) throws -> [Int: DisplayMatrix] {
    guard source.container.hasPrefix("matroska") else { return [:] }
    let said = try MatroskaTrack.all(in: FileBytes(path, isReadOnly: true)).compactMap(\.pictures)
    let streams = source.streams.filter { $0.kind == .pictures }
    guard streams.count == said.count else { return [:] }
    return zip(streams, said).reduce(into: [:]) { $0[$1.0.index] = $1.1.matrix }
  }
}
