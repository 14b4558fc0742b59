public import Foundation

/// Parameters and groups of them (`AUParameterGroup`).
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Parameters and groups in it.
  public let children: [AUParameterNode]
  /// The parameters in it and in groups in it, in order.
  public var allParameters: [AUParameter] {
    children.flatMap { child in
      (child as? AUParameter).map { [$0] } ?? (child as? AUParameterGroup)?.allParameters ?? []
    }
  }

  init(_ identifier: String, _ displayName: String, _ children: [AUParameterNode]) {
    self.children = children
    super.init(identifier, displayName)
    for child in children { child.parent = self }
  }
}

/// The parameters of a unit (`AUParameterTree`).
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The parameter of this number; nil where there is none.
  open func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
    allParameters.first { $0.address == address }
  }

  /// The parameter of this number of units of version 2, which have those of the whole unit; nil where there is none.
  open func parameter(
    withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
  ) -> AUParameter? {
    scope == kAudioUnitScope_Global && element == 0 ? parameter(withAddress: AUParameterAddress(paramID)) : nil
  }

  /// A parameter that no unit has, whose value is kept, the least unless set.
  open class func createParameter(
    withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
    unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [], valueStrings: [String]?,
    dependentParameters: [NSNumber]?
  ) -> AUParameter {
    let (least, most) = min <= max ? (min, max) : (max, min)
    return AUParameter(
      UnitParameter(address, identifier, name, unit, least...most, least), unitName: unitName,
      flags: flags.isEmpty ? [.flag_IsReadable, .flag_IsWritable] : flags, valueStrings: valueStrings,
      dependentParameters: dependentParameters)
  }

  /// A group of `children`.
  open class func createGroup(
    withIdentifier identifier: String, name: String, children: [AUParameterNode]
  ) -> AUParameterGroup { AUParameterGroup(identifier, name, children) }

  /// A tree of `children`.
  open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
    AUParameterTree("", "", children)
  }
}

/// A parameter as a unit has it. A value.
struct UnitParameter: Hashable, Sendable {
  /// Its number.
  let address: AUParameterAddress
  /// Its name, and that for people.
  let (identifier, name): (String, String)
  /// Unit of the values.
  let unit: AudioUnitParameterUnit
  /// From the least to the greatest value.
  let range: ClosedRange<Float>
  /// Value unless set.
  let initial: Float
  /// Whether it can be set.
  let isWritable: Bool

  init(
    _ address: some BinaryInteger, _ identifier: String, _ name: String, _ unit: AudioUnitParameterUnit,
    _ range: ClosedRange<Float>, _ initial: Float, isWritable: Bool = true
  ) {
    self.address = AUParameterAddress(clamping: address)
    (self.identifier, self.name, self.unit) = (identifier, name, unit)
    (self.range, self.initial, self.isWritable) = (range, initial, isWritable)
  }
}
