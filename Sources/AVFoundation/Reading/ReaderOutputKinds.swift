import CoreMedia
import EditServices
import EditingModel
import Foundation
import MediaFormats
import Rendering
import Synchronization

/// One track: decoded, or as it stands (`AVAssetReaderTrackOutput`).
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // @unchecked: as its superclass; the settings do not change.
  /// The track.
  public let track: AVAssetTrack
  private let settings: Settings
  private let pitch = Mutex(AVAudioTimePitchAlgorithm.spectral)

  private struct Settings: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    let values: [String: Any]?
  }

  /// `track`, of the reader's asset, decoded as `outputSettings` say: a pixel format, or linear PCM; if nil its packets, as they stand in
  /// their file, which a composition's track does not have.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, settings) = (track, Settings(values: outputSettings))
    super.init()
  }

  override var tracks: [AVAssetTrack] { [track] }

  /// Settings of decoding; nil for its packets.
  public var outputSettings: [String: Any]? { settings.values }
  /// The treatment of the sound's pitch at another speed; kept, unless it is `varispeed`. Must be set before the reader
  /// starts.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { pitch.withLock { $0 } }
    set { pitch.withLock { $0 = newValue } }
  }
  /// Media type of the output.
  open override var mediaType: AVMediaType { track.mediaType }

  override func makeOutput() throws -> any AssetReaderOutput {
    if case .ancillary(let data) = track.content, data.dataFormat != nil, settings.values == nil {
      return AssetReaderDataOutput(track: data)
    }
    if let data = (track as? AVMutableMovieTrack)?.data, settings.values == nil {
      return AssetReaderDataOutput(data.track)
    }
    let facts = try track.facts()
    guard let values = settings.values else {
      return AssetReaderTrackOutput(track: facts, outputSettings: nil)
    }
    if track.mediaType == .audio, audioTimePitchAlgorithm == .varispeed {
      let parameters = AudioMixInputParameters(trackID: facts.trackID, audioTimePitchAlgorithm: .varispeed)
      return AssetReaderAudioMixOutput(
        audioTracks: [facts], audioSettings: try SoundReading(values).settings,
        audioMix: AudioMix(inputParameters: [parameters]))
    }
    return AssetReaderTrackOutput(
      track: facts,
      outputSettings: track.mediaType == .video
        ? .video(try PictureReading(values).settings) : .audio(try SoundReading(values).settings))
  }

  override func converted(_ buffer: SampleBuffer) -> CMSampleBuffer? {
    guard let values = settings.values else { return .packet(buffer, timescale: track.naturalTimeScale) }
    if track.mediaType == .video {
      return (try? PictureReading(values)).flatMap {
        .picture(buffer, as: $0.format, timescale: track.naturalTimeScale)
      }
    }
    return (try? SoundReading(values)).flatMap { .sound(buffer, as: $0) }
  }
}

/// Several tracks of sound, mixed (`AVAssetReaderAudioMixOutput`).
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // @unchecked: as its superclass; the mix is under a lock, and the settings do not change.
  /// The tracks.
  public let audioTracks: [AVAssetTrack]
  private let settings: Settings
  private let mix = Mutex<AVAudioMix?>(nil)
  private let pitch = Mutex(AVAudioTimePitchAlgorithm.spectral)

  private struct Settings: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    let values: [String: Any]?
  }

  /// The sum of `audioTracks`, of the reader's asset, as `audioSettings` say: linear PCM, of 16 bits if nil.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    (self.audioTracks, settings) = (audioTracks, Settings(values: audioSettings))
    super.init()
  }

  /// Settings of the sum's samples.
  public var audioSettings: [String: Any]? { settings.values }
  /// Volumes of the tracks; a copy of the mix that is set. Nil for every one at its own volume.
  public var audioMix: AVAudioMix? {
    get { mix.withLock { $0 } }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      mix.withLock { $0 = copy }
    }
  }
  /// The treatment of pitch at another speed: it is kept, except by `varispeed`. Parameters of the mix with their own
  /// algorithm have precedence.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { pitch.withLock { $0 } }
    set { pitch.withLock { $0 = newValue } }
  }
  /// Sound.
  open override var mediaType: AVMediaType { .audio }

  override var soundProcessing: SoundProcessing { audioMix?.soundProcessing ?? SoundProcessing() }

  override var tracks: [AVAssetTrack] { audioTracks }

  override func makeOutput() throws -> any AssetReaderOutput {
    let tracks = try audioTracks.map { try $0.facts() }
    let known = Composition(tracks: tracks.map { CompositionTrack(id: $0.trackID, mediaType: .audio) })
    var model = audioMix?.model(of: known) ?? AudioMix()
    if audioTimePitchAlgorithm == .varispeed {
      for track in tracks where model.parameters(for: track.trackID) == nil {
        model.inputParameters.append(AudioMixInputParameters(trackID: track.trackID))
      }
      for index in model.inputParameters.indices where model.inputParameters[index].audioTimePitchAlgorithm == nil {
        model.inputParameters[index].audioTimePitchAlgorithm = .varispeed
      }
    }
    return AssetReaderAudioMixOutput(
      audioTracks: tracks, audioSettings: try SoundReading(settings.values).settings, audioMix: model)
  }

  override func converted(_ buffer: SampleBuffer) -> CMSampleBuffer? {
    (try? SoundReading(settings.values)).flatMap { .sound(buffer, as: $0) }
  }
}

/// Several video tracks, made one picture, on the grid of a video composition (`AVAssetReaderVideoCompositionOutput`).
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  // @unchecked: as its superclass; the video composition is under a lock, and the settings do not change.
  /// The tracks.
  public let videoTracks: [AVAssetTrack]
  private let settings: Settings
  private let shown = Mutex<(composition: AVVideoComposition, source: CompositorSource)?>(nil)

  private struct Settings: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    let values: [String: Any]?
  }

  /// The film that ``videoComposition`` makes of `videoTracks`, of the reader's asset, in the pixel format that `videoSettings` say.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    (self.videoTracks, settings) = (videoTracks, Settings(values: videoSettings))
    super.init()
  }

  /// Settings of the pictures.
  public var videoSettings: [String: Any]? { settings.values }
  /// Composition of the tracks into one picture; a copy of the one that is set. Needed before the reader starts.
  ///
  /// One without a positive frame duration, a size or instructions ends the process, with the words of AVFoundation's exception.
  public var videoComposition: AVVideoComposition? {
    get { shown.withLock { $0?.composition } }
    set {
      newValue?.demandCompleteness(for: "-[AVAssetReaderVideoCompositionOutput setVideoComposition:]")
      let copy = newValue?.copy() as? AVVideoComposition
      let source = copy.map(CompositorSource.init)
      shown.withLock { $0 = copy.flatMap { copy in source.map { (copy, $0) } } }
    }
  }
  /// The instance of the video composition's compositor class that draws frames; nil without one. Settings of the
  /// compositor can be passed to it before reading.
  public var customVideoCompositor: (any AVVideoCompositing)? { videoComposition?.customVideoCompositor }

  override var compositorSource: CompositorSource? { shown.withLock { $0?.source } }
  override var tracks: [AVAssetTrack] { videoTracks }

  override func makeOutput() throws -> any AssetReaderOutput {
    guard let shown = videoComposition else {
      throw RenderError(
        .invalidModel, "The output has no video composition.", remedy: "Set videoComposition before the reader starts.")
    }
    return AssetReaderVideoCompositionOutput(
      videoTracks: try videoTracks.map { try $0.facts() }, videoSettings: try PictureReading(settings.values).settings,
      videoComposition: try shown.configuration.model(compositor: CompositorSource.name))
  }

  override func converted(_ buffer: SampleBuffer) -> CMSampleBuffer? {
    (try? PictureReading(settings.values)).flatMap { .picture(buffer, as: $0.format) }
  }
}
