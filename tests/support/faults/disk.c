/*
 * Simulates disk faults in a program that loads it with LD_PRELOAD. Each of these files in the folder DISK_FAULTS is a
 * fault for as long as it exists: of all files or, if it has content, of those whose path ends with that content:
 *
 *   fail-flush   a flush fails as on a bad disk
 *   hang-flush   a flush waits
 *   fail-write   a write fails as on a bad disk
 *   full         a write that would make a file larger fails as on a full disk
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int is_set(const char *fault, int file) {
  const char *folder = getenv("DISK_FAULTS");
  char flag[PATH_MAX], suffix[256], link[64], path[PATH_MAX];
  if (folder == NULL || snprintf(flag, sizeof flag, "%s/%s", folder, fault) >= (int)sizeof flag) return 0;
  int previous = errno;
  int descriptor = open(flag, O_RDONLY | O_CLOEXEC);
  ssize_t length = descriptor < 0 ? -1 : read(descriptor, suffix, sizeof suffix);
  if (descriptor >= 0) close(descriptor);
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = length > 0 ? readlink(link, path, sizeof path) : 0;
  errno = previous;
  return length == 0 || (length > 0 && size >= length && memcmp(path + size - length, suffix, (size_t)length) == 0);
}

static int flush(const char *name, int file) {
  struct timespec pause = {0, 5 * 1000 * 1000};
  while (is_set("hang-flush", file)) nanosleep(&pause, NULL);
  if (is_set("fail-flush", file)) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(file);
}

static ssize_t write_at(const char *name, int file, const void *data, size_t length, off_t offset) {
  struct stat status;
  if (is_set("fail-write", file)) {
    errno = EIO;
    return -1;
  }
  if (is_set("full", file) && fstat(file, &status) == 0 && offset + (off_t)length > status.st_size) {
    errno = ENOSPC;
    return -1;
  }
  ssize_t (*real)(int, const void *, size_t, off_t) = (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name);
  return real(file, data, length, offset);
}

int fsync(int file) { return flush("fsync", file); }
int fdatasync(int file) { return flush("fdatasync", file); }

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  return write_at("pwrite", file, data, length, offset);
}

/* The same function, under the name that programs with large file support call. */
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
  return write_at("pwrite64", file, data, length, offset);
}
