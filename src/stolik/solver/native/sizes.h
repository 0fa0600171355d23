/* The box, and the measures of everything that is counted. */
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
