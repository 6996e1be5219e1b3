// PathFinding.js (`pathfinding` on npm), A* or jump point search; see src/peers/child.rs.
//
// The finders write into the grid. The manual has each query search a clone of it; clearing the
// nodes instead leaves less to the garbage collector, and the queries take a third of the time.
// That is reported as the reset.
//
// A query's time is the smaller of the elapsed time, which waiting for a core lengthens, and the
// processor time, which the threads beside the main one lengthen; Node 20 has no clock of its own
// for a thread. Both finders get the octile heuristic: the default of the jump point
// finder, Manhattan, is too high where diagonals are allowed.
'use strict';

const readline = require('readline');

let library;
try {
  library = require('pathfinding');
} catch (error) {
  console.log('missing the npm package pathfinding is not installed');
  process.exit(0);
}
const version = require('pathfinding/package.json').version;
console.log(`hello ${version}`);

const options = {
  diagonalMovement: library.DiagonalMovement.OnlyWhenNoObstacles,
  heuristic: library.Heuristic.octile,
};
const finder =
  process.argv[2] === 'jps' ? new library.JumpPointFinder(options) : new library.AStarFinder(options);

const DIGITS = { '0,-1': 0, '1,-1': 1, '1,0': 2, '1,1': 3, '0,1': 4, '-1,1': 5, '-1,0': 6, '-1,-1': 7 };
let grid;

function clear() {
  for (const row of grid.nodes) {
    for (const node of row) {
      node.f = 0;
      node.g = 0;
      node.h = 0;
      node.opened = false;
      node.closed = false;
      node.parent = undefined;
    }
  }
}

function find(line) {
  const [fromX, fromY, toX, toY] = line.split(' ').map(Number);
  const began = process.hrtime.bigint();
  clear();
  const before = process.cpuUsage();
  const cleared = process.hrtime.bigint();
  const path = finder.findPath(fromX, fromY, toX, toY, grid);
  const elapsed = process.hrtime.bigint() - cleared;
  const used = process.cpuUsage(before);
  const busy = BigInt(used.user + used.system) * 1000n;
  const nanos = busy < elapsed ? busy : elapsed;
  const isThere = fromX === toX && fromY === toY;
  return { path, isThere, nanos, reset: cleared - began };
}

function steps({ path, isThere }) {
  if (path.length === 0) {
    return isThere ? 'steps' : 'none';
  }
  let digits = '';
  for (let at = 1; at < path.length; at += 1) {
    const step = `${path[at][0] - path[at - 1][0]},${path[at][1] - path[at - 1][1]}`;
    digits += DIGITS[step] ?? '?';
  }
  return `steps ${digits}`;
}

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  for (let line = await next(); line !== undefined; line = await next()) {
    const space = line.indexOf(' ');
    const [word, rest] = [line.slice(0, space), line.slice(space + 1)];
    if (word === 'map') {
      const [, height] = rest.split(' ').map(Number);
      const rows = [];
      for (let y = 0; y < height; y += 1) {
        rows.push(Array.from(await next(), (cell) => (cell === '.' ? 0 : 1)));
      }
      const before = process.memoryUsage().heapUsed;
      const began = process.hrtime.bigint();
      grid = new library.Grid(rows);
      const nanos = process.hrtime.bigint() - began;
      const bytes = Math.max(0, process.memoryUsage().heapUsed - before);
      console.log(`ready ${nanos} ${bytes}`);
    } else if (word === 'path') {
      console.log(steps(find(rest)));
    } else if (word === 'time') {
      const queries = [];
      for (let count = Number(rest); count > 0; count -= 1) {
        queries.push(await next());
      }
      const laps = queries.map((query) => {
        const { nanos, reset } = find(query);
        return `${nanos} ${reset}`;
      });
      console.log(laps.join('\n'));
    }
  }
}

main();
