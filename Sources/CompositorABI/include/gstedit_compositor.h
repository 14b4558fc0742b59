/// Compositors for GstEdit as plug-ins, in any language that can make a shared library with a C function.
///
/// A plug-in exports one function, `gstedit_compositor_plugin`, which returns a table of what it holds. Everything else
/// goes through tables of functions: the plug-in's, below, and the host's, `gstedit_host`, which it is handed with each
/// call. No types of either side's language cross the border; a plug-in is never unloaded.
///
///   load ─► gstedit_compositor_plugin
///   film ─► create ─► start_request or compose, once a frame ─► … ─► destroy
///
/// Compile a plug-in with:  cc -shared -fPIC -o glow.so glow.c
#ifndef GSTEDIT_COMPOSITOR_H
#define GSTEDIT_COMPOSITOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of everything below. A host asks a plug-in for its own version first, then for those before it, so that
/// a plug-in works with every host of its version or a later one. Tables only grow at their ends; `struct_size` is the
/// size that the other side was compiled with.
///
///   1  the first
///   2  colors: supports_wide_color_source_frames and supports_hdr_source_frames of a compositor, and those of a context
#define GSTEDIT_COMPOSITOR_ABI_VERSION 2

/// How samples lie in memory; the names are ffmpeg's. Samples of 10 bits take two bytes, the lower one first. Y'CbCr has
/// the context's matrix and range; RGB is full range; alpha is not multiplied in.
enum {
  GSTEDIT_FORMAT_YUV420P = 1,  ///< three planes: Y, Cb, Cr
  GSTEDIT_FORMAT_NV12 = 2,     ///< two planes: Y, and Cb and Cr by turns
  GSTEDIT_FORMAT_YUVA420P = 3, ///< four planes: Y, Cb, Cr, A
  GSTEDIT_FORMAT_YUV422P = 4,
  GSTEDIT_FORMAT_YUV444P = 5,
  GSTEDIT_FORMAT_V308 = 6, ///< one plane, three bytes a pixel: Y, Cb, Cr
  GSTEDIT_FORMAT_YUV420P10 = 7,
  GSTEDIT_FORMAT_P010 = 8, ///< as NV12, in the high ten bits of two bytes
  GSTEDIT_FORMAT_YUV422P10 = 9,
  GSTEDIT_FORMAT_V210 = 10, ///< one plane, six pixels in 16 bytes
  GSTEDIT_FORMAT_YUV444P10 = 11,
  GSTEDIT_FORMAT_RGB24 = 12,
  GSTEDIT_FORMAT_BGRA = 13,
  GSTEDIT_FORMAT_ARGB = 14,
  GSTEDIT_FORMAT_ABGR = 15,
  GSTEDIT_FORMAT_RGBA = 16,
  GSTEDIT_FORMAT_YUVA420P10 = 17, ///< as YUVA420P, in the low ten bits of two bytes
  GSTEDIT_FORMAT_YUVA422P10 = 18,
  GSTEDIT_FORMAT_YUVA444P10 = 19
};

/// What a parameter's value can be.
enum {
  GSTEDIT_PARAMETER_BOOLEAN = 1, ///< 0 or 1
  GSTEDIT_PARAMETER_INTEGER = 2, ///< a whole number from `minimum` to `maximum`
  GSTEDIT_PARAMETER_NUMBER = 3,  ///< a number from `minimum` to `maximum`
  GSTEDIT_PARAMETER_TEXT = 4,
  GSTEDIT_PARAMETER_CHOICE = 5, ///< one of `choices`
  GSTEDIT_PARAMETER_FILE = 6,   ///< the path of a file; a project names it relative to its own folder
  GSTEDIT_PARAMETER_COLOR = 7   ///< an opaque colour: "#rrggbb"
};

/// A parameter of a compositor, for the whole film or for one instruction. The host checks a project's values
/// before anything is rendered.
typedef struct gstedit_parameter {
  const char *name;
  const char *summary;
  uint32_t kind;
  double minimum;
  double maximum;
  double default_number;      ///< of booleans (0 or 1) and numbers
  const char *default_text;   ///< of texts, choices, files and colours
  const char *const *choices; ///< ended by NULL
} gstedit_parameter;

/// `value / timescale` seconds.
typedef struct gstedit_time {
  int64_t value;
  int32_t timescale;
} gstedit_time;

/// One plane of a frame; the rows stand from the top, `bytes_per_row` apart.
typedef struct gstedit_plane {
  uint8_t *bytes;
  size_t bytes_per_row;
  size_t row_byte_count; ///< those of a row that belong to the picture
  uint32_t height;
} gstedit_plane;

/// A picture. The host makes it, and it lasts until its request is finished. A source's is not to be written.
typedef struct gstedit_frame {
  uint32_t format;
  uint32_t width;
  uint32_t height;
  uint32_t plane_count;
  gstedit_plane planes[4];
} gstedit_frame;

/// A layer of the instruction at the request's time, topmost first; how it is drawn is up to the compositor.
typedef struct gstedit_layer {
  int32_t track;
  double opacity;
  double transform[6]; ///< x' = a x + c y + tx, y' = b x + d y + ty, as [a b c d tx ty], in the render rectangle's pixels
  int32_t has_crop;
  double crop[4]; ///< x, y, width, height in source pixels
} gstedit_layer;

/// The number of a frame to be made, or of a film's parameters in `create`: never used again once it has ended.
typedef uint64_t gstedit_handle;

/// What the host does for a plug-in. Any thread may call any of them. What they return lasts until the handle's end.
typedef struct gstedit_host {
  uint32_t struct_size;
  uint32_t abi_version;

  /// The value of a parameter in force: the instruction's, else the film's, else the default. 1 if there is such a
  /// parameter of that kind (numbers serve for booleans), else 0, and `value` stays.
  int32_t (*number)(gstedit_handle handle, const char *name, double *value);
  /// The same for texts, choices, colours and the paths of files; NULL if there is none.
  const char *(*text)(gstedit_handle handle, const char *name);

  /// When the frame is shown.
  gstedit_time (*composition_time)(gstedit_handle request);
  /// When the instruction applies.
  void (*instruction_range)(gstedit_handle request, gstedit_time *start, gstedit_time *duration);
  /// How much of that has passed: 0 at the start, towards 1 at the end.
  double (*tween)(gstedit_handle request);
  /// The instruction's layers; `layer` returns 1 if there is one at `index`.
  int32_t (*layer)(gstedit_handle request, uint32_t index, gstedit_layer *layer);

  /// How many tracks have a frame, and which; 0 past the last.
  uint32_t (*source_count)(gstedit_handle request);
  int32_t (*source_track)(gstedit_handle request, uint32_t index);
  /// The frame of a track; NULL where it has a gap.
  const gstedit_frame *(*source_frame)(gstedit_handle request, int32_t track);
  /// A frame to draw in, of the film's size, in the first of the compositor's output formats that suits the film. What it
  /// shows is undefined. NULL where there is no memory.
  gstedit_frame *(*new_frame)(gstedit_handle request);
  /// 1 once the frame is no longer wanted.
  int32_t (*is_cancelled)(gstedit_handle request);

  /// Ends the request with a frame of its own: a new one, or a source's as it is.
  void (*finish)(gstedit_handle request, const gstedit_frame *frame);
  /// Ends it with an error, which is reported to the user.
  void (*fail)(gstedit_handle request, const char *message);
  /// Ends one that was cancelled.
  void (*finish_cancelled)(gstedit_handle request);

  /// The colour behind all layers: red, green, blue and alpha, 0...1.
  void (*background)(gstedit_handle request, double components[4]);
} gstedit_host;

/// The size and format of the frames from now on.
typedef struct gstedit_context {
  uint32_t struct_size;
  uint32_t width;
  uint32_t height;
  uint32_t format; ///< of what `new_frame` makes
  double render_scale;

  /// Since version 2: what samples mean, of sources and of finished frames, by their code points in ITU-T H.273.
  uint32_t primaries; ///< 1 BT.709, 9 BT.2020
  uint32_t transfer;  ///< 1 BT.709, 16 PQ, 18 HLG
  uint32_t matrix;    ///< of Y'CbCr: 1 BT.709, 6 BT.601, 9 BT.2020
  uint32_t full_range; ///< of Y'CbCr: 1 where it is full
} gstedit_context;

/// A compositor. Exactly one of `start_request` and `compose` is not NULL.
typedef struct gstedit_compositor {
  uint32_t struct_size;
  const char *name;
  const char *summary;
  const uint32_t *source_formats; ///< what sources may come in, ended by 0; NULL for any
  const uint32_t *output_formats; ///< what frames are finished in, ended by 0; at least one
  const gstedit_parameter *parameters;
  uint32_t parameter_count;

  /// Makes an instance for one film. Returns NULL, with a sentence in `error`, where that cannot be done.
  void *(*create)(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size);
  /// Ends an instance; none of its requests is under way.
  void (*destroy)(void *instance);
  /// The frames from now on are for `context`: before the first request and at each change. May be NULL.
  void (*context_changed)(void *instance, const gstedit_context *context);
  /// Begins a frame and returns promptly; the request is ended later, from any thread. One call at a time.
  void (*start_request)(void *instance, const gstedit_host *host, gstedit_handle request);
  /// Makes a frame and ends the request before it returns. Called on several threads at once.
  void (*compose)(void *instance, const gstedit_host *host, gstedit_handle request);
  /// The requests under way are no longer wanted; end them. May be NULL.
  void (*cancel_all)(void *instance);

  /// Since version 2: what colors sources may have; 0 or 1. Where a film has others, its sources are converted to BT.709 for
  /// the compositor (high dynamic range to BT.2020 where that has wide colors), and its frames to the film's colors.
  int32_t supports_wide_color_source_frames; ///< BT.2020 or P3 in standard dynamic range
  int32_t supports_hdr_source_frames;        ///< PQ or HLG; both lists of formats then need one of 10 bits
} gstedit_compositor;

/// What a plug-in holds.
typedef struct gstedit_plugin {
  uint32_t abi_version; ///< GSTEDIT_COMPOSITOR_ABI_VERSION, as the plug-in was compiled
  uint32_t struct_size;
  const char *name;
  const char *version;
  const gstedit_compositor *const *compositors;
  uint32_t compositor_count;
} gstedit_plugin;

/// The one function that a plug-in exports: what it holds, for as long as the process lasts. `abi_version` is the host's;
/// NULL where the plug-in cannot work with it.
typedef const gstedit_plugin *(*gstedit_compositor_plugin_function)(uint32_t abi_version);

#if defined(_WIN32)
#define GSTEDIT_EXPORT __declspec(dllexport)
#else
#define GSTEDIT_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
}
#endif

#endif
