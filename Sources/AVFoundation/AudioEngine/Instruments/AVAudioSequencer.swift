// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// A time in beats (`AVMusicTimeStamp`).
public typealias AVMusicTimeStamp = Double

/// Options of reading a file of notes (`AVMusicSequenceLoadOptions`).
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Each channel is a track.
  public static let smf_ChannelsToTracks = AVMusicSequenceLoadOptions(rawValue: 1)
}

/// A range of beats (`AVBeatRange`).
public struct AVBeatRange: Hashable, Sendable {
  /// Beat at which it begins.
  public var start: AVMusicTimeStamp
  /// Length in beats.
  public var length: AVMusicTimeStamp
  /// `length` beats from `start` on.
  public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) { (self.start, self.length) = (start, length) }
}

/// `length` beats from `start` on (`AVMakeBeatRange`).
public func AVMakeBeatRange(_ start: AVMusicTimeStamp, _ length: AVMusicTimeStamp) -> AVBeatRange {
  AVBeatRange(start: start, length: length)
}

/// Plays notes of files by an engine's instruments (`AVAudioSequencer`). There are no instruments here: no file is loaded, and it does not
/// start. Threads: any. Lock order: innermost.
open class AVAudioSequencer: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex<(rate: Float, position: TimeInterval)>((1, 0))

  /// A sequencer of no engine.
  public override init() { super.init() }
  /// A sequencer of the instruments of `engine`.
  public init(audioEngine engine: AVAudioEngine) { super.init() }

  /// The tracks that were loaded: none.
  open var tracks: [AVMusicTrack] { [] }
  /// A file's metadata: none.
  open var userInfo: [String: Any] { [:] }

  /// Would load the file at `fileURL`.
  ///
  /// - Throws: `NSError` -3000 of `com.apple.coreaudio.avfaudio`, always: there is nothing that would play it.
  open func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
    throw AudioUnitError.noComponent
  }
  /// Would load a file's bytes.
  ///
  /// - Throws: As ``load(from:options:)``.
  open func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws { throw AudioUnitError.noComponent }

  /// Does nothing.
  open func prepareToPlay() {}
  /// Would begin to play.
  ///
  /// - Throws: As ``load(from:options:)``.
  open func start() throws { throw AudioUnitError.noComponent }
  /// Does nothing, as nothing plays.
  open func stop() {}
  /// Whether it plays: false.
  open var isPlaying: Bool { false }
  /// Rate at which it would play; 1 unless set.
  open var rate: Float {
    get { state.withLock { $0.rate } }
    set { state.withLock { $0.rate = newValue } }
  }
  /// Position at which it would begin, in seconds; 0 unless set.
  open var currentPositionInSeconds: TimeInterval {
    get { state.withLock { $0.position } }
    set { state.withLock { $0.position = newValue } }
  }
}

/// Number of a track's repetitions (`AVMusicTrackLoopCount`).
public enum AVMusicTrackLoopCount: Int, Sendable {
  /// Without an end.
  case forever = -1
}

/// A track of a sequencer (`AVMusicTrack`): there is none.
open class AVMusicTrack: NSObject {
  override init() { super.init() }
  /// Unit that would play the track.
  open var destinationAudioUnit: AVAudioUnit?
  /// The beats that are repeated.
  open var loopRange = AVBeatRange(start: 0, length: 0)
  /// Whether it is repeated.
  open var isLoopingEnabled = false
  /// Number of repetitions; -1 without an end.
  open var numberOfLoops = -1
  /// Whether it is silent.
  open var isMuted = false
  /// Whether the others are.
  open var isSoloed = false
  /// Length in beats.
  open var lengthInBeats: AVMusicTimeStamp = 0
  /// Length in seconds.
  open var lengthInSeconds: TimeInterval = 0
}

/// Plays a file of notes by a bank of sounds (`AVMIDIPlayer`): none can be made, as there is nothing that would play it.
open class AVMIDIPlayer: NSObject {
  /// Would play the file at `inURL`.
  ///
  /// - Throws: `NSError` -3000 of `com.apple.coreaudio.avfaudio`, always.
  public init(contentsOf inURL: URL, soundBankURL bankURL: URL?) throws { throw AudioUnitError.noComponent }
  /// Would play a file's bytes.
  ///
  /// - Throws: As ``init(contentsOf:soundBankURL:)``.
  public init(data: Data, soundBankURL bankURL: URL?) throws { throw AudioUnitError.noComponent }

  /// Does nothing.
  open func prepareToPlay() {}
  /// Does nothing.
  open func play(_ completionHandler: (() -> Void)? = nil) {}
  /// Does nothing.
  open func stop() {}
  /// Duration in seconds.
  open var duration: TimeInterval { 0 }
  /// Whether it plays.
  open var isPlaying: Bool { false }
  /// Rate of playing.
  open var rate: Float = 1
  /// Position in seconds.
  open var currentPosition: TimeInterval = 0
}
