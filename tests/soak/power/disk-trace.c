/*
 * Records what a program does to files, put in front of the C library with LD_PRELOAD: each write, truncation, removal
 * and flush of a file in the folder DISK_TRACE_FOLDER (an absolute path) is appended to the file DISK_TRACE.
 *
 * A change is recorded after it was made, and a flush before it begins and after it has ended, so whatever stands before
 * the beginning of a flush is on the disk when its end is recorded. A record is a header, a path and data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE = 2, REMOVE = 3, FLUSH_BEGIN = 4, FLUSH_END = 5 };

/* Little-endian, without padding. */
struct header {
  uint32_t kind;
  uint32_t thread;
  uint64_t offset;
  uint32_t path_length;
  uint32_t data_length;
};

static int trace = -1;
static const char *folder;

__attribute__((constructor)) static void prepare(void) {
  const char *path = getenv("DISK_TRACE");
  folder = getenv("DISK_TRACE_FOLDER");
  if (path != NULL && folder != NULL) trace = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* The shared memory of SQLite is not kept on the disk. */
static int is_traced(const char *path) {
  size_t length = strlen(path);
  if (trace < 0 || strncmp(path, folder, strlen(folder)) != 0) return 0;
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

/* One append is one record, also when several threads and processes write. */
static void record(enum kind kind, const char *path, uint64_t offset, const void *data, size_t length) {
  struct header header = {kind, (uint32_t)gettid(), offset, (uint32_t)strlen(path), (uint32_t)length};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)path, strlen(path)}, {(void *)data, length}};
  int previous = errno;
  if (writev(trace, parts, 3) != (ssize_t)(sizeof header + strlen(path) + length)) abort();
  errno = previous;
}

static int find_path(int file, char *path) {
  char link[64];
  int previous = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = trace < 0 ? -1 : readlink(link, path, PATH_MAX - 1);
  errno = previous;
  if (length < 0) return 0;
  path[length] = '\0';
  return is_traced(path);
}

static ssize_t write_at(const char *name, int file, const void *data, size_t length, off_t offset) {
  char path[PATH_MAX];
  ssize_t (*write)(int, const void *, size_t, off_t) = real(name);
  ssize_t written = write(file, data, length, offset);
  if (written > 0 && find_path(file, path)) record(WRITE, path, (uint64_t)offset, data, (size_t)written);
  return written;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  return write_at("pwrite", file, data, length, offset);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
  return write_at("pwrite64", file, data, length, offset);
}

static int truncate_to(const char *name, int file, off_t length) {
  char path[PATH_MAX];
  int (*truncate)(int, off_t) = real(name);
  int result = truncate(file, length);
  if (result == 0 && find_path(file, path)) record(TRUNCATE, path, (uint64_t)length, "", 0);
  return result;
}

int ftruncate(int file, off_t length) { return truncate_to("ftruncate", file, length); }
int ftruncate64(int file, off64_t length) { return truncate_to("ftruncate64", file, length); }

static int flush(const char *name, int file) {
  char path[PATH_MAX];
  int (*sync)(int) = real(name);
  if (!find_path(file, path)) return sync(file);
  record(FLUSH_BEGIN, path, 0, "", 0);
  int result = sync(file);
  if (result == 0) record(FLUSH_END, path, 0, "", 0);
  return result;
}

int fsync(int file) { return flush("fsync", file); }
int fdatasync(int file) { return flush("fdatasync", file); }

int unlink(const char *path) {
  int (*remove)(const char *) = real("unlink");
  int result = remove(path);
  if (result == 0 && is_traced(path)) record(REMOVE, path, 0, "", 0);
  return result;
}
