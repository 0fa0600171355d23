/* Tables for the bound and for dominance. */
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
