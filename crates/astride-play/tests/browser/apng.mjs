/** Joins PNG files of one size into an animated one, which holds of each only what changes. */

import { changeOf, decode, packed } from './pixels.mjs';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xEDB88320 : c >>> 1;
  return c >>> 0;
});

function crc(bytes) {
  let sum = 0xFFFFFFFF;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xFFFFFFFF) >>> 0;
}

function chunk(name, body) {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(name, 4, 'latin1');
  body.copy(bytes, 8);
  bytes.writeUInt32BE(crc(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}

/**
 * @param {{png: Buffer, ms: number}[]} frames each with how long it is shown
 * @returns {Buffer} plays for ever
 */
export function animate(frames) {
  const parts = partsOf(frames);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(parts.length, 0);
  const chunks = [SIGNATURE, chunk('IHDR', headerOf(parts[0])), chunk('acTL', control)];
  let sequence = 0;
  const numbered = (name, body) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++, 0);
    chunks.push(chunk(name, Buffer.concat([number, body])));
  };
  parts.forEach((part, index) => {
    numbered('fcTL', placeOf(part));
    if (index === 0) chunks.push(chunk('IDAT', packed(part)));
    else numbered('fdAT', packed(part));
  });
  return Buffer.concat([...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** What each frame changes; one that changes nothing prolongs the frame before it. */
function partsOf(frames) {
  const parts = [];
  let before = null;
  for (const { png, ms } of frames) {
    const now = decode(png);
    if (before && (now.width !== before.width || now.height !== before.height)) {
      throw new Error(`a frame of ${now.width} × ${now.height} after one of ${before.width} × ${before.height}`);
    }
    const part = before ? changeOf(before, now) : { x: 0, y: 0, ...now };
    if (part) parts.push({ ...part, ms });
    else parts.at(-1).ms += ms;
    before = now;
  }
  return parts;
}

/** Eight bits for each of red, green, blue and alpha. */
function headerOf({ width, height }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return header;
}

/** Where a part lies and how long it is shown; it is laid over what is there, and stays. */
function placeOf({ x, y, width, height, ms }) {
  const place = Buffer.alloc(22);
  [width, height, x, y].forEach((value, at) => place.writeUInt32BE(value, 4 * at));
  place.writeUInt16BE(ms, 16);
  place.writeUInt16BE(1000, 18);
  place[21] = 1;
  return place;
}
