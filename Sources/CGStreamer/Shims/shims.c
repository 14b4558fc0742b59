#include "CGStreamer.h"

// What a narrowed pad gives, and how it gave all of it.
struct window {
  GstPadGetRangeFunction all;
  guint64 start, end;
};

static GstFlowReturn read_window(GstPad *pad, GstObject *parent, guint64 offset, guint length, GstBuffer **buffer) {
  const struct window *window = g_object_get_data(G_OBJECT(pad), "gstedit-window");
  guint64 size = window->end - window->start;
  if (offset >= size) return GST_FLOW_EOS;
  if (length > size - offset) length = (guint)(size - offset);
  GstFlowReturn result = window->all(pad, parent, window->start + offset, length, buffer);
  // Some demuxers go on from the buffer's own offset.
  if (result == GST_FLOW_OK && *buffer && gst_buffer_is_writable(*buffer)) {
    GST_BUFFER_OFFSET(*buffer) = offset;
    GST_BUFFER_OFFSET_END(*buffer) = offset + gst_buffer_get_size(*buffer);
  }
  return result;
}

void gste_pad_narrow(GstPad *pad, guint64 start, guint64 end) {
  struct window *window = g_new(struct window, 1);
  *window = (struct window){.all = GST_PAD_GETRANGEFUNC(pad), .start = start, .end = end};
  g_object_set_data_full(G_OBJECT(pad), "gstedit-window", window, g_free);
  gst_pad_set_getrange_function(pad, read_window);
}
