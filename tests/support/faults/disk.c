/*
 * Stands between a program and its disk, in front of the C library with LD_PRELOAD.
 *
 * It simulates faults. Each of these files in the folder DISK_FAULTS is a fault for as long as it exists: of all files or, if
 * it has content, of those whose path ends with that content:
 *
 *   fail-flush   a flush fails as on a bad disk
 *   hang-flush   a flush waits
 *   fail-read    a read fails as on a bad disk
 *   fail-write   a write fails as on a bad disk
 *   full         a write that would make a file larger fails as on a full disk
 *
 * And it records: each write, truncation, removal and flush of a file in the folder DISK_TRACE_FOLDER (an absolute path) is
 * appended to the file DISK_TRACE. A change is recorded after it was made, and a flush before it begins and after it has ended,
 * so whatever stands before the beginning of a flush is on the disk when its end is recorded. A record is a header, a path and
 * data.
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
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
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

static const char *faults, *traced;
static int trace = -1;

/* A copy: PostgreSQL writes its title over its environment. */
static char *setting(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? NULL : strdup(value);
}

__attribute__((constructor)) static void prepare(void) {
  const char *path = getenv("DISK_TRACE");
  faults = setting("DISK_FAULTS");
  traced = setting("DISK_TRACE_FOLDER");
  if (path != NULL && traced != NULL) trace = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* The path of an open file; its length is returned, or 0 if there is none. */
static size_t find_path(int file, char path[PATH_MAX]) {
  char link[64];
  int previous = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = previous;
  path[length < 0 ? 0 : length] = '\0';
  return length < 0 ? 0 : (size_t)length;
}

static int is_set(const char *fault, int file) {
  char flag[PATH_MAX], suffix[256], path[PATH_MAX];
  if (faults == NULL || snprintf(flag, sizeof flag, "%s/%s", faults, fault) >= (int)sizeof flag) return 0;
  int previous = errno;
  int descriptor = open(flag, O_RDONLY | O_CLOEXEC);
  ssize_t length = descriptor < 0 ? -1 : read(descriptor, suffix, sizeof suffix);
  if (descriptor >= 0) close(descriptor);
  errno = previous;
  if (length <= 0) return length == 0;
  size_t size = find_path(file, path);
  return size >= (size_t)length && memcmp(path + size - length, suffix, (size_t)length) == 0;
}

/* Fails a call with an error of the disk. */
static int fail(int code) {
  errno = code;
  return -1;
}

/* The shared memory of SQLite is not kept on the disk. */
static int is_traced(const char *path) {
  size_t length = strlen(path);
  if (trace < 0 || strncmp(path, traced, strlen(traced)) != 0) return 0;
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

/* One append is one record, also when several threads and processes write. */
static void record(enum kind kind, const char *path, uint64_t offset, const void *data, size_t length) {
  if (!is_traced(path)) return;
  struct header header = {kind, (uint32_t)gettid(), offset, (uint32_t)strlen(path), (uint32_t)length};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)path, strlen(path)}, {(void *)data, length}};
  int previous = errno;
  if (writev(trace, parts, 3) != (ssize_t)(sizeof header + strlen(path) + length)) abort();
  errno = previous;
}

static void record_file(enum kind kind, int file, off_t offset, const void *data, size_t length) {
  char path[PATH_MAX];
  if (trace >= 0 && find_path(file, path) > 0) record(kind, path, (uint64_t)offset, data, length);
}

static ssize_t write_at(const char *name, int file, const void *data, size_t length, off_t offset) {
  struct stat status;
  if (is_set("fail-write", file)) return fail(EIO);
  if (is_set("full", file) && fstat(file, &status) == 0 && offset + (off_t)length > status.st_size) return fail(ENOSPC);
  ssize_t (*write)(int, const void *, size_t, off_t) = real(name);
  ssize_t written = write(file, data, length, offset);
  if (written > 0) record_file(WRITE, file, offset, data, (size_t)written);
  return written;
}

static ssize_t read_at(const char *name, int file, void *data, size_t length, off_t offset) {
  if (is_set("fail-read", file)) return fail(EIO);
  ssize_t (*read)(int, void *, size_t, off_t) = real(name);
  return read(file, data, length, offset);
}

static int truncate_to(const char *name, int file, off_t length) {
  int (*truncate)(int, off_t) = real(name);
  int result = truncate(file, length);
  if (result == 0) record_file(TRUNCATE, file, length, "", 0);
  return result;
}

static int flush(const char *name, int file) {
  struct timespec pause = {0, 5 * 1000 * 1000};
  while (is_set("hang-flush", file)) nanosleep(&pause, NULL);
  if (is_set("fail-flush", file)) return fail(EIO);
  int (*sync)(int) = real(name);
  record_file(FLUSH_BEGIN, file, 0, "", 0);
  int result = sync(file);
  if (result == 0) record_file(FLUSH_END, file, 0, "", 0);
  return result;
}

/* The same functions have other names in programs with large file support. */
ssize_t pread(int file, void *data, size_t size, off_t at) { return read_at("pread", file, data, size, at); }
ssize_t pread64(int file, void *data, size_t size, off64_t at) { return read_at("pread64", file, data, size, at); }
ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return write_at("pwrite", file, data, size, at); }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) { return write_at("pwrite64", file, data, size, at); }
int ftruncate(int file, off_t length) { return truncate_to("ftruncate", file, length); }
int ftruncate64(int file, off64_t length) { return truncate_to("ftruncate64", file, length); }
int fsync(int file) { return flush("fsync", file); }
int fdatasync(int file) { return flush("fdatasync", file); }

int unlink(const char *path) {
  int (*remove)(const char *) = real("unlink");
  int result = remove(path);
  if (result == 0) record(REMOVE, path, 0, "", 0);
  return result;
}
