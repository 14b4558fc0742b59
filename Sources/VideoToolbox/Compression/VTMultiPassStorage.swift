// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// The storage that passes of an encoder share (`VTMultiPassStorage`): none is made, as sessions here encode each frame once.
public final class VTMultiPassStorage: Hashable, Sendable {
  private init() {}

  /// A storage is equal to itself.
  public static func == (left: VTMultiPassStorage, right: VTMultiPassStorage) -> Bool { left === right }
  /// Hashes which storage it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// SAFETY: the storage is written where the caller says, once.
/// A storage for the passes over `timeRange`, in the file at `fileURL` (`VTMultiPassStorageCreate`).
///
/// - Returns: `kVTCouldNotCreateInstanceErr`, since there are no passes. A film in two passes is made by an export session, or by a writer
/// whose
///   input performs several.
@discardableResult
public func VTMultiPassStorageCreate(
  allocator: CFAllocator?, fileURL: CFURL?, timeRange: CMTimeRange, options: CFDictionary?,
  multiPassStorageOut: UnsafeMutablePointer<VTMultiPassStorage?>
) -> OSStatus {
  unsafe multiPassStorageOut.pointee = nil
  return kVTCouldNotCreateInstanceErr
}

/// Ends the use of a storage (`VTMultiPassStorageClose`).
@discardableResult
public func VTMultiPassStorageClose(_ multiPassStorage: VTMultiPassStorage) -> OSStatus { noErr }
