/* A wall clock that somebody sets: as long as the file that CIPHERBENCH_TEST_CLOCK names is there,
 * it shows so many seconds more than the machine's as the file has bytes, or less where its name
 * ends with "back". Preloaded into the program and what it forks; nobody else's clock is touched. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

static long ahead(void) {
    const char *path = getenv("CIPHERBENCH_TEST_CLOCK");
    struct stat found;
    if (path == NULL || stat(path, &found) != 0) return 0;
    size_t length = strlen(path);
    long seconds = (long)found.st_size;
    return length > 4 && strcmp(path + length - 4, "back") == 0 ? -seconds : seconds;
}

int clock_gettime(clockid_t which, struct timespec *into) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(which, into);
    if (code == 0 && which == CLOCK_REALTIME) into->tv_sec += ahead();
    return code;
}

int gettimeofday(struct timeval *into, void *zone) {
    static int (*real)(struct timeval *, void *);
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "gettimeofday");
    int code = real(into, zone);
    if (code == 0) into->tv_sec += ahead();
    return code;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != NULL) *into = now.tv_sec;
    return now.tv_sec;
}
