/* How the tiles of one number go into groups: a table of every way worth having. */
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
