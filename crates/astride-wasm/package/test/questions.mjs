/** The questions that many tests ask. @module */

const WORD = (1n << 64n) - 1n;

/** The same questions as `astride_testkit::digest` asks. */
export function questions(grid, count) {
  let state = 88172645463325252n;
  const dice = (sides) => {
    state ^= (state << 13n) & WORD;
    state ^= state >> 7n;
    state ^= (state << 17n) & WORD;
    return Number((state >> 32n) % BigInt(sides));
  };
  const cell = () => [dice(grid.width), dice(grid.height)];
  return Array.from({ length: count }, () => [cell(), cell()]);
}
