package import EditingModel
package import MediaTime
package import Rendering

extension RenderError {
  /// Translates the error of reading or writing packets.
  package init(_ error: PacketFileError) {
    switch error.kind {
    case .diskFull:
      self.init(
        .writeFailed, "The disk is full.", remedy: "Make room, or write to another disk.", underlying: error.underlying)
    case .unwritable:
      self.init(.writeFailed, error.message, remedy: "Check the disk.", underlying: error.underlying)
    case .outOfDescriptors:
      self = .outOfDescriptors(underlying: error.underlying)
    case .unreadable:
      self.init(.mediaUnreadable, error.message, remedy: "Check that the file plays.", underlying: error.underlying)
    case .unsupported:
      self.init(
        .unsupported, error.message, remedy: "Name another container, or convert the file.",
        underlying: error.underlying)
    }
  }
}

extension RenderError {
  /// The process may not have as many files open as the work takes.
  package static func outOfDescriptors(underlying: String?) -> RenderError {
    RenderError(
      .limitExceeded, "The process may not have as many files open as this takes.",
      remedy: "Allow it more: ulimit -n 256.", underlying: underlying)
  }
}

/// Runs `body` and translates the errors of packets and of times to `RenderError`.
package func translatingPacketErrors<Result>(
  asset: AssetReference? = nil, clip: ClipReference? = nil, time: Rational? = nil,
  _ body: () throws -> Result
) throws(RenderError) -> Result {
  do {
    return try body()
  } catch let error as RenderError {
    throw error.located(asset: asset, clip: clip, time: time)
  } catch let error as PacketFileError {
    throw RenderError(error).located(asset: asset, clip: clip, time: time)
  } catch let error as RationalError {
    throw RenderError(
      .invalidModel, "A time cannot be computed exactly: \(error).",
      remedy: "Use times with smaller numerators and denominators.", clip: clip, asset: asset, time: time)
  } catch {
    throw RenderError(.engineFailed, "The engine failed: \(error)", clip: clip, asset: asset, time: time)
  }
}

extension RenderError {
  /// The same error, with the clip and the time where it does not name them yet.
  package func located(asset: AssetReference?, clip: ClipReference?, time: Rational?) -> RenderError {
    var error = self
    error.clip = error.clip ?? clip
    error.asset = error.asset ?? clip?.asset ?? asset
    error.exactTime = error.exactTime ?? time
    return error
  }
}
