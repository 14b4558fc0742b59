import Foundation
import GstEdit

/// What a film shows and plays at one time, as programs are told of it (`gstedit explain --json`).
///
/// Times are exact, in seconds, and written as fractions ("1001/30000"); pointers are those of RFC 6901 into the project.
struct ExplanationDocument: Encodable {
  let time: String
  let timecode: String
  let picture: Picture?
  let sound: Sound?

  /// The frame.
  struct Picture: Encodable {
    let frame: Int
    let frames: Int
    let frameTime: String
    let method: String
    let instruction: Instruction
    let layers: [Layer]
  }

  /// The instruction that applies; without an index and a pointer where the project has none.
  struct Instruction: Encodable {
    let index: Int?
    let pointer: String?
    let start: String?
    let duration: String?
    let background: [Double]
  }

  /// A layer; the topmost stands first.
  struct Layer: Encodable {
    let track: Int32
    let pointer: String?
    let visibility: String
    let segment: Segment?
    let sourceFrame: Int?
    let sourceTimestamp: String?
    let sourceFrameDuration: String?
    let opacity: Value<Double>
    let transform: Value<[Double]>
    let crop: Value<[Double]>?
    let place: [Double]?
  }

  /// The sample.
  struct Sound: Encodable {
    let sample: Int64
    let samples: Int64
    let sampleRate: Int
    let tracks: [Track]
  }

  /// An audio track.
  struct Track: Encodable {
    let track: Int32
    let pointer: String
    let audibility: String
    let segment: Segment?
    let gain: Double
    let volume: Value<Double>
    let trackVolume: Double
  }

  /// A segment, and the time in its media.
  struct Segment: Encodable {
    let index: Int
    let pointer: String
    let asset: String
    let file: String
    let sourceStart: String?
    let sourceDuration: String?
    let start: String?
    let duration: String?
    let rate: String
    let sourceTime: String
    var pitch: String?
  }

  /// A value, and what gives it.
  struct Value<Written: Encodable>: Encodable {
    let value: Written
    let cause: Cause<Written>
  }

  /// What gives a value: `initial` where nothing is set yet, a `setting`, or a `ramp`, whose last value holds after it.
  struct Cause<Written: Encodable>: Encodable {
    let kind: String
    var pointer: String?
    var start: String?
    var duration: String?
    var value: Written?
    var from: Written?
    var to: Written?
  }

  init(_ project: ProjectExplanation) {
    let explanation = project.explanation
    time = explanation.time.description
    timecode = explanation.time.timecode
    picture = explanation.picture.map { Picture($0, in: project.model) }
    sound = explanation.sound.map { Sound($0, in: project.model) }
  }
}

extension ExplanationDocument.Picture {
  init(_ picture: PictureExplanation, in model: ResolvedProject) {
    self.init(
      frame: picture.frame, frames: picture.frameCount, frameTime: picture.frameTime.description,
      method: picture.method,
      instruction: ExplanationDocument.Instruction(
        index: picture.instruction,
        pointer: picture.instruction.map { model.pointer(to: ModelLocation(.instruction($0))).description },
        start: picture.timeRange.start.rational?.description,
        duration: picture.timeRange.duration.rational?.description,
        background: picture.backgroundColor.components),
      layers: picture.layers.map { ExplanationDocument.Layer($0, in: model) })
  }
}

extension ExplanationDocument.Layer {
  init(_ layer: PictureExplanation.Layer, in model: ResolvedProject) {
    let clip = layer.clip
    self.init(
      track: layer.trackID.rawValue, pointer: layer.location.map { model.pointer(to: $0).description },
      visibility: layer.visibility.rawValue,
      segment: clip.map {
        ExplanationDocument.Segment(
          $0.reference, at: $0.location, mapping: $0.timeMapping, rate: $0.rate, sourceTime: $0.sourceTime, in: model)
      },
      sourceFrame: clip?.sourceFrame, sourceTimestamp: clip?.timestamp.description,
      sourceFrameDuration: clip?.duration?.description,
      opacity: ExplanationDocument.Value(layer.opacity, in: model, \.self),
      transform: ExplanationDocument.Value(layer.transform, in: model, \.components),
      crop: layer.crop.map { ExplanationDocument.Value($0, in: model, \.components) }, place: layer.place?.components)
  }
}

extension ExplanationDocument.Sound {
  init(_ sound: SoundExplanation, in model: ResolvedProject) {
    self.init(
      sample: sound.sample, samples: sound.sampleCount, sampleRate: sound.sampleRate,
      tracks: sound.tracks.map { track in
        ExplanationDocument.Track(
          track: track.trackID.rawValue, pointer: model.pointer(to: track.location).description,
          audibility: track.audibility.rawValue,
          segment: track.clip.map { clip in
            var segment = ExplanationDocument.Segment(
              clip.reference, at: clip.location, mapping: clip.timeMapping, rate: clip.rate,
              sourceTime: clip.sourceTime, in: model)
            segment.pitch = clip.pitch?.rawValue
            return segment
          },
          gain: track.gain, volume: ExplanationDocument.Value(track.volume, in: model, \.self),
          trackVolume: track.trackVolume)
      })
  }
}

extension ExplanationDocument.Segment {
  init(
    _ clip: ClipReference, at location: ModelLocation, mapping: CMTimeMapping, rate: Rational, sourceTime: Rational,
    in model: ResolvedProject
  ) {
    self.init(
      index: clip.segmentIndex, pointer: model.pointer(to: location).description, asset: clip.asset.name,
      file: clip.asset.url.path, sourceStart: mapping.source.start.rational?.description,
      sourceDuration: mapping.source.duration.rational?.description,
      start: mapping.target.start.rational?.description, duration: mapping.target.duration.rational?.description,
      rate: rate.description, sourceTime: sourceTime.description)
  }
}

extension ExplanationDocument.Value {
  init<Given>(_ explained: ExplainedValue<Given>, in model: ResolvedProject, _ written: (Given) -> Written) {
    let pointer = explained.location.map { model.pointer(to: $0).description }
    let cause: ExplanationDocument.Cause<Written> =
      switch explained.entry {
      case nil:
        ExplanationDocument.Cause(kind: "initial")
      case .setting(let at, let value):
        ExplanationDocument.Cause(
          kind: "setting", pointer: pointer, start: at.rational?.description, value: written(value))
      case .ramp(let range, let from, let to):
        ExplanationDocument.Cause(
          kind: "ramp", pointer: pointer, start: range.start.rational?.description,
          duration: range.duration.rational?.description, from: written(from), to: written(to))
      }
    self.init(value: written(explained.value), cause: cause)
  }
}
