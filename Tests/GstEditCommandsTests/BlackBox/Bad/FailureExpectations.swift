import TestSupport
import Testing

/// Expects an exit status of the contract and an error message for people: a sentence that names the cause, and
/// no internals.
func expectFailure(
  _ outcome: ProgramOutcome, _ status: Int32, mentioning word: String, at location: SourceLocation = #_sourceLocation
) {
  let text = outcome.errorText
  #expect(outcome.ending == .exited(status), "\(outcome.ending): \(text)", sourceLocation: location)
  #expect(text.contains(word), "“\(word)” is not in: \(text)", sourceLocation: location)
  #expect(text.split(separator: " ").count >= 4, "no sentence: \(text)", sourceLocation: location)
  expectNoNoise(outcome, at: location)
}

/// Expects that no messages of libraries or of the runtime appear.
func expectNoNoise(_ outcome: ProgramOutcome, at location: SourceLocation = #_sourceLocation) {
  for noise in ["GLib", "CRITICAL", "WARNING **", "Fatal error", "Stack dump", "Backtrace", "Swift/", "gst_"] {
    #expect(!outcome.errorText.contains(noise), "“\(noise)” in: \(outcome.errorText)", sourceLocation: location)
    #expect(!outcome.outputText.contains(noise), "“\(noise)” in: \(outcome.outputText)", sourceLocation: location)
  }
}
