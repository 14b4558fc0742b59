// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Synchronization

// SAFETY: out parameters are written once.

/// Whether copies of a picture have an attachment too (`CVAttachmentMode`).
public enum CVAttachmentMode: UInt32, Sendable {
  /// They have not.
  case shouldNotPropagate = 0
  /// They have.
  case shouldPropagate = 1
}

/// Attaches `value` to `buffer` under `key`, in place of one that was there.
public func CVBufferSetAttachment(_ buffer: CVBuffer, _ key: CFString, _ value: Any, _ mode: CVAttachmentMode) {
  let attachment = CVBuffer.Attachment(value: value, mode: mode)
  buffer.attachments.withLock { $0[key] = attachment }
}

/// Attaches all values of `attachments`.
public func CVBufferSetAttachments(_ buffer: CVBuffer, _ attachments: CFDictionary, _ mode: CVAttachmentMode) {
  for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, mode) }
}

/// The attachment of `buffer` under `key`; nil where there is none (`CVBufferCopyAttachment`).
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ mode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Any? {
  guard let attachment = buffer.attachments.withLock({ $0[key] }) else { return nil }
  if let mode = unsafe mode { unsafe mode.pointee = attachment.mode }
  return attachment.value
}

/// As ``CVBufferCopyAttachment(_:_:_:)``, by its older name.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ mode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Any? {
  unsafe CVBufferCopyAttachment(buffer, key, mode)
}

/// The attachments of `buffer` with `mode`; nil where there are none (`CVBufferCopyAttachments`).
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ mode: CVAttachmentMode) -> CFDictionary? {
  let found = buffer.attachments.withLock { $0.filter { $0.value.mode == mode } }
  return found.isEmpty ? nil : found.mapValues(\.value)
}

/// As ``CVBufferCopyAttachments(_:_:)``, by its older name.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ mode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, mode)
}

/// Whether something is attached to `buffer` under `key`.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachments.withLock { $0[key] != nil }
}

/// Removes what is attached to `buffer` under `key`.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attachments.withLock { $0[key] = nil }
}

/// Removes everything that is attached to `buffer`.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.attachments.withLock { $0 = [:] } }

/// Attaches to `destination` the attachments of `source` that propagate to copies.
public func CVBufferPropagateAttachments(_ source: CVBuffer, _ destination: CVBuffer) {
  let found = source.attachments.withLock { $0.filter { $0.value.mode == .shouldPropagate } }
  destination.attachments.withLock { $0.merge(found) { _, new in new } }
}
