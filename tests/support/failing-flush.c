/*
 * Loaded before the C library: while the file named by FAIL_FLUSH exists, a flush to disk fails as on a bad disk. If it has
 * content, only flushes of files whose path ends with that fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_failing(int descriptor) {
  const char *flag = getenv("FAIL_FLUSH");
  FILE *file = flag == NULL ? NULL : fopen(flag, "r");
  if (file == NULL) return 0;
  char suffix[256] = "", link[64], path[4096];
  size_t length = fread(suffix, 1, sizeof suffix - 1, file);
  fclose(file);
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = readlink(link, path, sizeof path);
  return size >= (ssize_t)length && memcmp(path + size - length, suffix, length) == 0;
}

static int flush(const char *name, int descriptor) {
  if (is_failing(descriptor)) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(descriptor);
}

int fsync(int descriptor) { return flush("fsync", descriptor); }
int fdatasync(int descriptor) { return flush("fdatasync", descriptor); }
