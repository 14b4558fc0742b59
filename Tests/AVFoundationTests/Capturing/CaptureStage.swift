import AVFoundation
import Synchronization
import Testing

extension AVCaptureSession {
  /// A session with the test picture, and the test tone where `hasSound`.
  static func ofTestSources(hasSound: Bool = false, _ outputs: AVCaptureOutput...) throws -> AVCaptureSession {
    let session = AVCaptureSession()
    session.beginConfiguration()
    for id in hasSound ? ["videotestsrc", "audiotestsrc"] : ["videotestsrc"] {
      let input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: id)))
      #expect(session.canAddInput(input))
      session.addInput(input)
    }
    session.sessionPreset = .cif352x288
    for output in outputs {
      #expect(session.canAddOutput(output))
      session.addOutput(output)
    }
    session.commitConfiguration()
    return session
  }
}

/// Keeps pictures and sound.
final class CaptureReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
  let buffers = CallLog<CMSampleBuffer>()
  let dropped = CallLog<CMSampleBuffer>()
  let connections = CallLog<AVCaptureConnection>()
  /// What it does with its first buffer.
  private let first: @Sendable () -> Void

  init(_ first: @escaping @Sendable () -> Void = {}) { self.first = first }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let isFirst = buffers.entries.isEmpty
    buffers.add(sampleBuffer)
    connections.add(connection)
    if isFirst { first() }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { dropped.add(sampleBuffer) }
}

/// The logged entries, in order.
final class CallLog<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}
