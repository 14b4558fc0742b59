import Compositing
import Dispatch
import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A device that is open, and the thread on which its media come.
///
/// Threads: any; ``flow(deliver:note:)`` its own. Lock order: innermost.
final class InputRun: Sendable {
  let input: CaptureDeviceInput
  let stream: any CaptureStream
  private let isClosed = Atomic(false)
  /// The thread that is under way.
  let work = DispatchGroup()

  /// Whether the device gives something, as far as its stream says.
  enum Condition: Sendable {
    case flowing
    case interrupted(String)
  }

  /// Opens the device of `input`, as `preset` has it, for one session. Blocks.
  ///
  /// - Throws: As `CaptureEngine.openCapture(_:_:)`; `.deviceInUse`.
  init(_ input: CaptureDeviceInput, preset: CapturePreset) throws(RenderError) {
    try input.registry.claim(input.device)
    do throws(RenderError) {
      let settings = try preset.settings(for: input.device, input.settings)
      stream = try input.registry.engine.openCapture(input.device, settings)
    } catch {
      input.registry.release(input.device)
      throw error
    }
    self.input = input
  }

  /// Ends it; the thread ends within a second.
  func close() {
    isClosed.store(true, ordering: .releasing)
    stream.close()
  }

  /// Gives all buffers to `deliver`, until it returns false or the device ends, and reports the device's condition to
  /// `note`. Blocks.
  ///
  /// - Returns: The reason why it ended before it was closed; nil for a regular end.
  func flow(deliver: (SampleBuffer) -> Bool, note: (Condition) -> Void) -> RenderError? {
    defer { input.registry.release(input.device) }
    var timeline = SampleTimeline()
    var isInterrupted = false
    func resume() {
      if isInterrupted { note(.flowing) }
      isInterrupted = false
    }
    do throws(RenderError) {
      while !isClosed.load(ordering: .acquiring) {
        switch try stream.next() {
        case .picture(let picture, let time, let duration, let colorimetry):
          resume()
          guard deliver(Self.buffer(picture, time, duration, colorimetry)) else { return nil }
        case .samples(let block, let time, let rate):
          resume()
          guard rate > 0, block.count > 0 else { continue }
          let place = try timeline.place(block.count, at: time, rate: rate)
          guard deliver(Self.buffer(block, at: place, rate)) else { return nil }
        case .nothingYet: continue
        case .interrupted(let words):
          if !isInterrupted { note(.interrupted(words)) }
          isInterrupted = true
        case .ended: return nil
        }
      }
    } catch {
      return isClosed.load(ordering: .acquiring) ? nil : error
    }
    return nil
  }

  private static func buffer(
    _ picture: PixelBuffer, _ time: Rational, _ duration: Rational?, _ colorimetry: Colorimetry
  ) -> SampleBuffer {
    let video = FormatDescription.Video(
      dimensions: PixelSize(width: picture.width, height: picture.height), pixelAspect: .one, colorimetry: colorimetry,
      hasAlpha: picture.format.hasAlpha)
    return SampleBuffer(
      .picture(picture), presentationTime: CMTime(notAfter: time),
      duration: duration.map(CMTime.init(notAfter:)) ?? .invalid,
      formatDescription: FormatDescription(codecType: nil, codec: "raw", media: .video(video)))
  }

  private static func buffer(_ block: SampleBlock, at place: Int64, _ rate: Int) -> SampleBuffer {
    var placed = block
    placed.start = place
    let scale = CMTimeScale(clamping: rate)
    return SampleBuffer(
      .samples(placed), presentationTime: CMTime(value: place, timescale: scale),
      duration: CMTime(value: Int64(block.count), timescale: scale),
      formatDescription: FormatDescription(
        codecType: "lpcm", codec: "PCM",
        media: .audio(FormatDescription.Audio(sampleRate: rate, layout: .standard(block.channels)))))
  }
}
