import EditingModel
import FoundationEssentials
import Testing

@testable import ProjectFile

@Suite struct MediaPathTests {
  @Test(arguments: [
    ("media/cat.mp4", "/films/demo/media/cat.mp4"), ("/srv/cat.mp4", "/srv/cat.mp4"),
    ("../cat.mp4", "/films/demo/../cat.mp4"),
    ("100% cat#1?.mp4", "/films/demo/100% cat#1?.mp4"), ("./a:b.mp4", "/films/demo/./a:b.mp4"),
    ("d/a:b.mp4", "/films/demo/d/a:b.mp4"),
    ("file:///srv/cat.mp4", "/srv/cat.mp4"), ("file:/srv/cat.mp4", "/srv/cat.mp4"),
    ("FILE://localhost/srv/cat.mp4", "/srv/cat.mp4"),
    ("file:///srv/a%20b%25%C3%A9.mp4", "/srv/a b%é.mp4"), ("été/ž.mp4", "/films/demo/été/ž.mp4"),
  ])
  func `a path or a file URI names a file`(uri: String, path: String) throws {
    #expect(try MediaPath(uri: uri, baseURL: folder).url.path == path)
  }

  @Test(arguments: [
    ("http://example.com/cat.mp4", "scheme http"), ("rtsp:x", "scheme rtsp"), ("a:b.mp4", "scheme a"),
    ("file://server/cat.mp4", "host server"), ("file:cat.mp4", "no absolute path"), ("file://", "no absolute path"),
    ("file:///a?b", "? or #"), ("file:///a#b", "? or #"), ("file:///a%2", "% escapes"), ("file:///a%zz", "% escapes"),
    ("file:///a%FF", "% escapes"), ("file:///a%00b", "null character"), ("a\u{0}b", "null character"),
  ])
  func `anything else is refused by name`(uri: String, word: String) throws {
    let error = try #require(throws: MediaPathError.self) { try MediaPath(uri: uri, baseURL: folder) }
    #expect(error.message.contains(word))
  }

  @Test(arguments: ["/films/demo/media/cat.mp4", "/srv/a b%é.mp4", "/films/demo/a:b.mp4", "/films/demo2/x.mp4"])
  func `a file is named so that it is found again`(path: String) throws {
    let uri = MediaPath.uri(of: URL(filePath: path), baseURL: folder)
    #expect(URL(filePath: try MediaPath(uri: uri, baseURL: folder).url.path).standardizedFileURL.path == path)
    #expect(uri.hasPrefix("file:") == !path.hasPrefix("/films/demo/"))
  }
}
