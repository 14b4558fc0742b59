import TestSupport
import Testing

/// Playlists that break a rule are found out; those that break none are not.
struct PlaylistRulesTests {
  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:6.006,
    1.m4s
    #EXTINF:2.5,
    2.m4s
    #EXT-X-ENDLIST

    """
  private static let main = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one",DEFAULT=YES,URI="a.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=900,CODECS="avc1.64001F",RESOLUTION=16x16,AUDIO="a"
    v.m3u8

    """

  @Test func `correct playlists pass`() {
    #expect(PlaylistRules.violations(of: Playlist(Self.media)).isEmpty)
    #expect(PlaylistRules.violations(of: Playlist(Self.main)).isEmpty)
  }

  @Test(arguments: [
    ("#EXTM3U\n", ""), ("VERSION:6", "VERSION:5"), ("6.006", "6.6"), ("#EXTINF:2.5,\n", ""), ("#EXT-X-ENDLIST\n", ""),
    ("URI=\"init.mp4\"", "URI=init.mp4"), ("TYPE:VOD", "TYPE:LIVE"), ("TARGETDURATION:6", "TARGETDURATION:6.0"),
    ("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-TARGETDURATION:6"), ("#EXTINF:2.5", "#EXT-X-BYTERANGE:7\n#EXTINF:2.5"),
  ]) func `a media playlist that breaks a rule is found out`(right: String, wrong: String) {
    #expect(!PlaylistRules.violations(of: Playlist(Self.media.replacing(right, with: wrong))).isEmpty)
  }

  @Test(arguments: [
    ("BANDWIDTH=1000,", ""), ("=900", "=1100"), ("AUDIO=\"a\"", "AUDIO=\"b\""), (",NAME=\"one\"", ""),
    ("v.m3u8\n", ""), ("RESOLUTION=16x16", "RESOLUTION=16"), ("CODECS=\"avc1.64001F\",", ""),
    ("TYPE=AUDIO", "TYPE=SOUND"), ("RESOLUTION", "Resolution"), ("#EXTM3U", "#EXTM3U\n#EXT-X-ENDLIST"),
  ]) func `a multivariant playlist that breaks a rule is found out`(right: String, wrong: String) {
    let text = Self.main.replacing(right, with: wrong, maxReplacements: 1)
    #expect(!PlaylistRules.violations(of: Playlist(text)).isEmpty)
  }
}
