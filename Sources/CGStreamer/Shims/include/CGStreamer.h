// What Swift cannot import of GStreamer's headers: macros that cast or compute, and functions with variable arguments.
// No logic: each function is one line of the framework's own, and says why it stands here.
#ifndef CGSTREAMER_H
#define CGSTREAMER_H

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gst/gst.h>
#include <gst/tag/tag.h>
#include <gst/video/video.h>

#include "DecoderErrors.h"
#include "FFmpegVersion.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

#pragma clang assume_nonnull begin

// GST_CLOCK_TIME_NONE is -1 in an unsigned type, which Swift refuses.
static inline GstClockTime gste_clock_time_none(void) { return GST_CLOCK_TIME_NONE; }

// A builtin of the compiler.
static inline int gste_has_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return 0;
#endif
}

// A 64-bit flag set defined by a macro.
static inline GstElementFactoryListType gste_decoder_factories(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER; }
static inline GstElementFactoryListType gste_hardware_factories(void) { return GST_ELEMENT_FACTORY_TYPE_HARDWARE; }

// A header that Swift's C library module leaves out; other C libraries have no arenas.
static inline void gste_share_arenas(int arenas, int threshold) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, arenas);
  mallopt(M_MMAP_THRESHOLD, threshold);
  mallopt(M_TRIM_THRESHOLD, 4 * threshold);
#endif
}

// The types that options name in text are unknown to GLib until their macros are used once.
static inline void gste_register_option_types(void) {
  g_type_ensure(GST_TYPE_VIDEO_DITHER_METHOD);
  g_type_ensure(GST_TYPE_VIDEO_RESAMPLER_METHOD);
  g_type_ensure(GST_TYPE_VIDEO_GAMMA_MODE);
  g_type_ensure(GST_TYPE_VIDEO_CHROMA_MODE);
  g_type_ensure(GST_TYPE_VIDEO_PRIMARIES_MODE);
}

// Casting macros.
static inline GstBin *gste_bin(GstElement *element) { return GST_BIN(element); }
static inline GstAppSrc *gste_app_src(GstElement *element) { return GST_APP_SRC(element); }
static inline GstAppSink *gste_app_sink(GstElement *element) { return GST_APP_SINK(element); }
static inline GstVideoOverlay *gste_video_overlay(GstElement *element) { return GST_VIDEO_OVERLAY(element); }
static inline GstObject *gste_object(gpointer object) { return GST_OBJECT(object); }
static inline GObject *gste_g_object(gpointer object) { return G_OBJECT(object); }
static inline GstInterpolationControlSource *gste_interpolation(GstControlSource *source) {
  return GST_INTERPOLATION_CONTROL_SOURCE(source);
}
static inline GstTimedValueControlSource *gste_timed_values(GstControlSource *source) {
  return GST_TIMED_VALUE_CONTROL_SOURCE(source);
}

// Macros over a field of the object.
static inline const gchar *gste_object_name(gpointer object) { return GST_OBJECT_NAME(object); }
static inline const gchar *gste_message_source_name(GstMessage *message) {
  return GST_MESSAGE_SRC(message) ? GST_OBJECT_NAME(GST_MESSAGE_SRC(message)) : "";
}

// Macros that reach into a GValue's type; of an array of buffers the first.
static inline GstBuffer *_Nullable gste_value_buffer(const GValue *value) {
  if (GST_VALUE_HOLDS_ARRAY(value) && gst_value_array_get_size(value) > 0) value = gst_value_array_get_value(value, 0);
  return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}

// Buffer number `index` of an array of buffers.
static inline GstBuffer *_Nullable gste_value_buffer_at(const GValue *value, guint index) {
  if (!GST_VALUE_HOLDS_ARRAY(value) || index >= gst_value_array_get_size(value)) return NULL;
  value = gst_value_array_get_value(value, index);
  return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}

// A property that only some classes have, which g_object_get complains of, and whose arguments vary; to be freed.
static inline gchar *_Nullable gste_object_text(gpointer object, const gchar *name) {
  GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
  gchar *text = NULL;
  if (spec && spec->value_type == G_TYPE_STRING) g_object_get(object, name, &text, NULL);
  return text;
}

// Types named by macros.
static inline void gste_value_init_int64(GValue *value, gint64 number) {
  g_value_init(value, G_TYPE_INT64);
  g_value_set_int64(value, number);
}
static inline void gste_value_init_double(GValue *value, gdouble number) {
  g_value_init(value, G_TYPE_DOUBLE);
  g_value_set_double(value, number);
}
static inline void gste_value_init_boolean(GValue *value, gboolean truth) {
  g_value_init(value, G_TYPE_BOOLEAN);
  g_value_set_boolean(value, truth);
}
static inline GType gste_video_meta_api(void) { return GST_VIDEO_META_API_TYPE; }

// g_object_set_property converts between number types, but the value must be initialised by a macro's type.
static inline void gste_set_boxed_caps(GObject *object, const gchar *name, GstCaps *caps) {
  g_object_set(object, name, caps, NULL);
}

// Macros that cast a probe's data, to what its type says it is.
static inline GstBuffer *_Nullable gste_probe_buffer(GstPadProbeInfo *info) {
  return info->type & GST_PAD_PROBE_TYPE_BUFFER ? GST_PAD_PROBE_INFO_BUFFER(info) : NULL;
}
static inline GstEvent *_Nullable gste_probe_event(GstPadProbeInfo *info) {
  return info->type & GST_PAD_PROBE_TYPE_EVENT_BOTH || info->type & GST_PAD_PROBE_TYPE_EVENT_FLUSH
             ? GST_PAD_PROBE_INFO_EVENT(info)
             : NULL;
}
static inline GstQuery *_Nullable gste_probe_query(GstPadProbeInfo *info) {
  return info->type & GST_PAD_PROBE_TYPE_QUERY_BOTH ? GST_PAD_PROBE_INFO_QUERY(info) : NULL;
}
static inline GstEventType gste_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline GstQueryType gste_query_type(GstQuery *query) { return GST_QUERY_TYPE(query); }
static inline GstBuffer *gste_buffer_make_writable(GstBuffer *buffer) { return gst_buffer_make_writable(buffer); }

// Has a pad in pull mode give the bytes from `start` to `end` of what it gave before, as if they were all. To be called
// once for a pad, before it is read.
void gste_pad_narrow(GstPad *pad, guint64 start, guint64 end);

// Macros over a buffer's flags.
static inline gboolean gste_buffer_has_flag(GstBuffer *buffer, guint flag) {
  return GST_BUFFER_FLAG_IS_SET(buffer, flag);
}
static inline gboolean gste_buffer_is_unshared(GstBuffer *buffer) {
  return gst_buffer_is_writable(buffer) && gst_buffer_is_all_memory_writable(buffer);
}
// An empty buffer with the times of `content`, which it owns until the first call that opens it.
static inline GQuark gste_envelope_quark(void) { return g_quark_from_static_string("gstedit-envelope"); }
static inline GstBuffer *gste_buffer_enclose(GstBuffer *content) {
  GstBuffer *envelope = gst_buffer_new();
  gst_buffer_copy_into(envelope, content, GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS, 0, -1);
  gst_mini_object_set_qdata(
      GST_MINI_OBJECT_CAST(envelope), gste_envelope_quark(), content, (GDestroyNotify)gst_buffer_unref);
  return envelope;
}
static inline GstBuffer *_Nullable gste_buffer_open(GstBuffer *envelope) {
  return (GstBuffer *)gst_mini_object_steal_qdata(GST_MINI_OBJECT_CAST(envelope), gste_envelope_quark());
}
static inline void gste_buffer_set_flag(GstBuffer *buffer, guint flag) { GST_BUFFER_FLAG_SET(buffer, flag); }
static inline void gste_buffer_unset_flag(GstBuffer *buffer, guint flag) { GST_BUFFER_FLAG_UNSET(buffer, flag); }

// Macros over a video frame's planes.
static inline guint8 *_Nullable gste_frame_plane(GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}
static inline gint gste_frame_plane_stride(GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}
static inline guint gste_frame_planes(GstVideoFrame *frame) { return GST_VIDEO_FRAME_N_PLANES(frame); }
static inline gint gste_frame_component_height(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
}
static inline gint gste_frame_component_width(GstVideoFrame *frame, guint component) {
  return GST_VIDEO_FRAME_COMP_WIDTH(frame, component);
}
static inline const gchar *_Nullable gste_video_format_name(const GstVideoInfo *info) {
  return GST_VIDEO_INFO_NAME(info);
}
static inline gboolean gste_video_format_has_alpha(const GstVideoInfo *info) {
  return GST_VIDEO_INFO_HAS_ALPHA(info);
}
static inline gint gste_video_format_depth(const GstVideoInfo *info) { return GST_VIDEO_INFO_COMP_DEPTH(info, 0); }

// Functions that stand in a table of the format's: a row of a frame to four samples a pixel, and back.
static inline void gste_frame_unpack_row(GstVideoFrame *frame, gpointer target, gint row) {
  const GstVideoFormatInfo *format = frame->info.finfo;
  format->unpack_func(
      format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, target, frame->data, frame->info.stride, 0, row, frame->info.width);
}
static inline void gste_frame_pack_row(GstVideoFrame *frame, gpointer source, gint row) {
  const GstVideoFormatInfo *format = frame->info.finfo;
  format->pack_func(
      format, GST_VIDEO_PACK_FLAG_NONE, source, 0, frame->data, frame->info.stride, frame->info.chroma_site, row,
      frame->info.width);
}
static inline gboolean gste_video_format_is_complex(const GstVideoInfo *info) {
  return GST_VIDEO_FORMAT_INFO_IS_COMPLEX(info->finfo);
}
static inline gboolean gste_video_format_is_rgb(const GstVideoInfo *info) {
  return GST_VIDEO_FORMAT_INFO_IS_RGB(info->finfo);
}
static inline gboolean gste_video_format_is_little_endian(const GstVideoInfo *info) {
  return GST_VIDEO_FORMAT_INFO_IS_LE(info->finfo);
}

// A lookup that is a macro.
static inline GstAudioMeta *_Nullable gste_buffer_audio_meta(GstBuffer *buffer) {
  return gst_buffer_get_audio_meta(buffer);
}

// The speakers of sound, from an array that Swift imports as a tuple; 0 where channels have none.
static inline guint64 gste_audio_channel_mask(const GstAudioInfo *info) {
  guint64 mask = 0;
  if (GST_AUDIO_INFO_IS_UNPOSITIONED(info) || info->channels < 2 ||
      !gst_audio_channel_positions_to_mask(info->position, info->channels, FALSE, &mask))
    return 0;
  return mask;
}
static inline void gste_audio_set_channel_position(GstAudioInfo *info, int channel, int speaker) {
  info->position[channel] = (GstAudioChannelPosition)speaker;
  info->flags = (GstAudioFlags)(info->flags & ~GST_AUDIO_FLAG_UNPOSITIONED);
}
static inline void gste_audio_set_channel_mask(GstAudioInfo *info, guint64 mask) {
  if (gst_audio_channel_positions_from_mask(info->channels, mask, info->position))
    info->flags = (GstAudioFlags)(info->flags & ~GST_AUDIO_FLAG_UNPOSITIONED);
}

// GError's fields, and its release.
static inline const gchar *gste_error_message(GError *error) { return error->message; }
static inline const gchar *gste_error_domain(GError *error) { return g_quark_to_string(error->domain); }

// GLib's own messages go where the program says, not to the terminal.
typedef void (*GsteLogHandler)(const gchar *_Nullable domain, const gchar *message, gpointer _Nullable data);
static inline void gste_log_forward(const gchar *_Nullable domain, GLogLevelFlags level, const gchar *message,
                                    gpointer _Nullable data) {
  (void)level;
  ((GsteLogHandler)data)(domain, message, NULL);
}
static inline void gste_log_set_handler(GsteLogHandler handler) {
  g_log_set_default_handler(gste_log_forward, (gpointer)handler);
}

#pragma clang assume_nonnull end

#endif
