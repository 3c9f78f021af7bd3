/* mysql_stmt_execute of libmariadb in the timed loop. Its functions are those of the library that
 * the driver is linked to. */
#include <stddef.h>
#include <string.h>

#include "../../native/timed.h"

/* MYSQL_ROWS of mysql.h. */
struct row {
    struct row *next;
    void *data;
    unsigned long length;
};

struct mysql_family {
    struct timed timed;
    int (*execute)(void *statement);
    int (*store)(void *statement); /* NULL where there are no rows */
    struct row *(*first)(void *statement);
    char (*let_go)(void *statement);
    void *statement;
    void *area; /* where its values are bound */
    size_t size;
    size_t most, most_of_row; /* bytes of a result */
    size_t found, found_in_row; /* of the one that has failed; 0 where it is not too large */
    unsigned (*number)(void *statement);
    const unsigned *conflicts; /* numbers of errors, 0 behind the last */
};

int mysql_family_run(struct timed *timed, const void *bound) {
    struct mysql_family *it = (struct mysql_family *)timed;
    memcpy(it->area, bound, it->size);
    if (it->execute(it->statement))
        return 1;
    return it->store ? it->store(it->statement) : 0;
}

int mysql_family_settle(struct timed *timed) {
    struct mysql_family *it = (struct mysql_family *)timed;
    return it->store ? it->let_go(it->statement) : 0;
}

int mysql_family_look(struct timed *timed) {
    struct mysql_family *it = (struct mysql_family *)timed;
    if (!it->store)
        return 0;
    size_t bytes = 0, longest = 0;
    for (struct row *row = it->first(it->statement); row; row = row->next) {
        bytes += row->length;
        if (row->length > longest)
            longest = row->length;
    }
    if (bytes > it->most || longest > it->most_of_row) {
        it->found = bytes;
        it->found_in_row = longest;
        it->let_go(it->statement);
        return 1;
    }
    return 0;
}

int mysql_family_conflict(struct timed *timed) {
    struct mysql_family *it = (struct mysql_family *)timed;
    if (it->found)
        return 0;
    unsigned number = it->number(it->statement);
    for (const unsigned *each = it->conflicts; *each; each++)
        if (*each == number) {
            if (it->store)
                it->let_go(it->statement);
            return 1;
        }
    return 0;
}
