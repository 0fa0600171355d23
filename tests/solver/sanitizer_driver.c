/* Puts requests to the kernel and checks every answer: first those of a file (sizes as two bytes
 * before table and rack), then as many random ones as asked for, wrong ones among them.
 * All buffers are exactly as large as promised, so that a sanitizer sees any step beside them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stolik_prepare(void);
int64_t stolik_solve(const uint8_t *table, int table_size, const uint8_t *rack, int rack_size,
                     int objective, uint8_t *answer, int answer_size, int64_t *budget);

enum { KINDS = 52, JOKER = 53, ANSWER = 262 };
static uint64_t seed = 88172645463325252u;
static long answered, refused;

static uint32_t chance(uint32_t below) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % below;
}

static void fail(const char *why) {
    fprintf(stderr, "%s after %ld answers and %ld refusals\n", why, answered, refused);
    exit(1);
}

static int is_meld(const uint8_t *m, int size) {
    for (int kind = 0; kind < KINDS; kind++) { /* a run that starts with this tile? */
        int fits = size >= 3 && kind % 13 + size <= 13, plain = 0;
        for (int i = 0; fits && i < size; i++)
            fits = m[i] == JOKER || m[i] == kind + i + 1, plain += m[i] != JOKER;
        if (fits && plain) return 1;
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++)
            if (m[i] != JOKER && m[j] != JOKER && (m[i] == m[j] || (m[i] - m[j]) % 13)) return 0;
    return size == 3 || size == 4;
}

static void check(const uint8_t *table, int table_size, const uint8_t *rack, int rack_size,
                  int objective, const uint8_t *answer, int64_t result) {
    int count[JOKER + 1] = {0}, size = (int)(result & 0xffff), at = 0, laid = 0;
    for (int i = 0; i < rack_size; i++) count[rack[i]]++;
    for (; at < size && answer[at]; at++, laid++)
        if (--count[answer[at]] < 0) fail("laid what is not on the rack");
    if (laid != result >> 40) fail("wrong number of tiles");
    if (!size) return;
    memset(count, 0, sizeof count);
    for (int i = 0; i < table_size; i++) count[table[i]]++;
    for (int i = 0; i < laid; i++) count[answer[i]]++;
    for (int start = ++at; at < size; at++) {
        if (answer[at]) {
            count[answer[at]]--;
        } else {
            if (!is_meld(answer + start, at - start)) fail("not a meld");
            start = at + 1;
        }
    }
    for (int tile = 1; tile <= JOKER; tile++)
        if (count[tile] > 0 || (count[tile] && objective < 2)) fail("tiles lost or found");
}

static void ask(const uint8_t *table, int table_size, const uint8_t *rack, int rack_size,
                int objective) {
    uint8_t *own_table = malloc((size_t)table_size + !table_size);
    uint8_t *own_rack = malloc((size_t)rack_size + !rack_size), *answer = malloc(ANSWER);
    memcpy(own_table, table, (size_t)table_size);
    memcpy(own_rack, rack, (size_t)rack_size);
    /* Every third question has hardly any looks: what is found by then is legal too. */
    int64_t budget = (answered + refused) % 3 ? (int64_t)1 << 60 : 100, cut = (int64_t)1 << 60;
    int64_t result = stolik_solve(own_table, table_size, own_rack, rack_size, objective, answer,
                                  ANSWER, &budget);
    if (result < 0) refused++;
    else check(own_table, table_size, own_rack, rack_size, objective, answer,
               result & ~cut), answered++;
    free(own_table), free(own_rack), free(answer);
}

/* A random box, some melds of it on the table, some of the rest on the rack. */
static void ask_something_sensible(void) {
    int left[JOKER + 1], table_size = 0, rack_size = 0;
    uint8_t table[400], rack[110];
    for (int tile = 1; tile <= JOKER; tile++) left[tile] = 2;
    uint32_t tries = chance(4) ? chance(30) : chance(200);
    for (; tries > 0 && table_size < 180; tries--) {
        uint8_t meld[13];
        int size = 3 + (int)chance(3), group = (int)chance(2);
        int number = (int)chance(13), colour = (int)chance(4);
        if (group ? size > 4 : number + size > 13) continue;
        int possible = 1;
        for (int i = 0; i < size; i++) {
            int row = group ? (colour + i) % 4 : colour;
            meld[i] = (uint8_t)(row * 13 + number + 1 + (group ? 0 : i));
            if (!chance(12)) meld[i] = JOKER;
            int again = meld[i] == JOKER && i > 0 && meld[i - 1] == JOKER;
            possible = possible && left[meld[i]] > again;
        }
        if (!possible || (meld[0] == JOKER && meld[1] == JOKER && meld[2] == JOKER)) continue;
        for (int i = 0; i < size; i++) left[meld[i]]--, table[table_size++] = meld[i];
        table[table_size++] = 0;
    }
    for (uint32_t draws = chance(10) ? chance(20) : chance(100); draws > 0; draws--) {
        int tile = 1 + (int)chance(JOKER);
        if (left[tile] > 0) left[tile]--, rack[rack_size++] = (uint8_t)tile;
    }
    int objective = (int)chance(3);
    ask(table, objective == 2 ? 0 : table_size, rack, rack_size, objective);
}

static void ask_nonsense(void) {
    uint8_t table[300], rack[300];
    int table_size = (int)chance(chance(2) ? 12 : 300);
    int rack_size = (int)chance(chance(2) ? 12 : 300);
    uint32_t range = chance(2) ? 256 : 55;
    for (int i = 0; i < table_size; i++) table[i] = (uint8_t)chance(range);
    for (int i = 0; i < rack_size; i++) rack[i] = (uint8_t)chance(range);
    if (table_size && chance(2)) table[table_size - 1] = 0;
    ask(table, table_size, rack, rack_size, (int)chance(5) - 1);
}

static void ask_wrongly(void) {
    uint8_t byte = 1, answer[ANSWER];
    int64_t looks = 100;
    if (stolik_solve(NULL, 0, &byte, 1, 0, answer, ANSWER, &looks) >= 0) fail("no table");
    if (stolik_solve(&byte, 0, NULL, 0, 0, answer, ANSWER, &looks) >= 0) fail("no rack");
    if (stolik_solve(&byte, 0, &byte, 1, 0, NULL, ANSWER, &looks) >= 0) fail("no answer");
    if (stolik_solve(&byte, 0, &byte, 1, 0, answer, ANSWER - 1, &looks) >= 0) fail("short answer");
    if (stolik_solve(&byte, -1, &byte, 1, 0, answer, ANSWER, &looks) >= 0) fail("negative size");
    if (stolik_solve(&byte, 0, &byte, -1, 0, answer, ANSWER, &looks) >= 0) fail("negative size");
}

int main(int count, char **argument) {
    static uint8_t file[1 << 20];
    if (count != 3) return 2;
    uint8_t answer[ANSWER], tile = 1;
    int64_t looks = 100;
    if (stolik_solve(&tile, 0, &tile, 1, 0, answer, ANSWER, &looks) >= 0) fail("answered unprepared");
    stolik_prepare();
    FILE *input = fopen(argument[1], "rb");
    if (!input) return 2;
    size_t size = fread(file, 1, sizeof file, input);
    fclose(input);
    for (size_t at = 0; at + 2 <= size;) {
        const uint8_t *sizes = file + at, *table = sizes + 2, *rack = table + sizes[0];
        for (int objective = 0; objective < 2; objective++)
            ask(table, sizes[0], rack, sizes[1], objective);
        at += 2u + sizes[0] + sizes[1];
    }
    if (refused) fail("refused a known position");
    ask_wrongly();
    for (long i = atol(argument[2]); i > 0; i--)
        if (chance(3)) ask_something_sensible(); else ask_nonsense();
    printf("%ld answered, %ld refused\n", answered, refused);
    return 0;
}
