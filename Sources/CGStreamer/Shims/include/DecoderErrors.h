// What libav's decoders say of damaged packets. GStreamer's elements of them write it to a log and pass the concealed
// picture on; the context that a message belongs to, and its packet, are known to libav alone.
#ifndef DECODER_ERRORS_H
#define DECODER_ERRORS_H

#include <gst/gst.h>

#pragma clang assume_nonnull begin

/// The errors of one element's decoder.
typedef struct GsteDecoderErrors GsteDecoderErrors;

/// Records the errors of the decoder of `element`, an element of libav's, from now on. Threads: any.
GsteDecoderErrors *gste_decoder_errors_new(GstElement *element);

/// Ends the recording and frees what was recorded.
void gste_decoder_errors_free(GsteDecoderErrors *errors);

/// Takes the oldest error: its message, to be freed with g_free, and the number of the packet, counted from 0, in which it
/// was found; -1 where the decoder does not say. NULL where there is none.
gchar *_Nullable gste_decoder_errors_take(GsteDecoderErrors *errors, gint64 *packet);

/// Whether decoders of pictures say in which packet they found an error, whatever the number of their threads.
gboolean gste_decoder_errors_name_packets(void);

#pragma clang assume_nonnull end

#endif
