// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import FoundationNetworking

/// Whether durations and times are to be exact. They are in any case.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Restrictions on the files that a movie may refer to: it refers to none here, whatever is asked for.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// The type that the media are taken to be of. Here their bytes say what they are, whatever is asked for.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
/// The cookies that a server is given, `HTTPCookie`s.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// The `User-Agent` of requests to servers, a `String`.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
/// Whether media may be loaded over a network of mobile phones; true unless set.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
/// Whether media may be loaded over a network that costs money: which do, is not known here.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
/// Whether media may be loaded over a network that is to be spared: which is, is not known here.
public let AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey"

extension URLRequest {
  /// The request for the media at `url`, as an asset's `options` say, in the name of `session`.
  init(mediaAt url: URL, _ options: [String: Any], session: UUID) {
    self.init(url: url)
    setValue(session.uuidString, forHTTPHeaderField: "X-Playback-Session-Id")
    if let cookies = options[AVURLAssetHTTPCookiesKey] as? [HTTPCookie] {
      for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) { setValue(value, forHTTPHeaderField: name) }
    }
    if let name = options[AVURLAssetHTTPUserAgentKey] as? String { setValue(name, forHTTPHeaderField: "User-Agent") }
    if let allowed = options[AVURLAssetAllowsCellularAccessKey] as? Bool { allowsCellularAccess = allowed }
    // Not a name that Apple declares, but one that programs use.
    for (name, value) in options["AVURLAssetHTTPHeaderFieldsKey"] as? [String: String] ?? [:] {
      setValue(value, forHTTPHeaderField: name)
    }
  }
}
