public import Foundation

/// A project file as the tests write it: the format of version 1, spelled by hand, so that the program's own
/// writer cannot agree with its own reader on a mistake.
public struct ProjectDocument: Encodable, Sendable {
  /// One medium.
  public struct Asset: Encodable, Sendable {
    /// A path or a `file:` URI.
    public var uri: String

    /// Names a medium.
    public init(uri: String) {
      self.uri = uri
    }
  }

  /// The tracks of a composition.
  public struct Composition: Encodable, Sendable {
    /// All tracks.
    public var tracks: [Track]
  }

  /// One track.
  public struct Track: Encodable, Sendable {
    /// The number that layers and inputs call it by.
    public var id: Int

    /// `video` or `audio`.
    public var kind: String

    /// Its segments in time order.
    public var segments: [Segment]
  }

  /// A piece of an asset.
  public struct Segment: Encodable, Sendable {
    /// The asset's name.
    public var asset: String

    /// Where it starts in the asset.
    public var `in`: Fraction

    /// How long it is in the asset.
    public var duration: Fraction

    /// Where it starts in the composition; after the segment before when `nil`.
    public var at: Fraction?

    /// How long it is in the composition; as long as in the asset when `nil`.
    public var to: Fraction?

    /// `preserve` or `varispeed`; what the program takes by itself when `nil`.
    public var pitch: String?

    /// Cuts a piece out of an asset.
    public init(
      asset: String, in start: Fraction, duration: Fraction, at place: Fraction? = nil, to length: Fraction? = nil,
      pitch: String? = nil
    ) {
      self.asset = asset
      self.in = start
      self.duration = duration
      at = place
      to = length
      self.pitch = pitch
    }
  }

  /// How the picture is made.
  public struct VideoComposition: Encodable, Sendable {
    /// How long a frame lasts.
    public var frameDuration: Fraction

    /// Width and height in pixels.
    public var renderSize: [Int]

    /// What is shown when.
    public var instructions: [Instruction]

    /// The compositor of the frames; the program itself when `nil`.
    public var customCompositor: CustomCompositor?

    /// Describes the picture.
    public init(frameDuration: Fraction, renderSize: [Int], instructions: [Instruction]) {
      self.frameDuration = frameDuration
      self.renderSize = renderSize
      self.instructions = instructions
    }
  }

  /// A custom compositor.
  public struct CustomCompositor: Encodable, Sendable {
    /// The name that it is registered by.
    public var name: String

    /// Names a compositor.
    public init(name: String) {
      self.name = name
    }
  }

  /// What is shown during a time.
  public struct Instruction: Encodable, Sendable {
    /// Its start in the composition.
    public var start: Fraction

    /// Its length.
    public var duration: Fraction

    /// The color behind all layers, `#RRGGBB`.
    public var background: String?

    /// The layers, the topmost first.
    public var layers: [Layer]

    /// Shows layers for a time.
    public init(start: Fraction, duration: Fraction, background: String? = nil, layers: [Layer]) {
      self.start = start
      self.duration = duration
      self.background = background
      self.layers = layers
    }
  }

  /// A track in the picture.
  public struct Layer: Encodable, Sendable {
    /// The track's number.
    public var track: Int

    /// Its opacity.
    public var opacity: [Setting]?

    /// Its transform.
    public var transform: [Setting]?

    /// Shows a track.
    public init(track: Int, opacity: [Setting]? = nil, transform: [Setting]? = nil) {
      self.track = track
      self.opacity = opacity
      self.transform = transform
    }
  }

  /// How the sound is mixed.
  public struct AudioMix: Encodable, Sendable {
    /// The tracks with a volume of their own.
    public var inputs: [Input]

    /// Mixes tracks.
    public init(inputs: [Input]) {
      self.inputs = inputs
    }
  }

  /// The volume of a track.
  public struct Input: Encodable, Sendable {
    /// The track's number.
    public var track: Int

    /// Its volume.
    public var volume: [Setting]

    /// Gives a track a volume.
    public init(track: Int, volume: [Setting]) {
      self.track = track
      self.volume = volume
    }
  }

  /// The format's version.
  public var gstedit = 1

  /// The media by name.
  public var assets: [String: Asset]

  /// The tracks.
  public var composition: Composition

  /// How the picture is made, if that is said.
  public var videoComposition: VideoComposition?

  /// How the sound is mixed, if that is said.
  public var audioMix: AudioMix?

  /// What is written.
  public var export: ExportSettings?

  /// Makes a project out of files and tracks.
  public init(assets: [String: URL], tracks: [Track], export: ExportSettings? = nil) {
    self.assets = assets.mapValues { Asset(uri: $0.path) }
    composition = Composition(tracks: tracks)
    self.export = export
  }

  /// The text of the project file.
  public func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension ProjectDocument.Track {
  /// A picture track.
  public static func video(_ id: Int, _ segments: [ProjectDocument.Segment]) -> Self {
    Self(id: id, kind: "video", segments: segments)
  }

  /// A sound track.
  public static func audio(_ id: Int, _ segments: [ProjectDocument.Segment]) -> Self {
    Self(id: id, kind: "audio", segments: segments)
  }
}

extension Fraction: Encodable {
  /// Writes the time as the project format's `value/timescale` string, or a plain string of whole seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
