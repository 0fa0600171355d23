/* The request: tiles counted, the given melds checked. */
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
