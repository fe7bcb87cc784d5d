/* Makes calls on the files of one folder fail, when and how a test says it: an I/O error at the n-th write, a sync that
 * fails once, a disk without room for a while, a read that cannot be had, a card that stalls.
 *
 *   LD_PRELOAD="fault_shim.so[ disk_shim.so]"  FAULT_SHIM_FOLDER=/abs/folder  FAULT_SHIM_PLAN=/abs/plan
 *                                              [FAULT_SHIM_LOG=/abs/log]
 *
 * FAULT_SHIM_PLAN is a file of 128 bytes that is mapped and looked at before each call, so that whoever holds it changes
 * what happens while the process runs. Little endian:
 *   i64 calls      which calls are meant: 1 write, 2 sync, 4 truncate, 8 open, 16 unlink, 32 rename and link, 64 read,
 *                  128 sync of a folder, 256 folder made, 512 permissions changed
 *   i64 after      so many calls that are meant go well first
 *   i64 times      so many fail then; -1: all
 *   i64 error      the errno; 0: a write is cut short, to half of it, and other calls go well
 *   i64 stall_us   each sync takes so much longer
 *   i64 seen       counted here: calls that were meant since `after` was last set
 *   i64 failed     counted here: those that failed
 *   char only[72]  only paths with this in them, or after a $ only paths that end so; empty: all
 *
 * A sync that fails leaves an entry F with the file's path in FAULT_SHIM_LOG (the log of disk_shim.c): what was written
 * since the last good sync may never reach the disk, although a later sync says that all is well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, TRUNCATE = 4, OPEN = 8, UNLINK = 16, RENAME = 32, READ = 64 };
enum { SYNC_FOLDER = 128, MKDIR = 256, CHMOD = 512 };

struct plan {
    int64_t calls, after, times, error, stall_us;
    _Atomic int64_t seen, failed;
    char only[72];
};

static struct plan nothing, *plan = &nothing;
static const char *folder;
static int log_fd = -1;

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("FAULT_SHIM_PLAN"), *log = getenv("FAULT_SHIM_LOG");
    folder = getenv("FAULT_SHIM_FOLDER");
    if (log) log_fd = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int fd = path ? REAL(open)(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *at = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) plan = at;
    REAL(close)(fd);
}

static int watched(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return length && path && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* The path behind a descriptor, as the system knows it; only asked while something may fail. */
static const char *path_of(int fd, char *into) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, into, PATH_MAX - 1);
    if (length < 0) return NULL;
    into[length] = 0;
    return into;
}

static int meant(const char *path) {
    size_t length = strlen(path), end = strlen(plan->only);
    if (plan->only[0] != '$') return !plan->only[0] || strstr(path, plan->only) != NULL;
    return length >= end - 1 && !strcmp(path + length - (end - 1), plan->only + 1);
}

/* Whether this call fails: 0, or the errno, or -1 for a write that is cut short. */
static int fails(int64_t call, const char *path) {
    if (!(plan->calls & call) || !watched(path) || !meant(path)) return 0;
    int64_t number = atomic_fetch_add(&plan->seen, 1);
    if (number < plan->after || (plan->times >= 0 && number >= plan->after + plan->times)) return 0;
    atomic_fetch_add(&plan->failed, 1);
    return plan->error ? (int)plan->error : call == WRITE ? -1 : 0;
}

static int fd_fails(int64_t call, int fd) {
    char path[PATH_MAX];
    return plan->calls & call ? fails(call, path_of(fd, path)) : 0;
}

static void failed_sync(int fd) {
    char path[PATH_MAX], entry[PATH_MAX + 20];
    if (log_fd < 0 || !path_of(fd, path)) return;
    uint16_t n = (uint16_t)strlen(path);
    char *p = entry;
    *p++ = 'F';
    memcpy(p, &n, 2), p += 2;
    memcpy(p, path, n), p += n;
    memset(p, 0, 16), p += 16;
    if (REAL(write)(log_fd, entry, (size_t)(p - entry)) != p - entry) abort();
}

#define FAIL(how) do { int error_ = (how); if (error_) { errno = error_; return -1; } } while (0)

#define WRITER(name, off)                                                  \
    ssize_t name(int fd, const void *data, size_t size, off offset) {      \
        int error = fd_fails(WRITE, fd);                                   \
        if (error > 0) { errno = error; return -1; }                       \
        return REAL(name)(fd, data, error ? size / 2 : size, offset);      \
    }
WRITER(pwrite, off_t)
WRITER(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    int error = fd_fails(WRITE, fd);
    if (error > 0) { errno = error; return -1; }
    return REAL(write)(fd, data, error ? size / 2 : size);
}

#define READER(name, off)                                                  \
    ssize_t name(int fd, void *data, size_t size, off offset) {            \
        FAIL(fd_fails(READ, fd));                                          \
        return REAL(name)(fd, data, size, offset);                         \
    }
READER(pread, off_t)
READER(pread64, off64_t)

ssize_t read(int fd, void *data, size_t size) {
    FAIL(fd_fails(READ, fd));
    return REAL(read)(fd, data, size);
}

#define TRUNCATER(name, off)                                               \
    int name(int fd, off size) {                                           \
        FAIL(fd_fails(TRUNCATE, fd));                                      \
        return REAL(name)(fd, size);                                       \
    }
TRUNCATER(ftruncate, off_t)
TRUNCATER(ftruncate64, off64_t)

#define SYNCER(name)                                                                              \
    int name(int fd) {                                                                            \
        char path[PATH_MAX];                                                                      \
        if (plan->stall_us > 0 && watched(path_of(fd, path))) {                                   \
            for (int64_t left = plan->stall_us; left > 0 && plan->stall_us > 0; left -= 1000) {   \
                struct timespec wait = {0, 1000000};                                              \
                nanosleep(&wait, NULL);                                                           \
            }                                                                                     \
        }                                                                                         \
        struct stat about;                                                                        \
        if (plan->calls & (SYNC | SYNC_FOLDER)) {                                                 \
            int is_folder = !fstat(fd, &about) && S_ISDIR(about.st_mode);                         \
            int error = fd_fails(is_folder ? SYNC_FOLDER : SYNC, fd);                             \
            if (error) { failed_sync(fd); errno = error; return -1; }                             \
        }                                                                                         \
        return REAL(name)(fd);                                                                    \
    }
SYNCER(fsync)
SYNCER(fdatasync)

#define OPENER(name)                                                                              \
    int name(const char *path, int flags, ...) {                                                  \
        __builtin_va_list list;                                                                   \
        __builtin_va_start(list, flags);                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? __builtin_va_arg(list, mode_t) : 0;         \
        __builtin_va_end(list);                                                                   \
        FAIL(fails(OPEN, path));                                                                  \
        return REAL(name)(path, flags, mode);                                                     \
    }
OPENER(open)
OPENER(open64)

int unlink(const char *path) { FAIL(fails(UNLINK, path)); return REAL(unlink)(path); }
int rename(const char *from, const char *to) { FAIL(fails(RENAME, from)); return REAL(rename)(from, to); }
int link(const char *from, const char *to) { FAIL(fails(RENAME, from)); return REAL(link)(from, to); }
int mkdir(const char *path, mode_t mode) { FAIL(fails(MKDIR, path)); return REAL(mkdir)(path, mode); }
int fchmod(int fd, mode_t mode) { FAIL(fd_fails(CHMOD, fd)); return REAL(fchmod)(fd, mode); }
