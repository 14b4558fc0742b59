import Documents
import EditingModel
import Foundation
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore
import ProjectFile

/// The values of requests, read strictly: a value that is missing or out of range is an error with a sentence.
extension Request {
  /// The longest body of JSON, in bytes: twice the longest text of a project, since letters may be escaped.
  static let longestBody = 32 << 20

  /// The number `name` of the query, in `range`.
  func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, in range: ClosedRange<Number>, otherwise: Number? = nil
  ) throws -> Number {
    guard let text = uri.queryParameters[Substring(name)] else {
      if let otherwise { return otherwise }
      throw StudioError(.badRequest, "wrongRequest", "The query has no \(name).")
    }
    guard let number = Number(text), range.contains(number) else {
      throw StudioError(
        .badRequest, "wrongRequest",
        "\(name) is \(JSONValue.quoted(String(text.prefix(60)))), which is no number from \(range.lowerBound) to \(range.upperBound)."
      )
    }
    return number
  }

  /// The text `name` of the query, percent-decoded.
  func text(_ name: String) throws -> String {
    guard let text = uri.queryParameters[Substring(name)] else {
      throw StudioError(.badRequest, "wrongRequest", "The query has no \(name).")
    }
    return String(text)
  }

  /// The text `name` of the query, one of `choices`; `otherwise` where it is not there.
  func text(_ name: String, otherwise: String, among choices: [String]) throws -> String {
    guard let text = uri.queryParameters[Substring(name)].map(String.init) else { return otherwise }
    guard choices.contains(text) else {
      throw StudioError(.badRequest, "wrongRequest", "\(name) is none of \(choices.joined(separator: ", ")).")
    }
    return text
  }

  /// The time `name` of the query, in seconds.
  func seconds(_ name: String) throws -> Rational {
    let text = try text(name)
    do {
      return try ProjectTime(text).seconds(frameDuration: nil)
    } catch {
      throw StudioError(.badRequest, "wrongRequest", "\(error)")
    }
  }

  /// The body, which is JSON.
  mutating func collected() async throws -> [UInt8] {
    if let type = headers[.contentType], !type.lowercased().hasPrefix("application/json") {
      throw StudioError(.unsupportedMediaType, "wrongRequest", "The body is \(type), and not application/json.")
    }
    let body: ByteBuffer
    do {
      body = try await collectBody(upTo: Self.longestBody)
    } catch {
      throw StudioError(
        .contentTooLarge, "tooLarge", "The body is longer than \(Self.longestBody >> 20) MiB, or broken off.")
    }
    return Array(body.readableBytesView)
  }

  /// The body as a JSON object.
  mutating func object() async throws -> [String: JSONValue] {
    let body = try await collected()
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else {
      throw StudioError(.badRequest, "wrongRequest", "The body is no JSON object.")
    }
    return members
  }
}

extension [String: JSONValue] {
  /// The text `name`.
  func text(_ name: String) throws -> String {
    guard case .string(let text)? = self[name] else {
      throw StudioError(.badRequest, "wrongRequest", "The body has no text \(name).")
    }
    return text
  }

  /// The whole number `name`.
  func number(_ name: String) throws -> Int {
    guard case .number(let digits)? = self[name], let whole = Int(digits) else {
      throw StudioError(.badRequest, "wrongRequest", "The body has no whole number \(name).")
    }
    return whole
  }
}
