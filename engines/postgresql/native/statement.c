/* Prepared statements of libpq in the timed loops. Its functions are those of the library that the
 * driver has loaded: nothing is linked to. */
#include <poll.h>
#include <stddef.h>
#include <string.h>

#include "../../native/timed.h"

typedef void *execute_t(void *connection, const char *name, int count, const char *const *values,
                        const int *lengths, const int *formats, int result_format);
typedef int send_t(void *connection, const char *name, int count, const char *const *values,
                   const int *lengths, const int *formats, int result_format);

struct libpq {
    execute_t *execute;
    int (*status)(const void *result);
    void (*clear)(void *result);
    size_t (*size)(const void *result);
    send_t *send;
    int (*flush)(void *connection);
    int (*consume)(void *connection);
    int (*is_busy)(void *connection);
    void *(*result)(void *connection);
    int (*socket)(const void *connection);
    const char *(*field)(const void *result, int field);
};

struct postgresql {
    struct timed timed;
    const struct libpq *libpq;
    size_t most; /* bytes of a result */
    void *connection;
    const char *name;
    int count;
    const int *formats;
    void *result;
    const char *conflicts; /* SQLSTATEs, one behind the other */
};

struct row {
    const char *const *values;
    const int *lengths;
};

enum { TUPLES_OK = 2, BINARY = 1, SQLSTATE = 'C', CODE = 5 };

int postgresql_run(struct timed *timed, const void *bound) {
    struct postgresql *it = (struct postgresql *)timed;
    const struct row *row = bound;
    it->result = it->libpq->execute(it->connection, it->name, it->count, row->values, row->lengths,
                                    it->formats, BINARY);
    return 0;
}

int postgresql_settle(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    const struct libpq *libpq = it->libpq;
    if (libpq->status(it->result) > TUPLES_OK)
        return 1;
    libpq->clear(it->result);
    it->result = NULL;
    return 0;
}

int postgresql_look(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    return it->libpq->size(it->result) > it->most;
}

int postgresql_conflict(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    const char *code = it->libpq->field(it->result, SQLSTATE);
    if (code == NULL)
        return 0;
    for (const char *each = it->conflicts; *each; each += CODE)
        if (!strncmp(each, code, CODE)) {
            it->libpq->clear(it->result);
            it->result = NULL;
            return 1;
        }
    return 0;
}

/* Only what the socket has no room for is waited for. */
int postgresql_send(struct timed *timed, const void *bound) {
    struct postgresql *it = (struct postgresql *)timed;
    const struct libpq *libpq = it->libpq;
    const struct row *row = bound;
    if (!libpq->send(it->connection, it->name, it->count, row->values, row->lengths, it->formats,
                     BINARY))
        return 1;
    int left;
    while ((left = libpq->flush(it->connection)) > 0) {
        struct pollfd room = {libpq->socket(it->connection), POLLIN | POLLOUT, 0};
        if (poll(&room, 1, -1) > 0 && room.revents & POLLIN && !libpq->consume(it->connection))
            return 1;
    }
    return left;
}

int postgresql_receive(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    const struct libpq *libpq = it->libpq;
    if (!libpq->consume(it->connection))
        return -1;
    while (!libpq->is_busy(it->connection)) {
        void *result = libpq->result(it->connection);
        if (result == NULL)
            return 0;
        if (it->result)
            libpq->clear(it->result);
        it->result = result;
    }
    return 1;
}

int postgresql_descriptor(struct timed *timed) {
    struct postgresql *it = (struct postgresql *)timed;
    return it->libpq->socket(it->connection);
}
