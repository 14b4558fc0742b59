// What Swift sees of libavformat: its headers, and what is a macro or a table in them.
#include <errno.h>
#include <string.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/dict.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>

/// AV_NOPTS_VALUE, AVERROR_EOF, AVERROR(EAGAIN), what a format outside the allowed ones gives, AVERROR(ENOSPC) and AVERROR(EIO), AVERROR(EDQUOT), AVERROR(EFBIG).
static inline int64_t gste_no_time(void) { return AV_NOPTS_VALUE; }
static inline int gste_end_of_file(void) { return AVERROR_EOF; }
static inline int gste_again(void) { return AVERROR(EAGAIN); }
static inline int gste_not_allowed(void) { return AVERROR(EINVAL); }
static inline int gste_is_disk_full(int code) {
  return code == AVERROR(ENOSPC) || code == AVERROR(EDQUOT) || code == AVERROR(EFBIG);
}
static inline int gste_is_disk_error(int code) { return code == AVERROR(EIO) || code == AVERROR(EROFS); }

/// Whether the process, or the system, has as many files open as it may: AVERROR(EMFILE), AVERROR(ENFILE).
static inline int gste_is_out_of_descriptors(int code) { return code == AVERROR(EMFILE) || code == AVERROR(ENFILE); }

/// Whether a muxer or its filter does not take what it is given: no error of the system's but of libav's own, or an invalid argument.
static inline int gste_is_refusal(int code) {
  return code == AVERROR_INVALIDDATA || code == AVERROR_PATCHWELCOME || code == AVERROR_BUG || code == AVERROR(EINVAL);
}

/// What an error is called.
static inline void gste_describe(int code, char *words, size_t size) { av_strerror(code, words, size); }

/// Whether a file of `format` may hold packets of `codec`: 1 or 0, or less where the format does not say.
static inline int gste_holds(const AVOutputFormat *format, enum AVCodecID codec) {
  return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL);
}

/// Keeps the four letters that a stream has in its file where they mean the same in `format`, as ffmpeg does.
static inline void gste_settle_tag(const AVOutputFormat *format, AVCodecParameters *parameters) {
  unsigned int other = 0;
  if (!format->codec_tag) return;
  if (av_codec_get_id(format->codec_tag, parameters->codec_tag) == parameters->codec_id ||
      !av_codec_get_tag2(format->codec_tag, parameters->codec_id, &other))
    return;
  parameters->codec_tag = 0;
}

/// Gives `to` what `from` says beside its parameters: a display matrix, the light of pictures.
static inline int gste_copy_side_data(AVStream *to, const AVStream *from) {
  for (int index = 0; index < from->nb_side_data; index += 1) {
    const AVPacketSideData *data = &from->side_data[index];
    uint8_t *bytes = av_stream_new_side_data(to, data->type, data->size);
    if (!bytes) return AVERROR(ENOMEM);
    memcpy(bytes, data->data, data->size);
  }
  return 0;
}

/// Whether `stream` says that its pictures surround the viewer.
static inline int gste_surrounds(const AVStream *stream) {
  return av_stream_get_side_data(stream, AV_PKT_DATA_SPHERICAL, NULL) != NULL;
}

/// Whether `stream` says that its pictures hold one view for each eye.
static inline int gste_is_stereoscopic(const AVStream *stream) {
  size_t size = 0;
  const AVStereo3D *stereo = (const AVStereo3D *)av_stream_get_side_data(stream, AV_PKT_DATA_STEREO3D, &size);
  return stereo && size >= sizeof(AVStereo3D) && stereo->type != AV_STEREO3D_2D;
}

/// Whether `stream` says how Dolby Vision's layers belong together.
static inline int gste_is_dolby_vision(const AVStream *stream) {
  return av_stream_get_side_data(stream, AV_PKT_DATA_DOVI_CONF, NULL) != NULL;
}

/// Whether `stream` says that its pictures surround the viewer or are two for two eyes, or how Dolby Vision's layers belong together.
static inline int gste_says_view(const AVStream *stream) {
  return gste_surrounds(stream) || av_stream_get_side_data(stream, AV_PKT_DATA_STEREO3D, NULL) ||
         gste_is_dolby_vision(stream);
}

/// The rate of pictures of `stream`; where it is raw, as its parameter sets say: later libraries keep that beside the rate that all raw
/// streams are read with.
static inline AVRational gste_frame_rate(const AVStream *stream, int is_raw) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  if (is_raw && stream->codecpar->framerate.num > 0) return stream->codecpar->framerate;
#endif
  return stream->avg_frame_rate;
}

/// How `stream` is turned by its display matrix, of nine numbers; null where it has none.
static inline const int32_t *gste_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return bytes && size >= 9 * sizeof(int32_t) ? (const int32_t *)bytes : NULL;
}

/// Has `stream` be turned by `matrix`, of nine numbers.
static inline int gste_set_matrix(AVStream *stream, const int32_t *matrix) {
  uint8_t *bytes = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
  if (!bytes) return AVERROR(ENOMEM);
  memcpy(bytes, matrix, 9 * sizeof(int32_t));
  return 0;
}

/// Has the muxer of Matroska write that a viewer of `stream` turns by these degrees, as of pictures that surround him.
static inline int gste_set_pose(AVStream *stream, int yaw, int roll) {
  size_t size = 0;
  if (av_stream_get_side_data(stream, AV_PKT_DATA_SPHERICAL, NULL)) return 0;
  AVSphericalMapping *mapping = av_spherical_alloc(&size);
  if (!mapping) return AVERROR(ENOMEM);
  mapping->projection = AV_SPHERICAL_EQUIRECTANGULAR;
  mapping->yaw = yaw * 65536;
  mapping->roll = roll * 65536;
  int code = av_stream_add_side_data(stream, AV_PKT_DATA_SPHERICAL, (uint8_t *)mapping, size);
  if (code < 0) av_freep(&mapping);
  return code;
}

static inline const char *gste_layout(const AVCodecParameters *parameters, char *words, size_t size) {
  return av_channel_layout_describe(&parameters->ch_layout, words, size) < 0 ? "" : words;
}

/// Libav's own messages go nowhere: its errors say what is needed.
static inline void gste_quiet(void) { if (av_log_get_level() > AV_LOG_QUIET) av_log_set_level(AV_LOG_QUIET); }

/// The chapter at `index`, and one more of `context`, which begins and ends at these times.
static inline AVChapter *gste_chapter(const AVFormatContext *context, unsigned index) { return context->chapters[index]; }
static inline int gste_add_chapter(AVFormatContext *context, int64_t id, AVRational base, int64_t start, int64_t end,
                                   const char *title) {
  AVChapter **chapters = av_realloc_array(context->chapters, context->nb_chapters + 1, sizeof(AVChapter *));
  if (!chapters) return AVERROR(ENOMEM);
  context->chapters = chapters;
  AVChapter *chapter = av_mallocz(sizeof(AVChapter));
  if (!chapter) return AVERROR(ENOMEM);
  chapter->id = id;
  chapter->time_base = base;
  chapter->start = start;
  chapter->end = end;
  if (title) av_dict_set(&chapter->metadata, "title", title, 0);
  context->chapters[context->nb_chapters++] = chapter;
  return 0;
}

/// The bytes of plane `plane` of `frame`, and from one row to the next.
static inline uint8_t *gste_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }
static inline int gste_row_length(const AVFrame *frame, int plane) { return frame->linesize[plane]; }

/// Gives a stream the `size` bytes that its decoder begins with, in memory of libav's.
static inline int gste_set_configuration(AVCodecParameters *parameters, const uint8_t *bytes, size_t size) {
  if (size == 0) return 0;
  parameters->extradata = av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!parameters->extradata) return AVERROR(ENOMEM);
  memcpy(parameters->extradata, bytes, size);
  parameters->extradata_size = (int)size;
  return 0;
}

/// Says of a stream what its pictures were mastered on: `numbers` are x and y of red, green, blue and white in 1/50,000, and the
/// brightest and darkest light in 1/10,000 cd/m².
static inline int gste_set_mastering_display(AVStream *stream, const int *numbers) {
  size_t size = 0;
  AVMasteringDisplayMetadata *made = av_mastering_display_metadata_alloc();
  if (!made) return AVERROR(ENOMEM);
  size = sizeof *made;
  for (int index = 0; index < 6; index += 1)
    made->display_primaries[index / 2][index % 2] = (AVRational){numbers[index], 50000};
  for (int index = 0; index < 2; index += 1) made->white_point[index] = (AVRational){numbers[6 + index], 50000};
  made->max_luminance = (AVRational){numbers[8], 10000};
  made->min_luminance = (AVRational){numbers[9], 10000};
  made->has_primaries = made->has_luminance = 1;
  int code = av_stream_add_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, (uint8_t *)made, size);
  if (code < 0) av_free(made);
  return code;
}

/// Says of a stream which light its pictures reach, in cd/m²: a pixel at most, and a picture on average.
static inline int gste_set_content_light(AVStream *stream, unsigned maximum, unsigned average) {
  size_t size = 0;
  AVContentLightMetadata *made = av_content_light_metadata_alloc(&size);
  if (!made) return AVERROR(ENOMEM);
  made->MaxCLL = maximum;
  made->MaxFALL = average;
  int code = av_stream_add_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, (uint8_t *)made, size);
  if (code < 0) av_free(made);
  return code;
}

/// The end of a movie whose beginning is to stay as it is: what is written before `begin` goes nowhere. `header` is where writing
/// comes back to from there, as it does for the movie's header.
struct gste_end {
  AVIOContext *file;
  int64_t begin, place, header;
};

#if LIBAVFORMAT_VERSION_MAJOR < 61
typedef uint8_t gste_written;
#else
typedef const uint8_t gste_written;
#endif

static inline int gste_write_end(void *opaque, gste_written *bytes, int size) {
  struct gste_end *end = opaque;
  if (end->place >= end->begin) {
    avio_seek(end->file, end->place, SEEK_SET);
    avio_write(end->file, bytes, size);
    if (end->file->error < 0) return end->file->error;
  }
  end->place += size;
  return size;
}

static inline int64_t gste_seek_end(void *opaque, int64_t offset, int whence) {
  struct gste_end *end = opaque;
  if (whence != SEEK_SET) return AVERROR(EINVAL);
  if (end->place < end->begin && offset >= end->begin) end->header = offset;
  return end->place = offset;
}

static inline AVIOContext *gste_open_end(struct gste_end *end) {
  const int size = 1 << 15;
  uint8_t *buffer = av_malloc(size);
  if (!buffer) return NULL;
  AVIOContext *made = avio_alloc_context(buffer, size, 1, end, NULL, gste_write_end, gste_seek_end);
  if (!made) {
    av_free(buffer);
    return NULL;
  }
  avio_seek(made, end->begin, SEEK_SET);
  return made;
}

static inline int gste_close_end(AVIOContext *made) {
  avio_flush(made);
  int code = made->error;
  av_freep(&made->buffer);
  avio_context_free(&made);
  return code;
}

static inline int gste_no_memory(void) { return AVERROR(ENOMEM); }

/// Has the muxer of transport streams write PAT and PMT before its next packet.
static inline int gste_repeat_tables(AVFormatContext *context) {
  return av_opt_set(context->priv_data, "mpegts_flags", "+resend_headers", 0);
}

/// The formats of samples that the encoder takes, ended by none; NULL where it names none. Newer releases have a function for it, and call
/// the field deprecated.
static inline const enum AVSampleFormat *gste_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  int code = avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &formats, NULL);
  return code < 0 ? NULL : formats;
#else
  return codec->sample_fmts;
#endif
}
