/*
 * Makes a disk fail, put in front of the C library with LD_PRELOAD. Each of these files in the folder DISK_FAULTS is a
 * fault for as long as it exists:
 *
 *   fail-flush   a flush fails as on a bad disk
 *   hang-flush   a flush waits
 *   fail-write   a write fails as on a bad disk
 *   full         a write that would make a file larger fails as on a full disk
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int is_set(const char *fault) {
  const char *folder = getenv("DISK_FAULTS");
  char path[PATH_MAX];
  if (folder == NULL || snprintf(path, sizeof path, "%s/%s", folder, fault) >= (int)sizeof path) return 0;
  int previous = errno;
  int is_there = access(path, F_OK) == 0;
  errno = previous;
  return is_there;
}

static int flush(const char *name, int file) {
  struct timespec pause = {0, 5 * 1000 * 1000};
  while (is_set("hang-flush")) nanosleep(&pause, NULL);
  if (is_set("fail-flush")) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(file);
}

static ssize_t write_at(const char *name, int file, const void *data, size_t length, off_t offset) {
  struct stat status;
  if (is_set("fail-write")) {
    errno = EIO;
    return -1;
  }
  if (is_set("full") && fstat(file, &status) == 0 && offset + (off_t)length > status.st_size) {
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

/* The same function on 64-bit systems, under the name that programs with large files use. */
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
  return write_at("pwrite64", file, data, length, offset);
}
