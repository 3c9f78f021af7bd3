/* PQexecPrepared of libpq in the timed loop. Its functions are those of the library that the driver
 * has loaded: nothing is linked to. */
#include <stddef.h>

#include "../../native/timed.h"

typedef void *execute_t(void *connection, const char *name, int count, const char *const *values,
                        const int *lengths, const int *formats, int result_format);

struct postgresql {
    struct timed timed;
    execute_t *execute;
    int (*status)(const void *result);
    void (*clear)(void *result);
    size_t (*size)(const void *result);
    size_t most; /* bytes of a result */
    void *connection;
    const char *name;
    int count;
    const int *formats;
    void *result;
};

struct row {
    const char *const *values;
    const int *lengths;
};

enum { TUPLES_OK = 2, BINARY = 1 };

int postgresql_run(struct timed *timed, const void *bound) {
    struct postgresql *it = (struct postgresql *)timed;
    const struct row *row = bound;
    it->result = it->execute(it->connection, it->name, it->count, row->values, row->lengths,
                             it->formats, BINARY);
    return 0;
}

int postgresql_settle(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    if (it->status(it->result) > TUPLES_OK || it->size(it->result) > it->most)
        return 1;
    it->clear(it->result);
    it->result = NULL;
    return 0;
}
