import Compositing
import Dispatch
package import MediaFormats
package import MediaTime
package import Rendering
import Synchronization

/// Devices as data, whose streams give what a test says: pictures that carry their number, samples that are their own.
package final class ScriptedCapture: CaptureEngine {
  /// What a device does.
  package struct Script: Sendable {
    /// What it gives, in order.
    package var items: [Item]
    /// The constant time of its clock; nil where it waits for its reader.
    package var clockTime: Rational?
    /// Why it cannot be opened.
    package var refusal: RenderError?

    package init(_ items: [Item], clockTime: Rational? = nil, refusal: RenderError? = nil) {
      (self.items, self.clockTime, self.refusal) = (items, clockTime, refusal)
    }
  }

  /// A step of a script.
  package enum Item: Sendable {
    /// A picture of a number, at a time, for so long.
    case picture(Int, time: Rational, duration: Rational?)
    /// So many samples from a number on, at a time.
    case samples(Int64, count: Int, time: Rational)
    /// Nothing comes until the test opens the gate of this name.
    case gate(String)
    /// The streams that wait for the gate of this name go on.
    case open(String)
    /// Nothing comes until so many of the engine's streams are closed.
    case closedStreams(Int)
    /// The test runs code of its own.
    case perform(@Sendable () -> Void)
    /// Something is wrong for now.
    case interrupted(String)
    /// The device goes.
    case fail(RenderError)
  }

  /// The size of pictures.
  package static let size = PixelSize(width: 32, height: 16)
  /// Samples a second, in one channel.
  package static let sampleRate = 48_000

  private let state: Mutex<State>

  private struct State {
    var devices: [CaptureDevice]
    var scripts: [String: Script]
    var settings: [CaptureSettings] = []
    var openGates: Set<String> = []
    var closedStreams = 0
  }

  /// An engine with `devices`, each following its script.
  package init(_ devices: [CaptureDevice], _ scripts: [String: Script] = [:]) {
    state = Mutex(State(devices: devices, scripts: scripts))
  }

  /// What devices were asked for, in order.
  package var settings: [CaptureSettings] { state.withLock(\.settings) }
  /// How many streams were closed.
  package var closedStreams: Int { state.withLock(\.closedStreams) }

  /// Opens `gate` for the streams that wait for it.
  package func open(gate: String) { state.withLock { _ = $0.openGates.insert(gate) } }
  fileprivate func isOpen(_ gate: String) -> Bool { state.withLock { $0.openGates.contains(gate) } }
  fileprivate func noteClosing() { state.withLock { $0.closedStreams += 1 } }

  package func captureDevices() throws(RenderError) -> [CaptureDevice] { state.withLock(\.devices) }

  package func openCapture(
    _ device: CaptureDevice, _ settings: CaptureSettings
  ) throws(RenderError) -> any CaptureStream {
    let script = state.withLock { state in
      state.settings.append(settings)
      return state.scripts[device.uniqueID]
    }
    if let refusal = script?.refusal { throw refusal }
    return ScriptedStream(script ?? Script([]), self)
  }

  /// `count` pictures of 25 a second from the first of `numbers` on, beginning at `start`.
  package static func pictures(_ numbers: Range<Int>, from start: Rational = .zero) throws -> [Item] {
    let duration = try Rational(1, 25)
    return try numbers.map { .picture($0, time: try start + Rational(Int64($0), 25), duration: duration) }
  }

  /// Blocks of `size` samples that are their own numbers, `range` in all, number 0 being at `start`.
  package static func samples(
    _ range: Range<Int64>, size: Int64 = 480, from start: Rational = .zero
  ) throws -> [Item] {
    try stride(from: range.lowerBound, to: range.upperBound, by: Int64.Stride(size)).map { first in
      .samples(
        first, count: Int(min(size, range.upperBound - first)),
        time: try start + Rational(first, Int64(sampleRate)))
    }
  }

  /// The value of sample number `number`: small enough to be no more than full scale.
  package static func value(of number: Int64) -> Double { Double(number) / Double(1 << 24) }
}

/// A stream that follows its script.
private final class ScriptedStream: CaptureStream {
  let clockTime: Rational?
  private let engine: ScriptedCapture
  private let rest: Mutex<(items: ArraySlice<ScriptedCapture.Item>, isClosed: Bool)>
  private let closed = DispatchSemaphore(value: 0)

  init(_ script: ScriptedCapture.Script, _ engine: ScriptedCapture) {
    (clockTime, self.engine) = (script.clockTime, engine)
    rest = Mutex((script.items[...], false))
  }

  func next() throws(RenderError) -> CapturedItem {
    guard !rest.withLock(\.isClosed) else { throw RenderError(.closed, "The stream is closed.") }
    guard let item = rest.withLock(\.items.first) else { return .ended }
    let isHeld =
      switch item {
      case .gate(let name): !engine.isOpen(name)
      case .closedStreams(let count): engine.closedStreams < count
      default: false
      }
    if isHeld {
      _ = closed.wait(timeout: .now() + .milliseconds(1))
      return .nothingYet
    }
    rest.withLock { _ = $0.items.popFirst() }
    switch item {
    case .gate, .closedStreams: return .nothingYet
    case .open(let name):
      engine.open(gate: name)
      return .nothingYet
    case .perform(let body):
      body()
      return .nothingYet
    case .interrupted(let words): return .interrupted(words)
    case .fail(let error): throw error
    case .picture(let number, let time, let duration):
      let picture = try RenderError.catching {
        let size = ScriptedCapture.size
        let picture = try PixelBuffer(format: .yuv420p, width: size.width, height: size.height)
        try picture.withMutableBytes(ofPlane: 0) { bytes in
          for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        }
        return picture
      }
      return .picture(picture, time: time, duration: duration, colorimetry: .bt709)
    case .samples(let first, let count, let time):
      let samples = (0..<Int64(count)).map { ScriptedCapture.value(of: first + $0) }
      return .samples(
        SampleBlock(start: 0, channels: 1, interleaved: samples), time: time, sampleRate: ScriptedCapture.sampleRate)
    }
  }

  func close() {
    let isFirst = rest.withLock { rest in
      defer { rest.isClosed = true }
      return !rest.isClosed
    }
    if isFirst { engine.noteClosing() }
    closed.signal()
  }
}
