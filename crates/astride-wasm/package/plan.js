/** Plans for a team of agents: where each of them is at every timestep, without a collision. @module */

import { AstrideError, call, getInts, getLong, getWord, made, putBytes, putLong, putWord, putWords, reserve, small, takeBytes } from './wasm.js';
import { checkInside, INSIDE, Owner } from './owner.js';
import { cellsOn, chosen, fileOf, options, whole, wholeOr } from './check.js';
import { Grid } from './grid.js';
import { moverOr } from './mover.js';
import { GUARANTEE, STATUS } from './path.js';

const METHODS = ['auto', 'pibt', 'lacam', 'guided', 'pp', 'lns', 'cbs', 'eecbs', 'whca'];
const OBJECTIVES = ['soc', 'makespan', 'loss'];
const ASKED = ['mover', 'method', 'objective', 'percent', 'seed', 'mostExpansions', 'fieldBytes'];

/** Expansions of a plan that is given no limit, for each agent and at least: WebAssembly has no clock. */
const [EACH, LEAST] = [100, 1000];

/** The bytes of `AstridePlanInfo`, and where its numbers lie. */
const INFO = { size: 72, cost: 8, lower: 16, costs: 24, loss: 32, expanded: 40, makespan: 48, agents: 52, status: 56, guarantee: 60, method: 64 };

/** The words of a stay: its first timestep, and a cell. */
const STAY = 3;

export class Plan extends Owner {
  /** Use `Plan.solve` or `Plan.fromText`. */
  constructor(key) {
    checkInside(key, 'Plan', 'Plan.solve or Plan.fromText');
    super('astride_plan_free', made(0, 'astride_plan_new', small(0)));
    this.#know();
  }

  /** Makes a plan for a team, the first of which goes from the first start to the first goal. */
  static solve(grid, starts, goals, given) {
    const asked = options(given, ASKED);
    const { mover = grid?.mover, method = 'auto', objective = 'soc' } = asked;
    const { percent, seed = 0, fieldBytes } = asked;
    const [ground, who, ends] = [Owner.pointer(grid, Grid), moverOr(mover), endsOn(grid, starts, goals)];
    const { mostExpansions = Math.max(LEAST, EACH * (ends[0].length / 2)) } = asked;
    const words = [chosen(method, 'method', METHODS), chosen(objective, 'objective', OBJECTIVES), wholeOr(percent, 'the per cent'), 0];
    const longs = [whole(mostExpansions, 'the most expansions', 1, Number.MAX_SAFE_INTEGER), 0, whole(seed, 'the seed', 0, Number.MAX_SAFE_INTEGER), wholeOr(fieldBytes, 'the bytes of fields')];
    const plan = new Plan(INSIDE);
    const list = put(ends);
    // `AstridePlanOptions`: size, expansions, microseconds, seed, bytes, method, objective, per cent.
    const wanted = small(0);
    putWord(wanted, 56);
    longs.forEach((long, i) => putLong(wanted + 8 + 8 * i, long));
    words.forEach((word, i) => putWord(wanted + 40 + 4 * i, word));
    call('astride_plan_solve', plan.handle, ground, who, ...list, wanted);
    return plan.#know();
  }

  /** Reads a plan for this grid, a line for each timestep as `0:(0,0),(2,0)`; `validate` checks the rules. */
  static fromText(grid, text) {
    const [ground, list] = [Owner.pointer(grid, Grid), fileOf(text, 'the plan')];
    const plan = new Plan(INSIDE);
    call('astride_plan_read', plan.handle, ground, putBytes(list), list.length);
    return plan.#know();
  }

  get handle() {
    return Owner.pointer(this, Plan);
  }

  /** Whether there is a plan. */
  get found() {
    return this.status === 'found';
  }

  /** Checks the plan for a team against every rule, by code that shares nothing with the methods. */
  validate(grid, starts, goals, given) {
    const { mover = grid?.mover } = options(given, ['mover']);
    const [plan, ground, who] = [this.handle, Owner.pointer(grid, Grid), moverOr(mover)];
    call('astride_plan_check', plan, ground, who, ...put(endsOn(grid, starts, goals)));
  }

  /** The stays of an agent, `since`, `x` and `y` in turn; each ends where the next begins, and the last never. */
  stays(agent) {
    call('astride_plan_stays', this.handle, whole(agent, 'the agent', 0, 0xffffffff), small(0), small(1));
    return getInts(getWord(small(0)), STAY * getWord(small(1)));
  }

  /** Where each agent is at a timestep: `x` and `y` in turn. */
  at(timestep) {
    const [plan, time] = [this.handle, whole(timestep, 'the timestep', 0, 0xffffffff)];
    const cells = reserve(8 * this.agentCount);
    call('astride_plan_at', plan, time, cells, this.agentCount);
    return getInts(cells, 2 * this.agentCount);
  }

  /** The plan as a text, a line for each timestep. */
  toText() {
    return new TextDecoder().decode(takeBytes('astride_plan_write', this.handle));
  }

  /** Reads what is known of it. */
  #know() {
    const info = small(0);
    putWord(info, INFO.size);
    call('astride_plan_info', this.handle, info);
    this.status = STATUS[getWord(info + INFO.status)];
    this.cost = getLong(info + INFO.cost);
    this.lowerBound = getLong(info + INFO.lower);
    this.sumOfCosts = getLong(info + INFO.costs);
    this.sumOfLoss = getLong(info + INFO.loss);
    this.expanded = getLong(info + INFO.expanded);
    this.makespan = getWord(info + INFO.makespan);
    this.agentCount = getWord(info + INFO.agents);
    this.guarantee = GUARANTEE[getWord(info + INFO.guarantee)];
    this.method = METHODS[getWord(info + INFO.method)];
    return this;
  }
}

/** Where the agents of a team start and where they go. */
function endsOn(grid, starts, goals) {
  const [from, to] = [cellsOn(grid, starts, 'start'), cellsOn(grid, goals, 'goal')];
  if (from.length === to.length) return [from, to];
  throw new AstrideError('BAD_ARGUMENT', `there are ${from.length / 2} starts and ${to.length / 2} goals, expected as many of both`);
}

/** Lays starts and goals into the room; gives where each begin, and how many they are. */
function put([from, to]) {
  const at = putWords([...from, ...to]);
  return [at, at + 4 * from.length, from.length / 2];
}
