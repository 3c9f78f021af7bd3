/* The timed loop: one reading of the clock between two statements. */
#include "timed.h"

/* What this was compiled from: another library is not to be called. */
const char timed_sources[] = TIMED_SOURCES;

/* Run `many` statements with what is bound to each; `spent` gets their nanoseconds. No further one is
 * begun after `most` nanoseconds, so that Python sees signals. Returns how many were carried out, or
 * -1 - that where the next one has failed. */
int timed_run(struct timed *const *statements, const void *const *bound, int many, int64_t most,
              int64_t *spent) {
    int64_t before = nanoseconds(CLOCK_MONOTONIC), until = before + most;
    for (int at = 0; at < many; at++) {
        struct timed *statement = statements[at];
        if (statement->run(statement, bound[at]))
            return -1 - at;
        int64_t after = nanoseconds(CLOCK_MONOTONIC);
        spent[at] = after - before;
        before = after;
        if (long_enough(spent[at])) {
            if (statement->look(statement))
                return -1 - at;
            before = nanoseconds(CLOCK_MONOTONIC);
        }
        if (statement->settle(statement))
            return -1 - at;
        if (after > until)
            return at + 1;
    }
    return many;
}
