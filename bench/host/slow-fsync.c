/*
 * Makes a disk slow: put in front of the C library with LD_PRELOAD, it waits FSYNC_DELAY_MS before every fsync and
 * fdatasync, and counts them by adding one byte to FSYNC_COUNT_FILE for each.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef int flush_function(int);

static flush_function *real_fsync;
static flush_function *real_fdatasync;
static struct timespec delay;
static int count_file = -1;

__attribute__((constructor)) static void prepare(void) {
  const char *milliseconds = getenv("FSYNC_DELAY_MS");
  const char *path = getenv("FSYNC_COUNT_FILE");
  long wait = milliseconds ? atol(milliseconds) : 0;
  delay.tv_sec = wait / 1000;
  delay.tv_nsec = wait % 1000 * 1000000;
  real_fsync = (flush_function *)dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = (flush_function *)dlsym(RTLD_NEXT, "fdatasync");
  if (path) count_file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void wait_and_count(void) {
  struct timespec rest = delay;
  while (nanosleep(&rest, &rest) == -1 && errno == EINTR) {
  }
  if (count_file >= 0 && write(count_file, ".", 1) != 1) abort();
}

int fsync(int file) {
  wait_and_count();
  return real_fsync(file);
}

int fdatasync(int file) {
  wait_and_count();
  return real_fdatasync(file);
}
