/* Which walks are made, in which order, and how narrow. */
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
static int search(Walk *w, State path[HIGHEST + 1], int *score, int *best) {
    static const struct { uint32_t width; int strict; } walks[] = {
        {NARROW, 0}, {MANY, 1}, {BROAD, 0}, {EVERYTHING, 1}};
    int complete = 0, found = 0, lossless = w->bound - 1, upwards = 1;
    /* A joker is worth most at the upper end of a run, so openings must come there last. */
    int may_turn = w->objective != OPENING;
    *best = 1;
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
    *best = complete || *score == w->bound;
    if (upwards != w->upwards) plan(w, upwards);
    return found;
}
