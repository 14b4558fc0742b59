#include "DecoderErrors.h"

#include <libavcodec/avcodec.h>
#include <libavutil/log.h>
#include <string.h>

/// The most errors kept of one decoder: a stream with damage in every packet has thousands.
#define CAPACITY 4096

typedef struct {
  gint64 packet;
  gchar *message;
} DecoderError;

struct GsteDecoderErrors {
  gpointer element;
  GQueue queue;
  GsteDecoderErrors *next;
};

static GMutex lock;
static GsteDecoderErrors *recorders;

/// The decoder that `item` belongs to; a codec's own log item names it as its parent.
static AVCodecContext *decoder_of(void *item) {
  for (int step = 0; item && step < 4; step += 1) {
    const AVClass *class = *(AVClass **)item;
    if (!class || !class->class_name) return NULL;
    if (strcmp(class->class_name, "AVCodecContext") == 0) return item;
    if (!class->parent_log_context_offset) return NULL;
    item = *(void **)((guint8 *)item + class->parent_log_context_offset);
  }
  return NULL;
}

#ifdef AV_CODEC_FLAG_COPY_OPAQUE
// GStreamer passes the packet's number with the packet, and messages do not contain it (DecoderErrors.swift). Only a
// decoder with one thread then has a known packet in work: the last one that it got.
gboolean gste_decoder_errors_name_packets(void) { return FALSE; }
static gint64 packet_of(AVCodecContext *decoder) {
  (void)decoder;
  return -1;
}
#else
gboolean gste_decoder_errors_name_packets(void) { return TRUE; }
static gint64 packet_of(AVCodecContext *decoder) {
  return decoder->codec_type == AVMEDIA_TYPE_VIDEO ? decoder->reordered_opaque : -1;
}
#endif

static void record(void *item, int level, const char *format, va_list arguments) {
  // Blocks that are missing without an error are concealed, which is logged as information.
  gboolean is_error = level <= AV_LOG_ERROR || (level <= AV_LOG_INFO && g_str_has_prefix(format, "concealing"));
  AVCodecContext *decoder = is_error ? decoder_of(item) : NULL;
  if (!decoder || !decoder->opaque) return;
  g_mutex_lock(&lock);
  // The threads of a decoder have contexts of their own, with the element and the packet's number of the first.
  for (GsteDecoderErrors *errors = recorders; errors; errors = errors->next) {
    if (errors->element != decoder->opaque || errors->queue.length >= CAPACITY) continue;
    DecoderError *error = g_new(DecoderError, 1);
    error->message = g_strchomp(g_strdup_vprintf(format, arguments));
    error->packet = packet_of(decoder);
    g_queue_push_tail(&errors->queue, error);
    break;
  }
  g_mutex_unlock(&lock);
}

/// Libav's messages: recorded, and passed on to GStreamer's log, which they went to before.
static void receive(void *item, int level, const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  record(item, level, format, copy);
  va_end(copy);
  GstDebugLevel category_level = level <= AV_LOG_ERROR     ? GST_LEVEL_ERROR
                                 : level <= AV_LOG_WARNING ? GST_LEVEL_WARNING
                                 : level <= AV_LOG_INFO    ? GST_LEVEL_INFO
                                                           : GST_LEVEL_DEBUG;
  if (category_level > _gst_debug_min) return;
  GstDebugCategory *category = _gst_debug_get_category("libav");
  if (category) gst_debug_log_valist(category, category_level, "", "", 0, NULL, format, arguments);
}

GsteDecoderErrors *gste_decoder_errors_new(GstElement *element) {
  // The plugin sets its own receiver when its first element is made.
  av_log_set_callback(receive);
  GsteDecoderErrors *errors = g_new0(GsteDecoderErrors, 1);
  errors->element = element;
  g_queue_init(&errors->queue);
  g_mutex_lock(&lock);
  errors->next = recorders;
  recorders = errors;
  g_mutex_unlock(&lock);
  return errors;
}

static void free_error(gpointer error) {
  g_free(((DecoderError *)error)->message);
  g_free(error);
}

void gste_decoder_errors_free(GsteDecoderErrors *errors) {
  g_mutex_lock(&lock);
  for (GsteDecoderErrors **link = &recorders; *link; link = &(*link)->next) {
    if (*link != errors) continue;
    *link = errors->next;
    break;
  }
  g_mutex_unlock(&lock);
  g_queue_clear_full(&errors->queue, free_error);
  g_free(errors);
}

gchar *gste_decoder_errors_take(GsteDecoderErrors *errors, gint64 *packet) {
  g_mutex_lock(&lock);
  DecoderError *error = g_queue_pop_head(&errors->queue);
  g_mutex_unlock(&lock);
  if (!error) return NULL;
  gchar *message = error->message;
  *packet = error->packet;
  g_free(error);
  return message;
}
