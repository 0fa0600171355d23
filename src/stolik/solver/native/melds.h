/* From the path of the walk to melds, and to the bytes of the answer. */
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
