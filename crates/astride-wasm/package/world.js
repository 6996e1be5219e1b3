/** Maps that are no squares: hexagons, triangles, floors, voxels and graphs. @module */

import { AstrideError, call, getBytes, getInts, getLong, getWord, made, putBytes, putLong, small, takeBytes } from './wasm.js';
import { checkInside, INSIDE, Owner, show } from './owner.js';
import { byteList, chosen, classOf, fileOf, textOf, whole } from './check.js';
import { Mover } from './mover.js';
import { Answer, asked, scratch } from './path.js';

const SHAPES = ['hexagons', 'triangles', 'floors', 'voxels', 'graph'];

/** What shapes use of a mover that do not use all of it; what has no terrain takes no mover, which the engine says. */
const USED = { hexagons: ['terrain', 'scale', 'crosses'], triangles: ['terrain', 'crosses'] };

/** How many numbers a place has, by shape. */
const DIMENSIONS = [2, 2, 3, 3, 1];

/** The words of an `AstridePlace`: three numbers of 64 bits. */
const PLACE = 6;

/** The route that every question fills. */
let routed = 0;
const route = () => routed ||= made(0, 'astride_route_new', small(0));

/** The answer to a question in a world: see `all.d.ts`. */
export class Route extends Answer {
  /** Reads what the last question filled. */
  static read(dimension) {
    const filled = route();
    const read = new Route(INSIDE, 'astride_route_info', filled);
    call('astride_route_places', filled, small(0), small(1));
    const all = getInts(getWord(small(0)), PLACE * getWord(small(1)));
    const places = { length: (all.length / PLACE) * dimension };
    read.dimension = dimension;
    read.places = Int32Array.from(places, (_, i) => all[PLACE * Math.floor(i / dimension) + 2 * (i % dimension)]);
    return read;
  }

  /** Steps from the first place to the last. */
  get steps() {
    return Math.max(0, this.places.length / this.dimension - 1);
  }

  /** The places as lists: `for (const [q, r] of route)`. */
  * [Symbol.iterator]() {
    const { dimension, places } = this;
    for (let i = 0; i < places.length; i += dimension) yield [...places.subarray(i, i + dimension)];
  }
}

export class World extends Owner {
  #dimension;

  /** Use `World.open` or `World.read`. */
  constructor(key, name, ...values) {
    checkInside(key, 'World', 'World.open or World.read');
    super('astride_world_free', made(0, name, ...values, small(0)));
    const shape = this.#info(0);
    /** Its shape. */
    this.shape = SHAPES[shape];
    this.#dimension = DIMENSIONS[shape];
  }

  /** Reads a world file, whatever its shape. */
  static open(bytes) {
    const list = byteList(bytes, 'the world');
    return new World(INSIDE, 'astride_world_open', putBytes(list), list.length);
  }

  /** Reads a world of a shape from a text. */
  static read(shape, file) {
    const [number, list] = [chosen(shape, 'shape', SHAPES), fileOf(file, 'the file')];
    return new World(INSIDE, 'astride_world_read', number, putBytes(list), list.length);
  }

  get handle() {
    return Owner.pointer(this, World);
  }

  /** How many places there can be. */
  get placeCount() {
    return this.#info(1);
  }

  /** How often it was edited. */
  get revision() {
    return this.#info(2);
  }

  /** The bytes of a world file. */
  save() {
    return takeBytes('astride_world_save', this.handle);
  }

  /** The place that a text names; null if it names none. */
  named(name) {
    const [world, at] = [this.handle, putBytes(textOf(name, 'the name'))];
    if (call('astride_world_named', world, at, small(0)) !== 0) return null;
    return Array.from({ length: this.#dimension }, (_, i) => getInts(small(i), 1)[0]);
  }

  /** The class of a place. */
  classAt(place) {
    call('astride_world_class', this.handle, this.#put(0, place, 'place'), small(3));
    return getBytes(small(3), 1)[0];
  }

  /** Gives a place another class. */
  set(place, letter) {
    const at = this.#put(0, place, 'place');
    call('astride_world_set', this.handle, at, classOf(letter), 0);
  }

  /** Joins two places one way for this many ticks: floors by a stair, a graph by an arc. */
  link(from, to, ticks) {
    const ends = [this.#put(0, from, 'from'), this.#put(3, to, 'to')];
    call('astride_world_link', this.handle, ...ends, whole(ticks, 'the cost of the link', 0, 0xffffffff), 0);
  }

  /** Removes the stair or the arcs from one place to another. */
  unlink(from, to) {
    call('astride_world_unlink', this.handle, this.#put(0, from, 'from'), this.#put(3, to, 'to'), 0);
  }

  /** Finds a path. */
  findPath(start, goal, given) {
    const [mover, put] = asked(given);
    const [world, who, memory, filled] = [this.handle, Mover.on(mover, this.shape, USED[this.shape]), scratch(), route()];
    const ends = [this.#put(0, start, 'start'), this.#put(3, goal, 'goal')];
    call('astride_world_find', world, who, ...ends, put(6), memory, filled);
    return Route.read(this.#dimension);
  }

  /** Shape, number of places or revision. */
  #info(at) {
    call('astride_world_info', this.handle, small(0), small(1), small(2));
    return at === 2 ? getLong(small(2)) : getWord(small(at));
  }

  /** Puts a place into three places for small things; gives where it lies. */
  #put(at, place, what) {
    const list = this.#dimension === 1 && typeof place === 'number' ? [place] : place;
    const isPlace = list !== null && typeof list === 'object' && list.length === this.#dimension;
    if (!isPlace || !Array.prototype.every.call(list, Number.isSafeInteger)) {
      const form = [, 'a whole number', 'two whole numbers', 'three whole numbers'][this.#dimension];
      throw new AstrideError('BAD_ARGUMENT', `${what} is ${show(place)}, expected ${form}`);
    }
    for (let i = 0; i < 3; i++) putLong(small(at + i), i < this.#dimension ? list[i] : 0);
    return small(at);
  }
}
