/** The sheet that lists the keys. */

import { dialog, el } from './dom.js';
import { TOOLS } from './tools.js';

const SHEET = [
  ['See it think', [['Play or pause', 'Space'], ['Step', '.', ','], ['Ten steps', '>', '<'], ['To the start, to the end', 'Home', 'End'], ['Show or hide the search', 'H']]],
  ['Draw', [...TOOLS.map(([, , label, key]) => [label, key]), ['Smaller, larger brush', '[', ']'], ['Undo, redo', 'Ctrl Z', 'Ctrl Y'], ['Even lines and boxes', 'Shift'], ['Remove the chosen source', 'Del']]],
  ['Look', [['Zoom', '+', '−', 'wheel'], ['Fit the map', '0'], ['Move the map', 'arrows', 'Space drag'], ['Let go of a place', 'Esc']]],
  ['Without a mouse', [['Choose a place', 'Shift arrows'], ['Start, goal, stop there', '1', '2', '3'], ['Use the tool there', 'Enter']]],
  ['Page', [['Maps', 'M'], ['Save and open', 'S'], ['This sheet', '?']]],
];

export function showHelp() {
  // Only the site has the documentation; the server gives out nothing but the page.
  const pages = document.querySelector('link[rel=help]');
  const columns = SHEET.map(([title, rows]) => el('section', {}, el('h3', {}, title), el('dl.keys', {}, rows.flatMap(([label, ...keys]) => [el('dt', {}, label), el('dd', {}, keys.map((key) => el('kbd', {}, key)))]))));
  dialog('Keys', [
    el('p.dim', {}, 'Drag the round start and the pointed goal. Draw walls and terrain with the tools at the left. Two fingers move and zoom.'),
    pages && el('p', {}, el('a.link', { href: pages.href, target: '_blank' }, 'Documentation')),
    el('div.key-sheet', {}, columns),
  ]);
}
