import Capture
import CoreMedia
import EditServices
import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization

/// Records a session into a QuickTime film, whatever the file is called (`AVCaptureMovieFileOutput`).
///
/// Films are written in fragments: whatever happens to the process, the disk or the devices, they can be played up to there. Threads: any.
/// Lock order: only `settings`.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let settings = Mutex(Settings())

  private struct Settings: @unchecked Sendable {
    // @unchecked: dictionaries and items are kept and handed out as they are.
    var outputs: [AVMediaType: [String: Any]] = [:]
    var items: [AVMetadataItem]?
  }

  /// An output that records H.264 and AAC.
  public init() {
    super.init(CaptureMovieFileOutput(renderer: Engine.renderer()))
    recorder.movieFragmentInterval = CMTime(value: 10, timescale: 1)
  }

  /// Duration of fragments: ten seconds unless set; invalid for none. Of the next recording.
  open var movieFragmentInterval: CMTime {
    get { recorder.movieFragmentInterval }
    set { recorder.movieFragmentInterval = newValue }
  }

  /// Metadata of the films; none unless set. Of the next recording.
  open var metadata: [AVMetadataItem]? {
    get { settings.withLock(\.items) }
    set {
      settings.withLock { $0.items = newValue }
      recorder.metadata = newValue?.compactMap(\.writtenItem) ?? []
    }
  }

  /// The codecs of pictures, the usual one first.
  open var availableVideoCodecTypes: [AVVideoCodecType] {
    [.h264, .hevc, .jpeg, .proRes422, .proRes422HQ, .proRes4444]
  }

  /// The keys of settings that count for what comes through `connection`.
  open func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
    connection.mediaType == .video
      ? [AVVideoCodecKey, AVVideoCompressionPropertiesKey]
      : [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey]
  }

  /// Encoding of the media that come through `connection`: the settings that were made, or the usual ones.
  open func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    let type = connection.mediaType
    let kept = settings.withLock { $0.outputs[type].map(SettingsDictionary.init) }
    if let kept { return kept.values }
    return type == .video
      ? [AVVideoCodecKey: AVVideoCodecType.h264.rawValue] : [AVFormatIDKey: kAudioFormatMPEG4AAC]
  }

  /// Has what comes through `connection` be encoded as `outputSettings` say; nil, and an empty dictionary, for what is usual. Of the next recording.
  /// Settings that are not written here, and a connection of another output, end the process, as AVFoundation's exceptions do.
  open func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
    let method = "*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:]"
    guard connection.output === self else { Misuse.raise("\(method) The connection is none of this output's") }
    let type = connection.mediaType
    let new = (outputSettings?.isEmpty == true ? nil : outputSettings).map(SettingsDictionary.init)
    do {
      let made = try new.map { try WritingSettings.settings($0.values, for: type) }
      switch made {
      case .video(var video)?:
        // A device does not wait for an encoder that takes its time.
        if [.h264, .hevc].contains(video.encoding.codec) { video.encoding.speed = .veryfast }
        recorder.videoSettings = video
      case .audio(let audio)?: recorder.audioSettings = audio
      case nil where type == .video: recorder.videoSettings = nil
      default: recorder.audioSettings = nil
      }
      settings.withLock { $0.outputs[type] = new?.values }
    } catch {
      Misuse.raise("\(method) \(error)")
    }
  }

  /// Whether films say in a track of their own which side of pictures is up: no, pictures themselves are turned.
  open func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
    false
  }
}
