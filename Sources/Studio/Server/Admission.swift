import HTTPTypes
import Hummingbird

/// Admission of requests: only from this server's own page, or from a program, with the token.
///
/// ```
///  Host          127.0.0.1, localhost or ::1, with the server's port: no name that resolves to this machine (DNS rebinding)
///  Origin        the server's own, where a browser says one
///  Sec-Fetch-Site  same-origin or none, where a browser says it: no page elsewhere, not even one of another port
///  token         in the query, the cookie or the Authorization header
/// ```
///
/// The page that is opened with the token in its address gets it as a cookie, so that its files and requests carry it.
struct Admission: RouterMiddleware {
  /// The secret.
  let token: StudioToken

  func handle(
    _ request: Request, context: StudioContext, next: (Request, StudioContext) async throws -> Response
  ) async throws -> Response {
    try checkOrigin(of: request, port: context.port)
    let inQuery = request.uri.queryParameters["token"].map { token.matches(String($0)) } ?? false
    guard inQuery || hasCookie(request, port: context.port) || hasAuthorization(request) else {
      throw StudioError(
        .forbidden, "noToken", "The request does not have the studio's token.",
        remedy: "Open the address that gstedit studio printed.")
    }
    var response = try await next(request, context)
    if inQuery, request.uri.path == "/" {
      response.headers.append(
        HTTPField(
          name: .setCookie, value: "\(cookie(context.port))=\(token.text); Path=/; HttpOnly; SameSite=Strict"))
    }
    return response
  }

  /// Refuses requests that other pages make a browser send.
  private func checkOrigin(of request: Request, port: Int?) throws {
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port ?? 0)" }
    guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
      throw StudioError(.forbidden, "foreignHost", "The request names another host than this server.")
    }
    if let origin = request.headers[.origin], origin.lowercased() != "http://\(host)" {
      throw StudioError(.forbidden, "foreignOrigin", "The request comes from another page than the studio's.")
    }
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }),
      site != "same-origin", site != "none"
    {
      throw StudioError(.forbidden, "foreignOrigin", "The request comes from another page than the studio's.")
    }
  }

  /// The cookie's name. Cookies of one host are shared by all its ports.
  private func cookie(_ port: Int?) -> String { "gstedit-studio-\(port ?? 0)" }

  private func hasCookie(_ request: Request, port: Int?) -> Bool {
    request.cookies[cookie(port)].map { token.matches($0.value) } ?? false
  }

  private func hasAuthorization(_ request: Request) -> Bool {
    guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else { return false }
    return token.matches(String(header.dropFirst("Bearer ".count)))
  }
}

/// The headers of every answer: keep nothing, load nothing from elsewhere, let no other page show or read it.
struct SafeHeaders: RouterMiddleware {
  private static let fields: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; object-src 'none'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]

  /// The answers to requests whose body was not read to its end.
  private static let unread: [HTTPResponse.Status] = [.forbidden, .contentTooLarge, .unsupportedMediaType]

  func handle(
    _ request: Request, context: StudioContext, next: (Request, StudioContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = StudioError.describing(error).response
    }
    for (name, value) in Self.fields {
      guard let name = HTTPField.Name(name) else { continue }
      response.headers[name] = value
    }
    if request.method == .post, Self.unread.contains(response.status) {
      response.headers[.connection] = "close"
      RefusedBody.limit(on: context.channel)
    }
    return response
  }
}
