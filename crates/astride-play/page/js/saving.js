/** The dialog of what can be exported: files, pictures, code. */

import { dialog, el, field, segments, select } from './dom.js';
import { download } from './download.js';
import { saveScene } from './keep.js';
import { copying, files, use } from './parts.js';
import { fileName, savePng, saveSvg } from './picture.js';
import { ask, pick, report, tell } from './session.js';
import { editedPanel } from './searchpanel.js';
import { qrOf } from './qr.js';
import { pack } from './share.js';
import { noun, state } from './state.js';

/** Copies a link to this scene. */
export async function share() {
  try {
    const packed = await pack(await saveScene());
    // Without the part behind the question mark: a token must not be passed on.
    const link = `${location.origin}${location.pathname}#scene=${packed}`;
    if (link.length > 60_000) throw new Error('this map is too large for a link: save it as a file');
    state.link = link;
    await use(copying, (part) => part.copyText(link, 'A link to this scene'));
  } catch (error) {
    report(error);
  }
}

/** Addresses that another machine cannot open. */
const OWN = /^(localhost|127\.|\[::1\])/;

/** Shows the address as a code for the camera of a phone, with the scene if there is room for it. */
async function showPhone() {
  if (OWN.test(location.hostname)) {
    dialog('Open on a phone', [el('p', {}, 'The page can be reached only from this machine. Start it with --listen 0.0.0.0 and open the address that it prints.')], 'narrow');
    return;
  }
  try {
    const here = location.origin + location.pathname + location.search;
    const whole = qrOf(`${here}#scene=${await pack(await saveScene())}`);
    const code = whole ?? qrOf(here);
    const says = code ? `${whole ? 'The scene is in it.' : 'It opens the page; this scene is too large for it.'}${location.search ? ' Anyone who photographs it is let in.' : ''}` : 'The address is too long for a code.';
    dialog('Open on a phone', [code && drawnCode(code), el('p.small.dim', {}, says)], 'narrow');
  } catch (error) {
    report(error);
  }
}

/** Pixels of a module of a code: enough that none is lost in scaling. */
const MODULE = 8;

/** A code as a canvas, dark on light in both themes, with the rim that cameras look for. */
export function drawnCode({ side, dark }) {
  const whole = (side + 8) * MODULE;
  const canvas = el('canvas#phone-code', { width: whole, height: whole, role: 'img', 'aria-label': 'The address as a QR code' });
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, whole, whole);
  ctx.fillStyle = '#000000';
  dark.forEach((one, at) => { if (one) ctx.fillRect((4 + (at % side)) * MODULE, (4 + Math.floor(at / side)) * MODULE, MODULE, MODULE); });
  return canvas;
}

async function saveFile() {
  try {
    download(fileName('astride.json'), new Blob([JSON.stringify({ scene: await saveScene() })], { type: 'application/json' }));
  } catch (error) {
    report(error);
  }
}

async function saveText(format, ending) {
  const replies = await tell({ t: 'text', format });
  const text = replies && pick(replies, 'text').text;
  if (text) download(fileName(ending), new Blob([text], { type: 'text/plain' }));
}

export function showSaving() {
  const row = (icon, title, about, onclick) => el('button.choice.with-icon', { onclick: () => { node.close(); onclick(); } }, el('span', { icon }), el('span', {}, el('strong', {}, title), el('small.dim', {}, about)));
  const squares = (...rows) => (state.tiling ? [] : rows);
  const node = dialog('Save and open', [
    el('div.choices.two', {},
      row('save', 'Save the scene', 'Map, places and settings, to be opened here again', saveFile),
      row('link', 'Copy a link', 'The whole scene is in the address', share),
      row('panel', 'Open on a phone', 'A code to point its camera at', showPhone),
      row('picture', 'Picture (PNG)', 'What the board shows now', savePng),
      ...squares(row('picture', 'Drawing (SVG)', 'Scales for paper and slides', saveSvg),
        row('file', 'MovingAI map', 'For other programs', () => saveText('map', 'map'))),
      state.tiling?.hold ? row('file', noun() === 'place' ? 'Graph (.gr)' : 'Mesh (.mesh)', 'As text, without what is closed', () => saveText('plan', noun() === 'place' ? 'gr' : 'mesh')) : row('file', 'Text drawing', 'With A and B, for an email or a test', () => saveText('drawing', state.world.shape?.id.startsWith('hex') ? 'hex' : 'txt')),
      ...squares(row('code', 'As Rust code or command', 'The same question outside the page', showCode)),
      row('drop', 'Open a file…', 'Map, scenario, drawing, picture or scene', () => use(files, (part) => part.pickFiles()))),
    state.world?.scenario ? scenarioField(() => node.close()) : '',
  ]);
}

/** The rows of the scenario that came with the map. */
function scenarioField(close) {
  const box = el('div');
  ask({ t: 'scenario', rows: [0, 200] }).then((replies) => {
    const reply = pick(replies, 'scenario');
    if (!reply) return;
    const rows = reply.rows.map((row) => ({ id: row.i, label: `${row.i}: bucket ${row.bucket}, length ${Number(row.length).toFixed(2)}` }));
    const choice = select(rows, rows[0]?.id, () => {});
    box.append(field(`Row of the scenario (${reply.total} in all)`, el('div.row', {}, choice, el('button.solid', { onclick: () => { close(); tell({ t: 'row', i: Number(choice.value) }); } }, 'Ask'))));
  }).catch(report);
  return box;
}

async function showCode() {
  const replies = await tell({ t: 'code', panel: editedPanel() });
  const code = replies && pick(replies, 'code');
  if (!code) return;
  const pre = el('pre', { tabIndex: 0 });
  const paint = (which) => {
    pre.textContent = which === 'rust' ? code.rust : code.command;
    pre.classList.toggle('wraps', which !== 'rust');
  };
  paint('rust');
  dialog('The same question outside the page', [
    segments('Language', [{ id: 'rust', label: 'Rust' }, { id: 'command', label: 'Command line' }], 'rust', paint),
    pre,
    code.note ? el('p.small.dim', {}, code.note) : '',
    el('div.row', {}, el('button.solid', { onclick: () => use(copying, (part) => part.copyText(pre.textContent, 'The question')) }, 'Copy')),
  ]);
}
