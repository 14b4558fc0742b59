import EditServices
import MediaFormats
import MediaTime
import Rendering
import Testing

/// The texts of playlists and of DASH's manifest, of tracks that are written down here.
struct PlaylistTests {
  private func pictures(_ name: String, _ width: Int, _ height: Int, bytes: Int64) throws -> PackagedTrack {
    let segments = (0..<3).map { number -> MediaSegments.Segment in
      let start = Int64(number) * 180_180
      let end = start + (number < 2 ? 180_180 : 60_060)
      let first = MediaSegments.KeyFrame(tick: start, bytes: 20..<520)
      let second = MediaSegments.KeyFrame(tick: 90_090, bytes: 900..<1_000)
      return .init(
        name: MediaSegmentFormat.fragmentedMP4.fileName(number + 1), ticks: start..<end,
        byteCount: number == 1 ? 2 * bytes : bytes, keyFrames: number == 0 ? [first, second] : [first])
    }
    return PackagedTrack(
      name,
      MediaSegments(
        .fragmentedMP4, codec: "avc1.64001F", timescale: 30_000, initializationByteCount: 700, segments: segments),
      pictures: .init(
        size: PixelSize(width: width, height: height), frameRate: try Rational(30_000, 1_001), colorimetry: .bt709))
  }

  private func sound(_ name: String, _ language: String?) -> PackagedTrack {
    let segments = (0..<3).map { number in
      MediaSegments.Segment(
        name: "0000\(number + 1).m4s", ticks: Int64(number) * 288_768..<Int64(number + 1) * 288_768, byteCount: 96_000)
    }
    return PackagedTrack(
      name,
      MediaSegments(
        .fragmentedMP4, codec: "mp4a.40.2", timescale: 48_000, initializationByteCount: 700, segments: segments),
      sound: .init(sampleRate: 48_000, channels: 2, languageTag: language, title: "A \"B\"", isDefault: true))
  }

  @Test func `a media playlist says each segment's length, and no more than whole seconds for all`() throws {
    let track = try pictures("720p", 1_280, 720, bytes: 900_000)
    #expect(MediaPlaylist.targetDuration(of: [track]) == 6)
    #expect(
      MediaPlaylist(track: track, targetDuration: 6).text == """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:1
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:6.006000,
        00001.m4s
        #EXTINF:6.006000,
        00002.m4s
        #EXTINF:2.002000,
        00003.m4s
        #EXT-X-ENDLIST

        """)
  }

  @Test func `key frames last until the next one`() throws {
    let text = KeyFramePlaylist(track: try pictures("720p", 1_280, 720, bytes: 900_000)).text
    #expect(
      text.contains(
        """
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:3.003000,
        #EXT-X-BYTERANGE:500@20
        00001.m4s
        #EXTINF:3.003000,
        #EXT-X-BYTERANGE:100@900
        00001.m4s
        #EXTINF:6.006000,
        #EXT-X-BYTERANGE:500@20
        00002.m4s
        """))
  }

  @Test func `the multivariant playlist states the largest rate of sizes with sounds`() throws {
    let tracks = [
      try pictures("720p", 1_280, 720, bytes: 900_000), try pictures("480p", 854, 480, bytes: 450_000),
      sound("sound", "de"), sound("sound-2", nil),
    ]
    let text = MultivariantPlaylist(tracks, targetDuration: 6).text
    let lines = text.split(separator: "\n").map(String.init)
    // Of 6.006 and 2.002 s with 1.8 and 0.9 MB: together they last longer than the second alone, and have more bits a second.
    let peak = Int((2_700_000.0 * 8 / 8.008).rounded(.up)) + Int((96_000.0 * 8 / 6.016).rounded(.up))
    #expect(lines.contains { $0.hasPrefix("#EXT-X-STREAM-INF:BANDWIDTH=\(peak),") }, "\(text)")
    #expect(
      lines[3]
        == "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"A 'B'\",LANGUAGE=\"de\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\",URI=\"sound/index.m3u8\""
    )
    #expect(lines[4].contains("NAME=\"A 'B' 2\",DEFAULT=NO"))
    let size = "RESOLUTION=854x480,FRAME-RATE=29.970,VIDEO-RANGE=SDR"
    #expect(text.contains("CODECS=\"avc1.64001F,mp4a.40.2\",\(size),AUDIO=\"sound\"\n480p/index.m3u8"))
    #expect(lines.last?.hasSuffix("URI=\"480p/iframes.m3u8\"") == true)
  }

  @Test func `the manifest of DASH counts segments of equal length`() throws {
    let tracks = [try pictures("720p", 1_280, 720, bytes: 900_000), sound("sound", "de")]
    let text = PresentationDescription(tracks: tracks, duration: try Rational(14_014, 1_000), targetDuration: 6).text
    #expect(text.contains("mediaPresentationDuration=\"PT14.014000S\" maxSegmentDuration=\"PT7S\""))
    #expect(text.contains("<S t=\"0\" d=\"180180\" r=\"1\"/>\n          <S t=\"360360\" d=\"60060\"/>"))
    #expect(text.contains("<S t=\"0\" d=\"288768\" r=\"2\"/>"))
    #expect(text.contains("frameRate=\"30000/1001\"") && text.contains(" lang=\"de\""))
    #expect(text.contains("<Label>A &quot;B&quot;</Label>"))
  }
}
