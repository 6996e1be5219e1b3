/* Tower defence: waves of creeps walk down a distance field to the keep, towers are built in their
 * way, and no tower may shut the keep off. The field is computed again after each tower; a
 * navigator answers the few questions that are not about the keep.
 *
 *     cc tower_defence.c $(pkg-config --cflags --libs astride) && ./a.out
 */
#include <astride.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 20, CREEPS = 24, TOWERS = 40, RANGE = 3, TURNS = 400 };

typedef struct {
    AstrideCell at;
    int health; /* 0 once it is dead or home */
    int delay;  /* turns until it enters */
} Creep;

typedef struct {
    AstrideGrid *grid;
    AstrideField *field; /* costs to the keep */
    AstrideEdit *edit;
    AstrideNavigator *navigator; /* for the hero, who goes where he likes */
    AstridePath *path;
    AstrideCell gate, keep, hero;
    AstrideCell towers[TOWERS];
    Creep creeps[CREEPS];
    int tower_count, killed, leaked, refused;
} Game;

/* Ends the program on errors; answers such as "no path" go on. */
static AstrideStatus must(AstrideStatus status, const char *what) {
    if (status < 0) {
        fprintf(stderr, "%s: %s (%s)\n", what, astride_last_error(), astride_status_text(status));
        exit(1);
    }
    return status;
}

/* A generator of our own, so that every machine plays the same game. */
static unsigned dice(void) {
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

static void compute(Game *game) {
    must(astride_field_compute(game->field, game->grid, NULL, &game->keep, 1, ASTRIDE_WAY_TO_GOALS, 0, 0), "field");
}

static int reaches_keep(Game *game, AstrideCell cell) {
    uint64_t cost = 0;
    must(astride_field_cost(game->field, cell, &cost), "cost");
    return cost != ASTRIDE_NO_COST;
}

static void change(Game *game, AstrideCell cell, char class_) {
    must(astride_edit_clear(game->edit), "clear");
    must(astride_edit_set(game->edit, cell, (unsigned char)class_), "set");
    must(astride_grid_apply(game->grid, game->edit, NULL), "apply");
    compute(game);
}

/* Builds a tower, unless it would shut the gate or a creep off from the keep. */
static void build(Game *game, AstrideCell cell) {
    uint8_t class_ = 0;
    int i, is_free, keeps_open;
    must(astride_grid_class(game->grid, cell, &class_), "class");
    is_free = class_ == '.' && memcmp(&cell, &game->gate, sizeof cell) != 0 && memcmp(&cell, &game->keep, sizeof cell) != 0;
    for (i = 0; i < CREEPS; i++) is_free &= memcmp(&cell, &game->creeps[i].at, sizeof cell) != 0;
    if (!is_free || game->tower_count == TOWERS) return;
    change(game, cell, '#');
    keeps_open = reaches_keep(game, game->gate);
    for (i = 0; i < CREEPS; i++) keeps_open &= game->creeps[i].health == 0 || reaches_keep(game, game->creeps[i].at);
    if (!keeps_open) {
        change(game, cell, '.');
        game->refused++;
        return;
    }
    game->towers[game->tower_count++] = cell;
    must(astride_navigator_apply(game->navigator, game->edit, NULL), "apply");
}

static void shoot(Game *game) {
    int t, i;
    for (t = 0; t < game->tower_count; t++) {
        for (i = 0; i < CREEPS; i++) {
            Creep *creep = &game->creeps[i];
            int dx = (int)creep->at.x - (int)game->towers[t].x, dy = (int)creep->at.y - (int)game->towers[t].y;
            if (creep->health > 0 && creep->delay == 0 && dx * dx + dy * dy <= RANGE * RANGE) {
                if (--creep->health == 0) game->killed++;
                break;
            }
        }
    }
}

static void walk(Game *game) {
    int i;
    for (i = 0; i < CREEPS; i++) {
        Creep *creep = &game->creeps[i];
        if (creep->health == 0 || (creep->delay > 0 && creep->delay-- > 0)) continue;
        if (must(astride_field_next(game->field, game->grid, creep->at, &creep->at), "next") == ASTRIDE_STATUS_NOTHING) {
            creep->health = 0;
            game->leaked++;
        }
    }
}

/* The hero asks for the way to the creep that is ahead, and goes three steps. */
static void hunt(Game *game, AstrideCell prey) {
    AstrideAsk ask = {.struct_size = sizeof ask};
    const AstrideCell *cells = NULL;
    size_t count = 0;
    uint64_t ticket = 0;
    AstrideDelivery delivery = {.struct_size = sizeof delivery};
    ask.start = game->hero, ask.goal = prey, ask.or_nearest = 1;
    must(astride_navigator_request(game->navigator, &ask, 10, 0, &ticket), "request");
    must(astride_navigator_work(game->navigator, 2000, 0, NULL), "work");
    while (must(astride_navigator_take(game->navigator, &delivery, game->path), "take") == ASTRIDE_STATUS_OK) {
        must(astride_path_cells(game->path, &cells, &count), "cells");
        if (count > 0) game->hero = cells[count > 4 ? 3 : count - 1];
    }
}

static void draw(const Game *game) {
    static uint8_t classes[WIDTH * HEIGHT];
    int i, y;
    must(astride_grid_classes(game->grid, classes, sizeof classes), "classes");
    for (i = 0; i < CREEPS; i++)
        if (game->creeps[i].health > 0 && game->creeps[i].delay == 0) classes[game->creeps[i].at.y * WIDTH + game->creeps[i].at.x] = 'c';
    classes[game->hero.y * WIDTH + game->hero.x] = 'H';
    classes[game->keep.y * WIDTH + game->keep.x] = 'K';
    for (y = 0; y < HEIGHT; y++) printf("%.*s\n", WIDTH, (const char *)classes + y * WIDTH);
}

static void set_up(Game *game) {
    int i;
    must(astride_grid_new(WIDTH, HEIGHT, '.', &game->grid), "grid");
    must(astride_field_new(&game->field), "field");
    must(astride_edit_new(&game->edit), "edit");
    must(astride_path_new(&game->path), "path");
    must(astride_navigator_new(game->grid, NULL, NULL, &game->navigator), "navigator");
    game->gate.x = 0, game->gate.y = HEIGHT / 2;
    game->keep.x = WIDTH - 1, game->keep.y = HEIGHT / 2;
    game->hero = game->keep;
    for (i = 0; i < CREEPS; i++) {
        game->creeps[i].at = game->gate;
        game->creeps[i].health = 12;
        game->creeps[i].delay = 4 * i + 1;
    }
    compute(game);
}

int main(void) {
    static Game game;
    int turn, i;
    set_up(&game);
    for (turn = 0; turn < TURNS && game.killed + game.leaked < CREEPS; turn++) {
        if (turn % 2 == 0) {
            AstrideCell cell;
            cell.x = 8 + dice() % (WIDTH - 16), cell.y = dice() % HEIGHT;
            build(&game, cell);
        }
        walk(&game);
        shoot(&game);
        for (i = 0; i < CREEPS; i++)
            if (game.creeps[i].health > 0 && game.creeps[i].delay == 0) break;
        if (i < CREEPS) hunt(&game, game.creeps[i].at);
        if (turn == 60) draw(&game);
    }
    printf("%d turns, %d towers, %d refused, %d killed, %d leaked\n", turn, game.tower_count, game.refused, game.killed, game.leaked);
    astride_navigator_free(game.navigator);
    astride_path_free(game.path);
    astride_edit_free(game.edit);
    astride_field_free(game.field);
    astride_grid_free(game.grid);
    return game.killed + game.leaked == CREEPS && game.tower_count > 10 ? 0 : 1;
}
