/// The words of the pages about modules and folders, from which their tables are made.
enum HouseWords {
  /// The contents of each module, and of each folder of C and plug-ins.
  static let modules: [String: String] = [
    "MediaTime": "`CMTime` and its family with Apple's semantics; `Rational`; `FrameGrid` and `SampleGrid`",
    "Waiting": """
    how threads wait for each other: a state that is changed under a lock and looked at after each change, with a \
    limit or a check (`Monitor`), and asynchronous work that is done by the thread which waits for it (`CallingThread`)
    """,
    "TimeStretching": "sound at another speed: with its pitch kept, or following",
    "MediaFormats": """
    what pictures, samples and files can be, as data: pixel formats, colorimetry, codecs, containers, metadata, and \
    the one table of what goes into what
    """,
    "ModelValues": "colors, places, transforms, JSON, and what every error says",
    "Subtitles": """
    cues as values; SubRip, WebVTT, SubStation Alpha, TTML and SBV in any encoding, read and written; what the text \
    tracks of films hold
    """,
    "Layers": """
    trees of layers and their animations as values, after Core Animation; evaluated at any time, in any order
    """,
    "EditingModel": "compositions, instructions, mixes; the edit verbs; ramps; validation",
    "PlaneFilters": """
    the inner loops of drawing: sums of samples times weights, in C, in whole numbers: the same on every processor, \
    whether it has AVX2 or not
    """,
    "Compositing": """
    `PixelBuffer`, `VideoCompositing`, requests, the registry of compositors; the built-in `AffineCompositor`, which \
    draws on pixel buffers
    """,
    "Rendering": "facts about media, the planner, the plan, its text and its encoding; the seam; errors",
    "NameClaims": """
    names of temporary files, with a lock that says that their process is alive: what one that was killed left is \
    removed by the next
    """,
    "ProjectFile": "project.json in and out, its schema, diagnostics with JSON pointers",
    "EditServices": """
    assets, their readers and writers, sample cursors, export sessions, image generator, explanations: state \
    machines over the seam
    """,
    "MediaAnalysis": """
    what sound and pictures are like: waveforms, silences, scenes, and whether a finished file is as planned \
    ([Looking at sound and pictures](Analysis.md))
    """,
    "ProjectServices": "what can be done with a project: planning, checking, explaining, images, an export session",
    "ProjectEditing": """
    a project's text edited: trim, ripple, roll, slip, levels, titles; undo, the journal that survives the program, saving
    """,
    "DebugViews": "an edit's structure, its plan and its pitfalls on one ruler: SVG, HTML, text",
    "Playing": "players, their items, clocks and outputs: plans played, sought in, exchanged ([Playing](Playing.md))",
    "Capture": """
    devices, sessions, and what is recorded, looked at and measured of them, over the seam's `CaptureEngine`
    """,
    "CompositorExport": "plug-ins from their own side: types in Swift as tables of C functions",
    "ColorConversion": """
    sizes, formats, depths, ranges, matrices, primaries and dynamic ranges of pictures, over zimg (`CZimg` has its \
    module map) and loops of its own in C (`CLightLoops`): planes in, planes out ([Color](Color.md))
    """,
    "GStreamer": "GStreamer with Swift's types: elements, pads, buffers, caps. Knows nothing of films",
    "PictureFiles": """
    HEIF and AVIF over libheif, JPEG 2000 over libopenjp2, WebP over libwebp, SVG over librsvg (`CPictures` has \
    their module maps), and GIF: decoded pictures and how long each is shown; PNG of several pictures, of sixteen \
    bits and with a clear color, and the writer of such depth
    """,
    "Containers": """
    files: their packets, read and written with libavformat (`CAVFormat` has its module map), and their bytes: the \
    boxes of MP4, the elements of Matroska, the chunks of WAVE and AVI, the tables of transport streams; what is \
    damaged in them, what they say of themselves, and their text; the muxer of encoded packets, and films of packets \
    as they stand in other films
    """,
    "PacketEncoders":
      "pictures encoded with libavcodec's own encoders: AV1, DNxHR, and H.264 and HEVC outside of files; packets of sound encoded and decoded",
    "LayerDrawing": """
    trees of layers as pictures (`LayerRenderer`), and what about them is probably not meant (`LayerReview`); \
    rectangles, pictures and text on a canvas; over Cairo and Pango (`CPangoCairo` has their module map; \
    `CSurfaceLoops` has inner loops, in C); scripts of SubStation Alpha over libass (`ScriptRenderer`; `CLibass` has \
    its module map)
    """,
    "WindowSystem": "a window of the desktop, over Xlib (`CX11` has its module map), for a player's pictures",
    "MediaDecoding": """
    streams of files, decoded with GStreamer: the index of a file, which elements open and decode it, its pictures and \
    its sound from any place on; conversion of decoded pictures; the names of all elements
    """,
    "MediaWriting": """
    encoders, over GStreamer's elements and libavcodec, and the files of what they encode: films, segments, numbered \
    pictures, until they are whole
    """,
    "RenderEngine": """
    plans carried out with GStreamer: the seam's readers, what files hold, devices; the files that `MediaWriting` writes
    """,
    "CompositorPlugins": """
    plug-ins from the program's side: loaded, checked, asked for frames, in the program or in a process of their own
    """,
    "FilmOverviews": "contact sheets, filmstrips, drawings of waveforms and of titles",
    "Loudness": "loudness after EBU R 128, over libebur128 (`CEBUR128` has its module map)",
    "MediaIsolation": "a process that does a command's work closed in, and what keeps it within limits",
    "GstEdit": "what a program imports: the services, wired to the engine",
    "_Testing_CoreGraphics":
      "nothing: what the compiler looks for where Swift Testing is imported beside `CoreGraphics`",
    "CoreGraphics": "`CGAffineTransform`, `CGColor`, `CGImage` and bitmap contexts, by Core Graphics' names",
    "CoreVideo": "`CVPixelBuffer` with its lock and its addresses, attachments, pools, over `PixelBuffer`",
    "CoreMedia": "`CMTime` in boxes and dictionaries, `CMFormatDescription`, by Core Media's names",
    "QuartzCore": "`CALayer`, its family and its animations, by Core Animation's names, over `Layer`",
    "ImageIO": "files of pictures read and written by Image I/O's names, and what they say of themselves",
    "AVFoundation": """
    Apple's own names over the services: assets, compositions, instructions, mixes, export sessions, compositor \
    classes, image generators, players ([Coming from AVFoundation](ComingFromAVFoundation.md))
    """,
    "MediaToolbox": "taps of tracks' sound on its way into the mix, by Apple's names",
    "AVFAudio": "AVFoundation, by the name that code of sound imports it under",
    "AudioToolbox": "the same, by the name that code of streams and converters of sound imports it under",
    "AudioUnit": "the same, by the name that code of units of sound imports it under",
    "CoreAudio": "the same, by the name that code of formats of sound imports it under",
    "CoreAudioTypes": "the same, by the name that newer code of formats of sound imports it under",
    "AVKit": "AVFoundation, by the name that code of windows imports it under",
    "VideoToolbox":
      "sessions that decode, encode, transfer and turn pictures outside of files, by Video Toolbox' names",
    "Accelerate": "arithmetic of vectors of samples, by vDSP's names",
    "UniformTypeIdentifiers": "types of files by their identifiers: `UTType`",
    "MobileCoreServices": "the older names of types of files",
    "CoreServices": "the same, by the name that code of the desktop imports them under",
    "CoreLocation": "places on the earth, as far as what films say of themselves has them",
    "os": "logs, whose lines go to the standard error, signposts and unfair locks, by Apple's names",
    "OSLog": "the same, by the name that newer code imports it under",
    "GstEditCommands": "the commands, their options and what they print",
    "Documents": """
    the JSON of plans, explanations, facts, debug views and errors: what commands print and the studio serves
    """,
    "StudioPage": "the files of the studio's page, which `CStudioPage` has in the program",
    "Studio": """
    the editor in the browser: a server of the project, its film and its media, over Hummingbird ([The \
    studio](Studio.md))
    """,
    "gstedit-studio": "the studio's program: a `main` of three lines",
    "gstedit": "the program: a `main` of three lines",
    "CAVFormat": "module map of libavformat and libavcodec",
    "CGStreamer": """
    module maps of GStreamer's libraries, and functions for macros and variable arguments that Swift cannot import
    """,
    "CLightLoops": "the inner loops of converting light, in C",
    "CPictures": "module maps of libheif, libopenjp2, libwebp, librsvg and zlib",
    "CPlaneFilters": "the inner loops of drawing, in C",
    "CZimg": "module map of zimg",
    "CompositorABI": "the C header of plug-ins",
    "CProcess": "processes, sandboxes and shared memory, in C",
    "CEBUR128": "module map of libebur128",
    "CLibass": "module map of libass",
    "CMetatypes": "objects of classes that are known by their metatype alone, in C",
    "CPangoCairo": "module maps of Pango and Cairo",
    "CStudioPage": "the studio's page: its HTML, CSS and JavaScript, put into the program by the compiler",
    "CSurfaceLoops": "inner loops of surfaces, in C",
    "COSSubmodules": "the names of the submodules of `os`, in a module map of C",
    "CX11": "module map of Xlib",
    "Plugins": "the compositors that come as plug-ins: transitions, blend modes, a chroma key, lookup tables",
  ]

  /// The modules of the engine.
  static let engineModules = ["MediaDecoding", "MediaWriting", "RenderEngine"]

  /// The contents of each folder of the engine's modules.
  static let engineFolders: [String: String] = [
    "MediaDecoding/Index": "how each track of a file is read, and what of it can be copied",
    "MediaDecoding/Opening":
      "how kinds of files are opened: by libavformat, by which elements of GStreamer's, stills by which decoder",
    "MediaDecoding/Packets": """
    packets on their way into a decoder: as what it is told of them, what pushes them, what is damaged among them
    """,
    "MediaDecoding/Pictures": "decoded pictures: formats, their conversion, pixel buffers of them",
    "MediaDecoding/Sound": "the samples of a track: holes that are filled with silence, speakers, rates",
    "MediaDecoding/Streams":
      "packets to pictures or samples: which decoder, seeking, which frames are kept, what is damaged",
    "MediaDecoding/Threads":
      "work in the background, cancellation, pipelines that are started and stopped, the watchdog",
    "MediaWriting/Encoding": "pictures and samples to packets: which encoder, how it is set, what its packets lack",
    "MediaWriting/Passes": "the first of two passes, and what it finds",
    "MediaWriting/Segments": "segments of a film that are encoded or copied apart, and those that are streamed",
    "RenderEngine/Capture": "devices that are open, each in a pipeline of its own, as the seam's `CaptureEngine`",
    "RenderEngine/Compositors": "custom compositors at work: requests, answers, time limits, frames without copies",
    "RenderEngine/Decoding": "the frames of a plan's sources: when decoders open and close, what of them is damaged",
    "RenderEngine/PictureFiles": "stills, animations and numbered pictures, which are not decoded by one pipeline",
    "RenderEngine/Pictures": "the frames of a plan: one renderer a method",
    "RenderEngine/Playing": "the sound device and the window of a player",
    "RenderEngine/Probing": """
    what a file holds: a movie's packets from its sample tables, those of other files by reading them once; decodes \
    a little of each track, and makes facts of it; who has looked already, in this process and before
    """,
    "RenderEngine/Readers": "the seam's readers: pictures and samples of a plan, packets of a track",
    "RenderEngine/Sound": "the samples of a plan: clips, speeds, gaps, the mix",
    "RenderEngine/Subtitles": "text tracks of films, read",
  ]

  /// The modules that hold unsafe code, and what of theirs borders on C. No other module may.
  static let unsafeModules: [String: String] = [
    "ColorConversion": "zimg and the loops of converting light are given addresses of planes",
    "GStreamer": "GStreamer's objects, buffers and callbacks are C's",
    "PacketEncoders": "libavcodec's encoders and their pictures are C's",
    "Containers": "libavformat's files and packets are C's, and so are files' names and states",
    "PictureFiles": "libheif, libopenjp2, libwebp, librsvg and zlib are given bytes and give pixels",
    "CompositorPlugins": "the tables and frames that a plug-in is shown, and shared memory",
    "CompositorExport": "the tables and frames that a plug-in is shown, from the plug-in's side",
    "MediaIsolation": "system calls that start, close in and end processes",
    "Loudness": "libebur128 is given samples",
    "LayerDrawing": "Cairo, Pango and libass draw, and the loops of surfaces are given pixels",
    "NameClaims": "system calls that lock, look up and remove files",
    "PlaneFilters": """
    the inner loops of drawing, in C, are given rows; it is pure, since it needs nothing but the compiler
    """,
    "Subtitles": """
    the C library converts encodings of text (`iconv`), in one file, `Charset.swift`; it is pure, since it needs \
    nothing but the C library
    """,
    "WindowSystem": "Xlib",
    "os": "a lock is the C library's, and stands where it is allocated",
    "Waiting": """
    the steps of asynchronous work are run by the thread that waits for it, in one file, `CallingThread.swift`; it is pure, since it \
    needs nothing but Swift
    """,
    "StudioPage": "the page that the compiler puts into the program is an array of bytes",
    "CoreGraphics": "bitmaps and colors are handed over by addresses",
    "ImageIO": "the table that an image is given is an address, which is refused",
    "CoreVideo": "pixel buffers are handed out by addresses while they are locked",
    "CoreMedia": "boxed times are bytes, and formats are handed out by addresses",
    "Accelerate": "vectors are read and written at the caller's addresses",
    "MediaToolbox": "callbacks are given samples by their addresses",
    "QuartzCore": "boxed maps are bytes",
    "VideoToolbox": "results are written to addresses, and callbacks are given contexts by theirs",
    "AVFoundation": """
    results are written to addresses, sound stands in buffers by its address, and compositors are made of metatypes, in C (`CMetatypes`)
    """,
  ]
}
