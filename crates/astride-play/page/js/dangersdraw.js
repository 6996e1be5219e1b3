/** Sources of danger on the board. */

import { colours } from './colours.js';
import { dangers, radius } from './dangers.js';
import { write } from './marks.js';
import { lively } from './parts.js';
import { state } from './state.js';

/** Draws the sources: a triangle with the strength, and how far the chosen one reaches. */
function drawDangers(ctx, view) {
  const set = colours();
  state.sources.forEach(({ cell: [x, y], strength, radius: reach }, index) => {
    const [cx, cy] = view.middle(x, y);
    const r = radius(view.cssSize) * view.ratio;
    if (index === dangers.chosen) {
      ctx.beginPath();
      ctx.arc(cx, cy, reach * view.size, 0, 2 * Math.PI);
      ctx.setLineDash([6 * view.ratio, 5 * view.ratio]);
      ctx.strokeStyle = set.ink;
      ctx.lineWidth = 1.5 * view.ratio;
      ctx.stroke();
      ctx.setLineDash([]);
    }
    ctx.beginPath();
    ctx.moveTo(cx, cy - r * 1.15);
    ctx.lineTo(cx + r * 1.1, cy + r * 0.8);
    ctx.lineTo(cx - r * 1.1, cy + r * 0.8);
    ctx.closePath();
    ctx.lineJoin = 'round';
    ctx.fillStyle = set.bad;
    ctx.strokeStyle = index === dangers.chosen ? set.select : set.mark;
    ctx.lineWidth = (index === dangers.chosen ? 3.5 : 2) * view.ratio;
    ctx.stroke();
    ctx.fill();
    write(ctx, strength, cx, cy + r * 0.22, `700 ${r * (strength > 9 ? 0.72 : 0.9)}px`, set.mark);
  });
}

lively.dangers = { drawDangers };
