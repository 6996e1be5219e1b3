/** F, G and H in the middle of a tile or polygon: F above, G and H below. */

import { FONT } from './squares.js';

export function writeNumbers(ctx, cx, cy, size, { f, g, h }, ink, rim) {
  const font = Math.min(size * 0.21, (size * 0.7) / (Math.max(f.length * 1.2, g.length + h.length + 1) * 0.58));
  ctx.fillStyle = ink;
  ctx.strokeStyle = rim;
  ctx.lineWidth = font * 0.3;
  ctx.lineJoin = 'round';
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  const write = (text, x, y, weight, part) => {
    ctx.font = `${weight} ${font * part}px ${FONT}`;
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  };
  write(f, cx, cy - size * 0.32, 700, 1.1);
  write(g, cx - size * 0.22, cy + size * 0.29, 500, 1);
  write(h, cx + size * 0.22, cy + size * 0.29, 500, 1);
}
