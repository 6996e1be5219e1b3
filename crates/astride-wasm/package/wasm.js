/**
 * The engine: one instance of WebAssembly, how its functions are called, and the memory that
 * arguments and answers lie in. What its functions are is said in `astride.h` of the C library,
 * which is the same program. Only this file touches the memory; where the fields of a structure lie
 * is said where it is filled or read.
 *
 * The memory for arguments is taken with `memory.grow`, so it never belongs to the engine's own heap.
 * @module
 */

/** What went wrong: `kind` and `code` are for programs, `message` for people. */
export class AstrideError extends Error {
  constructor(kind, message, options) {
    super(message, options);
    this.name = 'AstrideError';
    this.kind = kind;
    this.code = options?.code ?? '';
  }
}

/** The kinds of negative statuses, by number. */
const KINDS = [
  '', 'FAULT', 'FAULT', 'FAULT', 'FAULT', 'BAD_ARGUMENT', 'OFF_MAP', 'UNKNOWN_NUMBER', 'BAD_DATA', 'STALE', 'FULL',
  'UNSUPPORTED', 'FAULT',
];

/** The programs of this package, each of which can do what those before it can, and where to import from for it. */
const ENTRY = { 'astride.wasm': 'astride', 'navigator.wasm': 'astride/navigator', 'all.wasm': 'astride/all' };

const PAGE = 65536;

/** Where numbers and small structures of one call lie; longer lists lie behind them. */
const SMALL = 1024;

let engine = null;
let fault = null;
let bytes = new Uint8Array(0);
let words = new Uint32Array(0);
let ints = new Int32Array(0);
let floats = new Float64Array(0);
let base = 0;
let room = 0;

let running = null;

/**
 * Loads the engine; the entries of the package wait for it before they hand anything out. Handles of
 * one engine mean nothing to another, so there is one: the first that was asked for, which is also
 * that of smaller entries.
 * @param {string} [wanted] the file of the program
 */
export async function start(wanted = 'astride.wasm') {
  running ??= { name: wanted, loaded: load(wanted) };
  const [asked, loaded] = [wanted, running.name].map((name) => Object.keys(ENTRY).indexOf(name));
  if (asked > loaded) {
    const text = `${wanted} cannot run beside ${running.name}, which was asked for first, expected an import of ${ENTRY[wanted]} before any other of this package`;
    throw new AstrideError('UNSUPPORTED', text);
  }
  await running.loaded;
}

async function load(name) {
  const url = new URL(name, import.meta.url);
  // Bundlers need not know of the file system, so it is not imported.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  const program = files ? files.readFileSync(url) : await (await fetch(url)).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(program);
  engine = instance.exports;
  reserve(PAGE - SMALL);
}

/** Views of the memory as it is now; growing it takes older ones away. */
function look() {
  if (bytes.length === 0) {
    bytes = new Uint8Array(engine.memory.buffer);
    words = new Uint32Array(engine.memory.buffer);
    ints = new Int32Array(engine.memory.buffer);
    floats = new Float64Array(engine.memory.buffer);
  }
}

/** Makes room for a list of this many bytes; gives where it begins. */
export function reserve(count) {
  if (count + SMALL > room) {
    // What lay here before is lost, so it grows to twice as much at least.
    const pages = Math.ceil(Math.max(count + SMALL, 2 * room) / PAGE);
    let at;
    try {
      at = engine.memory.grow(pages);
    } catch (error) {
      throw new AstrideError('FULL', `there is no memory for ${count} bytes`, { cause: error });
    }
    [base, room] = [at * PAGE, pages * PAGE];
  }
  look();
  return base + SMALL;
}

/** Where the small structure or number number `at` lies, 8 bytes each. */
export const small = (at) => base + 8 * at;

/** Refuses what is done by a function that only larger programs have. */
export function checkHas(name) {
  if (!(name in engine)) throw new AstrideError('UNSUPPORTED', 'this program cannot do that, import from astride/navigator');
}

/**
 * Calls a function of the engine. Gives its status, which says that it could answer. No function has
 * more arguments; what is missing is ignored. A list of arguments would be made again for every call.
 * @throws {AstrideError} what the engine says; and for good once it has stopped
 */
export function call(name, a, b, c, d, e, f, g, h) {
  if (fault) throw fault;
  const does = engine[name];
  if (does === undefined) checkHas(name);
  let status;
  try {
    status = does(a, b, c, d, e, f, g, h);
  } catch (error) {
    // Nothing that is left in its memory can be trusted any more.
    const text = 'the engine ran out of memory or has a fault; load it again to go on';
    fault = new AstrideError('FAULT', text, { cause: error });
    throw fault;
  }
  look();
  if (status < 0) {
    const [text, code] = [engine.astride_last_error(), engine.astride_last_error_code()].map((at) => textAt(at >>> 0));
    throw new AstrideError(KINDS[-status] ?? 'FAULT', text, { code });
  }
  return status;
}

/** Calls a function that makes a handle or bytes and puts it in place `at`. */
export function made(at, name, ...values) {
  call(name, ...values);
  return getWord(small(at));
}

/** Frees a handle, also when nobody is there to hear of errors. */
export function release(name, pointer) {
  if (!fault) engine[name](pointer);
}

export const putWord = (at, value) => { words[at >>> 2] = value; };
export const getWord = (at) => words[at >>> 2];

/** A whole number of 64 bits. */
export function putLong(at, value) {
  words[at >>> 2] = value % 4294967296;
  words[(at >>> 2) + 1] = Math.floor(value / 4294967296);
}

/** A number of 64 bits, exact below 2^53; all ones stands for no cost, which is infinite. */
export function getLong(at) {
  const [low, high] = [words[at >>> 2], words[(at >>> 2) + 1]];
  return low === 0xffffffff && high === 0xffffffff ? Infinity : high * 4294967296 + low;
}

export const getFloat = (at) => floats[at >>> 3];
export const putFloat = (at, value) => { floats[at >>> 3] = value; };

/** A copy of fractions of the engine. */
export const getFloats = (at, count) => floats.slice(at >>> 3, (at >>> 3) + count);

/** Lays a list of bytes into the room; gives where it begins. */
export function putBytes(list) {
  const at = reserve(list.length);
  bytes.set(list, at);
  return at;
}

/** Lays a list of whole numbers into the room; gives where it begins. */
export function putWords(list) {
  const at = reserve(4 * list.length);
  words.set(list, at >>> 2);
  return at;
}

/** A copy of bytes of the engine. */
export const getBytes = (at, count) => bytes.slice(at, at + count);

/** A whole number as the engine takes 64 bits; nearly always it is no limit, which is 0. */
export const long = (value) => (value === 0 ? 0n : BigInt(value));

/** More numbers than this are copied sooner by `slice`. */
const FEW = 64;

/** A copy of whole numbers of the engine. */
export function getInts(at, count) {
  const first = at >>> 2;
  if (count > FEW) return ints.slice(first, first + count);
  const list = new Int32Array(count);
  for (let i = 0; i < count; i++) list[i] = ints[first + i];
  return list;
}

/** Copies of numbers of 64 bits. */
export function getLongs(at, count) {
  const list = new Float64Array(count);
  for (let i = 0; i < count; i++) list[i] = getLong(at + 8 * i);
  return list;
}

/** The text of an error of the engine. */
function textAt(at) {
  let end = at;
  while (bytes[end] !== 0) end++;
  return new TextDecoder().decode(bytes.subarray(at, end));
}

/** Takes bytes that the engine made, by a function that puts them in place 0, and frees them. */
export function takeBytes(name, ...values) {
  const list = made(0, name, ...values, small(0));
  try {
    call('astride_bytes_data', list, small(1), small(2));
    return getBytes(getWord(small(1)), getWord(small(2)));
  } finally {
    release('astride_bytes_free', list);
  }
}
