import MediaTime
import Rendering
import Synchronization

/// The outputs that follow times of the item.
extension PlayerCore {
  /// Sends the outputs the events until `time`, at which the current item is.
  func deliverTimedEvents(_ state: inout PlaybackState, upTo time: Rational) {
    guard state.record?.media != nil else { return }
    let (rate, end) = (state.timebase?.rate ?? .zero, state.runEnd)
    for output in timedOutputs(of: state.item) {
      deliver(output, output.advance(to: time, rate: rate, until: end, ringing: alarm), &state)
    }
  }

  /// Sends the outputs a flush: the current item's time jumps.
  func flushMoments(_ state: inout PlaybackState) {
    for output in timedOutputs(of: state.item) { deliver(output, output.flush(), &state) }
  }

  /// The times of the next moments; none where the current item stands.
  func momentDeadlines(_ state: PlaybackState) -> [Rational] {
    guard let timebase = state.timebase, let end = state.runEnd else { return [] }
    return timedOutputs(of: state.item).compactMap { $0.deadline(by: timebase, until: end) }
  }

  private func timedOutputs(of item: PlayerItem?) -> [PlayerItemTimedOutput] {
    item?.state.withLock(\.outputs).compactMap { $0 as? PlayerItemTimedOutput } ?? []
  }

  private func deliver(
    _ output: PlayerItemTimedOutput, _ events: [PlayerItemTimedOutput.Event], _ state: inout PlaybackState
  ) {
    guard !events.isEmpty else { return }
    state.effects.append(.init { [calls] in output.deliver(events, on: calls) })
  }
}
