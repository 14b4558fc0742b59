// What Swift sees of Xlib; its names that are macros or unions cannot be imported.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/// What happened in a window: one of these, and its numbers.
enum xshim_kind { XSHIM_OTHER, XSHIM_KEY, XSHIM_SIZE, XSHIM_EXPOSED, XSHIM_CLOSED };

struct xshim_event {
  enum xshim_kind kind;
  /// The key's symbol, with the shift key taken into account.
  KeySym symbol;
  int width, height;
};

/// The next event that waits; 0 where there is none. `close_atom` is WM_DELETE_WINDOW.
static inline int xshim_next(Display *display, Atom close_atom, struct xshim_event *result) {
  if (XPending(display) <= 0) return 0;
  XEvent event;
  XNextEvent(display, &event);
  memset(result, 0, sizeof *result);
  switch (event.type) {
    case KeyPress: {
      char text[8];
      result->kind = XSHIM_KEY;
      XLookupString(&event.xkey, text, sizeof text, &result->symbol, NULL);
      break;
    }
    case ConfigureNotify:
      result->kind = XSHIM_SIZE;
      result->width = event.xconfigure.width;
      result->height = event.xconfigure.height;
      break;
    case Expose:
      if (event.xexpose.count == 0) result->kind = XSHIM_EXPOSED;
      break;
    case ClientMessage:
      if ((Atom)event.xclient.data.l[0] == close_atom) result->kind = XSHIM_CLOSED;
      break;
    default: break;
  }
  return 1;
}

/// Asks the window manager to let the window fill the screen, or not (Extended Window Manager Hints, _NET_WM_STATE).
static inline void xshim_full_screen(Display *display, Window window, int fills) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = XInternAtom(display, "_NET_WM_STATE", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = fills ? 1 : 0;
  event.xclient.data.l[1] = (long)XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", False);
  event.xclient.data.l[3] = 1;
  XSendEvent(display, DefaultRootWindow(display), False, SubstructureRedirectMask | SubstructureNotifyMask, &event);
}

/// Whether a window manager says that it lets windows fill the screen (_NET_SUPPORTED).
static inline int xshim_has_full_screen(Display *display) {
  Atom wanted = XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", False), type = 0;
  int format = 0, found = 0;
  unsigned long count = 0, rest = 0;
  unsigned char *data = NULL;
  if (XGetWindowProperty(display, DefaultRootWindow(display), XInternAtom(display, "_NET_SUPPORTED", False), 0, 4096, False,
                         XA_ATOM, &type, &format, &count, &rest, &data) != Success || !data)
    return 0;
  if (type == XA_ATOM && format == 32)
    for (unsigned long index = 0; index < count; index++) found |= ((Atom *)data)[index] == wanted;
  XFree(data);
  return found;
}

/// Names the window, in UTF-8 too (_NET_WM_NAME).
static inline void xshim_set_title(Display *display, Window window, const char *title) {
  XStoreName(display, window, title);
  XChangeProperty(display, window, XInternAtom(display, "_NET_WM_NAME", False), XInternAtom(display, "UTF8_STRING", False),
                  8, PropModeReplace, (const unsigned char *)title, (int)strlen(title));
}

/// Waits until the server says something, for at most `milliseconds`.
static inline void xshim_wait(int descriptor, int milliseconds) {
  struct pollfd one = {descriptor, POLLIN, 0};
  poll(&one, 1, milliseconds);
}
