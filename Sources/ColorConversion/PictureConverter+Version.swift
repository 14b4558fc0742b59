import CZimg

// SAFETY: the numbers are written to local variables.

extension PictureConverter {
  /// The version of zimg that converts: "3.0.4". C: `zimg_get_version_info`.
  public static var libraryVersion: String {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    unsafe zimg_get_version_info(&major, &minor, &micro)
    return "\(major).\(minor).\(micro)"
  }
}
