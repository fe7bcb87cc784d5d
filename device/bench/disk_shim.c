/* Watches what a process does to the files of one folder, for proofs about power cuts and for measuring.
 *
 *   LD_PRELOAD=disk_shim.so  DISK_SHIM_FOLDER=/abs/folder  [DISK_SHIM_LOG=/abs/log]  [DISK_SHIM_SYNC_MS=10]
 *
 * DISK_SHIM_FOLDER   only files below it are watched (by the path they were opened with).
 * DISK_SHIM_LOG      every change is appended to this file, in order, as binary entries:
 *                    op:u8 path_length:u16 path  a:i64 b:i64  data[b] (for W only), little endian;
 *                    W write (a offset, b length) · T truncate (a size) · S sync · D sync of a folder
 *                    U unlink · R rename, L a second name (data of length b: the new path) · M a mark (a: the number)
 * DISK_SHIM_SYNC_MS  each sync of a watched file takes this much longer (an SD card's 5 to 20 ms); may be fractional.
 *
 * A process marks its own log with `disk_shim_mark(number)` and counts syncs with `disk_shim_syncs()`, both exported.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_FD 4096
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[MAX_FD]; /* the watched path behind each descriptor */
static int log_fd = -1;
static const char *folder;
static double sync_ms;
static atomic_long syncs;

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
    const char *log = getenv("DISK_SHIM_LOG"), *ms = getenv("DISK_SHIM_SYNC_MS");
    folder = getenv("DISK_SHIM_FOLDER");
    if (log) log_fd = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (ms) sync_ms = strtod(ms, NULL);
}

static int watched(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* One entry is one write with O_APPEND: it is whole or not there, whatever kills the process. */
static void entry(char op, const char *path, int64_t a, int64_t b, const void *data) {
    if (log_fd < 0) return;
    uint16_t n = (uint16_t)strlen(path);
    size_t extra = data ? (size_t)b : 0, size = 1 + 2 + n + 16 + extra;
    char *buffer = malloc(size), *p = buffer;
    *p++ = op;
    memcpy(p, &n, 2), p += 2;
    memcpy(p, path, n), p += n;
    memcpy(p, &a, 8), p += 8;
    memcpy(p, &b, 8), p += 8;
    if (extra) memcpy(p, data, extra);
    if (REAL(write)(log_fd, buffer, size) != (ssize_t)size) abort();
    free(buffer);
}

static const char *path_of(int fd) { return fd >= 0 && fd < MAX_FD ? paths[fd] : NULL; }

static int opened(int fd, const char *path) {
    if (fd < 0 || fd >= MAX_FD) return fd;
    pthread_mutex_lock(&lock);
    free(paths[fd]);
    paths[fd] = path && watched(path) ? strdup(path) : NULL;
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPENER(name)                                                  \
    int name(const char *path, int flags, ...) {                      \
        __builtin_va_list list;                                       \
        __builtin_va_start(list, flags);                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? __builtin_va_arg(list, mode_t) : 0; \
        __builtin_va_end(list);                                       \
        int fd = opened(REAL(name)(path, flags, mode), path);         \
        if (fd >= 0 && path_of(fd) && flags & O_TRUNC) entry('T', path, 0, 0, NULL); \
        return fd;                                                    \
    }
OPENER(open)
OPENER(open64)

int close(int fd) {
    opened(fd, NULL);
    return REAL(close)(fd);
}

#define WRITER(name, off)                                                              \
    ssize_t name(int fd, const void *data, size_t size, off offset) {                  \
        ssize_t done = REAL(name)(fd, data, size, offset);                             \
        if (done > 0 && path_of(fd)) entry('W', path_of(fd), offset, done, data);      \
        return done;                                                                   \
    }
WRITER(pwrite, off_t)
WRITER(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    ssize_t done = REAL(write)(fd, data, size);
    if (done > 0 && path_of(fd)) entry('W', path_of(fd), lseek(fd, 0, SEEK_CUR) - done, done, data);
    return done;
}

#define TRUNCATER(name, off)                                                \
    int name(int fd, off size) {                                            \
        int result = REAL(name)(fd, size);                                  \
        if (!result && path_of(fd)) entry('T', path_of(fd), size, 0, NULL); \
        return result;                                                      \
    }
TRUNCATER(ftruncate, off_t)
TRUNCATER(ftruncate64, off64_t)

#define SYNCER(name)                                                                              \
    int name(int fd) {                                                                            \
        if (path_of(fd) && sync_ms > 0) {                                                         \
            struct timespec wait = {(time_t)(sync_ms / 1000), (long)(sync_ms * 1e6) % 1000000000L}; \
            while (nanosleep(&wait, &wait) && errno == EINTR) {}                                  \
        }                                                                                         \
        int result = REAL(name)(fd);                                                              \
        if (!result && path_of(fd)) {                                                             \
            struct stat about;                                                                    \
            atomic_fetch_add(&syncs, 1);                                                          \
            entry(!fstat(fd, &about) && S_ISDIR(about.st_mode) ? 'D' : 'S', path_of(fd), 0, 0, NULL); \
        }                                                                                         \
        return result;                                                                            \
    }
SYNCER(fsync)
SYNCER(fdatasync)

int unlink(const char *path) {
    int result = REAL(unlink)(path);
    if (!result && watched(path)) entry('U', path, 0, 0, NULL);
    return result;
}

int rename(const char *from, const char *to) {
    int result = REAL(rename)(from, to);
    if (!result && watched(from)) entry('R', from, 0, (int64_t)strlen(to), to);
    return result;
}

int link(const char *from, const char *to) {
    int result = REAL(link)(from, to);
    if (!result && watched(from)) entry('L', from, 0, (int64_t)strlen(to), to);
    return result;
}

void disk_shim_mark(int64_t number) { entry('M', "", number, 0, NULL); }
long disk_shim_syncs(void) { return atomic_load(&syncs); }
