"""Tower defence: waves of creeps walk down a distance field to the keep, towers are built in their way,
and no tower may shut the keep off. The field is computed again after each tower; a navigator answers the
few questions that are not about the keep.

    python crates/astride-py/examples/tower_defence.py

It is the same game as `crates/astride-capi/examples/tower_defence.c`, turn by turn.
"""

from dataclasses import dataclass

import astride

WIDTH, HEIGHT, CREEPS, TOWERS, RANGE, TURNS = 48, 20, 24, 40, 3, 400
GATE, KEEP = (0, HEIGHT // 2), (WIDTH - 1, HEIGHT // 2)


@dataclass
class Creep:
    at: tuple[int, int]
    health: int  # 0 once it is dead or home
    delay: int  # turns until it enters

    @property
    def is_walking(self):
        return self.health > 0 and self.delay == 0


def dice(state=[12345]):
    """A generator of our own, so that every machine plays the same game."""
    state[0] = (state[0] * 1664525 + 1013904223) % 2**32
    return state[0] >> 16


class Game:
    def __init__(self):
        self.grid = astride.Grid.from_text(("." * WIDTH + "\n") * HEIGHT)
        self.navigator = astride.Navigator(self.grid)  # for the hero, who goes where he likes
        self.field = self.grid.field([KEEP])
        self.creeps = [Creep(GATE, 12, 4 * number + 1) for number in range(CREEPS)]
        self.towers, self.hero = [], KEEP
        self.killed = self.leaked = self.refused = 0

    def change(self, cell, letter):
        self.grid.set(cell, letter)
        self.field = self.grid.field([KEEP])

    def build(self, cell):
        """Builds a tower, unless it would shut the gate or a creep off from the keep."""
        taken = {GATE, KEEP, *(creep.at for creep in self.creeps)}
        if self.grid.class_at(cell) != ord(".") or cell in taken or len(self.towers) == TOWERS:
            return
        self.change(cell, "#")
        ways = [GATE, *(creep.at for creep in self.creeps if creep.health > 0)]
        if not all(self.field.path_from(start) for start in ways):
            self.change(cell, ".")
            self.refused += 1
            return
        self.towers.append(cell)
        self.navigator.set(cell, "#")

    def walk(self):
        for creep in self.creeps:
            if creep.health == 0:
                continue
            if creep.delay > 0:
                creep.delay -= 1
                continue
            step = self.field.next_from(creep.at)
            if step is None:
                creep.health = 0
                self.leaked += 1
            else:
                creep.at = step

    def shoot(self):
        for x, y in self.towers:
            near = (
                creep
                for creep in self.creeps
                if creep.is_walking and (creep.at[0] - x) ** 2 + (creep.at[1] - y) ** 2 <= RANGE**2
            )
            if target := next(near, None):
                target.health -= 1
                self.killed += target.health == 0

    def hunt(self, prey):
        """The hero asks for the way to the creep that is ahead, and goes three steps."""
        self.navigator.request(self.hero, prey, or_nearest=True, priority=10)
        self.navigator.work(most_expansions=2000)
        for delivery in self.navigator.take():
            if len(delivery.path) > 0:
                self.hero = delivery.path[3 if len(delivery.path) > 4 else -1]

    def draw(self):
        rows = [[chr(letter) for letter in row] for row in self.grid.classes]
        for creep in self.creeps:
            if creep.is_walking:
                rows[creep.at[1]][creep.at[0]] = "c"
        for (x, y), letter in [(self.hero, "H"), (KEEP, "K")]:
            rows[y][x] = letter
        print("\n".join(map("".join, rows)))


def main():
    game, turn = Game(), 0
    while turn < TURNS and game.killed + game.leaked < CREEPS:
        if turn % 2 == 0:
            x = 8 + dice() % (WIDTH - 16)
            game.build((x, dice() % HEIGHT))
        game.walk()
        game.shoot()
        if prey := next((creep for creep in game.creeps if creep.is_walking), None):
            game.hunt(prey.at)
        if turn == 60:
            game.draw()
        turn += 1
    towers = f"{len(game.towers)} towers, {game.refused} refused"
    print(f"{turn} turns, {towers}, {game.killed} killed, {game.leaked} leaked")


if __name__ == "__main__":
    main()
