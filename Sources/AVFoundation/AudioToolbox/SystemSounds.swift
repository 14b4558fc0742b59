// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Foundation

// SAFETY: a result is written where the caller says, while it waits.

/// The number of a short sound (`SystemSoundID`).
public typealias SystemSoundID = UInt32

/// A buzz (`kSystemSoundID_Vibrate`).
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF
/// The alert that a user has chosen (`kSystemSoundID_UserPreferredAlert`).
public let kSystemSoundID_UserPreferredAlert: SystemSoundID = 0x1000
/// There is no such sound (`kAudioServicesBadSpecifierSizeError`'s family): nothing is heard here.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1_500

/// Would have the file at `inFileURL` be a short sound (`AudioServicesCreateSystemSoundID`): there is no device that gives sound.
///
/// - Returns: ``kAudioServicesSystemSoundUnspecifiedError``, always; the number is 0.
@discardableResult public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  unsafe outSystemSoundID.pointee = 0
  return kAudioServicesSystemSoundUnspecifiedError
}

/// Forgets a short sound (`AudioServicesDisposeSystemSoundID`): there is none.
@discardableResult public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  kAudioServicesSystemSoundUnspecifiedError
}

/// Plays a short sound (`AudioServicesPlaySystemSound`): unheard, as everything here.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {}

/// Plays a short sound as an alert (`AudioServicesPlayAlertSound`): unheard, as everything here.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {}

/// Plays a short sound, and calls `inCompletionBlock` behind the caller's back (`AudioServicesPlaySystemSoundWithCompletion`).
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  if let inCompletionBlock { DispatchQueue.global().async(execute: inCompletionBlock) }
}

/// Plays a short sound as an alert, and calls `inCompletionBlock` behind the caller's back
/// (`AudioServicesPlayAlertSoundWithCompletion`).
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) { AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock) }
