/* What a walk knows before its first step: the states it keeps, and per number what each colour may
 * choose, what groups are left, and what the numbers to come may score at most. */
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
    int64_t left; /* looks: combinations that may still be tried */
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
