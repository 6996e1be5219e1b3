/** The dialog of what can be taken along: files, pictures, code. */

import { copyText } from './copy.js';
import { byId, dialog, el, field, segments, select, toast } from './dom.js';
import { download, pickFiles } from './files.js';
import { saveScene, share } from './keep.js';
import { fileName, savePng, saveSvg } from './picture.js';
import { ask, pick, report, tell } from './session.js';
import { editedPanel } from './searchpanel.js';
import { on, state } from './state.js';

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
  const node = dialog('Save and open', [
    el('div.choices.two', {},
      row('save', 'Save the scene', 'Map, places and settings, to be opened here again', saveFile),
      row('link', 'Copy a link', 'The whole scene is in the address', share),
      row('picture', 'Picture (PNG)', 'What the board shows now', savePng),
      row('picture', 'Drawing (SVG)', 'Scales for paper and slides', saveSvg),
      row('file', 'MovingAI map', 'For other programs', () => saveText('map', 'map')),
      row('file', 'Text drawing', 'With A and B, for a mail or a test', () => saveText('drawing', 'txt')),
      row('code', 'As Rust code or command', 'The same question outside the page', showCode),
      row('drop', 'Open a file…', 'Map, scenario, drawing, picture or scene', pickFiles)),
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
    el('div.row', {}, el('button.solid', { onclick: () => copyText(pre.textContent, 'The question') }, 'Copy')),
  ]);
}

export function startSaving() {
  byId('files').onclick = showSaving;
  on('opened', () => {
    if (state.world?.scenario) toast('A scenario is attached: its rows are under Save');
  });
}
