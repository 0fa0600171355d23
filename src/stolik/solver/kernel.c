/* The exact Rummikub solver.
 *
 * Walk the numbers, 1 to 13 or back. After a number all that matters is, per colour, the lengths of the two
 * open runs (0, 1, 2, 3 or more), the jokers spent, and how many jokers the melds so far could
 * hold at last. At each number every colour chooses how many tiles go into runs; the rest goes
 * into groups by a table. States that another one dominates are dropped.
 *
 * Jokers in normal form: in a run only where no tile of that kind is left, inside it, at its upper
 * end, or at 11 of J 12 13; in a group of exactly three. Every other joker is spare and is laid at
 * last on any run or group of three. In an opening a joker's place has a price; there a run is
 * finished by jokers at once, which leaves its place to a new run of the same colour.
 *
 * The twin in Python (runs.py, groups.py, walk.py, rebuild.py) is the specification of this one.
 * The pieces stand in native/, in the order in which they build on each other (docs/solver.md).
 * Tables are built once by stolik_prepare and only read afterwards; all else belongs to one call.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

#include "native/sizes.h"
#include "native/runs.h"
#include "native/groups.h"
#include "native/limits.h"
#include "native/position.h"
#include "native/plan.h"
#include "native/walk.h"
#include "native/melds.h"
#include "native/search.h"

static int prepared;

/* Build the tables; to be called once, before any thread asks for an answer. */
PUBLIC void stolik_prepare(void) {
    if (prepared) return;
    number_open_runs();
    for (int opening = 0; opening < 2; opening++)
        for (int jokers = 0; jokers <= JOKERS; jokers++)
            build_automaton(&automata[opening][jokers], jokers, opening);
    build_packings();
    build_in_runs();
    build_joker_reach();
    prepared = 1;
}

static void release(Walk *w) {
    free(w->states);
    free(w->reached);
    free(w->order);
    free(w->reaches);
}

/* Solve a position, or with OPENING find the best opening of a rack. Gives a negative number for
 * what it cannot answer, else tiles laid << 40 | points or opening value << 16 | bytes written;
 * no bytes when nothing can be laid. CUT_SHORT is added where the budget of looks, of which the rest
 * is told, did not suffice to know that it is the best. The answer has room for ANSWER_SIZE bytes. */
enum { ANSWER_SIZE = 2 * TILES + MAX_MELDS + 2 };
static const int64_t CUT_SHORT = (int64_t)1 << 60;

PUBLIC int64_t stolik_solve(const uint8_t *table, int table_size, const uint8_t *rack,
                            int rack_size, int objective, uint8_t *answer, int answer_size,
                            int64_t *budget) {
    Position position;
    Walk w;
    Melds melds;
    State path[HIGHEST + 1];
    int found = 0, best = 1, score = 0, used[JOKER + 1] = {0}, size = 0, tiles = 0, points = 0;
    if (!prepared) return NOT_PREPARED;
    if (!table || !rack || !answer || !budget || answer_size < ANSWER_SIZE || objective < MAXIMISE_TILES ||
        objective > OPENING || (objective == OPENING && table_size) ||
        !read_request(&position, table, table_size, rack, rack_size))
        return INVALID;
    begin(&w, &position, objective);
    w.left = *budget;
    if (!w.memory_failed) found = search(&w, path, &score, &best) && !w.memory_failed;
    *budget = w.left;
    if (found) rebuild(&melds, &w, path);
    release(&w);
    if (w.memory_failed) return NO_MEMORY;
    const int64_t cut = best ? 0 : CUT_SHORT;
    if (!found) return cut;
    uint8_t tableau[ANSWER_SIZE];
    int tableau_size = write_melds(&melds, tableau, used);
    for (int i = 0; i < table_size; i++)
        if (table[i] != MELD_END) used[table[i]]--;
    for (int i = 0; i < rack_size; i++)
        if (used[rack[i]] > 0) {
            used[rack[i]]--;
            answer[size++] = rack[i];
            tiles++;
            points += rack[i] == JOKER ? JOKER_POINTS : number_of(rack[i]);
        }
    answer[size++] = MELD_END;
    memcpy(answer + size, tableau, (size_t)tableau_size);
    return cut | (int64_t)tiles << 40 | (int64_t)(objective == OPENING ? score : points) << 16 |
           (size + tableau_size);
}
