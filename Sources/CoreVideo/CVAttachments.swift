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

/// Attachments of a buffer that is made with these attributes, which propagate to copies: a dictionary.
public let kCVBufferPropagatedAttachmentsKey: CFString = "PropagatedAttachments"
/// Attachments of a buffer that is made with these attributes, which stay with it: a dictionary.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "NonPropagatedAttachments"
/// The time of a picture in its movie: a dictionary of the two keys below.
public let kCVBufferMovieTimeKey: CFString = "QTMovieTime"
/// How many units that time has.
public let kCVBufferTimeValueKey: CFString = "TimeValue"
/// How many units a second has.
public let kCVBufferTimeScaleKey: CFString = "TimeScale"

extension CVBuffer {
  /// Attaches what `attributes`, with which it is made, name under ``kCVBufferPropagatedAttachmentsKey`` and its like.
  func attach(of attributes: CFDictionary?) {
    for (key, mode) in [
      (kCVBufferPropagatedAttachmentsKey, CVAttachmentMode.shouldPropagate),
      (kCVBufferNonPropagatedAttachmentsKey, .shouldNotPropagate),
    ] {
      guard let values = attributes?[key] as? CFDictionary else { continue }
      CVBufferSetAttachments(self, values, mode)
    }
  }
}

/// Attaches `value` to `buffer` under `key`, in place of one that was there.
public func CVBufferSetAttachment(_ buffer: CVBuffer, _ key: CFString, _ value: Any, _ mode: CVAttachmentMode) {
  let attachment = CVBuffer.Attachment(value: value, mode: mode)
  // What is replaced or removed ends outside of the lock: it may look at the buffer when it does.
  let last = buffer.attachments.withLock { $0.updateValue(attachment, forKey: key) }
  withExtendedLifetime(last) {}
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
  let last = buffer.attachments.withLock { $0.removeValue(forKey: key) }
  withExtendedLifetime(last) {}
}

/// Removes everything that is attached to `buffer`.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  let last = buffer.attachments.withLock { attachments in
    defer { attachments = [:] }
    return attachments
  }
  withExtendedLifetime(last) {}
}

/// Attaches to `destination` the attachments of `source` that propagate to copies.
public func CVBufferPropagateAttachments(_ source: CVBuffer, _ destination: CVBuffer) {
  let found = source.attachments.withLock { $0.filter { $0.value.mode == .shouldPropagate } }
  let last = destination.attachments.withLock { attachments in
    defer { attachments.merge(found) { _, new in new } }
    return attachments
  }
  withExtendedLifetime(last) {}
}
