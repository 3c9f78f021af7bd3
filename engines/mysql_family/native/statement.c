/* mysql_stmt_execute of libmariadb in the timed loop. Its functions are those of the library that
 * the driver is linked to. */
#include <stddef.h>
#include <string.h>

#include "../../native/timed.h"

struct mysql_family {
    struct timed timed;
    int (*execute)(void *statement);
    int (*store)(void *statement); /* NULL where there are no rows */
    char (*let_go)(void *statement);
    void *statement;
    void *area; /* where its values are bound */
    size_t size;
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
