/* The yardstick: random play of Love Letter, premium edition, over the same state as rules.py -
 * cards in slots with the three masks of knowledge - written by hand in C.
 *
 *     cc -O3 love_letter.c -o love_letter && ./love_letter SEATS MATCHES RUN
 *
 * prints: decisions, deals, sum of scores of seat 0, CPU-seconds.  It plays the very matches that
 * `herzdame simulate love_letter --edition premium --seed RUN` plays. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NONE, GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS };
enum { SEATS = 4, CARDS = 16, HAND = 0, DRAW_PILE = 2 * SEATS, RESERVE = DRAW_PILE + CARDS - 1 };
enum { OPEN_THREE = RESERVE - 3, SLOTS = RESERVE + 1, PILES = CARDS - 1, NOBODY = -1, ALL = 1 << 7 };
enum { RUNNING, LAST_STANDING, HIGHEST_CARD, LARGEST_SUM, TIE };
enum { SINGLES = 1 << (KING - 1) | 1 << (COUNTESS - 1) | 1 << (PRINCESS - 1) };

typedef struct {
    int8_t card[SLOTS];
    uint8_t shown[SLOTS], witnessed[SLOTS], barred[SLOTS];
    int32_t step;
    int8_t seats;
    uint8_t acting;
    int8_t over;
    int8_t edition, first, age[SEATS], tokens[SEATS], round, draw_pile;
    uint8_t out, safe;
    int8_t laid, pile[PILES], layer[PILES];
} Court;

static const int8_t COURT[CARDS] = {1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8};
static const int8_t NEEDED[2][SEATS + 1] = {{0, 0, 5, 4, 3}, {0, 0, 7, 5, 4}};
static struct { int8_t card, target, guess; } ACTIONS[64];
static int16_t PLAY[PRINCESS + 1][SEATS + 1];

static void list_actions(void) {
    int n = 0;
    for (int card = GUARD; card <= PRINCESS; card++)
        for (int target = 0; target <= SEATS; target++) {
            int aimed = card == GUARD || card == PRIEST || card == BARON || card == KING;
            int at = target == SEATS ? NOBODY : target;
            if (at == NOBODY ? card == PRINCE : !aimed && card != PRINCE) continue;
            PLAY[card][target] = (int16_t)n;
            int guesses = card == GUARD && at != NOBODY ? PRINCESS - GUARD : 1;
            for (int g = 0; g < guesses; g++, n++) {
                ACTIONS[n].card = (int8_t)card;
                ACTIONS[n].target = (int8_t)at;
                ACTIONS[n].guess = (int8_t)(guesses > 1 ? PRIEST + g : NONE);
            }
        }
}

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t sow(uint64_t seed, uint64_t number) { return mix(seed ^ mix(number + 1)); }

static uint64_t word(uint64_t *rng) { return mix(*rng += 0x9E3779B97F4A7C15u) >> 32; }

static int below(int n, uint64_t *rng) {
    uint64_t many = (uint64_t)n, product = word(rng) * many;
    if ((uint32_t)product < many) {
        uint64_t unfair = ((1ull << 32) - many) % many;
        while ((uint32_t)product < unfair) product = word(rng) * many;
    }
    return (int)(product >> 32);
}

static void clear(Court *s, int slot) { s->card[slot] = 0, s->shown[slot] = s->witnessed[slot] = s->barred[slot] = 0; }

static void show(Court *s, int slot, int seat) {
    s->shown[slot] |= 1 << seat;
    s->witnessed[slot] |= 1 << seat;
}

static void move(Court *s, int a, int b) {
    s->card[b] = s->card[a], s->shown[b] = s->shown[a];
    s->witnessed[b] = s->witnessed[a], s->barred[b] = s->barred[a];
    clear(s, a);
}

#define EXCHANGE(x, y) do { __typeof__(x) keep = x; x = y; y = keep; } while (0)
static void swap(Court *s, int a, int b) {
    EXCHANGE(s->card[a], s->card[b]);
    EXCHANGE(s->shown[a], s->shown[b]);
    EXCHANGE(s->witnessed[a], s->witnessed[b]);
    EXCHANGE(s->barred[a], s->barred[b]);
}

static void draw(Court *s, int seat) {
    int slot = HAND + 2 * seat + (s->card[HAND + 2 * seat] != NONE);
    move(s, DRAW_PILE + --s->draw_pile, slot);
    show(s, slot, seat);
}

static void lay(Court *s, int seat, int slot) {
    s->pile[s->laid] = s->card[slot];
    s->layer[s->laid++] = (int8_t)seat;
    clear(s, slot);
}

static void begin_turn(Court *s, int seat) {
    s->safe &= (uint8_t)~(1 << seat);
    draw(s, seat);
    s->acting = (uint8_t)(1 << seat);
}

static void deal(Court *s, uint64_t *rng) {
    s->round++;
    s->out = s->safe = 0;
    s->laid = 0;
    memset(s->pile, 0, sizeof s->pile);
    memset(s->layer, 0, sizeof s->layer);
    memset(s->card, 0, sizeof s->card);
    memset(s->shown, 0, sizeof s->shown);
    memset(s->witnessed, 0, sizeof s->witnessed);
    memset(s->barred, 0, sizeof s->barred);
    memcpy(s->card + DRAW_PILE, COURT, sizeof COURT);
    for (int last = CARDS - 1; last > 0; last--) {
        int other = below(last + 1, rng);
        EXCHANGE(s->card[DRAW_PILE + last], s->card[DRAW_PILE + other]);
    }
    s->draw_pile = RESERVE - DRAW_PILE;
    if (s->seats == 2) {
        s->draw_pile = OPEN_THREE - DRAW_PILE;
        for (int slot = OPEN_THREE; slot < RESERVE; slot++) show(s, slot, 7);
    }
    for (int seat = 0; seat < s->seats; seat++) draw(s, seat);
    begin_turn(s, s->first);
}

static int uses(const Court *s, int seat, int card, int16_t *out, int n) {
    if (card == HANDMAID || card >= COUNTESS) {
        out[n] = PLAY[card][SEATS];
        return n + 1;
    }
    int before = n;
    for (int target = 0; target < s->seats; target++) {
        if ((s->out | s->safe) >> target & 1 || (target == seat && card != PRINCE)) continue;
        int guesses = card == GUARD ? PRINCESS - GUARD : 1;
        for (int guess = 0; guess < guesses; guess++) out[n++] = (int16_t)(PLAY[card][target] + guess);
    }
    if (n == before) out[n++] = PLAY[card][SEATS];
    return n;
}

static int legal(const Court *s, int seat, int16_t *out) {
    int a = s->card[HAND + 2 * seat], b = s->card[HAND + 2 * seat + 1];
    int low = a < b ? a : b, high = a < b ? b : a;
    if (high == COUNTESS && (low == KING || low == PRINCE)) return uses(s, seat, high, out, 0);
    int n = uses(s, seat, low, out, 0);
    return low == high ? n : uses(s, seat, high, out, n);
}

static void knock_out(Court *s, int seat) {
    s->out |= (uint8_t)(1 << seat);
    if (s->card[HAND + 2 * seat]) lay(s, seat, HAND + 2 * seat);
}

static void pick(Court *s, int seat, int card) {
    int kept = HAND + 2 * seat, surely_drawn = s->barred[kept] >> (card - 1) & 1;
    if (s->card[kept] == card) {
        swap(s, kept, kept + 1);
        s->shown[kept] = s->witnessed[kept] = (uint8_t)(1 << seat);
        s->barred[kept] = 0;
    } else if (!surely_drawn) {
        s->witnessed[kept] = (uint8_t)(1 << seat);
        s->barred[kept] = 0;
    }
    if (card == KING || card == PRINCE) s->barred[kept] |= 1 << (COUNTESS - 1);
}

static void baron(Court *s, int seat, int target) {
    int mine = HAND + 2 * seat, theirs = HAND + 2 * target;
    show(s, mine, target);
    show(s, theirs, seat);
    if (s->card[mine] == s->card[theirs]) {
        s->barred[mine] |= SINGLES;
        s->barred[theirs] |= SINGLES;
    } else {
        int lower = s->card[mine] < s->card[theirs] ? seat : target, higher = seat + target - lower;
        int up_to = (1 << s->card[HAND + 2 * lower]) - 1;
        knock_out(s, lower);
        s->barred[HAND + 2 * higher] |= (uint8_t)up_to;
    }
}

static void prince(Court *s, int target) {
    int slot = HAND + 2 * target, card = s->card[slot];
    lay(s, target, slot);
    if (card == PRINCESS) knock_out(s, target);
    else if (s->draw_pile) draw(s, target);
    else {
        move(s, RESERVE, slot);
        show(s, slot, target);
    }
}

static int youngest(const Court *s, int seats) {
    int who = NOBODY;
    for (int seat = 0; seat < s->seats; seat++)
        if (seats >> seat & 1 && (who == NOBODY || s->age[seat] < s->age[who])) who = seat;
    return who;
}

static void end_round(Court *s, int winners, int ending) {
    s->acting = 0;
    s->first = (int8_t)youngest(s, winners);
    for (int seat = 0; seat < s->seats; seat++)
        if (winners >> seat & 1 && ++s->tokens[seat] >= NEEDED[s->edition][s->seats]) s->over = (int8_t)ending;
}

static int largest_sums(const Court *s, int tied) {
    int highest = -1, winners = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (!(tied >> seat & 1)) continue;
        int total = 0;
        for (int at = 0; at < s->laid; at++)
            if (s->layer[at] == seat) total += s->pile[at];
        if (total > highest) highest = total, winners = 0;
        if (total == highest) winners |= 1 << seat;
    }
    return winners;
}

static void reveal(Court *s) {
    int highest = NONE, winners = 0, ending = HIGHEST_CARD;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->out >> seat & 1) continue;
        show(s, HAND + 2 * seat, 7);
        int card = s->card[HAND + 2 * seat];
        if (card > highest) highest = card, winners = 0;
        if (card == highest) winners |= 1 << seat;
    }
    if (winners & (winners - 1)) {
        ending = TIE;
        if (s->edition == 1) {
            winners = largest_sums(s, winners);
            ending = winners & (winners - 1) ? TIE : LARGEST_SUM;
        }
    }
    end_round(s, winners, ending);
}

static void end_turn(Court *s, int seat) {
    int left = ((1 << s->seats) - 1) & ~s->out;
    if ((left & (left - 1)) == 0) end_round(s, left, LAST_STANDING);
    else if (s->draw_pile == 0) reveal(s);
    else {
        int later = left & -(1 << (seat + 1));
        begin_turn(s, __builtin_ctz(later ? later : left));
    }
}

static void apply(Court *s, int seat, int action) {
    int card = ACTIONS[action].card, target = ACTIONS[action].target, guess = ACTIONS[action].guess;
    pick(s, seat, card);
    int at_once = s->edition == 1 || card >= COUNTESS;
    if (at_once) lay(s, seat, HAND + 2 * seat + 1);
    if (card == PRINCESS) knock_out(s, seat);
    else if (card == HANDMAID) s->safe |= (uint8_t)(1 << seat);
    else if (target != NOBODY) {
        int slot = HAND + 2 * target;
        if (card == GUARD) {
            if (s->card[slot] == guess) knock_out(s, target);
            else s->barred[slot] |= (uint8_t)(1 << (guess - 1));
        } else if (card == PRIEST) show(s, slot, seat);
        else if (card == BARON) baron(s, seat, target);
        else if (card == PRINCE) prince(s, target);
        else {
            show(s, HAND + 2 * seat, target);
            show(s, slot, seat);
            swap(s, HAND + 2 * seat, slot);
        }
    }
    if (!at_once) lay(s, seat, HAND + 2 * seat + 1);
    end_turn(s, seat);
}

static void score(const Court *s, double *out) {
    int victors = 0, number = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int won = s->tokens[seat] >= NEEDED[s->edition][s->seats];
        victors |= won << seat;
        number += won;
    }
    for (int seat = 0; seat < s->seats; seat++) out[seat] = (double)(victors >> seat & 1) / number;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: love_letter SEATS MATCHES RUN\n"), 2;
    int seats = atoi(argv[1]), matches = atoi(argv[2]);
    uint64_t run = strtoull(argv[3], 0, 10);
    list_actions();
    int16_t out[64];
    long decisions = 0, deals = 0;
    double scores[SEATS], won = 0;
    clock_t start = clock();
    for (int match = 0; match < matches; match++) {
        Court s = {.seats = (int8_t)seats, .edition = 1, .first = NOBODY, .age = {0, 1, 2, 3}};
        uint64_t seed = sow(run, (uint64_t)match), streams[SEATS];
        for (int seat = 0; seat < seats; seat++) streams[seat] = sow(seed ^ 0x5EA7, (uint64_t)seat);
        while (!s.over) {
            if (s.acting == 0) {
                uint64_t rng = sow(seed, (uint64_t)s.step);
                if (s.first == NOBODY) s.first = (int8_t)below(s.seats, &rng);
                else deal(&s, &rng);
                deals++;
            } else {
                int seat = __builtin_ctz(s.acting), n = legal(&s, seat, out);
                apply(&s, seat, out[below(n, &streams[seat])]);
                decisions++;
            }
            s.step++;
        }
        score(&s, scores);
        won += scores[0];
    }
    printf("%ld %ld %.6f %.6f\n", decisions, deals, won, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
