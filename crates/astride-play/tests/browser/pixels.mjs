/** Pixels of PNG files, four bytes each, and what changes from one picture to the next. */

import { deflateSync, inflateSync } from 'node:zlib';

/** The parts of a PNG file, as `[name, bytes]`. */
function* chunksOf(png) {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
}

/** The guess of PNG's fourth filter: the nearest of the left, the upper and the upper left byte. */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

const GUESSES = [() => 0, (left) => left, (left, up) => up, (left, up) => (left + up) >> 1, paeth];

/**
 * @param {Buffer} png a screenshot: eight bits a channel, with or without alpha
 * @returns {{width: number, height: number, data: Uint32Array}} pixels row by row
 */
export function decode(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(([name]) => name === 'IHDR')[1];
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  if (depth !== 8 || ![2, 6].includes(kind)) throw new Error(`a PNG of depth ${depth} and kind ${kind}, expected depth 8 and kind 2 or 6`);
  const raw = inflateSync(Buffer.concat(chunks.filter(([name]) => name === 'IDAT').map(([, body]) => body)));
  const wide = kind === 6 ? 4 : 3;
  const stride = width * wide;
  const bytes = new Uint8Array(width * height * 4).fill(255);
  let before = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    const guess = GUESSES[raw[y * (stride + 1)]];
    for (let i = 0; i < stride; i++) row[i] += i < wide ? guess(0, before[i], 0) : guess(row[i - wide], before[i], before[i - wide]);
    for (let x = 0; x < width; x++) for (let c = 0; c < wide; c++) bytes[4 * (y * width + x) + c] = row[x * wide + c];
    before = row;
  }
  return { width, height, data: new Uint32Array(bytes.buffer) };
}

/**
 * The smallest rectangle that holds all changes, in which what stays is transparent.
 * @returns {{x: number, y: number, width: number, height: number, data: Uint32Array} | null} null if nothing changes
 */
export function changeOf(before, after) {
  const { width, height } = after;
  let [left, top, right, bottom] = [width, height, -1, -1];
  after.data.forEach((pixel, at) => {
    if (pixel === before.data[at]) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  });
  if (right < 0) return null;
  const part = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  const data = new Uint32Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const at = (top + y) * width + left + x;
      if (after.data[at] !== before.data[at]) data[y * part.width + x] = after.data[at];
    }
  }
  return { ...part, data };
}

/** Pixels as PNG packs them, without a filter: on flat colours that is smallest. */
export function packed({ width, height, data }) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const raw = Buffer.alloc((4 * width + 1) * height);
  for (let y = 0; y < height; y++) raw.set(bytes.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1);
  return deflateSync(raw, { level: 9 });
}
