import EditingModel
import GStreamer
import MediaTime
import PacketFiles
import Rendering

extension RenderError {
  /// Translates GStreamer's error, which concerns `asset` or `clip` at `time`.
  init(_ error: GStreamerError, asset: AssetReference? = nil, clip: ClipReference? = nil, time: Rational? = nil) {
    if error.isOutOfDescriptors {
      self = .outOfDescriptors(underlying: error.description)
    } else if error.isDiskFull {
      self.init(
        .writeFailed, "The disk is full.", remedy: "Make room, or write to another disk.",
        underlying: error.description)
    } else if error.isWriteFailure {
      self.init(
        .writeFailed, "The file cannot be written on.", remedy: "Check the disk.", underlying: error.description)
    } else if error.isMissingPlugin || error.isMissingElement {
      self.init(
        .missingPlugin, "A GStreamer plugin for this media is not installed: \(error.message)",
        remedy:
          "Install gstreamer1.0-plugins-good, gstreamer1.0-plugins-bad, gstreamer1.0-plugins-ugly and gstreamer1.0-libav.",
        clip: clip, asset: asset, time: time, underlying: error.description)
    } else if asset != nil || clip != nil {
      self.init(
        .mediaUnreadable, "The media cannot be decoded: \(error.message)",
        remedy: "Check that the file plays from start to end; it may be damaged or cut short.", clip: clip,
        asset: asset, time: time, underlying: error.description)
    } else {
      self.init(.engineFailed, "The engine failed: \(error.message)", underlying: error.description)
    }
  }
}

extension RenderError {
  /// The process may not have as many files open as the work takes.
  static func outOfDescriptors(underlying: String?) -> RenderError {
    RenderError(
      .limitExceeded, "The process may not have as many files open as this takes.",
      remedy: "Allow it more: ulimit -n 256.", underlying: underlying)
  }

  /// Translates the error of reading or writing packets.
  init(_ error: PacketFileError) {
    switch error.kind {
    case .diskFull:
      self.init(
        .writeFailed, "The disk is full.", remedy: "Make room, or write to another disk.", underlying: error.underlying)
    case .unwritable:
      self.init(.writeFailed, error.message, remedy: "Check the disk.", underlying: error.underlying)
    case .unreadable:
      self.init(.mediaUnreadable, error.message, remedy: "Check that the file plays.", underlying: error.underlying)
    case .unsupported:
      self.init(
        .unsupported, error.message, remedy: "Name another container, or convert the file.",
        underlying: error.underlying)
    }
  }
}

/// Runs `body` and translates GStreamer's errors to `RenderError`, once, at the engine's boundary.
func translating<Result>(
  asset: AssetReference? = nil, clip: ClipReference? = nil, time: Rational? = nil,
  _ body: () throws -> Result
) throws(RenderError) -> Result {
  do {
    return try body()
  } catch let error as RenderError {
    throw error.located(asset: asset, clip: clip, time: time)
  } catch let error as GStreamerError {
    throw RenderError(error, asset: asset, clip: clip, time: time)
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
  func located(asset: AssetReference?, clip: ClipReference?, time: Rational?) -> RenderError {
    var error = self
    error.clip = error.clip ?? clip
    error.asset = error.asset ?? clip?.asset ?? asset
    error.exactTime = error.exactTime ?? time
    return error
  }
}
