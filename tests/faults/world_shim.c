/* What the world may do to a process, done to it from outside while it runs: its clocks are set, or it is killed at
 * exactly its n-th call that anybody else could notice.
 *
 * Preloaded. WORLD_SHIM_CONTROL names a file of four 64-bit numbers, shared with the test that changes them:
 *   wall_ns       added to the wall clock
 *   monotonic_ns  added to the monotonic clock: the machine slept, or the process was stopped for so long
 *   kill_after    when it is n > 0: SIGKILL to itself before its n-th call of those below
 *   calls         how many of those calls were made
 * Waits are in moments of these clocks, so what was added is taken off again before the kernel is asked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
    volatile int64_t wall_ns, monotonic_ns, kill_after, calls;
};

static struct control nothing, *control = &nothing;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("WORLD_SHIM_CONTROL");
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *found = mmap(NULL, sizeof nothing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (found != MAP_FAILED) control = found;
}

static int64_t added(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        return control->wall_ns;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
        return control->monotonic_ns;
    default:
        return 0;
    }
}

static struct timespec moved(struct timespec at, int64_t by_ns) {
    int64_t ns = (int64_t)at.tv_sec * 1000000000 + at.tv_nsec + by_ns;
    if (ns < 0) ns = 0;
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    static __typeof__(&clock_gettime) next;
    if (next == NULL) next = REAL(clock_gettime);
    int result = next(clock, at);
    if (result == 0) *at = moved(*at, added(clock));
    return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *at = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at != NULL) *at = now.tv_sec;
    return now.tv_sec;
}

int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until) {
    struct timespec at = moved(*until, -added(clock));
    return REAL(sem_clockwait)(sem, clock, &at);
}

int sem_timedwait(sem_t *sem, const struct timespec *until) {
    struct timespec at = moved(*until, -added(CLOCK_REALTIME));
    return REAL(sem_timedwait)(sem, &at);
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
    struct timespec at = moved(*until, -added(clock));
    return REAL(pthread_cond_clockwait)(cond, mutex, clock, &at);
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until) {
    /* Python's conditions are of the monotonic clock. */
    struct timespec at = moved(*until, -added(CLOCK_MONOTONIC));
    return REAL(pthread_cond_timedwait)(cond, mutex, &at);
}

static void step(void) {
    __atomic_add_fetch(&control->calls, 1, __ATOMIC_SEQ_CST);
    if (control->kill_after > 0 && __atomic_sub_fetch(&control->kill_after, 1, __ATOMIC_SEQ_CST) == 0)
        kill(getpid(), SIGKILL);
}

#define WATCHED(type, name, params, args) \
    type name params {                    \
        static __typeof__(&name) next;    \
        if (next == NULL) next = REAL(name); \
        step();                           \
        return next args;                 \
    }

WATCHED(ssize_t, write, (int fd, const void *data, size_t count), (fd, data, count))
WATCHED(ssize_t, pwrite, (int fd, const void *data, size_t count, off_t at), (fd, data, count, at))
WATCHED(ssize_t, pwrite64, (int fd, const void *data, size_t count, off64_t at), (fd, data, count, at))
WATCHED(int, fsync, (int fd), (fd))
WATCHED(int, fdatasync, (int fd), (fd))
WATCHED(int, ftruncate64, (int fd, off64_t length), (fd, length))
WATCHED(ssize_t, send, (int fd, const void *data, size_t count, int flags), (fd, data, count, flags))
WATCHED(ssize_t, sendto, (int fd, const void *data, size_t count, int flags, const struct sockaddr *to, socklen_t length),
        (fd, data, count, flags, to, length))
WATCHED(int, unlink, (const char *path), (path))
