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
 * The twin in Python (runs.py, groups.py, walk.py, rebuild.py) is the specification of this file.
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

enum {
    COLOURS = 4, HIGHEST = 13, COPIES = 2, JOKERS = 2, LONG = 3, /* "3 or more" */
    KINDS = COLOURS * HIGHEST, JOKER = KINDS + 1, /* tiles are 1 … 52, the joker 53 */
    MELD_END = 0, TILES = KINDS * COPIES + JOKERS, JOKER_POINTS = 50,
    OPENS = 10, NOTHING_OPEN = OPENS - 1, LETTERS = 6, NEVER = 99,
    MAX_SUFFIXES = 640, MAX_CHOICES = 6, MAX_MOVES = 8, MAX_PACKINGS = 8, MAX_MELDS = 48,
    PLACES = 2 * LONG + JOKERS + 1, COUNTS = 81, LEFTOVERS = 1296
};
/* How many states a walk keeps at a number, and other measures of the search: found by trial. */
enum {
    NARROWEST = 1, NARROW = 8, MANY = 128, BROAD = 32, EVERYTHING = 1 << 24,
    TIGHTENED = 4, SEEN_BITS = 12, FEW_TO_SORT = 48
};
enum { MAXIMISE_TILES, MAXIMISE_POINTS, OPENING };
enum { NOT_PREPARED = -1, INVALID = -2, NO_MEMORY = -3 };

/* ---- Open runs: the two lengths of a colour, the longer first. ---- */

static uint8_t open_of[LONG + 1][LONG + 1], length_of[OPENS][COPIES];

static void number_open_runs(void) {
    int index = 0;
    for (int a = LONG; a >= 0; a--)
        for (int b = a; b >= 0; b--, index++) {
            open_of[a][b] = open_of[b][a] = (uint8_t)index;
            length_of[index][0] = (uint8_t)a;
            length_of[index][1] = (uint8_t)b;
        }
}

static int is_short(int length) { return length > 0 && length < LONG; }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- What one colour's runs take at one number. ---- */

typedef struct {
    uint8_t tiles, jokers, after;
    uint8_t finish; /* per open run four bits: how many jokers finish it (openings only) */
} Choice;

static int finishing(Choice c, int run) { return c.finish >> 4 * run & 15; }
/* Jokers finishing a run stand above the number: two of them are worth one more than 2 x number. */
static int bonus_of(Choice c) { return (finishing(c, 0) == 2) + (finishing(c, 1) == 2); }

typedef struct { int count; Choice move[MAX_MOVES]; } Moves;

/* A letter tells how many tiles runs may take at a number and how many they must. */
static int letter_of(int available, int must) { return available * (available + 1) / 2 + must; }

/* What the rest of a colour allows. above[b][m]: the open runs, as bits, that can do whatever m
 * does with b jokers more in hand; below is the converse for b = 0. place: how many numbers are
 * left, as far as that matters. */
typedef struct {
    uint8_t place, need[OPENS];
    uint16_t above[JOKERS + 1][OPENS], below[OPENS];
} Suffix;

typedef struct { uint8_t count[OPENS]; Choice choice[OPENS][MAX_CHOICES]; } Step;

typedef struct {
    int jokers, opening, suffixes;
    Suffix suffix[MAX_SUFFIXES];
    Step step[MAX_SUFFIXES][LETTERS]; /* the choices at a number before that suffix */
    uint16_t longer[MAX_SUFFIXES][LETTERS];
} Automaton;

static Automaton automata[2][JOKERS + 1];

/* Elsewhere the joker at the lower end does as well at the upper one. */
static int joker_may_start(const Automaton *a, int place) {
    return a->opening ? place <= 2 * LONG - 3 + a->jokers : place == LONG - 1;
}

/* Short runs must go on, then long ones do, then new ones start: 3+ beats the rest. */
static int extended(const Automaton *a, int place, const int lengths[COPIES], int tiles,
                    int jokers) {
    int after[COPIES + 1] = {0}, used = 0, left = tiles + jokers;
    for (int r = 0; r < COPIES; r++)
        if (is_short(lengths[r])) after[used++] = lengths[r] + 1, left--;
    if (left < 0 || used + left > COPIES) return -1;
    for (int r = 0; r < COPIES; r++)
        if (lengths[r] == LONG && left > 0) after[used++] = LONG, left--;
    if (left > tiles && jokers > 0 && !joker_may_start(a, place)) return -1;
    while (left-- > 0) after[used++] = 1;
    return open_of[after[0]][after[1]];
}

static Moves moves_from(const Automaton *a, int place, int open, int tiles, int jokers) {
    Moves found = {0};
    int may_finish = a->opening ? jokers : 0;
    for (int f0 = 0; f0 <= may_finish; f0++)
        for (int f1 = 0; f0 + f1 <= may_finish; f1++) {
            int finish[COPIES] = {f0, f1}, staying[COPIES], fits = 1;
            for (int r = 0; r < COPIES; r++) {
                int length = length_of[open][r];
                if (finish[r] && (!length || length + finish[r] < LONG || finish[r] > place + 1))
                    fits = 0;
                staying[r] = finish[r] ? 0 : length;
            }
            int after = fits ? extended(a, place, staying, tiles, jokers - f0 - f1) : -1;
            if (after >= 0)
                found.move[found.count++] = (Choice){(uint8_t)tiles, (uint8_t)jokers,
                                                     (uint8_t)after, (uint8_t)(f0 | f1 << 4)};
        }
    return found;
}

static Moves moves[PLACES][COPIES + 1][JOKERS + 1][OPENS]; /* scratch of one automaton */

/* The open runs that can answer this choice as well, with some jokers more in hand. */
static int answering(const Automaton *a, const Suffix *rest, int place, Choice c, int extra) {
    int fewest = a->opening ? c.jokers : 0, result = 0;
    int highest = a->opening ? c.jokers : least(c.jokers + extra, a->jokers);
    for (int jokers = fewest; jokers <= highest; jokers++) {
        int wanted = rest->above[least(extra + c.jokers - jokers, a->jokers)][c.after];
        for (int m = 0; m < OPENS; m++) {
            const Moves *found = &moves[place][c.tiles][jokers][m];
            for (int i = 0; i < found->count; i++)
                if (bonus_of(found->move[i]) >= bonus_of(c) && wanted >> found->move[i].after & 1)
                    result |= 1 << m;
        }
    }
    return result;
}

static int covers(const Automaton *a, const Suffix *rest, Choice one, Choice other) {
    int saved = other.jokers - one.jokers;
    if (one.tiles != other.tiles || saved < 0 || bonus_of(one) < bonus_of(other)) return 0;
    if (a->opening && saved) return 0;
    return rest->above[saved][other.after] >> one.after & 1;
}

/* Put a letter in front of a suffix: the choices there, and what the longer suffix allows. */
static Suffix prepended(const Automaton *a, const Suffix *rest, int available, int must,
                        Step *step) {
    Suffix longer = {0};
    int zone = a->opening ? 2 * LONG + a->jokers : LONG, place = rest->place;
    longer.place = (uint8_t)least(place + 1, zone);
    for (int m = 0; m < OPENS; m++) {
        Choice all[(JOKERS + COPIES + 1) * MAX_MOVES];
        int count = 0, need = NEVER;
        for (int tiles = must; tiles <= available; tiles++)
            /* A joker stands in a run only where no tile is left: else the two change places. */
            for (int jokers = 0; jokers <= (tiles == available ? a->jokers : 0); jokers++) {
                const Moves *found = &moves[place][tiles][jokers][m];
                for (int i = 0; i < found->count; i++)
                    if (jokers + rest->need[found->move[i].after] <= a->jokers)
                        all[count++] = found->move[i];
            }
        for (int extra = 0; extra <= a->jokers; extra++) longer.above[extra][m] = (1 << OPENS) - 1;
        for (int i = 0; i < count; i++) {
            int superfluous = 0;
            need = least(need, all[i].jokers + rest->need[all[i].after]);
            for (int extra = 0; extra <= a->jokers; extra++)
                longer.above[extra][m] &= (uint16_t)answering(a, rest, place, all[i], extra);
            for (int j = 0; j < count; j++)
                if (j != i && covers(a, rest, all[j], all[i]) &&
                    !(i < j && covers(a, rest, all[i], all[j])))
                    superfluous = 1;
            if (!superfluous) step->choice[m][step->count[m]++] = all[i];
        }
        longer.need[m] = (uint8_t)need;
    }
    return longer;
}

static int interned(Automaton *a, Suffix *s) {
    for (int i = 0; i < a->suffixes; i++)
        if (a->suffix[i].place == s->place && !memcmp(a->suffix[i].need, s->need, sizeof s->need) &&
            !memcmp(a->suffix[i].above, s->above, sizeof s->above))
            return i;
    for (int m = 0; m < OPENS; m++)
        for (int n = 0; n < OPENS; n++)
            s->below[m] |= (uint16_t)((s->above[0][n] >> m & 1) << n);
    a->suffix[a->suffixes] = *s;
    return a->suffixes++;
}

static void build_automaton(Automaton *a, int jokers, int opening) {
    Suffix nothing_left = {0};
    a->jokers = jokers;
    a->opening = opening;
    a->suffixes = 0;
    memset(a->step, 0, sizeof a->step);
    for (int place = 0; place < PLACES; place++)
        for (int tiles = 0; tiles <= COPIES; tiles++)
            for (int j = 0; j <= jokers; j++)
                for (int m = 0; m < OPENS; m++)
                    moves[place][tiles][j][m] = moves_from(a, place, m, tiles, j);
    for (int m = 0; m < OPENS; m++) {
        int unfinished = is_short(length_of[m][0]) || is_short(length_of[m][1]);
        nothing_left.need[m] = unfinished ? NEVER : 0;
        for (int n = 0; n < OPENS; n++) {
            int finished = !is_short(length_of[n][0]) && !is_short(length_of[n][1]);
            for (int extra = 0; extra <= jokers; extra++)
                nothing_left.above[extra][m] |= (uint16_t)((unfinished || finished) << n);
        }
    }
    interned(a, &nothing_left);
    for (int s = 0; s < a->suffixes; s++)
        for (int available = 0; available <= COPIES; available++)
            for (int must = 0; must <= (opening ? 0 : available); must++) {
                int letter = letter_of(available, must);
                Suffix longer =
                    prepended(a, &a->suffix[s], available, must, &a->step[s][letter]);
                a->longer[s][letter] = (uint16_t)interned(a, &longer);
            }
}

/* ---- How the tiles of one number go into groups. ---- */

typedef struct { uint8_t possible, room, groups, group[3]; } Layout; /* groups as colour masks */
typedef struct { uint8_t tiles, jokers, room, counts; } Packing;
typedef struct { uint8_t count; Packing packing[MAX_PACKINGS]; } Packings;
enum { ROOM_MATTERS, ROOM_FOR_ALL, PRICED };

/* Per number of tiles of each colour (a number in base 3) and of jokers needed: the roomiest. */
static Layout layouts[COUNTS][JOKERS + 1];
/* Per colour a letter again: tiles free, tiles of them that must be laid (a number in base 6). */
static Packings packings[3][LEFTOVERS];

static int tiles_in(int mask) {
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3);
}

static void try_layout(const int group[3]) {
    static const int base3[COLOURS] = {1, 3, 9, 27};
    Layout layout = {.possible = 1};
    int counts = 0, jokers = 0;
    for (int c = 0; c < COLOURS; c++) {
        int tiles = (group[0] >> c & 1) + (group[1] >> c & 1) + (group[2] >> c & 1);
        if (tiles > COPIES) return;
        counts += tiles * base3[c];
    }
    for (int g = 0; g < 3; g++) {
        int tiles = tiles_in(group[g]);
        if (!tiles) continue;
        jokers += most(0, 3 - tiles);
        layout.room = (uint8_t)(layout.room + 4 - most(3, tiles));
        layout.group[layout.groups++] = (uint8_t)group[g];
    }
    if (jokers > JOKERS) return;
    Layout *known = &layouts[counts][jokers];
    if (!known->possible || known->room < layout.room) *known = layout;
}

static int as_good(Packing one, Packing other, int kind) {
    if (one.tiles < other.tiles) return 0;
    if (kind == PRICED) return one.jokers == other.jokers;
    return one.jokers <= other.jokers &&
           (kind == ROOM_FOR_ALL || one.jokers + one.room >= other.jokers + other.room);
}

static void add_packing(Packings *list, Packing new, int kind) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (as_good(list->packing[i], new, kind)) return;
    for (int i = 0; i < list->count; i++)
        if (!as_good(new, list->packing[i], kind)) list->packing[kept++] = list->packing[i];
    list->packing[kept++] = new;
    list->count = (uint8_t)kept;
}

static void fill_packings(int leftover) {
    static const int free_of[LETTERS] = {0, 1, 1, 2, 2, 2}, must_of[LETTERS] = {0, 0, 1, 0, 1, 2};
    for (int counts = 0; counts < COUNTS; counts++) {
        int inside = 1, tiles = 0;
        for (int c = 0, l = leftover, n = counts; c < COLOURS; c++, l /= LETTERS, n /= 3) {
            inside = inside && must_of[l % LETTERS] <= n % 3 && n % 3 <= free_of[l % LETTERS];
            tiles += n % 3;
        }
        for (int need = 0; inside && need <= JOKERS; need++) {
            Layout l = layouts[counts][need];
            if (!l.possible) continue;
            Packing p = {(uint8_t)tiles, (uint8_t)need, l.room,
                         (uint8_t)(counts * (JOKERS + 1) + need)};
            add_packing(&packings[ROOM_MATTERS][leftover], p, ROOM_MATTERS);
            add_packing(&packings[ROOM_FOR_ALL][leftover], p, ROOM_FOR_ALL);
            for (p.room = 0; p.jokers <= least(need + l.room, JOKERS); p.jokers++)
                add_packing(&packings[PRICED][leftover], p, PRICED);
        }
    }
}

static void build_packings(void) {
    int group[3];
    memset(layouts, 0, sizeof layouts);
    memset(packings, 0, sizeof packings);
    for (group[0] = 0; group[0] < 16; group[0]++)
        for (group[1] = group[0]; group[1] < 16; group[1]++)
            for (group[2] = group[1]; group[2] < 16; group[2]++) try_layout(group);
    for (int leftover = 0; leftover < LEFTOVERS; leftover++) fill_packings(leftover);
}

/* ---- How many tiles of a kind can be in runs at all, by the five numbers around it. ---- */

enum { WALL = 3, AROUND = 1024 };
static uint8_t in_runs[JOKERS + 1][AROUND];

static int missing(const int tiles[5], int first, int second) {
    int lacking = 0;
    for (int i = 0; i < 5; i++) {
        int wanted = i >= first && i < first + LONG;
        if (second >= 0) wanted += i >= second && i < second + LONG;
        if (wanted && tiles[i] == WALL) return NEVER;
        lacking += most(0, wanted - tiles[i]);
    }
    return lacking;
}

static void build_in_runs(void) {
    for (int around = 0; around < AROUND; around++) {
        int tiles[5], one = NEVER, two = NEVER;
        for (int i = 0; i < 5; i++) tiles[i] = around >> 2 * (4 - i) & 3;
        if (tiles[2] == WALL) continue;
        for (int first = 0; first < LONG; first++) {
            one = least(one, missing(tiles, first, -1));
            for (int second = first; second < LONG; second++)
                two = least(two, missing(tiles, first, second));
        }
        for (int jokers = 0; jokers <= JOKERS; jokers++)
            in_runs[jokers][around] =
                (uint8_t)(tiles[2] >= 2 && two <= jokers ? 2 : tiles[2] >= 1 && one <= jokers);
    }
}

/* Bits for every pair of jokers spent and capacity that is no better than this one. */
static uint64_t joker_reach[JOKERS + 1][JOKERS + 1];

static void build_joker_reach(void) {
    for (int spent = 0; spent <= JOKERS; spent++)
        for (int capacity = 0; capacity <= JOKERS; capacity++) {
            joker_reach[spent][capacity] = 0;
            for (int s = spent; s <= JOKERS; s++)
                for (int c = 0; c <= capacity; c++)
                    joker_reach[spent][capacity] |= (uint64_t)1 << (COLOURS * OPENS + 3 * s + c);
        }
}

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

/* ---- The request: tiles counted, the given melds checked. ---- */

/* must and lying: what is on the table already. */
typedef struct {
    uint8_t available[HIGHEST][COLOURS], must[HIGHEST][COLOURS];
    int jokers, lying;
} Position;

static int colour_of(int tile) { return (tile - 1) / HIGHEST; }
static int number_of(int tile) { return (tile - 1) % HIGHEST + 1; }

static int is_group(const uint8_t *meld, int size) {
    int number = 0, colours = 0;
    if (size > COLOURS) return 0;
    for (int i = 0; i < size; i++) {
        if (meld[i] == JOKER) continue;
        if ((number && number != number_of(meld[i])) || colours >> colour_of(meld[i]) & 1) return 0;
        number = number_of(meld[i]);
        colours |= 1 << colour_of(meld[i]);
    }
    return number > 0;
}

static int is_run(const uint8_t *meld, int size, int direction) {
    int first = 0, colour = -1;
    for (int i = 0; i < size; i++) {
        if (meld[i] == JOKER) continue;
        int start = number_of(meld[i]) - direction * i;
        if (colour >= 0 && (colour != colour_of(meld[i]) || start != first)) return 0;
        first = start;
        colour = colour_of(meld[i]);
    }
    int last = first + direction * (size - 1);
    return colour >= 0 && least(first, last) >= 1 && most(first, last) <= HIGHEST;
}

static int is_meld(const uint8_t *meld, int size) {
    return size >= 3 && (is_group(meld, size) || is_run(meld, size, 1) || is_run(meld, size, -1));
}

static int count_tile(Position *p, int tile, int on_table) {
    if (tile == JOKER) {
        p->lying += on_table;
        return ++p->jokers <= JOKERS;
    }
    if (tile < 1 || tile > KINDS) return 0;
    int row = number_of(tile) - 1, colour = colour_of(tile);
    p->must[row][colour] = (uint8_t)(p->must[row][colour] + on_table);
    return ++p->available[row][colour] <= COPIES;
}

/* The table comes meld by meld, each followed by MELD_END. */
static int read_request(Position *p, const uint8_t *table, int table_size, const uint8_t *rack,
                        int rack_size) {
    memset(p, 0, sizeof *p);
    if (rack_size < 0 || rack_size > TILES || table_size < 0 || table_size > 2 * TILES) return 0;
    for (int i = 0; i < rack_size; i++)
        if (!count_tile(p, rack[i], 0)) return 0;
    int start = 0;
    for (int i = 0; i < table_size; i++) {
        if (table[i] != MELD_END) {
            if (!count_tile(p, table[i], 1)) return 0;
        } else {
            if (!is_meld(table + start, i - start)) return 0;
            start = i + 1;
        }
    }
    return start == table_size;
}

/* ---- The walk. ---- */

/* What the walk has reached. Two states with the same key are equal but for their scores. */
typedef struct {
    uint64_t reach; /* bits for all that is no better than this state */
    int32_t score;
    uint32_t parent;
    uint32_t key; /* open runs, four bits a colour, then two bits for jokers spent and capacity */
    uint32_t how; /* choices, three bits a colour, then the packing of the groups */
} State;

static int open_in(const State *s, int colour) { return s->key >> 4 * colour & 15; }
static int choice_in(const State *s, int colour) { return s->how >> 3 * colour & 7; }
static int packing_in(const State *s) { return (int)(s->how >> 12); }
static int spent_in(const State *s) { return s->key >> 16 & 3; }
static int capacity_in(const State *s) { return s->key >> 18 & 3; }

typedef struct {
    int weight, joker_weight, lying, hope, rest; /* rest: what the numbers to come may score */
    const Step *step[COLOURS];
    const Suffix *suffix[COLOURS];
    uint16_t leftover[COLOURS][COPIES + 1]; /* by tiles that go into runs */
} Row;

typedef struct {
    const Position *position;
    Row row[HIGHEST];
    int upwards; /* from 1 to 13, else from 13 to 1 */
    int objective, jokers, lying, joker_score, joker_hope, bound, memory_failed;
    State *states, *reached; /* kept, number by number; reached at this number */
    uint64_t *order, *reaches;
    uint32_t states_size, reached_size, reached_count;
    uint32_t layer[HIGHEST + 2];
    uint16_t seen[1 << SEEN_BITS];
} Walk;

static int grow(Walk *w) {
    uint32_t size = w->reached_size ? 4 * w->reached_size : 512;
    if (size > EVERYTHING) return 0;
    State *reached = realloc(w->reached, size * sizeof *reached);
    if (reached) w->reached = reached;
    uint64_t *order = realloc(w->order, size * sizeof *order);
    if (order) w->order = order;
    uint64_t *reaches = realloc(w->reaches, size * sizeof *reaches);
    if (reaches) w->reaches = reaches;
    if (!reached || !order || !reaches) return 0;
    w->reached_size = size;
    return 1;
}

static int number_at(const Walk *w, int row) { return w->upwards ? row + 1 : HIGHEST - row; }

static void plan_row(Walk *w, int row, const uint8_t taken[COLOURS], uint16_t suffix[COLOURS]) {
    static const int base6[COLOURS] = {1, 6, 36, 216};
    const Position *p = w->position;
    Row *r = &w->row[row];
    const Automaton *a = &automata[w->objective == OPENING][w->jokers];
    int total = 0, kinds = 0, hope = 0, number = number_at(w, row);
    r->lying = 0;
    const uint8_t *available = p->available[number - 1], *lying = p->must[number - 1];
    for (int c = 0; c < COLOURS; c++) {
        total += available[c];
        kinds += available[c] > 0;
        r->lying += lying[c];
    }
    for (int c = 0; c < COLOURS; c++) {
        int own = available[c], must = lying[c];
        int grouped = own && kinds - 1 + w->jokers >= 2;
        if (own == 2 && total - own + w->jokers >= 4) grouped = 2;
        int letter = letter_of(taken[c], most(0, must - grouped));
        r->suffix[c] = &a->suffix[suffix[c]];
        r->step[c] = &a->step[suffix[c]][letter];
        suffix[c] = a->longer[suffix[c]][letter];
        for (int k = 0; k <= own; k++)
            r->leftover[c][k] = (uint16_t)(base6[c] * letter_of(own - k, most(0, must - k)));
        hope += most(0, least(own, grouped + taken[c]) - must);
    }
    r->weight = w->objective == MAXIMISE_TILES ? 1024 + number
              : w->objective == MAXIMISE_POINTS ? 128 * number + 1 : number;
    r->joker_weight = w->objective == OPENING ? number : 0;
    r->hope = hope * r->weight;
}

static void plan(Walk *w, int upwards) {
    const Position *p = w->position;
    uint8_t taken[HIGHEST][COLOURS];
    uint16_t suffix[COLOURS] = {0};
    int rest = 0;
    for (int c = 0; c < COLOURS; c++) {
        int around = WALL << 6 | WALL << 4 | p->available[0][c] << 2 | p->available[1][c];
        for (int i = 0; i < HIGHEST; i++) {
            int next = i + 2 < HIGHEST ? p->available[i + 2][c] : WALL;
            around = (around << 2 | next) & (AROUND - 1);
            taken[i][c] = in_runs[p->jokers][around];
        }
    }
    w->upwards = upwards;
    for (int row = HIGHEST - 1; row >= 0; row--) {
        plan_row(w, row, taken[number_at(w, row) - 1], suffix);
        w->row[row].rest = rest;
        rest += w->row[row].hope;
    }
    w->bound = rest + (w->objective == OPENING ? p->jokers * HIGHEST : w->joker_hope);
}

static void begin(Walk *w, const Position *p, int objective) {
    memset(w, 0, sizeof *w);
    w->position = p;
    w->objective = objective;
    w->jokers = p->jokers;
    w->lying = p->lying;
    w->joker_score = objective == MAXIMISE_TILES ? 1024 + JOKER_POINTS
                   : objective == MAXIMISE_POINTS ? 128 * JOKER_POINTS + 1 : 0;
    w->joker_hope = w->joker_score * (p->jokers - p->lying);
    w->states_size = 256;
    w->states = malloc(w->states_size * sizeof *w->states);
    w->memory_failed = !grow(w) || !w->states;
    plan(w, 1);
}

static int hope_of_jokers(const Walk *w, int spent) {
    return w->objective == OPENING ? (w->jokers - spent) * HIGHEST : w->joker_hope;
}

/* What some colours choose together at one number. */
typedef struct {
    uint64_t reach;
    uint32_t key, how;
    int16_t leftover;
    int8_t tiles, jokers, need, bonus;
} Chosen;

/* Extend each combination by what one more colour may choose, as far as jokers suffice. */
static int with_colour(const Row *row, const State *from, int c, int jokers, const Chosen *before,
                       int count, Chosen *after) {
    int open = open_in(from, c), made = 0;
    const Step *step = row->step[c];
    const Suffix *suffix = row->suffix[c];
    for (int i = 0; i < step->count[open]; i++) {
        Choice choice = step->choice[open][i];
        int asked = choice.jokers + suffix->need[choice.after];
        for (const Chosen *b = before; b < before + count; b++) {
            if (b->jokers + b->need + asked > jokers) continue;
            Chosen *n = &after[made++];
            n->reach = b->reach | (uint64_t)suffix->below[choice.after] << OPENS * c;
            n->key = b->key | (uint32_t)choice.after << 4 * c;
            n->how = b->how | (uint32_t)i << 3 * c;
            n->leftover = (int16_t)(b->leftover + row->leftover[c][choice.tiles]);
            n->tiles = (int8_t)(b->tiles + choice.tiles);
            n->jokers = (int8_t)(b->jokers + choice.jokers);
            n->need = (int8_t)(b->need + suffix->need[choice.after]);
            n->bonus = (int8_t)(b->bonus + bonus_of(choice));
        }
    }
    return made;
}

static int bits_in(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

/* Remember a state unless the same one is known, and not forgotten, with as good a score. */
static void reach(Walk *w, State s) {
    uint16_t *seen = &w->seen[s.key * 2654435761u >> (32 - SEEN_BITS)];
    uint32_t at = w->reached_count;
    if (*seen < at && w->reached[*seen].key == s.key) {
        if (w->reached[*seen].score >= s.score) return;
        at = *seen;
    } else if (at == w->reached_size && !grow(w)) {
        w->memory_failed = 1;
        return;
    } else {
        *seen = (uint16_t)at;
        w->reached_count++;
    }
    w->reached[at] = s;
    /* On equal scores the state that dominates more comes first, or hardly any is dropped. */
    w->order[at] = (uint64_t)s.score << 30 | (uint64_t)bits_in(s.reach) << 24 | at;
}

/* The runs of two colours each have taken their tiles: every good way to group the others. */
static void reach_with_groups(Walk *w, const Row *row, uint32_t parent, const Chosen *one,
                              const Chosen *two, int floor) {
    const State *from = &w->states[parent];
    int jokers = one->jokers + two->jokers, tiles = one->tiles + two->tiles;
    int capacity = tiles || jokers ? w->jokers : capacity_in(from);
    int kind = capacity == w->jokers ? ROOM_FOR_ALL : ROOM_MATTERS;
    if (w->objective == OPENING) kind = PRICED;
    const Packings *list = &packings[kind][one->leftover + two->leftover];
    int score = from->score + row->weight * (tiles - row->lying) + row->joker_weight * jokers +
                one->bonus + two->bonus;
    for (const Packing *p = list->packing; p < list->packing + list->count; p++) {
        int spent = spent_in(from) + jokers + p->jokers;
        int total = score + row->weight * p->tiles + row->joker_weight * p->jokers;
        if (spent + one->need + two->need > w->jokers) continue;
        if (total + row->rest + hope_of_jokers(w, spent) <= floor) continue;
        int held = least(w->jokers, capacity + p->jokers + p->room);
        reach(w, (State){one->reach | two->reach | joker_reach[spent][held], total, parent,
                         one->key | two->key | (uint32_t)spent << 16 | (uint32_t)held << 18,
                         one->how | two->how | (uint32_t)p->counts << 12});
    }
}

static void expand(Walk *w, const Row *row, uint32_t index, int floor) {
    static const Chosen none;
    const State *from = &w->states[index];
    int jokers = w->jokers - spent_in(from);
    Chosen one[MAX_CHOICES], lower[MAX_CHOICES * MAX_CHOICES], upper[MAX_CHOICES * MAX_CHOICES];
    int count = with_colour(row, from, 0, jokers, &none, 1, one);
    int lowers = with_colour(row, from, 1, jokers, one, count, lower);
    count = with_colour(row, from, 2, jokers, &none, 1, one);
    int uppers = with_colour(row, from, 3, jokers, one, count, upper);
    for (const Chosen *l = lower; l < lower + lowers; l++)
        for (const Chosen *u = upper; u < upper + uppers; u++)
            if (l->jokers + l->need + u->jokers + u->need <= jokers)
                reach_with_groups(w, row, index, l, u, floor);
}

/* Keys are score, size of reach, index; the index need not be sorted. Few keys are inserted, many
 * are dealt out by the digits of what they lack to the highest, which needs no comparisons. */
static void sort_descending(uint64_t *key, uint64_t *spare, uint32_t count) {
    if (count <= FEW_TO_SORT) {
        for (uint32_t i = 1; i < count; i++) {
            uint64_t moved = key[i];
            uint32_t j = i;
            for (; j > 0 && key[j - 1] < moved; j--) key[j] = key[j - 1];
            key[j] = moved;
        }
        return;
    }
    uint64_t most_of_all = 0;
    for (uint32_t i = 0; i < count; i++)
        if (key[i] > most_of_all) most_of_all = key[i];
    most_of_all |= 0xffffff;
    for (int digit = 24; digit < 48; digit += 8) {
        uint32_t start[257] = {0};
        for (uint32_t i = 0; i < count; i++) start[((most_of_all - key[i]) >> digit & 255) + 1]++;
        for (int d = 0; d < 256; d++) start[d + 1] += start[d];
        for (uint32_t i = 0; i < count; i++)
            spare[start[(most_of_all - key[i]) >> digit & 255]++] = key[i];
        memcpy(key, spare, count * sizeof *key);
    }
}

static int is_dominated(uint64_t reach, const uint64_t *by, uint32_t count) {
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4)
        if (!(reach & ~by[i]) | !(reach & ~by[i + 1]) | /* four at a time: fewer branches */
            !(reach & ~by[i + 2]) | !(reach & ~by[i + 3]))
            return 1;
    for (; i < count; i++)
        if (!(reach & ~by[i])) return 1;
    return 0;
}

/* Keep the best, without those that another one dominates; tells whether any other was left out. */
static int keep_undominated(Walk *w, int row, uint32_t width) {
    uint32_t first = w->layer[row + 1], kept = 0, i;
    sort_descending(w->order, w->reaches, w->reached_count);
    for (i = 0; i < w->reached_count; i++) {
        const State *s = &w->reached[w->order[i] & 0xffffff];
        if (is_dominated(s->reach, w->reaches, kept)) continue;
        if (kept == width) break;
        if (first + kept == w->states_size) {
            State *more = realloc(w->states, 2 * w->states_size * sizeof *more);
            if (!more) { w->memory_failed = 1; break; }
            w->states = more;
            w->states_size *= 2;
        }
        w->reaches[kept] = s->reach;
        w->states[first + kept++] = *s;
    }
    w->layer[row + 2] = first + kept;
    return i < w->reached_count;
}

static State nothing_yet(const Walk *w) {
    uint32_t capacity = (uint32_t)(w->objective == OPENING ? w->jokers : 0);
    return (State){.key = 0x9999 | capacity << 18};
}

/* Walk on from a state, keeping at most width states at each number; a strict walk gives up before
 * it leaves any out. Gives the best end above the floor as an index, or 0, and raises the floor. */
static uint32_t walk(Walk *w, State start, int first, int *floor, uint32_t width, int strict,
                     int *complete) {
    uint32_t best = 0;
    w->states[0] = start;
    w->layer[first] = 0;
    w->layer[first + 1] = 1;
    *complete = 1;
    for (int row = first; row < HIGHEST; row++) {
        w->reached_count = 0;
        for (uint32_t i = w->layer[row]; i < w->layer[row + 1]; i++)
            expand(w, &w->row[row], i, *floor);
        if (keep_undominated(w, row, width)) *complete = 0;
        if (w->memory_failed || (strict && !*complete)) return 0;
    }
    for (uint32_t i = w->layer[HIGHEST]; i < w->layer[HIGHEST + 1]; i++) {
        const State *s = &w->states[i];
        int score = s->score + w->joker_score * (capacity_in(s) - w->lying);
        if (capacity_in(s) >= w->lying && score > *floor) best = i, *floor = score;
    }
    return best;
}

/* What the last numbers score at most, found by walking them from the best state there can be:
 * long runs open in every colour, no joker spent. */
static void tighten(Walk *w) {
    State best_of_all = {.key = (uint32_t)w->jokers << 18};
    for (int row = HIGHEST - 1, complete = 1; row >= HIGHEST - TIGHTENED; row--) {
        int most_there = -1, rest;
        walk(w, best_of_all, row, &most_there, MANY, 1, &complete);
        if (!complete || w->memory_failed) break;
        rest = most_there - w->joker_hope;
        for (int before = row - 1; before >= 0; before--) {
            w->row[before].rest = rest;
            rest += w->row[before].hope;
        }
        w->bound = rest + w->joker_hope;
    }
}

/* ---- From the path of the walk to melds. ---- */

typedef struct {
    int colour, start, size; /* colour -1: a group, start its number */
    uint8_t tile[HIGHEST + JOKERS];
} Meld;

typedef struct {
    int count;
    Meld meld[MAX_MELDS];
    Meld *open[COLOURS][COPIES]; /* the longer first, as in length_of */
} Melds;

static void append(Meld *m, int tile) { m->tile[m->size++] = (uint8_t)tile; }

static Meld *new_meld(Melds *all, int colour, int start) {
    Meld *m = &all->meld[all->count++];
    *m = (Meld){.colour = colour, .start = start};
    return m;
}

static int open_length(const Meld *m) { return m ? least(m->size, LONG) : 0; }

/* Finish runs by jokers, then extend the short, the long, and start new ones. */
static void go_on(Melds *all, int colour, int number, Choice c) {
    Meld **open = all->open[colour], *after[COPIES + 1] = {0};
    int used = 0, jokers = c.jokers, tiles = c.tiles;
    for (int r = 0; r < COPIES; r++)
        for (int f = finishing(c, r); open[r] && f > 0; f--, jokers--) {
            append(open[r], JOKER);
            if (f == 1) open[r] = NULL;
        }
    for (int want_short = 1; want_short >= 0; want_short--)
        for (int r = 0; r < COPIES; r++)
            if (open[r] && is_short(open_length(open[r])) == want_short && jokers + tiles > 0) {
                append(open[r], jokers > 0 ? JOKER : colour * HIGHEST + number);
                if (jokers > 0) jokers--; else tiles--;
                after[used++] = open[r];
                open[r] = NULL;
            }
    for (; jokers + tiles > 0 && used < COPIES; used++) {
        after[used] = new_meld(all, colour, number);
        append(after[used], jokers > 0 ? JOKER : colour * HIGHEST + number);
        if (jokers > 0) jokers--; else tiles--;
    }
    int swapped = open_length(after[0]) < open_length(after[1]);
    open[0] = after[swapped];
    open[1] = after[!swapped];
}

static void lay_groups(Melds *all, int number, int packing, int jokers) {
    const Layout *layout = &layouts[packing / (JOKERS + 1)][packing % (JOKERS + 1)];
    Meld *first = &all->meld[all->count];
    for (int g = 0; g < layout->groups; g++) {
        Meld *m = new_meld(all, -1, number);
        for (int c = 0; c < COLOURS; c++)
            if (layout->group[g] >> c & 1) append(m, c * HIGHEST + number);
    }
    for (int size = 3; size <= COLOURS; size++)
        for (int g = 0; g < layout->groups; g++)
            for (; first[g].size < size && jokers > 0; jokers--) append(&first[g], JOKER);
}

static void prepend_joker(Meld *m) {
    memmove(m->tile + 1, m->tile, (size_t)m->size++);
    m->tile[0] = JOKER;
    m->start--;
}

/* Jokers that no meld needs: at the ends of runs, in groups of three, or doubling a tile of a full
 * run, which is split for it: [1 2 3] [J 4 … 13]. */
static void add_spares(Melds *all, int jokers) {
    for (int i = 0; i < all->count; i++) {
        Meld *m = &all->meld[i];
        int top = m->colour < 0 ? COLOURS : HIGHEST - m->start + 1;
        for (; jokers > 0 && m->size < top; jokers--) append(m, JOKER);
        for (; jokers > 0 && m->colour >= 0 && m->start > 1; jokers--) prepend_joker(m);
    }
    for (int i = 0; jokers > 0 && i < all->count; i++) {
        Meld *lower = &all->meld[i];
        if (lower->colour < 0 || lower->size < HIGHEST) continue;
        Meld *upper = new_meld(all, lower->colour, LONG + 1);
        for (int t = LONG; t < lower->size; t++) append(upper, lower->tile[t]);
        lower->size = LONG;
        for (; jokers > 0; jokers--) prepend_joker(upper);
    }
}

static void turn_round(Meld *m) {
    m->start -= m->size - 1;
    for (int i = 0, j = m->size - 1; i < j; i++, j--) {
        uint8_t tile = m->tile[i];
        m->tile[i] = m->tile[j];
        m->tile[j] = tile;
    }
}

static void rebuild(Melds *all, const Walk *w, const State path[HIGHEST + 1]) {
    memset(all, 0, sizeof *all);
    for (int row = 0; row < HIGHEST; row++) {
        const State *before = &path[row], *s = &path[row + 1];
        int in_groups = spent_in(s) - spent_in(before), number = number_at(w, row);
        for (int c = 0; c < COLOURS; c++) {
            Choice choice = w->row[row].step[c]->choice[open_in(before, c)][choice_in(s, c)];
            go_on(all, c, number, choice);
            in_groups -= choice.jokers;
        }
        lay_groups(all, number, packing_in(s), in_groups);
    }
    for (int i = 0; !w->upwards && i < all->count; i++)
        if (all->meld[i].colour >= 0) turn_round(&all->meld[i]);
    if (w->objective == OPENING) return;
    add_spares(all, capacity_in(&path[HIGHEST]) - spent_in(&path[HIGHEST]));
}

/* ---- The answer: what was laid, then the melds, each part followed by MELD_END. ---- */

static int rank_of(const Meld *m) {
    return ((m->colour < 0 ? COLOURS : m->colour) * 16 + m->start) * 16 + m->size;
}

static int write_melds(Melds *all, uint8_t *answer, int left[JOKER + 1]) {
    Meld *order[MAX_MELDS];
    int size = 0;
    for (int i = 0; i < all->count; i++) {
        int at = i;
        for (; at > 0 && rank_of(order[at - 1]) > rank_of(&all->meld[i]); at--)
            order[at] = order[at - 1];
        order[at] = &all->meld[i];
    }
    for (int i = 0; i < all->count; i++) {
        for (int t = 0; t < order[i]->size; t++) left[answer[size++] = order[i]->tile[t]]++;
        answer[size++] = MELD_END;
    }
    return size;
}

static void trace(const Walk *w, uint32_t end, State path[HIGHEST + 1]) {
    for (int row = HIGHEST; row >= 0; row--) {
        path[row] = w->states[end];
        end = path[row].parent;
    }
}

/* Whether a walk down from 13 comes earlier to what must be lost; with points it always comes
 * earlier to the dear tiles. */
static int better_downwards(const Walk *w, const State path[HIGHEST + 1]) {
    int early = 0, late = 0;
    for (int row = 0; row < HIGHEST; row++)
        *(row < HIGHEST / 2 ? &early : &late) +=
            w->row[row].hope - (path[row + 1].score - path[row].score);
    return late > early || w->objective == MAXIMISE_POINTS;
}

/* Most positions lose nothing the bound hopes for: try that first, then narrowly. What has been
 * found is the floor that keeps the walk over everything small. That walk is the smaller, the
 * earlier it comes to what must be lost, so it may go the other way; and if it grows large all the
 * same, a broader walk raises the floor before. */
static int search(Walk *w, State path[HIGHEST + 1], int *score) {
    static const struct { uint32_t width; int strict; } walks[] = {
        {NARROW, 0}, {MANY, 1}, {BROAD, 0}, {EVERYTHING, 1}};
    int complete = 0, found = 0, lossless = w->bound - 1, upwards = 1;
    /* A joker is worth most at the upper end of a run, so openings must come there last. */
    int may_turn = w->objective != OPENING;
    if (w->bound <= 0) return 0;
    uint32_t end = walk(w, nothing_yet(w), 0, &lossless, NARROWEST, 0, &complete);
    if (end) {
        trace(w, end, path);
        *score = lossless;
        return 1;
    }
    complete = 0;
    for (size_t i = 0; !complete && i < sizeof walks / sizeof *walks; i++) {
        if (i == 1 && may_turn && found && better_downwards(w, path)) plan(w, 0);
        if (i == 2 && may_turn) tighten(w);
        end = walk(w, nothing_yet(w), 0, score, walks[i].width, walks[i].strict, &complete);
        if (end) trace(w, end, path), found = 1, upwards = w->upwards;
        if (w->memory_failed || *score == w->bound) break;
    }
    if (upwards != w->upwards) plan(w, upwards);
    return found;
}

static void release(Walk *w) {
    free(w->states);
    free(w->reached);
    free(w->order);
    free(w->reaches);
}

/* Solve a position, or with OPENING find the best opening of a rack. Gives a negative number for
 * what it cannot answer, else tiles laid << 40 | points or opening value << 16 | bytes written;
 * no bytes when nothing can be laid. The answer has room for ANSWER_SIZE bytes. */
enum { ANSWER_SIZE = 2 * TILES + MAX_MELDS + 2 };

PUBLIC int64_t stolik_solve(const uint8_t *table, int table_size, const uint8_t *rack,
                            int rack_size, int objective, uint8_t *answer, int answer_size) {
    Position position;
    Walk w;
    Melds melds;
    State path[HIGHEST + 1];
    int found = 0, score = 0, used[JOKER + 1] = {0}, size = 0, tiles = 0, points = 0;
    if (!prepared) return NOT_PREPARED;
    if (!table || !rack || !answer || answer_size < ANSWER_SIZE || objective < MAXIMISE_TILES ||
        objective > OPENING || (objective == OPENING && table_size) ||
        !read_request(&position, table, table_size, rack, rack_size))
        return INVALID;
    begin(&w, &position, objective);
    if (!w.memory_failed) found = search(&w, path, &score) && !w.memory_failed;
    if (found) rebuild(&melds, &w, path);
    release(&w);
    if (w.memory_failed) return NO_MEMORY;
    if (!found) return 0;
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
    return (int64_t)tiles << 40 | (int64_t)(objective == OPENING ? score : points) << 16 |
           (size + tableau_size);
}
