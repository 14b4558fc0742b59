// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Synchronization

// SAFETY: the user's pointer is handed back as it came, and never followed.

/// Called when a property of a unit was set (`AudioUnitPropertyListenerProc`): the pointer given with it, the unit, and the property's number,
/// scope and element. On the thread that sets it.
public typealias AudioUnitPropertyListenerProc = (
  _ inRefCon: UnsafeMutableRawPointer, _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement
) -> Void

extension OpaqueAudioComponentInstance {
  /// A function that is called when a property was set.
  @safe struct PropertyListener: @unchecked Sendable {
    // @unchecked: a function of the program's, called where it sets a property.
    let property: AudioUnitPropertyID
    let call: AudioUnitPropertyListenerProc
    let user: UInt
  }

  /// Calls who listens to the property `id`, which was set with `status`, and returns that.
  func tell(_ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ status: OSStatus)
    -> OSStatus
  {
    guard status == noErr else { return status }
    // A listener without a pointer is called with one to nothing of interest.
    var none = 0
    unsafe withUnsafeMutablePointer(to: &none) { none in
      for listener in listeners.withLock({ $0 }) where listener.property == id {
        let user = unsafe UnsafeMutableRawPointer(bitPattern: listener.user) ?? UnsafeMutableRawPointer(none)
        unsafe listener.call(user, self, id, scope, element)
      }
    }
    return status
  }
}

/// Has `inProc` be called with `inProcUserData`, or a pointer to nothing of interest where that is nil, whenever the property `inID` was set
/// (`AudioUnitAddPropertyListener`).
@discardableResult public func AudioUnitAddPropertyListener(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  let listener = unsafe OpaqueAudioComponentInstance.PropertyListener(
    property: inID, call: inProc, user: UInt(bitPattern: inProcUserData))
  inUnit.listeners.withLock { $0.append(listener) }
  return noErr
}

/// Removes the function that was added with `inProcUserData` for `inID` (`AudioUnitRemovePropertyListenerWithUserData`); functions are not compared
/// here.
@discardableResult public func AudioUnitRemovePropertyListenerWithUserData(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: AudioUnitPropertyListenerProc,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  let user = UInt(bitPattern: inProcUserData)
  inUnit.listeners.withLock { listeners in listeners.removeAll { $0.property == inID && $0.user == user } }
  return noErr
}
