import Dispatch
import Synchronization

extension AVAudioUnit {
  /// The tree of its parameters, over the unit's own values; nil where it has none.
  ///
  /// A tree may outlive the node; its parameters have their first values then.
  func parameterTree() -> AUParameterTree? {
    let parameters = unitParameters
    guard !parameters.isEmpty else { return nil }
    return .createTree(
      withChildren: parameters.map { parameter in
        AUParameter(
          parameter, flags: parameter.isWritable ? [.flag_IsReadable, .flag_IsWritable] : .flag_IsReadable,
          valueStrings: nil,
          source: (
            { [weak self] in self?.unitValue(parameter.address) ?? parameter.initial },
            { [weak self] value, time in self?.set(parameter.address, value, atHost: time) }
          ))
      })
  }

  /// Sets parameter `address` to `value` at time `host` of the machine's clock; at once, where that is past, or the unit is in no engine that is
  /// running by the clock.
  private func set(_ address: AUParameterAddress, _ value: AUValue, atHost host: UInt64) {
    guard host > DispatchTime.now().uptimeNanoseconds, let engine, engine.isRunning, !engine.isInManualRenderingMode
    else {
      return setUnitValue(address, value)
    }
    schedule.withLock { $0.add(address, value, at: .host(host), over: 0) }
  }
}
