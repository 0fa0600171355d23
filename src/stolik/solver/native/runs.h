/* What the runs of one colour may take at each number: open runs, choices, and an automaton over
 * what is still to come that knows which open runs can do whatever others do. */
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
