/* Loaded before the C library: while the file named by FAIL_FLUSH exists, a flush to disk fails as on a bad disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int is_failing(void) {
  const char *flag = getenv("FAIL_FLUSH");
  return flag != NULL && access(flag, F_OK) == 0;
}

static int flush(const char *name, int descriptor) {
  if (is_failing()) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(descriptor);
}

int fsync(int descriptor) { return flush("fsync", descriptor); }
int fdatasync(int descriptor) { return flush("fdatasync", descriptor); }
