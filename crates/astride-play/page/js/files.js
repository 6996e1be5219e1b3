/** Files in: maps, scenarios, drawings, pictures, scenes. */

import { el } from './dom.js';
import { reading, use } from './parts.js';
import { open, report } from './session.js';
import { state } from './state.js';

/** Longest side of a picture before it is made smaller. */
const PICTURE_SIDE = 1024;

/** How a file of arcs begins, behind comments. */
const GRAPH = /^(?:c[^\n]*\n|[ \t\r]*\n)*(?:p (?:sp|tw|tdp) |a \d)/;

/** Lets the user choose files. */
export function pickFiles() {
  const input = el('input', { type: 'file', multiple: true, accept: '.map,.scen,.gr,.co,.mesh,.hex,.txt,.json,.png,.jpg,.jpeg,.webp,.gif' });
  input.onchange = () => takeFiles([...input.files]);
  input.click();
}

/** Opens files: maps before scenarios, since those belong to a map. */
export async function takeFiles(files) {
  const rank = (file) => (file.name.endsWith('.scen') ? 1 : 0);
  // Coordinates go with the graph that came with them.
  const isBeside = (file) => file.name.endsWith('.co') && files.some((one) => one.name.endsWith('.gr'));
  const beside = files.find(isBeside);
  for (const file of files.filter((one) => !isBeside(one)).sort((a, b) => rank(a) - rank(b))) {
    try {
      await takeFile(file, beside);
    } catch (error) {
      report(error);
    }
  }
}

async function takeFile(file, beside) {
  const most = state.welcome?.limits?.max_message ?? 20e6;
  if (file.type.startsWith('image/')) return takePicture(file);
  if (file.size > most) throw new Error(`${file.name} has ${file.size} bytes, at most ${most} can be opened`);
  const text = await textOf(file);
  const name = file.name.replace(/\.[^.]*$/, '');
  if (file.name.endsWith('.scen') || /^version\s+\d/.test(text)) return open({ scen: text });
  if (file.name.endsWith('.map') || /^type\s+octile/.test(text)) return open({ map: text, name });
  if (/^\s*mesh\s/.test(text)) return open({ plan: text, name });
  if (GRAPH.test(text)) return open({ plan: text, name, ...(beside && { positions: await textOf(beside) }) });
  if (file.name.endsWith('.co')) throw new Error(`${file.name} says where places are: open it together with its graph (.gr)`);
  if (/^\s*\{/.test(text)) return openScene(text, file.name);
  checkDrawing(text, file.name);
  return open({ drawing: text, name });
}

/** A file as text, or why it is not text. */
async function textOf(file) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return text;
  } catch {
    // Bytes that are not text are refused below.
  }
  throw new Error(`${file.name} is not a map: it is neither a picture nor text`);
}

/** Refuses text that is not a drawing; a few letters without a meaning are allowed. */
function checkDrawing(text, name) {
  const known = new Set(['A', 'B', '_', '□', '■', ...state.classes.filter(Boolean).map((one) => one.char)]);
  const lines = text.replace(/^\s*(hex (pointy|flat)|triangles)\s*\n/, '\n').split('\n');
  let [all, strange, first] = [0, 0, null];
  lines.forEach((line, y) => [...line].forEach((letter, x) => {
    if (/\s/.test(letter)) return;
    all++;
    if (known.has(letter)) return;
    strange++;
    first ??= `line ${y + 1}, column ${x + 1} has “${letter}”`;
  }));
  if (strange > all * 0.02) throw new Error(`${name} is not a map: ${first}, expected . # @ T S W, 1 to 9, A and B`);
}

function openScene(text, name) {
  let scene;
  try {
    scene = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not a scene: it is not JSON`);
  }
  scene = scene.scene ?? scene;
  if (typeof scene?.cells !== 'string') throw new Error(`${name} is not a scene: it has no cells`);
  return open({ scene });
}

/** A picture becomes a map. */
async function takePicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw new Error(`${file.name} is not a picture that can be read`);
  const scale = Math.min(1, PICTURE_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const ctx = el('canvas', { width, height }).getContext('2d');
  ctx.drawImage(bitmap, 0, 0, width, height);
  const { data } = ctx.getImageData(0, 0, width, height);
  return use(reading, (part) => part.openPicture({ width, height, data }));
}
