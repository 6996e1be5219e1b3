/** Joins PNG files of one size into an animated one. */

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

function* chunksOf(png) {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
}

/**
 * @param {{png: Buffer, ms: number}[]} frames each with how long it is shown
 * @returns {Buffer} plays for ever
 */
export function animate(frames) {
  const header = [...chunksOf(frames[0].png)].find(([name]) => name === 'IHDR')[1];
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', control)];
  let sequence = 0;
  frames.forEach(({ png, ms }, index) => {
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(sequence++, 0);
    header.copy(frame, 4, 0, 8); // width and height
    frame.writeUInt16BE(ms, 20);
    frame.writeUInt16BE(1000, 22);
    parts.push(chunk('fcTL', frame));
    for (const [name, body] of chunksOf(png)) {
      if (name === 'IHDR' && !body.equals(header)) throw new Error(`frame ${index} is of another kind than the first`);
      if (name !== 'IDAT') continue;
      if (index === 0) {
        parts.push(chunk('IDAT', body));
        continue;
      }
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence++, 0);
      parts.push(chunk('fdAT', Buffer.concat([number, body])));
    }
  });
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}
