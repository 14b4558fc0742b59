// libnuma, which x265 asks for processors, writes its complaints to standard error, unless the program has these two
// functions (`numa(3)`). They go where GLib's messages go. The program exports them: libnuma comes with a plugin.

#include <errno.h>
#include <glib.h>
#include <stdarg.h>

void numa_warn(int number, char *format, ...);
void numa_error(char *where);

void numa_warn(int number, char *format, ...) {
  (void)number;
  va_list arguments;
  va_start(arguments, format);
  g_logv("libnuma", G_LOG_LEVEL_WARNING, format, arguments);
  va_end(arguments);
}

void numa_error(char *where) { g_log("libnuma", G_LOG_LEVEL_WARNING, "%s: %s", where, g_strerror(errno)); }
