/* What the timed loops know of a prepared statement. An engine's own structure begins with it. */
#ifndef CIPHERBENCH_TIMED_H
#define CIPHERBENCH_TIMED_H

#include <stdint.h>
#include <time.h>

struct timed {
    /* Execute with what is bound, until the whole result is here. Not 0: it has failed. */
    int (*run)(struct timed *statement, const void *bound);
    /* After the clock was read: free the result. Not 0: it tells of a failure, and is kept. */
    int (*settle)(struct timed *statement);
    /* Before that, of a statement that was `long_enough`. Not 0: the result is too large, and freed. */
    int (*look)(struct timed *statement);
    /* Of one that has failed. Not 0: others at work were why, and it can be tried again: its result is
     * freed. */
    int (*conflict)(struct timed *statement);

    /* The same without waiting, so that one thread serves many connections; NULL where the client
     * library cannot. */

    /* Begin to execute. Not 0: it has failed. */
    int (*send)(struct timed *statement, const void *bound);
    /* Read what has arrived. 0: the whole result is here, above 0: more is to come, below: failed. */
    int (*receive)(struct timed *statement);
    /* The connection's descriptor. */
    int (*descriptor)(struct timed *statement);
};

/* Whether a statement that took so long can have a result that is too large: no client receives 64 MB
 * in 5 ms. Looking through the rows took 4 % of a statement of a thousand. */
static inline int long_enough(int64_t spent) { return spent > 5000000; }

static inline int64_t nanoseconds(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return at.tv_sec * INT64_C(1000000000) + at.tv_nsec;
}

#endif
