import EditingModel

/// Property that ramps change, in the words of AVFoundation's exceptions.
enum Ramped: String {
  case volume, opacity, transform
  case crop = "crop rectangle"

  /// Reason for which a ramp or a value was not added.
  func reason(of error: RampError) -> String {
    switch error.code {
    case .rampsOverlap:
      "The timeRange of \(article) \(rawValue) ramp must not overlap the timeRange of an existing \(rawValue) ramp. "
        + "(\(error.diagnostic))"
    default: error.description
    }
  }

  private var article: String { self == .opacity ? "an" : "a" }
}
