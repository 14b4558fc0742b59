public import Foundation
import Synchronization

// SAFETY: a token is the address of a byte that the node allocates for it, and frees when the observer is removed; it is compared, and not
// followed.

/// Token of an observer of parameters.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer
/// Called when a parameter has been set.
public typealias AUParameterObserver = @Sendable (_ address: AUParameterAddress, _ value: AUValue) -> Void
/// Called with the events of parameters.
public typealias AUParameterAutomationObserver =
  @Sendable (
    _ numberEvents: Int, _ events: UnsafePointer<AUParameterAutomationEvent>
  ) -> Void

/// Kind of an event of a parameter (`AUParameterAutomationEventType`).
public enum AUParameterAutomationEventType: UInt32, Sendable {
  /// It is set.
  case value = 0
  /// A hand takes hold of it.
  case touch = 1
  /// The hand lets it go.
  case release = 2
}

/// Something that is done with a parameter (`AUParameterAutomationEvent`).
public struct AUParameterAutomationEvent: Hashable, Sendable {
  /// The machine's clock; 0 for now.
  public var hostTime: UInt64
  /// Number of the parameter.
  public var address: AUParameterAddress
  /// Value that it is set to.
  public var value: AUValue
  /// Kind of the event.
  public var eventType: AUParameterAutomationEventType
  /// Nothing.
  public var reserved: UInt64

  /// The fields as they are.
  public init(
    hostTime: UInt64, address: AUParameterAddress, value: AUValue, eventType: AUParameterAutomationEventType,
    reserved: UInt64
  ) {
    (self.hostTime, self.address, self.value) = (hostTime, address, value)
    (self.eventType, self.reserved) = (eventType, reserved)
  }
}

/// A parameter, or a group of them (`AUParameterNode`). Observers are called for every change in it, on the thread that
/// sets it, but for the observer that made the change. Threads: any. Lock order: only `state`; callbacks are called
/// outside it.
open class AUParameterNode: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Its name within its group.
  public let identifier: String
  /// Its name for people.
  public let displayName: String
  private let state = Mutex(State())

  private struct State: Sendable {
    weak var parent: AUParameterGroup?
    var observers: [Observer] = []
  }

  private struct Observer: Sendable {
    /// The token's address.
    let token: UInt
    let tell: @Sendable (AUParameterAutomationEvent) -> Void
    /// Whether it gets the beginnings and ends of touches, too.
    let hearsTouches: Bool
  }

  init(_ identifier: String, _ displayName: String) {
    (self.identifier, self.displayName) = (identifier, displayName)
    super.init()
  }

  deinit { for observer in state.withLock(\.observers) { Self.free(observer.token) } }

  private static func free(_ token: UInt) { unsafe UnsafeMutableRawPointer(bitPattern: token)?.deallocate() }

  /// The names of the groups that it is in, from the outermost on, and its own, with dots between.
  open var keyPath: String {
    guard let parent, !parent.keyPath.isEmpty else { return identifier }
    return parent.keyPath + "." + identifier
  }

  /// Its name for people in at most `maximumLength` characters.
  open func displayName(withLength maximumLength: Int) -> String { String(displayName.prefix(max(0, maximumLength))) }

  var parent: AUParameterGroup? {
    get { state.withLock { $0.parent } }
    set { state.withLock { $0.parent = newValue } }
  }

  /// Has `observer` be called for what is set, until it is removed.
  open func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
    unsafe added(hearsTouches: false) { observer($0.address, $0.value) }
  }

  /// Has `observer` be called for what is set, and for hands that take hold or let go, until it is removed.
  open func token(
    byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
  ) -> AUParameterObserverToken {
    unsafe added(hearsTouches: true) { event in
      unsafe withUnsafePointer(to: event) { unsafe observer(1, $0) }
    }
  }

  private func added(
    hearsTouches: Bool, _ tell: @escaping @Sendable (AUParameterAutomationEvent) -> Void
  ) -> AUParameterObserverToken {
    let token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    let observer = Observer(token: UInt(bitPattern: token), tell: tell, hearsTouches: hearsTouches)
    state.withLock { $0.observers.append(observer) }
    return unsafe token
  }

  /// Calls the observer that `token` names no more. One that names none changes nothing.
  open func removeParameterObserver(_ token: AUParameterObserverToken) {
    let address = UInt(bitPattern: token)
    let isThere = state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0.token == address }
      return state.observers.count < count
    }
    if isThere { Self.free(address) }
  }

  /// Notifies the observers of the parameter and of its groups of `event`, except `originator`.
  func tell(_ event: AUParameterAutomationEvent, originator: AUParameterObserverToken?) {
    let own = unsafe originator.map { UInt(bitPattern: $0) }
    for observer in state.withLock(\.observers) where observer.token != own {
      if event.eventType == .value || observer.hearsTouches { observer.tell(event) }
    }
    unsafe parent?.tell(event, originator: originator)
  }
}

/// A value that a unit goes by (`AUParameter`). Threads: any. Lock order: as its superclass, and `stored`.
open class AUParameter: AUParameterNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Its number in the unit.
  public let address: AUParameterAddress
  /// The least value.
  public let minValue: AUValue
  /// The greatest value.
  public let maxValue: AUValue
  /// Unit of the values.
  public let unit: AudioUnitParameterUnit
  /// Name of the unit of the values; nil but for ``AudioUnitParameterUnit/customUnit``.
  public let unitName: String?
  /// Options of the parameter: whether it can be read, set, or followed by a ramp.
  public let flags: AudioUnitParameterOptions
  /// The names of the values of a list.
  public let valueStrings: [String]?
  /// Numbers of other parameters that change with it.
  public let dependentParameters: [NSNumber]?
  /// Access to the value that the unit has; nil of a parameter that no unit has.
  private let source: Source?
  private let stored: Mutex<AUValue>

  /// Functions that get a unit's value, and set it at a time of the machine's clock, which is 0 for now.
  typealias Source = (get: @Sendable () -> AUValue, set: @Sendable (AUValue, _ hostTime: UInt64) -> Void)

  init(
    _ description: UnitParameter, unitName: String? = nil, flags: AudioUnitParameterOptions, valueStrings: [String]?,
    dependentParameters: [NSNumber]? = nil,
    source: Source? = nil
  ) {
    (address, unit, self.unitName, self.flags) = (description.address, description.unit, unitName, flags)
    (minValue, maxValue) = (description.range.lowerBound, description.range.upperBound)
    (self.valueStrings, self.dependentParameters, self.source) = (valueStrings, dependentParameters, source)
    stored = Mutex(description.initial)
    super.init(description.identifier, description.name)
  }

  /// Value of the parameter. A unit brings what is beyond a range to its end; what cannot be set is left as it is.
  open var value: AUValue {
    get { source?.get() ?? stored.withLock { $0 } }
    set { unsafe setValue(newValue, originator: nil) }
  }

  /// Sets the value, and notifies observers except `originator`.
  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
    unsafe setValue(value, originator: originator, atHostTime: 0)
  }

  /// The same at `hostTime`, a time of the machine's clock: a unit of an engine that is running has the value from the sample on that is meant
  /// for it, “to change the parameter at a specific time” (AUParameters.h). The value holds at once where that is past, or the engine does
  /// not go by the clock. Observers are notified at once, of the time, too.
  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
    unsafe setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
  }

  /// The same, by a hand that takes hold of it or lets it go.
  open func setValue(
    _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
    eventType: AUParameterAutomationEventType
  ) {
    guard flags.contains(.flag_IsWritable) else { return }
    if let source { source.set(value, hostTime) } else { stored.withLock { $0 = value } }
    let event = AUParameterAutomationEvent(
      hostTime: hostTime, address: address, value: hostTime == 0 ? self.value : value.within(minValue...maxValue),
      eventType: eventType, reserved: 0)
    unsafe tell(event, originator: originator)
  }

  /// `value` in words, or the value that it has: the name in a list, or a number of two digits behind the point.
  open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
    let value = unsafe value?.pointee ?? self.value
    if let valueStrings, let index = Int(exactly: value.rounded()), valueStrings.indices.contains(index) {
      return valueStrings[index]
    }
    return String(format: "%.2f", Double(value))
  }

  /// The value of words: of a name in a list, or of a number; the least where it is neither.
  open func value(from string: String) -> AUValue {
    if let index = valueStrings?.firstIndex(of: string) { return AUValue(index) }
    return AUValue(string.trimmingCharacters(in: .whitespaces)) ?? minValue
  }
}
