public import EditingModel
public import MediaTime

/// A failure of planning or rendering a movie: what happened, to which clip, when, and what to do.
///
/// ```swift
/// do { try await session.export() } catch let error as RenderError where error.code == .missingPlugin {
///   print(error.remedy ?? "")   // "Install gstreamer1.0-libav."
/// }
/// ```
public struct RenderError: Error, Diagnosed, Hashable, Sendable, Codable {
  /// The kind of failure.
  public var code: Code
  /// The fault, the remedy, and the framework's own message.
  public var diagnostic: Diagnostic
  /// The clip it happened to.
  public var clip: ClipReference?
  /// The file it happened to, where there is one.
  public var asset: AssetReference?
  /// The composition time it happened at, exactly.
  package var exactTime: Rational?

  /// A failure of kind `code`.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, clip: ClipReference? = nil, asset: AssetReference? = nil,
    time: Rational? = nil, underlying: String? = nil
  ) {
    self.code = code
    self.diagnostic = Diagnostic(message, remedy: remedy, underlying: underlying)
    self.clip = clip
    self.asset = asset ?? clip?.asset
    exactTime = time
  }

  /// The composition time it happened at (`AVErrorTimeKey`).
  public var time: CMTime? { exactTime.map { CMTime(notAfter: $0) } }

  /// The kinds of failure. More may come; compare, and keep a default.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind's name, as machine-readable output spells it.
    public var rawValue: String

    /// The kind called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The kind's name.
    public var description: String { rawValue }

    /// The model cannot be rendered as it stands.
    public static let invalidModel = Code(rawValue: "invalidModel")
    /// A segment asks for media that its file does not hold.
    public static let sourceRangeBeyondMedia = Code(rawValue: "sourceRangeBeyondMedia")
    /// The request is not supported.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A media file does not exist.
    public static let mediaMissing = Code(rawValue: "mediaMissing")
    /// A media file cannot be read or decoded.
    public static let mediaUnreadable = Code(rawValue: "mediaUnreadable")
    /// A media file is encrypted (`AVError.contentIsProtected`).
    public static let contentIsProtected = Code(rawValue: "contentIsProtected")
    /// A plugin is needed that is not installed.
    public static let missingPlugin = Code(rawValue: "missingPlugin")
    /// The engine failed for a reason of its own.
    public static let engineFailed = Code(rawValue: "engineFailed")
    /// A custom compositor did not make a frame as it should (`AVError.videoCompositorFailed`).
    public static let videoCompositorFailed = Code(rawValue: "videoCompositorFailed")
    /// The output exists already.
    public static let outputExists = Code(rawValue: "outputExists")
    /// The output cannot be created where it was asked for.
    public static let cannotCreateOutput = Code(rawValue: "cannotCreateOutput")
    /// Writing the output failed: the disk is full or defective.
    public static let writeFailed = Code(rawValue: "writeFailed")
    /// A frame or samples were asked for that the plan does not have, or a time that does not rise.
    public static let outOfRange = Code(rawValue: "outOfRange")
    /// A reader or writer was used after it was closed.
    public static let closed = Code(rawValue: "closed")
    /// There was no progress for too long.
    public static let stalled = Code(rawValue: "stalled")
    /// A process that media is kept in went beyond what it may use.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The work was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
  }
}

extension RenderError: CustomStringConvertible {
  /// The sentences a person reads: the clip and the time, what was found, and what to do.
  public var description: String {
    var location: [String] = []
    if let clip {
      location.append("clip \(clip)")
    } else if let asset {
      location.append("file \(asset.name)")
    }
    if let exactTime { location.append("at \(exactTime.timecode)") }
    let start = location.isEmpty ? "" : location.joined(separator: " ") + ": "
    return start + diagnostic.description
  }
}

extension RenderError {
  /// Any error as a `RenderError`: itself if it is one; `.cancelled` for a cancelled task; else `.engineFailed` with
  /// the error's own words.
  public init(describing error: any Error) {
    if let error = error as? RenderError {
      self = error
    } else if error is CancellationError {
      self = .cancelled()
    } else {
      self.init(.engineFailed, "The engine failed.", underlying: String(describing: error))
    }
  }

  /// The result of `body`, or its error as a `RenderError`.
  public static func catching<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do {
      return try body()
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The work was cancelled; `underlying` describes the error with which it ended.
  package static func cancelled(underlying: String? = nil) -> RenderError {
    RenderError(.cancelled, "The work was cancelled.", underlying: underlying)
  }
}

extension Rational {
  /// "00:01:02.500", rounded down to milliseconds: how errors and plans name a time to people.
  public var timecode: String {
    func padded(_ number: UInt128, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let (quotient, rest) = (Int128(numerator) * 1_000).quotientAndRemainder(dividingBy: Int128(denominator))
    let milliseconds = rest < 0 ? quotient - 1 : quotient
    let whole = milliseconds.magnitude
    let sign = milliseconds < 0 ? "-" : ""
    let seconds = whole / 1_000
    return sign + padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
      + "." + padded(whole % 1_000, 3)
  }
}

/// The result of `work`; its overflow as an error that names the clip.
///
/// Times of media and projects have small denominators, so that this takes a project made to overflow.
package func exactly<Value>(
  clip: ClipReference? = nil, time: Rational? = nil, _ work: () throws(RationalError) -> Value
) throws(RenderError) -> Value {
  do {
    return try work()
  } catch {
    throw RenderError(
      .invalidModel, "\(clip == nil ? "The" : "Its") times cannot be computed with exactly: \(error)",
      remedy: "Use times whose timescales have more in common.", clip: clip, time: time)
  }
}
