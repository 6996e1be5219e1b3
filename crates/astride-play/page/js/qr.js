/** QR codes: bytes as a square of modules, error correction of level L, after ISO/IEC 18004. */

/** By version, from 1 to 25, since larger codes are hard to photograph: bytes of error correction in each block, and the number of blocks. */
const PARITY = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/** Modules that a version has for data and error correction. */
function roomOf(version) {
  const aligned = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const room = (16 * version + 128) * version + 64;
  return room - (aligned ? (25 * aligned - 10) * aligned - 55 : 0) - (version > 6 ? 36 : 0);
}

/** Whole bytes of a version, and those of them that are data. */
const wholeOf = (version) => Math.floor(roomOf(version) / 8);
const dataOf = (version) => wholeOf(version) - PARITY[version - 1] * BLOCKS[version - 1];

/** Product in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The remainder of a block by the generator with this many roots. */
function parityOf(block, count) {
  const generator = new Uint8Array(count);
  generator[count - 1] = 1;
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    for (let j = 0; j < count; j++) generator[j] = times(generator[j], root) ^ (generator[j + 1] ?? 0);
  }
  const rest = new Uint8Array(count);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    for (let j = 0; j < count; j++) rest[j] ^= times(generator[j], factor);
  }
  return rest;
}

/** Data with its length in front and padding behind. */
function packed(bytes, version) {
  const data = new Uint8Array(dataOf(version));
  let at = 0;
  const put = (value, bits) => { for (let bit = bits - 1; bit >= 0; bit--, at++) data[at >> 3] |= ((value >> bit) & 1) << (7 - (at & 7)); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  at += Math.min(4, 8 * data.length - at);
  for (let byte = Math.ceil(at / 8), pad = 0xec; byte < data.length; byte++, pad ^= 0xec ^ 0x11) data[byte] = pad;
  return data;
}

/** All bytes in their order: the first of each block, the second of each block, …, then error correction. */
function interleaved(data, version) {
  const [count, parity] = [BLOCKS[version - 1], PARITY[version - 1]];
  const short = Math.floor(data.length / count);
  const longs = data.length % count;
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = at * short + Math.max(0, at - (count - longs));
    return data.subarray(from, from + short + (at >= count - longs ? 1 : 0));
  });
  const corrections = blocks.map((block) => parityOf(block, parity));
  const out = [];
  for (const [length, rows] of [[short + 1, blocks], [parity, corrections]]) {
    for (let at = 0; at < length; at++) for (const row of rows) if (at < row.length) out.push(row[at]);
  }
  return out;
}

/** The remainder that is appended to a number to make it readable. */
function checked(value, bits, generator) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - bits);
  return (value << bits) | rest;
}

/** The positions of the middles of alignment patterns, along a side. */
function alignedAt(version, side) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((side - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => side - 7 - (count - 2 - at) * step)];
}

/** The parts that are the same for all data. `set(x, y, dark)` keeps a module. */
function frame(version, side, set) {
  for (let at = 0; at < side; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [side - 4, 3], [3, side - 4]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) { const far = Math.max(Math.abs(dx), Math.abs(dy)); set(cx + dx, cy + dy, far !== 2 && far !== 4); }
  }
  const middles = alignedAt(version, side);
  const last = middles.length - 1;
  for (const [i, x] of middles.entries()) {
    for (const [j, y] of middles.entries()) {
      if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  // Level L and the first mask.
  const format = checked(0b01000, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    if (bit < 8) set(side - 1 - bit, 8, dark);
    else set(8, side - 15 + bit, dark);
    if (bit < 6) set(8, bit, dark);
    else if (bit < 8) set(8, bit + 1, dark);
    else set(bit === 8 ? 7 : 14 - bit, 8, dark);
  }
  set(8, side - 8, true);
  if (version < 7) return;
  const number = checked(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit++) {
    const [a, b] = [side - 11 + (bit % 3), Math.floor(bit / 3)];
    const dark = ((number >> bit) & 1) === 1;
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** The modules of a code for text, row by row: `{side, dark}`; null if the text is too long. */
export function qrOf(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= PARITY.length && bytes.length > dataOf(version) - (version < 10 ? 2 : 3)) version++;
  if (version > PARITY.length) return null;
  const side = 17 + 4 * version;
  const dark = new Uint8Array(side * side);
  const kept = new Uint8Array(side * side);
  frame(version, side, (x, y, value) => {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    dark[y * side + x] = value;
    kept[y * side + x] = 1;
  });
  const all = interleaved(packed(bytes, version), version);
  let bit = 0;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < side; step++) {
      const y = isUp ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (kept[y * side + x]) continue;
        dark[y * side + x] = ((all[bit >> 3] >> (7 - (bit & 7))) & 1) ^ ((x + y) % 2 === 0 ? 1 : 0);
        bit++;
      }
    }
  }
  return { side, dark };
}
