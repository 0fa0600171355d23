/* The walk: every state of a number is expanded to the next; those that another dominates go. */
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
    w->left -= (int64_t)lowers * uppers;
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
        for (uint32_t i = w->layer[row]; i < w->layer[row + 1]; i++) {
            /* Narrow walks are always made: whoever asks too late gets an answer all the same. */
            if (w->left < 0 && width > NARROW) { *complete = 0; return 0; }
            expand(w, &w->row[row], i, *floor);
        }
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
