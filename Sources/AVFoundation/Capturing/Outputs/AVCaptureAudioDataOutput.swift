import Capture
import CoreMedia
import EditServices
import EditingModel
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// Gets the sound of a session, block by block (`AVCaptureAudioDataOutputSampleBufferDelegate`). Called on the queue that was given with it.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Takes the samples in `sampleBuffer`, which came through `connection`.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// Calls a delegate with the sound of a session (`AVCaptureAudioDataOutput`).
///
/// Up to 256 blocks wait for the delegate; those that come then are left out. Threads: any. Lock order: only `settings`.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let calls = DelegateCalls()
  private let settings = Mutex(Settings())

  private struct Settings: @unchecked Sendable {
    // @unchecked: the dictionary is kept and handed out as it is.
    var dictionary: [String: Any]?
    var reading: SoundReading?
  }

  /// Number of blocks that may wait.
  private static let mostWaiting = 256

  /// An output without a delegate.
  public init() {
    let tap = CaptureTap(.audio)
    super.init(tap)
    tap.onBuffer { [weak self] in self?.take($0) }
  }

  /// Settings of the samples: their width, and whether channels stand by turns; 16 bits by turns unless set. The rate and the number of channels are
  /// the device's. Samples that are not made here end the process, as AVFoundation's exception does.
  open var audioSettings: [String: Any]? {
    get { settings.withLock { $0.dictionary.map(SettingsDictionary.init) }?.values }
    set {
      do {
        let (reading, new) = (try SoundReading(newValue), newValue.map(SettingsDictionary.init))
        if reading.settings.sampleRate != nil || reading.settings.channels != nil {
          Misuse.report("The sound of a data output has its device's rate and channels.")
        }
        settings.withLock { ($0.dictionary, $0.reading) = (new?.values, reading) }
      } catch {
        Misuse.raise("*** -[AVCaptureAudioDataOutput setAudioSettings:] \(error)")
      }
    }
  }

  /// The settings that are usual for an asset writer of files of `outputFileType`: AAC of 48,000 samples a second in two channels.
  open func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
    guard outputFileType.fileType != nil else { return nil }
    let isPCM = outputFileType == .wav || outputFileType == .aiff || outputFileType == .aifc
    return [
      AVFormatIDKey: isPCM ? kAudioFormatLinearPCM : kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0,
      AVNumberOfChannelsKey: 2,
    ]
  }

  /// Has `sampleBufferDelegate`, which is not kept, be called on `sampleBufferCallbackQueue`, one thing after the other; both nil to end it. A
  /// delegate without a queue ends the process, as AVFoundation's exception does.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
      Misuse.raise("*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
    }
    calls.set(sampleBufferDelegate, on: sampleBufferCallbackQueue)
  }

  /// The delegate; nil where there is none any more.
  open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
    calls.delegate as? any AVCaptureAudioDataOutputSampleBufferDelegate
  }
  /// Queue on which the delegate is called.
  open var sampleBufferCallbackQueue: DispatchQueue? { calls.queue }

  private func take(_ buffer: SampleBuffer) {
    _ = calls.call(unless: Self.mostWaiting) { [weak self] in self?.give(buffer, to: $0) }
  }

  private func give(_ buffer: SampleBuffer, to delegate: AnyObject) {
    guard let delegate = delegate as? any AVCaptureAudioDataOutputSampleBufferDelegate,
      let connection = connection(with: .audio), let samples = buffer.samples,
      let reading = settings.withLock(\.reading) ?? (try? SoundReading(nil))
    else { return }
    var numbers = buffer
    numbers.content = .data(samples.linearPCM(as: reading.sampleFormat))
    numbers.sampleFormat = reading.sampleFormat
    guard let made = CMSampleBuffer.sound(numbers, as: reading) else { return }
    delegate.captureOutput(self, didOutput: made, from: connection)
  }
}
