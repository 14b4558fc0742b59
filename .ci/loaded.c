// A program that stays loaded: each run is a fork of a process that has its libraries already. The dynamic loader takes a tenth of a
// second for ffmpeg's two hundred, more than a short film takes to be written, and the tests run it two thousand times.
//
// One source for two things, both made by `.ci/tests`:
//
//   cc -shared -fPIC -DLIBRARY        preloaded into the program: serves runs at the socket LOADED_SOCKET, where main would begin
//   cc -DSOCKET='"path"'              stands in the program's place in PATH: asks for a run, and ends as that ends
//
//   launcher ── arguments, environment, descriptors 0 to 2, working folder ──► server ──fork──► one that waits ──fork──► main
//   launcher ◄─────────────────────── status ───────────────────────────────────────────────────────┘
//
// The run is killed once its launcher is gone. Its limits and its nice value are the server's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// What precedes a run's strings: the bytes of all, how many they are, and how many of them are arguments; the others are the environment.
struct request {
  uint32_t length, strings, arguments;
};

// Standard input, output and error, and the working folder.
enum { DESCRIPTORS = 4 };

// A message that carries `request` and descriptors.
struct message {
  struct iovec part;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * DESCRIPTORS)];
  struct msghdr header;
};

static void prepare(struct message *message, struct request *request) {
  memset(message, 0, sizeof *message);
  message->part = (struct iovec){request, sizeof *request};
  message->header = (struct msghdr){
      .msg_iov = &message->part, .msg_iovlen = 1, .msg_control = message->control, .msg_controllen = sizeof message->control};
}

static int named_socket(struct sockaddr_un *name, const char *path) {
  *name = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof name->sun_path) return -1;
  strcpy(name->sun_path, path);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

#ifdef LIBRARY

// The arguments of the run that `connection` asks for, and behind them the environment, as the kernel lays them; NULL where it asks for none.
// The process takes the run's descriptors and working folder.
static char **receive(int connection, int *argument_count) {
  struct request request;
  struct message message;
  prepare(&message, &request);
  if (recvmsg(connection, &message.header, MSG_WAITALL) != sizeof request) return NULL;
  struct cmsghdr *control = CMSG_FIRSTHDR(&message.header);
  if (!control || control->cmsg_len != CMSG_LEN(sizeof(int) * DESCRIPTORS)) return NULL;
  int descriptors[DESCRIPTORS];
  memcpy(descriptors, CMSG_DATA(control), sizeof descriptors);
  char *text = malloc(request.length), **strings = calloc(request.strings + 2, sizeof *strings);
  if (!text || !strings || recv(connection, text, request.length, MSG_WAITALL) != request.length) return NULL;
  for (uint32_t i = 0; i < request.strings; i++, text += strlen(text) + 1) strings[i < request.arguments ? i : i + 1] = text;
  for (int i = 0; i < 3; i++) dup2(descriptors[i], i);
  if (fchdir(descriptors[3])) return NULL;
  for (int i = 0; i < DESCRIPTORS; i++) close(descriptors[i]);
  *argument_count = request.arguments;
  return strings;
}

// Waits for `run`, which alone holds the other end of `alive`, and tells `connection` how it ended; kills it once that is closed.
static void see_to_the_end(pid_t run, int alive, int connection) {
  struct pollfd ends[] = {{alive, POLLIN, 0}, {connection, POLLIN, 0}};
  while (poll(ends, 2, -1) < 0) continue;
  if (!ends[0].revents) kill(run, SIGKILL);
  int status = 0;
  waitpid(run, &status, 0);
  _exit(send(connection, &status, sizeof status, MSG_NOSIGNAL) < 0);
}

// Serves runs for ever; returns in each process that is to be the program, with the arguments of its run.
static void serve(const char *path, int *argument_count, char ***arguments) {
  struct sockaddr_un name;
  int listener = named_socket(&name, path), connection, alive[2];
  unlink(path);
  if (listener < 0 || bind(listener, (struct sockaddr *)&name, sizeof name) || listen(listener, 128)) _exit(1);
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    connection = accept(listener, NULL, NULL);
    if (connection < 0) continue;
    if (fork() == 0) break;
    close(connection);
  }
  signal(SIGCHLD, SIG_DFL);
  close(listener);
  *arguments = receive(connection, argument_count);
  if (!*arguments || pipe(alive)) _exit(1);
  pid_t run = fork();
  if (run != 0) {
    close(alive[1]);
    if (run < 0) _exit(1);
    see_to_the_end(run, alive[0], connection);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(alive[0]);
  close(connection);
  environ = *arguments + *argument_count + 1;
}

typedef int (*entry)(int, char **, char **);

// Stands before the C library's own: all libraries are loaded and ready, and nothing of the program has run.
int __libc_start_main(entry program, int argument_count, char **arguments, void (*begin)(void), void (*end)(void),
                      void (*unload)(void), void *stack) {
  int (*start)(entry, int, char **, void (*)(void), void (*)(void), void (*)(void), void *) = dlsym(RTLD_NEXT, "__libc_start_main");
  const char *path = getenv("LOADED_SOCKET");
  if (path) serve(path, &argument_count, &arguments);
  return start(program, argument_count, arguments, begin, end, unload, stack);
}

#else

// Sends `strings`, up to the NULL behind them, one after the other.
static int send_strings(int connection, char **strings) {
  for (; *strings; strings++)
    for (size_t length = strlen(*strings) + 1, done = 0; done < length;) {
      ssize_t count = send(connection, *strings + done, length - done, MSG_NOSIGNAL);
      if (count < 0) return -1;
      done += count;
    }
  return 0;
}

// Asks for the run of `arguments`; 0, or -1 where nobody serves.
static int ask(int connection, char **arguments) {
  struct request request = {0, 0, 0};
  for (char **each = arguments; *each; each++) request.length += strlen(*each) + 1, request.strings++;
  request.arguments = request.strings;
  for (char **each = environ; *each; each++) request.length += strlen(*each) + 1, request.strings++;
  struct message message;
  prepare(&message, &request);
  int descriptors[DESCRIPTORS] = {0, 1, 2, open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  struct cmsghdr *control = CMSG_FIRSTHDR(&message.header);
  control->cmsg_len = CMSG_LEN(sizeof descriptors);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  memcpy(CMSG_DATA(control), descriptors, sizeof descriptors);
  if (sendmsg(connection, &message.header, MSG_NOSIGNAL) != sizeof request) return -1;
  return send_strings(connection, arguments) || send_strings(connection, environ) ? -1 : 0;
}

int main(int argument_count, char **arguments) {
  struct sockaddr_un name;
  int connection = named_socket(&name, SOCKET), status;
  if (connection < 0 || connect(connection, (struct sockaddr *)&name, sizeof name) || ask(connection, arguments) ||
      recv(connection, &status, sizeof status, MSG_WAITALL) != sizeof status) {
    perror(SOCKET);
    return 70;
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  return 70;
}

#endif
