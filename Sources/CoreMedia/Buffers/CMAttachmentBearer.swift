// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

/// A bearer of attachments: a sample buffer or a picture (`CMAttachmentBearerProtocol`).
public protocol CMAttachmentBearerProtocol: AnyObject {}

extension CMAttachmentBearerProtocol {
  /// Its attachments.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }
  /// Attaches to `destination` the attachments that propagate to copies.
  public func propagateAttachments<Bearer: CMAttachmentBearerProtocol>(to destination: Bearer) {
    CMPropagateAttachments(self, destination: destination)
  }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {}
extension CVBuffer: CMAttachmentBearerProtocol {}

/// The attachments of a bearer, which changes with them at once (`CMAttachmentBearerAttachments`).
public struct CMAttachmentBearerAttachments {
  fileprivate let bearer: CMAttachmentBearer

  /// A value, and whether copies have it too.
  public enum Value {
    /// They have not.
    case shouldNotPropagate(Any)
    /// They have.
    case shouldPropagate(Any)

    /// The value.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }
    /// Whether copies have it too.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  /// Whether copies have an attachment too.
  public enum Mode: CMAttachmentMode, Sendable {
    /// They have not.
    case shouldNotPropagate = 0
    /// They have.
    case shouldPropagate = 1
  }

  /// The attachment under `key`; nil without one.
  public subscript(key: String) -> Value? {
    get {
      var mode = kCMAttachmentMode_ShouldNotPropagate
      guard let value = unsafe CMGetAttachment(bearer, key: key, attachmentModeOut: &mode) else { return nil }
      return mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }
    nonmutating set {
      let mode = newValue?.mode ?? .shouldNotPropagate
      CMSetAttachment(bearer, key: key, value: newValue?.value, attachmentMode: mode.rawValue)
    }
  }
  // SAFETY: the mode is written once.

  /// The attachment under `key`; nil without one.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// Removes everything.
  public func removeAll() { CMRemoveAllAttachments(bearer) }
  /// The attachments that copies do not have.
  public var nonPropagated: [String: Any] { all(.shouldNotPropagate) }
  /// The attachments that copies have too.
  public var propagated: [String: Any] { all(.shouldPropagate) }
  /// Attaches each of `attachments`, in place of those that were there under the same keys.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    CMSetAttachments(bearer, attachments: attachments, attachmentMode: mode.rawValue)
  }

  private func all(_ mode: Mode) -> [String: Any] {
    CMCopyDictionaryOfAttachments(allocator: nil, target: bearer, attachmentMode: mode.rawValue) ?? [:]
  }
}
