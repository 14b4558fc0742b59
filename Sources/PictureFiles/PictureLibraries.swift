import CHEIF
import CJPEG2000
import CSVG
import CWebP
import CZlib

// SAFETY: the libraries' versions are constants, and copied.

/// The libraries that read files of pictures.
public enum PictureLibraries {
  /// Their names and versions. C: `heif_get_version`, `WebPGetDemuxVersion`, `opj_version`, `zlibVersion`.
  public static var versions: [(name: String, version: String)] {
    [
      ("libheif", unsafe String(cString: heif_get_version())), ("libwebp", webPVersion),
      ("OpenJPEG", unsafe String(cString: opj_version())),
      ("librsvg", "\(LIBRSVG_MAJOR_VERSION).\(LIBRSVG_MINOR_VERSION).\(LIBRSVG_MICRO_VERSION)"),
      ("zlib", unsafe String(cString: zlibVersion())),
    ]
  }

  /// A byte for each of the three numbers.
  private static var webPVersion: String {
    let version = WebPGetDemuxVersion()
    return "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
}
