// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import MediaTime

/// Whether copies have an attachment too.
public typealias CMAttachmentMode = UInt32
/// They have not.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// They have.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// A bearer of attachments: a sample buffer or a picture. Other objects get none.
public typealias CMAttachmentBearer = AnyObject

/// Attaches `value` to `target` under `key`, in place of one that was there; nil removes it (`CMSetAttachment`).
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: Any?, attachmentMode: CMAttachmentMode
) {
  if let buffer = target as? CMSampleBuffer {
    let attachment = value.map { CMSampleBuffer.Attachment(value: $0, mode: attachmentMode) }
    buffer.change { $0.attachments[key] = attachment }
  } else if let buffer = target as? CVBuffer {
    guard let value else { return CVBufferRemoveAttachment(buffer, key) }
    CVBufferSetAttachment(buffer, key, value, CVAttachmentMode(rawValue: attachmentMode) ?? .shouldNotPropagate)
  }
}

/// Attaches each of `attachments` to `target`, in place of those that were there under the same keys (`CMSetAttachments`).
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  for (key, value) in attachments {
    CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode)
  }
}

// SAFETY: out parameters are written once.

/// The attachment of `target` under `key`; nil without one (`CMGetAttachment`).
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> Any? {
  if let buffer = target as? CMSampleBuffer {
    guard let attachment = buffer.values.attachments[key] else { return nil }
    unsafe attachmentModeOut?.pointee = attachment.mode
    return attachment.value
  }
  guard let buffer = target as? CVBuffer else { return nil }
  var mode = CVAttachmentMode.shouldNotPropagate
  let value = unsafe CVBufferCopyAttachment(buffer, key, &mode)
  if value != nil { unsafe attachmentModeOut?.pointee = mode.rawValue }
  return value
}

/// Removes what is attached to `target` under `key`.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
  CMSetAttachment(target, key: key, value: nil, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
}

/// Removes everything that is attached to `target`.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
  if let buffer = target as? CMSampleBuffer { buffer.change { $0.attachments = [:] } }
  if let buffer = target as? CVBuffer { CVBufferRemoveAllAttachments(buffer) }
}

/// The attachments of `target` with `attachmentMode`; nil without any (`CMCopyDictionaryOfAttachments`).
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  if let buffer = target as? CMSampleBuffer {
    let found = buffer.values.attachments.filter { $0.value.mode == attachmentMode }
    return found.isEmpty ? nil : found.mapValues(\.value)
  }
  guard let buffer = target as? CVBuffer, let mode = CVAttachmentMode(rawValue: attachmentMode) else { return nil }
  return CVBufferCopyAttachments(buffer, mode)
}

/// Attaches to `destination` the attachments of `source` that propagate to copies (`CMPropagateAttachments`).
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  let mode = kCMAttachmentMode_ShouldPropagate
  let found = CMCopyDictionaryOfAttachments(allocator: nil, target: source, attachmentMode: mode) ?? [:]
  for (key, value) in found { CMSetAttachment(destination, key: key, value: value, attachmentMode: mode) }
}

extension CMSampleBuffer {
  /// The unheard parts of its start and of its end: zero without a statement.
  package var trims: (start: CMTime, end: CMTime) {
    let attachments = values.attachments
    func trim(_ key: CFString) -> CMTime {
      let time = CMTimeMakeFromDictionary(attachments[key]?.value as? CFDictionary)
      return time.isNumeric && time > .zero ? time : .zero
    }
    return (
      trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart), trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    )
  }
}
