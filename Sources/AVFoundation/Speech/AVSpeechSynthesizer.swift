public import Foundation

/// Point at which speaking ends or stands still (`AVSpeechBoundary`).
public enum AVSpeechBoundary: Int, Sendable {
  /// At once.
  case immediate
  /// Behind the word.
  case word
}

/// Speaks texts (`AVSpeechSynthesizer`). There is no voice on this machine: spoken utterances are cancelled, with a
/// report on the standard error; written ones have no sound. Threads: any.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
  // @unchecked: the delegate is under a lock.
  private let calls = DelegateCalls()

  /// Receives the sound of an utterance in buffers, the last one empty (`AVSpeechSynthesizerBufferCallback`).
  public typealias BufferCallback = (_ buffer: AVAudioBuffer) -> Void

  /// The voices of the machine have changed: never posted.
  public static let availableVoicesDidChangeNotification = Notification.Name(
    "AVSpeechSynthesisAvailableVoicesDidChangeNotification")

  /// The delegate, called on the main queue. Held weakly.
  open var delegate: (any AVSpeechSynthesizerDelegate)? {
    get { calls.delegate as? any AVSpeechSynthesizerDelegate }
    set { calls.set(newValue, on: .main) }
  }

  /// Whether something is spoken: false.
  open var isSpeaking: Bool { false }
  /// Whether speaking stands still: false.
  open var isPaused: Bool { false }

  /// Would speak `utterance`: here the delegate's `didCancel` is called for it.
  open func speak(_ utterance: AVSpeechUtterance) {
    report()
    _ = calls.call { [weak self] delegate in
      guard let self, let delegate = delegate as? any AVSpeechSynthesizerDelegate else { return }
      delegate.speechSynthesizer(self, didCancel: utterance)
    }
  }

  /// Would give the sound of `utterance` to `bufferCallback`, which is called once, with the buffer without samples that is the last.
  open func write(_ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback) {
    report()
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1),
      let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1)
    else { return }
    bufferCallback(buffer)
  }

  /// Ends what is spoken: false, as nothing is.
  @discardableResult open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
  /// Has speaking stand still: false, as nothing is spoken.
  @discardableResult open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
  /// Goes on: false, as nothing stands still.
  @discardableResult open func continueSpeaking() -> Bool { false }

  private func report() { Misuse.report("Nothing is spoken: there is no voice on this machine.") }
}

/// Delegate of a synthesizer (`AVSpeechSynthesizerDelegate`). Here only `didCancel` is called.
public protocol AVSpeechSynthesizerDelegate: NSObjectProtocol {
  /// `utterance` begins.
  func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
  /// `utterance` has been spoken.
  func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
  /// `utterance` stands still.
  func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
  /// `utterance` goes on.
  func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
  /// `utterance` is not spoken, or not to its end.
  func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
  /// The part `characterRange` of `utterance` is spoken next.
  func speechSynthesizer(
    _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
    utterance: AVSpeechUtterance)
}

extension AVSpeechSynthesizerDelegate {
  /// Does nothing.
  public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {}
  /// Does nothing.
  public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {}
  /// Does nothing.
  public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {}
  /// Does nothing.
  public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {}
  /// Does nothing.
  public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {}
  /// Does nothing.
  public func speechSynthesizer(
    _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
    utterance: AVSpeechUtterance
  ) {}
}
