/// The record of a known type.
struct KnownType: Sendable {
  /// The types that it is of the kind of.
  let parents: [String]
  /// The endings of its files' names, the usual one first.
  let endings: [String]
  /// Its MIME types, the usual one first.
  let mimeTypes: [String]

  private init(_ parents: [String], _ endings: [String] = [], _ mimeTypes: [String] = []) {
    (self.parents, self.endings, self.mimeTypes) = (parents, endings, mimeTypes)
  }

  /// All types, by their identifiers.
  static let all = Dictionary(uniqueKeysWithValues: table)
  /// The identifiers; of types with the same ending the first one is meant.
  static let order = table.map(\.0)

  private static let table: [(String, KnownType)] = [
    ("public.item", KnownType([])), ("public.content", KnownType([])), ("public.data", KnownType(["public.item"])),
    ("public.folder", KnownType(["public.item"])), ("public.url", KnownType(["public.data"])),
    ("public.file-url", KnownType(["public.url"])),
    ("public.audiovisual-content", KnownType(["public.data", "public.content"])),
    ("public.movie", KnownType(["public.audiovisual-content"])), ("public.video", KnownType(["public.movie"])),
    ("public.audio", KnownType(["public.audiovisual-content"])),
    ("com.apple.quicktime-movie", KnownType(["public.movie"], ["mov", "qt"], ["video/quicktime"])),
    ("public.mpeg-4", KnownType(["public.movie"], ["mp4", "mpg4"], ["video/mp4"])),
    ("com.apple.m4v-video", KnownType(["public.movie"], ["m4v"], ["video/x-m4v"])),
    ("com.apple.protected-mpeg-4-video", KnownType(["public.movie"], ["m4v"], ["video/x-m4v"])),
    ("public.3gpp", KnownType(["public.movie"], ["3gp", "3gpp"], ["video/3gpp"])),
    ("public.3gpp2", KnownType(["public.movie"], ["3g2", "3gp2"], ["video/3gpp2"])),
    ("public.mpeg", KnownType(["public.movie"], ["mpg", "mpeg", "m75", "m15"], ["video/mpeg"])),
    ("public.mpeg-2-video", KnownType(["public.video"], ["m2v"], ["video/mpeg2"])),
    ("public.mpeg-2-transport-stream", KnownType(["public.movie"], ["ts"], ["video/mp2t"])),
    ("public.avi", KnownType(["public.movie"], ["avi", "vfw"], ["video/avi"])),
    ("org.matroska.mkv", KnownType(["public.movie"], ["mkv"], ["video/x-matroska"])),
    ("org.webmproject.webm", KnownType(["public.movie"], ["webm"], ["video/webm"])),
    ("public.mpeg-4-audio", KnownType(["public.audio"], ["mp4", "mpg4"], ["audio/mp4"])),
    ("com.apple.m4a-audio", KnownType(["public.audio"], ["m4a"], ["audio/x-m4a"])),
    ("com.apple.protected-mpeg-4-audio", KnownType(["public.audio"], ["m4p"], ["audio/x-m4p"])),
    ("public.mp3", KnownType(["public.audio"], ["mp3", "mpga"], ["audio/mpeg", "audio/mp3"])),
    ("com.microsoft.waveform-audio", KnownType(["public.audio"], ["wav", "wave"], ["audio/vnd.wave", "audio/wav"])),
    ("public.aiff-audio", KnownType(["public.audio"], ["aiff", "aif"], ["audio/aiff"])),
    ("public.aifc-audio", KnownType(["public.audio"], ["aifc"], ["audio/x-aiff"])),
    ("com.apple.coreaudio-format", KnownType(["public.audio"], ["caf"], ["audio/x-caf"])),
    ("org.xiph.flac", KnownType(["public.audio"], ["flac"], ["audio/flac"])),
    ("public.midi-audio", KnownType(["public.audio"], ["midi", "mid"], ["audio/midi"])),
    ("public.image", KnownType(["public.data", "public.content"])),
    ("public.jpeg", KnownType(["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg"])),
    ("public.png", KnownType(["public.image"], ["png"], ["image/png"])),
    ("com.compuserve.gif", KnownType(["public.image"], ["gif"], ["image/gif"])),
    ("public.tiff", KnownType(["public.image"], ["tiff", "tif"], ["image/tiff"])),
    ("com.microsoft.bmp", KnownType(["public.image"], ["bmp", "dib"], ["image/bmp"])),
    ("public.jpeg-2000", KnownType(["public.image"], ["jp2", "jpf", "jpx", "j2k", "j2c"], ["image/jp2"])),
    ("com.truevision.tga-image", KnownType(["public.image"], ["tga"], ["image/targa"])),
    ("public.heif-standard", KnownType(["public.image"])),
    ("public.heif", KnownType(["public.heif-standard"], ["heif"], ["image/heif"])),
    ("public.heic", KnownType(["public.heif-standard"], ["heic"], ["image/heic"])),
    ("public.heics", KnownType(["public.heif-standard"], ["heics"], ["image/heic-sequence"])),
    ("public.avis", KnownType(["public.heif-standard"], ["avis"], ["image/avif-sequence"])),
    ("public.avif", KnownType(["public.heif-standard"], ["avif"], ["image/avif"])),
    ("org.webmproject.webp", KnownType(["public.image"], ["webp"], ["image/webp"])),
    ("public.svg-image", KnownType(["public.image"], ["svg", "svgz"], ["image/svg+xml"])),
    ("public.text", KnownType(["public.data", "public.content"])),
    ("public.plain-text", KnownType(["public.text"], ["txt", "text"], ["text/plain"])),
    ("public.json", KnownType(["public.text"], ["json"], ["application/json"])),
    ("public.utf8-plain-text", KnownType(["public.plain-text"])),
    ("public.utf16-plain-text", KnownType(["public.plain-text"])),
    ("public.rtf", KnownType(["public.text"], ["rtf"], ["text/rtf"])),
    ("public.html", KnownType(["public.text"], ["html", "htm"], ["text/html"])),
    ("public.xml", KnownType(["public.text"], ["xml"], ["application/xml", "text/xml"])),
    ("public.yaml", KnownType(["public.text"], ["yml", "yaml"], ["application/x-yaml"])),
    ("public.comma-separated-values-text", KnownType(["public.text"], ["csv"], ["text/csv"])),
    ("public.source-code", KnownType(["public.plain-text"])),
    ("public.swift-source", KnownType(["public.source-code"], ["swift"])),
    ("com.apple.property-list", KnownType(["public.data"], ["plist"])),
    ("com.adobe.pdf", KnownType(["public.data", "public.content"], ["pdf"], ["application/pdf"])),
    ("public.archive", KnownType(["public.data"])),
    ("public.zip-archive", KnownType(["public.archive"], ["zip"], ["application/zip"])),
    ("org.gnu.gnu-zip-archive", KnownType(["public.archive"], ["gz", "gzip"], ["application/x-gzip"])),
    ("public.directory", KnownType(["public.item"])), ("public.package", KnownType(["public.directory"])),
    ("public.executable", KnownType(["public.item"])), ("public.font", KnownType(["public.item"])),
    ("public.camera-raw-image", KnownType(["public.image"])),
    ("com.microsoft.ico", KnownType(["public.image"], ["ico"], ["image/vnd.microsoft.icon"])),
    ("com.apple.icns", KnownType(["public.image"], ["icns"])),
    ("com.ilm.openexr-image", KnownType(["public.image"], ["exr"])),
    ("com.apple.live-photo", KnownType(["public.data"])),
    ("public.playlist", KnownType(["public.data"])),
    ("public.m3u-playlist", KnownType(["public.playlist"], ["m3u", "m3u8"], ["audio/mpegurl"])),
    ("public.ac3-audio", KnownType(["public.audio"], ["ac3"], ["audio/ac3"])),
    ("org.xiph.ogg-audio", KnownType(["public.audio"], ["ogg", "oga"], ["audio/ogg"])),
  ]
}
