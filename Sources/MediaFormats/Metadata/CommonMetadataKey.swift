/// A statement that many kinds of file share (`AVMetadataKey` of the common key space).
public enum CommonMetadataKey: String, Hashable, Sendable, Codable, CaseIterable {
  case title, subject, description, publisher, contributor, creationDate, lastModifiedDate, type, format, identifier,
    source, language, relation, location, copyrights, albumName, creator, artist, author, artwork, make, model, software

  /// The meaning of `identifier` in any kind of file; nil where it is none of these.
  public init?(_ identifier: MetadataIdentifier) {
    guard let key = Self.keys[identifier.keySpace]?[identifier.key] else { return nil }
    self = key
  }

  /// The keys of each space. Sources: Apple's constants of `AVMetadataIdentifier` for `itsk`, `mdta`, `udta` and `org.id3`;
  /// the Matroska tag registry; Xiph's list of field names; the RIFF list of 1991; Exif 2.32.
  private static let keys: [MetadataKeySpace: [String: CommonMetadataKey]] = [
    .iTunes: [
      "©nam": .title, "©ART": .artist, "©alb": .albumName, "©wrt": .creator, "©cmt": .description, "desc": .description,
      "ldes": .description, "©day": .creationDate, "cprt": .copyrights, "©cpy": .copyrights, "©gen": .type,
      "gnre": .type,
      "covr": .artwork, "©too": .software, "©pub": .publisher, "©aut": .author, "©xyz": .location, "©mak": .make,
      "©mod": .model, "keyw": .subject,
    ],
    .quickTimeMetadata: Dictionary(
      uniqueKeysWithValues: [
        ("title", .title), ("displayname", .title), ("artist", .artist), ("author", .author), ("album", .albumName),
        ("description", .description), ("comment", .description), ("information", .description),
        ("creationdate", .creationDate), ("copyright", .copyrights), ("genre", .type), ("artwork", .artwork),
        ("software", .software), ("publisher", .publisher), ("location.ISO6709", .location), ("make", .make),
        ("model", .model), ("keywords", .subject), ("producer", .contributor),
      ].map { ("com.apple.quicktime.\($0)", $1) }
        // FFmpeg writes these as they are.
        + [
          ("title", .title), ("artist", .artist), ("album", .albumName), ("comment", .description),
          ("description", .description), ("date", .creationDate), ("creation_time", .creationDate),
          ("copyright", .copyrights), ("genre", .type), ("location", .location), ("encoder", .software),
          ("composer", .creator),
        ]),
    .quickTimeUserData: [
      "©nam": .title, "titl": .title, "©ART": .artist, "perf": .artist, "©aut": .author, "auth": .author,
      "©alb": .albumName, "albm": .albumName, "©cmt": .description, "©des": .description, "dscp": .description,
      "©day": .creationDate, "yrrc": .creationDate, "©cpy": .copyrights, "cprt": .copyrights, "©gen": .type,
      "gnre": .type,
      "©swr": .software, "©too": .software, "©pub": .publisher, "©xyz": .location, "loci": .location, "©mak": .make,
      "©mod": .model, "©key": .subject, "kywd": .subject, "©prd": .contributor,
    ],
    .movieHeader: ["creation_time": .creationDate, "modification_time": .lastModifiedDate],
    .id3: [
      "TIT2": .title, "TT2": .title, "TPE1": .artist, "TP1": .artist, "TALB": .albumName, "TAL": .albumName,
      "TCOM": .creator, "TCM": .creator, "COMM": .description, "COM": .description, "TDRC": .creationDate,
      "TDRL": .creationDate, "TYER": .creationDate, "TYE": .creationDate, "TCOP": .copyrights, "TCR": .copyrights,
      "TCON": .type, "TCO": .type, "APIC": .artwork, "PIC": .artwork, "TSSE": .software, "TSS": .software,
      "TENC": .software, "TPUB": .publisher, "TPB": .publisher, "TLAN": .language, "TLA": .language, "TEXT": .author,
      "TXT": .author, "TPE2": .contributor, "TP2": .contributor,
    ],
    .matroska: [
      "TITLE": .title, "ARTIST": .artist, "LEAD_PERFORMER": .artist, "ALBUM": .albumName, "COMPOSER": .creator,
      "DIRECTOR": .creator, "DESCRIPTION": .description, "COMMENT": .description, "SYNOPSIS": .description,
      "SUMMARY": .description, "DATE_RELEASED": .creationDate, "DATE_RECORDED": .creationDate,
      "DATE_ENCODED": .creationDate, "DATE": .creationDate, "DateUTC": .creationDate, "COPYRIGHT": .copyrights,
      "GENRE": .type, "ENCODER": .software, "WritingApp": .software, "PUBLISHER": .publisher, "KEYWORDS": .subject,
      "SUBJECT": .subject, "RECORDING_LOCATION": .location, "LOCATION": .location, "WRITTEN_BY": .author,
      "PRODUCER": .contributor, "MAKE": .make, "MODEL": .model, "cover": .artwork,
    ],
    .vorbisComment: [
      "TITLE": .title, "ARTIST": .artist, "ALBUM": .albumName, "COMPOSER": .creator, "DESCRIPTION": .description,
      "COMMENT": .description, "DATE": .creationDate, "COPYRIGHT": .copyrights, "GENRE": .type,
      "METADATA_BLOCK_PICTURE": .artwork, "COVERART": .artwork, "ENCODER": .software, "ORGANIZATION": .publisher,
      "PUBLISHER": .publisher, "LOCATION": .location, "CONTACT": .relation, "PERFORMER": .contributor,
      "KEYWORDS": .subject, "MAKE": .make, "MODEL": .model,
    ],
    .riff: [
      "INAM": .title, "IART": .artist, "IPRD": .albumName, "ICMT": .description, "ISBJ": .subject,
      "ICRD": .creationDate,
      "ICOP": .copyrights, "IGNR": .type, "ISFT": .software, "IENG": .contributor, "IKEY": .subject, "ISRC": .source,
      "bext.Description": .description, "bext.OriginationDate": .creationDate, "bext.Originator": .author,
    ],
    .aiff: ["NAME": .title, "AUTH": .author, "(c) ": .copyrights, "ANNO": .description],
    .exif: [
      "ImageDescription": .title, "UserComment": .description, "Artist": .artist, "Copyright": .copyrights,
      "DateTimeOriginal": .creationDate, "DateTime": .lastModifiedDate, "Make": .make, "Model": .model,
      "Software": .software, "Location": .location,
    ],
    .png: [
      "Title": .title, "Author": .author, "Description": .description, "Copyright": .copyrights,
      "Creation Time": .creationDate, "Software": .software, "Source": .source, "Comment": .description,
      "date:create": .creationDate, "date:modify": .lastModifiedDate,
    ],
  ]
}
