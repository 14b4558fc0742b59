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
            { [weak self] in self?.setUnitValue(parameter.address, $0) }
          ))
      })
  }
}
