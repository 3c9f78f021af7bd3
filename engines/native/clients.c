/* A closed load: each client sends its next request once the one before is answered.
 *
 * Where statements can be sent without waiting, one thread serves all connections, in pgbench's
 * order: answers that have arrived, then the next requests. Else each has a thread, and nothing but
 * the clock, a counter and a histogram lies between an answer and the next request of that client. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "timed.h"

enum { FAILED = 1, NO_ROOM = 2 };

struct clients {
    struct timed *const *statements; /* of client c and kind k: [c * kinds + k] */
    const uint8_t *kind;             /* of request n: [n % requests] */
    const void *const *bound;        /* what is bound to it */
    int64_t requests;
    int64_t *taken; /* by all processes together */
    int64_t first, stride, most; /* numbers of requests, below `most` */
    int64_t *window; /* CLOCK_MONOTONIC: requests sent before [0] do not count, none is after [1] */
    int64_t think; /* nanoseconds before each */
    int64_t patience; /* nanoseconds within which one that met a conflict is tried again */
    int64_t *live_count, *live, live_mask; /* latencies of the last requests */
    int64_t *counts, *sums; /* [kind * places + place], [kind] */
    int64_t *retried; /* requests that were answered, but not at the first try: [kind] */
    int64_t *led;     /* requests that were answered and do not count: [kind] */
    int32_t clients, kinds, places, bits, tries; /* each request is tried so often at most */
    /* what has come of it */
    int32_t status, failed; /* the statement that has failed: [client * kinds + kind] */
    int64_t ended, cpu;
};

static int64_t until(struct clients *it) {
    return __atomic_load_n(&it->window[1], __ATOMIC_RELAXED);
}

static int64_t now(void) { return nanoseconds(CLOCK_MONOTONIC); }

/* The number of the next request, or -1: there is none any more. */
static int64_t take(struct clients *it, int64_t at) {
    if (at >= until(it) || __atomic_load_n(&it->status, __ATOMIC_RELAXED))
        return -1;
    int64_t number = it->first + it->stride * __atomic_fetch_add(it->taken, 1, __ATOMIC_RELAXED);
    if (number < it->most)
        return number;
    __atomic_fetch_sub(it->taken, 1, __ATOMIC_RELAXED);
    return -1;
}

static void count(struct clients *it, int kind, int64_t since, int64_t latency, int tried) {
    if (since < __atomic_load_n(&it->window[0], __ATOMIC_ACQUIRE)) {
        __atomic_fetch_add(&it->led[kind], 1, __ATOMIC_RELAXED);
    } else {
        int above = 64 - __builtin_clzll((uint64_t)latency | 1) - it->bits;
        int64_t place =
            above <= 0 ? latency : ((int64_t)above << (it->bits - 1)) + (latency >> above);
        if (place >= it->places)
            place = it->places - 1;
        __atomic_fetch_add(&it->counts[(int64_t)kind * it->places + place], 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&it->sums[kind], latency, __ATOMIC_RELAXED);
        if (tried)
            __atomic_fetch_add(&it->retried[kind], 1, __ATOMIC_RELAXED);
    }
    /* Each thread gets a place of its own; who looks on may see the one before there. */
    int64_t before = __atomic_fetch_add(it->live_count, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&it->live[before & it->live_mask], latency, __ATOMIC_RELEASE);
}

static void fail(struct clients *it, int statement) {
    int32_t none = 0;
    if (__atomic_compare_exchange_n(&it->status, &none, FAILED, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED))
        it->failed = statement;
}

/* Whether a statement that has failed is to be tried again: `tried` times it was, and its request has
 * waited for `waited` nanoseconds. */
static int again(struct clients *it, struct timed *statement, int tried, int64_t waited) {
    return tried + 1 < it->tries && waited < it->patience
        && !__atomic_load_n(&it->status, __ATOMIC_RELAXED) && statement->conflict(statement);
}

static void reach(int64_t *most, int64_t value) {
    int64_t known = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (known < value && !__atomic_compare_exchange_n(most, &known, value, 1, __ATOMIC_RELAXED,
                                                         __ATOMIC_RELAXED))
        ;
}

/* One thread that serves all. */

enum { IDLE, THINKING, READY, ASKED };

struct client {
    int state, kind, tried;
    int64_t place; /* of what is bound to its request */
    int64_t since; /* when its request was sent first, or is to be */
};

static struct timed *statement_of(struct clients *it, int client, int kind) {
    return it->statements[client * it->kinds + kind];
}

/* Whether it could be sent. */
static int send(struct clients *it, struct client *client, int number_of) {
    struct timed *statement = statement_of(it, number_of, client->kind);
    client->state = IDLE;
    if (statement->send(statement, it->bound[client->place])) {
        fail(it, number_of * it->kinds + client->kind);
        return 0;
    }
    client->state = ASKED;
    return 1;
}

/* Send its next request; whether there was one. */
static int ask(struct clients *it, struct client *client, int number_of, int64_t at) {
    int64_t number = take(it, at);
    client->state = IDLE;
    if (number < 0)
        return 0;
    client->place = number % it->requests;
    client->kind = it->kind[client->place];
    client->tried = 0;
    client->since = at;
    return send(it, client, number_of);
}

/* After an answer, or at the beginning; whether something is to come of it. */
static int go_on(struct clients *it, struct client *client, int64_t at) {
    client->state = READY;
    if (!it->think)
        return 1;
    client->since = at + it->think;
    client->state = client->since < until(it) ? THINKING : IDLE;
    return client->state == THINKING;
}

/* Whether it still has something to wait for. */
static int hear(struct clients *it, struct client *client, int number_of) {
    struct timed *statement = statement_of(it, number_of, client->kind);
    int more = statement->receive(statement);
    if (more > 0)
        return 1;
    int64_t at = now();
    int failed = more < 0 || (long_enough(at - client->since) && statement->look(statement));
    if (failed || statement->settle(statement)) {
        if (again(it, statement, client->tried, at - client->since)) {
            client->tried++;
            return send(it, client, number_of);
        }
        fail(it, number_of * it->kinds + client->kind);
        client->state = IDLE;
        return 0;
    }
    count(it, client->kind, client->since, at - client->since, client->tried);
    it->ended = at;
    return go_on(it, client, at);
}

static const int64_t LOOK = 100000000;
/* So long at most until connections are looked at though nothing arrived: TLS may hold something. */

static int64_t patience(struct clients *it, const struct client *all) {
    int64_t least = LOOK, at = now();
    for (int each = 0; it->think && each < it->clients; each++)
        if (all[each].state == THINKING && all[each].since - at < least)
            least = all[each].since - at;
    return least < 0 ? 0 : least;
}

/* Send the next request of each client that may; how many may again at once.
 *
 * Its answer is looked for behind sending, as pgbench does: where server and load share a core it is
 * often there, as the server's process ran meanwhile and now has its caches. The client's next
 * request comes after those of the others. */
static int ask_ready(struct clients *it, struct client *all, int *waiting) {
    int ready = 0;
    for (int each = 0; each < it->clients; each++) {
        struct client *client = &all[each];
        if (client->state != READY && client->state != THINKING)
            continue;
        int64_t at = now();
        if (client->state == THINKING && client->since > at)
            continue;
        int more = ask(it, client, each, at);
        if (more)
            more = hear(it, client, each);
        *waiting += more - 1;
        ready += client->state == READY;
    }
    return ready;
}

/* Wait until something has arrived for a client that has asked, but not with epoll: that has the
 * server's process do its work with each answer, which took it up to a tenth more. */
static void wait_for_answers(struct clients *it, struct client *all, struct pollfd *polled,
                             int *waiting) {
    int64_t most = patience(it, all);
    struct timespec left = {most / 1000000000, most % 1000000000};
    for (int each = 0; each < it->clients; each++)
        polled[each].events = all[each].state == ASKED ? POLLIN : 0;
    int found = ppoll(polled, it->clients, &left, NULL);
    for (int each = 0; each < it->clients; each++)
        if (all[each].state == ASKED && (found == 0 || polled[each].revents))
            *waiting += hear(it, &all[each], each) - 1;
}

static void serve(struct clients *it, struct client *all, struct pollfd *polled) {
    int waiting = 0;
    for (int each = 0; each < it->clients; each++) {
        struct timed *statement = statement_of(it, each, 0);
        polled[each].fd = statement->descriptor(statement);
        waiting += go_on(it, &all[each], now());
    }
    while (waiting)
        if (!ask_ready(it, all, &waiting) && waiting)
            wait_for_answers(it, all, polled, &waiting);
}

static void serve_all(struct clients *it) {
    struct client *all = calloc(it->clients, sizeof *all);
    struct pollfd *polled = calloc(it->clients, sizeof *polled);
    if (all && polled)
        serve(it, all, polled);
    else
        it->status = NO_ROOM;
    free(polled);
    free(all);
}

/* A thread for each. */

struct thread {
    struct clients *it;
    int client;
    pthread_t id;
};

static void rest(int64_t wait) {
    struct timespec left = {wait / 1000000000, wait % 1000000000};
    while (nanosleep(&left, &left) && errno == EINTR)
        ;
}

static void *alone(void *of) {
    const struct thread *thread = of;
    struct clients *it = thread->it;
    int64_t at = now(), number, after, looked;
    for (;;) {
        if (it->think) {
            rest(it->think);
            at = now();
        }
        if ((number = take(it, at)) < 0)
            break;
        int64_t place = number % it->requests;
        int kind = it->kind[place], which = thread->client * it->kinds + kind, tried = 0, failed;
        struct timed *statement = it->statements[which];
        for (;;) {
            failed = statement->run(statement, it->bound[place]);
            after = looked = now();
            if (!failed && long_enough(after - at)) {
                failed = statement->look(statement);
                looked = now();
            }
            failed = failed || statement->settle(statement);
            if (!failed || !again(it, statement, tried, after - at))
                break;
            tried++;
        }
        if (failed) {
            fail(it, which);
            break;
        }
        count(it, kind, at, after - at, tried);
        reach(&it->ended, after);
        at = looked;
    }
    __atomic_fetch_add(&it->cpu, nanoseconds(CLOCK_THREAD_CPUTIME_ID), __ATOMIC_RELAXED);
    return NULL;
}

static const size_t STACK = 1 << 18;

static void thread_each(struct clients *it) {
    struct thread *all = calloc(it->clients, sizeof *all);
    pthread_attr_t small;
    if (!all || pthread_attr_init(&small)) {
        free(all);
        it->status = NO_ROOM;
        return;
    }
    pthread_attr_setstacksize(&small, STACK);
    int begun = 0;
    for (; begun < it->clients; begun++) {
        all[begun].it = it;
        all[begun].client = begun;
        if (pthread_create(&all[begun].id, &small, alone, &all[begun])) {
            __atomic_store_n(&it->status, NO_ROOM, __ATOMIC_RELAXED);
            break;
        }
    }
    for (int each = 0; each < begun; each++)
        pthread_join(all[each].id, NULL);
    pthread_attr_destroy(&small);
    free(all);
}

/* Returns when the time is over and every request answered. */
void clients_run(struct clients *it) {
    it->status = it->failed = 0;
    it->ended = now();
    it->cpu = 0;
    if (it->statements[0]->send) {
        int64_t before = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
        serve_all(it);
        it->cpu = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - before;
    } else {
        thread_each(it);
    }
}
