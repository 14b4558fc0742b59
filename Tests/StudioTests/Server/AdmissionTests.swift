import Foundation
import ModelValues
import StudioPage
import TestSupport
import Testing

/// Admission: no request without the token, and none that another page sends.
@Suite(.oneStudio) struct AdmissionTests {
  let stage: StudioStage
  var visitor: Visitor { stage.visitor }
  private var host: (String, String) { ("Host", "127.0.0.1:\(visitor.port)") }
  private var authorization: (String, String) { ("Authorization", "Bearer \(visitor.token)") }

  init() throws { stage = try #require(StudioStage.shared) }

  /// All that there is to ask for.
  private static let requests: [(method: String, target: String)] =
    [
      "/", "/favicon.ico", "/api/project", "/api/film?revision=1", "/api/picture?revision=1&frame=0",
      "/api/pictures?revision=1&from=0", "/api/sound?revision=1&from=0&count=1", "/api/explain?revision=1&frame=0",
      "/api/thumbnail?asset=one&time=0", "/api/waveform?asset=one", "/api/events", "/api/media", "/api/presets",
      "/api/export", "/api/estimate?revision=1", "/api/schema", "/api/styles", "/api/nothing", "/nothing",
    ].map { ("GET", $0) } + PageFile.all.map { ("GET", "/page/\($0.name)") }
    + ["/api/edit", "/api/text", "/api/undo", "/api/redo", "/api/resolve", "/api/media?name=new.mp4", "/api/export"].map
  {
    ("POST", $0)
  } + [("DELETE", "/api/export")]

  private func answer(_ target: String, _ headers: (String, String)...) async throws -> WebAnswer {
    try await answer("GET", target, headers)
  }

  private func answer(_ method: String, _ target: String, _ headers: [(String, String)]) async throws -> WebAnswer {
    try await visitor.answer(
      to: WebRequest(method, target, headers: headers + [("Content-Length", "0"), ("Connection", "close")]))
  }

  private static func isRefused(_ answer: WebAnswer, _ code: String) -> Bool {
    answer.status == 403 && answer.errorCode == code && answer.hasSentence
      && !answer.text.contains("gstedit-studio-") && answer.headers["set-cookie"] == nil
  }

  @Test func `without a token nothing is served`() async throws {
    #expect(Self.requests.count > 40)
    for (method, target) in Self.requests {
      let refused = try await answer(method, target, [host])
      #expect(Self.isRefused(refused, "noToken"), "\(method) \(target): \(refused.status) \(refused.text.prefix(200))")
    }
    #expect(try stage.scratch.names() == ["media", "project.json"])
  }

  @Test func `another token, a part of it or more than it is no token`() async throws {
    let token = visitor.token
    let last = token.last == "A" ? "B" : "A"
    for wrong in [
      "", "A", String(token.dropLast()), token + "A", token.dropLast() + last, token.lowercased() + "\u{301}",
    ] {
      let query = wrong.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let answers = [
        try await answer("/api/project?token=\(query)", host),
        try await answer("/api/project", host, ("Cookie", "\(visitor.cookie)=\(query)")),
        try await answer("/api/project", host, ("Authorization", "Bearer \(query)")),
      ]
      for refused in answers { #expect(Self.isRefused(refused, "noToken"), "\(wrong)") }
    }
    let others = [
      try await answer("/api/project", host, ("Authorization", token)),
      try await answer("/api/project", host, ("Authorization", "Basic \(token)")),
      try await answer("/api/project", host, ("Cookie", "gstedit-studio-\(visitor.port + 1)=\(token)")),
    ]
    for refused in others { #expect(Self.isRefused(refused, "noToken")) }
  }

  @Test func `the token is taken from the query, from the cookie, and from the header`() async throws {
    let token = visitor.token
    #expect(try await answer("/api/project?token=\(token)", host).status == 200)
    #expect(try await answer("/api/project", host, ("Cookie", "other=1; \(visitor.cookie)=\(token)")).status == 200)
    #expect(try await answer("/api/project", host, authorization).status == 200)
    // A page of another studio on this machine has left its cookie, too.
    let both = "gstedit-studio-1=\(String(repeating: "x", count: 32)); \(visitor.cookie)=\(token)"
    #expect(try await answer("/api/project", host, ("Cookie", both)).status == 200)
  }

  @Test func `the page that is opened with the token gets the cookie, for this site alone`() async throws {
    let page = try await answer("/?token=\(visitor.token)", host)
    #expect(page.status == 200 && page.headers["content-type"]?.hasPrefix("text/html") == true)
    let cookie = try #require(page.headers["set-cookie"])
    let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(parts.first == "\(visitor.cookie)=\(visitor.token)")
    #expect(Set(parts.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Strict"])
    #expect(!page.text.contains(visitor.token))
    let again = try await answer("/page/studio.js", host, ("Cookie", try #require(parts.first)))
    #expect(again.status == 200 && again.headers["content-type"]?.hasPrefix("text/javascript") == true)
  }

  @Test func `another host's name is refused, whatever token comes with it`() async throws {
    for name in [
      "evil.example:\(visitor.port)", "127.0.0.1", "127.0.0.1:\(visitor.port + 1)", "evil.127.0.0.1:\(visitor.port)",
      "",
    ] {
      for target in ["/api/project", "/page/studio.js", "/?token=\(visitor.token)"] {
        let refused = try await answer(target, ("Host", name), authorization)
        #expect(Self.isRefused(refused, "foreignHost"), "\(name) \(target): \(refused.status)")
      }
    }
    let without = try await answer("/api/project", authorization)
    #expect(without.status == 403 || without.status == 400)
    #expect(try await answer("/api/project", ("Host", "localhost:\(visitor.port)"), authorization).status == 200)
  }

  @Test func `other pages are refused, even those of this machine`() async throws {
    let origins = [
      "http://evil.example", "https://127.0.0.1:\(visitor.port)", "http://127.0.0.1:\(visitor.port + 1)",
      "http://localhost:\(visitor.port)", "http://127.0.0.1", "null", "file://", "",
    ]
    for origin in origins {
      let refused = try await answer("/api/project", host, authorization, ("Origin", origin))
      #expect(Self.isRefused(refused, "foreignOrigin"), "\(origin): \(refused.status)")
      #expect(refused.headers["access-control-allow-origin"] == nil)
    }
    for site in ["cross-site", "same-site", "nonsense", ""] {
      for target in ["/api/project", "/?token=\(visitor.token)"] {
        let refused = try await answer(target, host, authorization, ("Sec-Fetch-Site", site))
        #expect(Self.isRefused(refused, "foreignOrigin"), "\(site) \(target): \(refused.status)")
      }
    }
  }

  @Test func `the studio's own page is let in`() async throws {
    let origin = ("Origin", "http://127.0.0.1:\(visitor.port)")
    let own = try await answer("/api/project", host, authorization, origin, ("Sec-Fetch-Site", "same-origin"))
    #expect(own.status == 200)
    #expect(try await answer("/?token=\(visitor.token)", host, ("Sec-Fetch-Site", "none")).status == 200)
  }

  @Test func `every answer says that nothing is kept, guessed, framed, or loaded from elsewhere`() async throws {
    let targets = [
      "/", "/page/studio.js", "/api/project", "/api/picture?revision=1&frame=0", "/api/nothing", "/page/none.js",
    ]
    var answers = [try await answer("/", host), try await answer("/api/project", ("Host", "evil.example"))]
    for target in targets { answers.append(try await answer(target, host, authorization)) }
    for answer in answers {
      let policy = answer.headers["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("script-src") && !policy.contains("unsafe-eval"))
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
    }
  }

  @Test func `the page and its files stand in the program, each with its type`() async throws {
    let types = ["html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
    for file in PageFile.all {
      let answer = try await answer("/page/\(file.name)", host, authorization)
      let type = try #require(types[URL(filePath: file.name).pathExtension])
      #expect(answer.body == file.bytes && answer.headers["content-type"]?.hasPrefix(type) == true)
    }
    #expect(try await answer("/", host, authorization).body == PageFile.named("index.html")?.bytes)
  }
}
