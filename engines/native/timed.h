/* What the timed loop knows of a prepared statement. An engine's own structure begins with it. */
#ifndef CIPHERBENCH_TIMED_H
#define CIPHERBENCH_TIMED_H

struct timed {
    /* Execute with what is bound, until the whole result is here. Not 0: it has failed. */
    int (*run)(struct timed *statement, const void *bound);
    /* After the clock was read: free the result. Not 0: it tells of a failure, and is kept. */
    int (*settle)(struct timed *statement);
};

#endif
