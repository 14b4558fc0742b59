import CoreMedia
import EditingModel
public import Foundation
import MediaFormats
import MediaToolbox
import Rendering
import Synchronization

/// The volumes of an asset's audio tracks (`AVAudioMix`). Immutable; ``AVMutableAudioMix`` is edited. Threads: any.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the parameters are under a lock.
  private let parameters: Mutex<[AVAudioMixInputParameters]>

  /// A mix without parameters: every track plays at its own volume.
  public override init() {
    parameters = Mutex([])
    super.init()
  }

  init(parameters: [AVAudioMixInputParameters]) {
    self.parameters = Mutex(parameters)
    super.init()
  }

  /// The parameters, at most one a track; they are copies.
  open internal(set) var inputParameters: [AVAudioMixInputParameters] {
    get { parameters.withLock { $0 } }
    set {
      let copies = newValue.map { AVAudioMixInputParameters(copying: $0) }
      parameters.withLock { $0 = copies }
    }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(parameters: inputParameters) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMix(parameters: inputParameters) }

  /// The engine's. Parameters of tracks that `composition` does not have change nothing, as AVFoundation passes over them.
  func model(of composition: Composition) -> AudioMix {
    var seen: Set<TrackID> = []
    let known = Set(composition.tracks(withMediaType: .audio).map(\.id))
    return AudioMix(
      inputParameters: inputParameters.map(\.model).filter {
        known.contains($0.trackID) && seen.insert($0.trackID).inserted
      })
  }
}

extension AVAudioMix {
  /// Processing of its tracks' sound by their taps.
  var soundProcessing: SoundProcessing {
    SoundProcessing(
      tracks: inputParameters.reduce(into: [:]) { tracks, parameters in
        guard let tap = parameters.audioTapProcessor else { return }
        tracks[TrackID(rawValue: parameters.trackID)] = .init(isBehindVolume: tap.isBehindVolume) {
          TapProcessor(tap, $0)
        }
      })
  }
}

/// A tap for one rendering.
private final class TapProcessor: SoundProcessor {
  private let tap: MTAudioProcessingTap
  private let format: AudioStreamBasicDescription

  /// `tap`, prepared for sound in `format`.
  init(_ tap: MTAudioProcessingTap, _ format: SoundFormat) {
    self.tap = tap
    self.format = AudioStreamBasicDescription(
      sampleRate: format.sampleRate, channels: format.layout.channels, .float, isInterleaved: false)
    tap.prepare(self.format)
  }

  deinit { tap.unprepare() }

  func process(_ block: SampleBlock) -> [Double] { tap.process(block.interleaved, from: block.start, format) }
}

/// A mix that is edited (`AVMutableAudioMix`).
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The parameters, at most one a track. Setting them copies them: what is changed of the originals later changes nothing.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { super.inputParameters = newValue }
  }
}
