/**
 * Tower defence: waves of creeps walk down a distance field to the keep, towers are built in their
 * way, and no tower may shut the keep off. The field is computed again after each tower; a
 * navigator answers the few questions that are not about the keep.
 *
 * It is the same game as `crates/astride-capi/examples/tower_defence.c`, turn by turn. Nothing but the
 * last lines is about Node.js.
 */

import { Grid, Navigator } from 'astride/navigator';

const [WIDTH, HEIGHT, CREEPS, TOWERS, RANGE, TURNS] = [48, 20, 24, 40, 3, 400];
const [GATE, KEEP] = [[0, HEIGHT / 2], [WIDTH - 1, HEIGHT / 2]];

const isSame = ([x, y], [u, v]) => x === u && y === v;

/** A generator of our own, so that every machine plays the same game. */
let state = 12345;
function dice() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 16;
}

class Game {
  grid = new Grid(WIDTH, HEIGHT);
  /** Costs to the keep. */
  field = this.grid.field([KEEP]);
  /** For the hero, who goes where he likes. */
  navigator = new Navigator(this.grid);
  hero = KEEP;
  towers = [];
  /** Health is 0 once it is dead or home; the delay is how many turns it is until it enters. */
  creeps = Array.from({ length: CREEPS }, (_, number) => ({ at: GATE, health: 12, delay: 4 * number + 1 }));
  killed = 0;
  leaked = 0;
  refused = 0;

  get walking() {
    return this.creeps.filter(({ health, delay }) => health > 0 && delay === 0);
  }

  change(cell, letter) {
    this.grid.edit((edit) => edit.set(cell, letter));
    this.field.compute([KEEP]);
  }

  /** Builds a tower, unless it would shut the gate or a creep off from the keep. */
  build(cell) {
    const taken = [GATE, KEEP, ...this.creeps.map(({ at }) => at)];
    if (this.grid.classAt(cell) !== 0x2e || taken.some((other) => isSame(other, cell)) || this.towers.length === TOWERS) return;
    this.change(cell, '#');
    const ways = [GATE, ...this.creeps.filter(({ health }) => health > 0).map(({ at }) => at)];
    if (ways.some((start) => this.field.costAt(start) === Infinity)) {
      this.change(cell, '.');
      this.refused += 1;
      return;
    }
    this.towers.push(cell);
    this.navigator.edit((edit) => edit.set(cell, '#'));
  }

  walk() {
    for (const creep of this.creeps) {
      if (creep.health === 0) continue;
      if (creep.delay > 0) {
        creep.delay -= 1;
        continue;
      }
      const step = this.field.next(creep.at);
      if (step) {
        creep.at = step;
      } else {
        creep.health = 0;
        this.leaked += 1;
      }
    }
  }

  shoot() {
    for (const [x, y] of this.towers) {
      const target = this.walking.find(({ at }) => (at[0] - x) ** 2 + (at[1] - y) ** 2 <= RANGE ** 2);
      if (!target) continue;
      target.health -= 1;
      if (target.health === 0) this.killed += 1;
    }
  }

  /** The hero asks for the way to the creep that is ahead, and goes three steps. */
  hunt(prey) {
    this.navigator.request(this.hero, prey, { orNearest: true, priority: 10 });
    this.navigator.work({ expansions: 2000 });
    for (let delivery = this.navigator.take(); delivery; delivery = this.navigator.take()) {
      const cells = [...delivery.path];
      if (cells.length > 0) this.hero = cells.length > 4 ? cells[3] : cells.at(-1);
    }
  }

  /** The map as lines of letters. */
  draw() {
    const letters = Array.from(this.grid.classes(), (letter) => String.fromCharCode(letter));
    const put = ([x, y], letter) => { letters[y * WIDTH + x] = letter; };
    for (const { at } of this.walking) put(at, 'c');
    put(this.hero, 'H');
    put(KEEP, 'K');
    return Array.from({ length: HEIGHT }, (_, y) => letters.slice(y * WIDTH, (y + 1) * WIDTH).join('')).join('\n');
  }
}

const game = new Game();
let turn = 0;
for (; turn < TURNS && game.killed + game.leaked < CREEPS; turn++) {
  if (turn % 2 === 0) {
    const x = 8 + (dice() % (WIDTH - 16));
    game.build([x, dice() % HEIGHT]);
  }
  game.walk();
  game.shoot();
  if (game.walking.length > 0) game.hunt(game.walking[0].at);
  if (turn === 60) console.log(game.draw());
}
console.log(`${turn} turns, ${game.towers.length} towers, ${game.refused} refused, ${game.killed} killed, ${game.leaked} leaked`);
