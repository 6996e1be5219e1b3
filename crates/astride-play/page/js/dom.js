/** Small helpers to make elements, and the icons. */

/** Path data of the icons, drawn on a square of 24. */
const ICONS = {
  map: 'M4 5.5 9 4l6 2 5-1.5v14L15 20l-6-2-5 1.5zM9 4v14M15 6v14',
  chevron: 'm7 10 5 5 5-5',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  redo: 'm16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h4',
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2zm0 0V20',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  save: 'M12 4v11m0 0-4-4m4 4 4-4M5 19h14',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z',
  help: 'M9 9a3 3 0 1 1 4.2 2.75c-.8.4-1.2 1-1.2 1.75v.5M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  drop: 'M12 3v12m0 0-4-4m4 4 4-4M4 15v5h16v-5',
  hand: 'M12 3v18M3 12h18M12 3 9.5 5.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5',
  brush: 'M4 20c3 0 5-1 5-3.5a2.5 2.5 0 0 0-5 0zM8.5 14 18 4.5a1.9 1.9 0 0 1 2.7 2.7L11 16.5',
  eraser: 'm8 20-4.3-4.3a1.5 1.5 0 0 1 0-2.1l9.9-9.9a1.5 1.5 0 0 1 2.1 0l4.6 4.6a1.5 1.5 0 0 1 0 2.1L11.5 19.2M8 20h12M8.5 8.5l7 7',
  line: 'M5 19 19 5',
  rectangle: 'M4.5 6.5h15v11h-15z',
  outline: 'M4.5 6.5h15v11h-15zM8.5 10.5h7v3h-7z',
  fill: 'm5 12 7-7 7 7-7 7zM5 12h14M20.5 17s1.3 1.8 1.3 2.6a1.3 1.3 0 0 1-2.6 0c0-.8 1.3-2.6 1.3-2.6z',
  goal: 'M6 21V4M6 5c4-2.5 7 2.5 12 0v8c-5 2.5-8-2.5-12 0',
  via: 'M6 6h12v12H6zM2 12h4M18 12h4',
  danger: 'M12 4.5 21 19.5H3zM12 10v4.5M12 17v.1',
  paw: 'M12 12c-2.5 0-5 2.5-5 5 0 1.5 1 2.5 2.5 2.5 1 0 1.5-.5 2.5-.5s1.5.5 2.5.5C16 19.5 17 18.5 17 17c0-2.5-2.5-5-5-5zM5.5 10.5v1.5M18.5 10.5v1.5M9.5 5.5v2M14.5 5.5v2',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  stepForward: 'm7 6 8 6-8 6zM18 6v12',
  stepBack: 'm17 6-8 6 8 6zM6 6v12',
  toStart: 'm12 6-7 6 7 6zM20 6l-7 6 7 6z',
  toEnd: 'm12 6 7 6-7 6zM4 6l7 6-7 6z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  close: 'm6 6 12 12M18 6 6 18',
  eye: 'M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  panel: 'M4 5h16v14H4zM4 14h16',
  check: 'm5 12.5 4.5 4.5L19 7',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9.5v.1',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
};

const SVG = 'http://www.w3.org/2000/svg';

export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'ic');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * Makes an element: `el('button.solid#go', {onclick, title}, 'Go')`.
 * Properties that the element has are set as such, others become attributes; `icon` adds an icon.
 */
export function el(selector, props = {}, ...children) {
  const [, tag, rest] = /^([a-z0-9]+)(.*)$/.exec(selector);
  const node = document.createElement(tag);
  for (const [part] of rest.matchAll(/[.#][^.#]+/g)) {
    if (part[0] === '#') node.id = part.slice(1);
    else node.classList.add(part.slice(1));
  }
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key === 'icon') node.append(icon(value));
    else if (key in node && !key.includes('-') && key !== 'list' && key !== 'form') node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Puts other children into a box; the focus stays on the control with the same id or label. */
export function repaint(box, ...children) {
  const { id, ariaLabel } = box.contains(document.activeElement) ? document.activeElement : {};
  box.replaceChildren(...children);
  (id ? byId(id) : ariaLabel && box.querySelector(`[aria-label="${ariaLabel}"]`))?.focus();
}

/** Puts the icons named by `data-icon` into the page. */
export function placeIcons() {
  for (const node of document.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
}

/** A row of buttons of which one is chosen; arrow keys move. */
export function segments(label, choices, value, onChoose) {
  const root = el('div.segments', { role: 'radiogroup', 'aria-label': label });
  const paint = (chosen) => {
    for (const button of root.children) {
      const on = button.dataset.value === String(chosen);
      button.setAttribute('aria-checked', on);
      button.tabIndex = on - 1;
    }
    if (!root.querySelector('[aria-checked="true"]') && root.firstChild) root.firstChild.tabIndex = 0;
  };
  for (const choice of choices) {
    root.append(el('button', { role: 'radio', 'data-value': choice.id, title: choice.title ?? '', onclick: () => { paint(choice.id); onChoose(choice.id); } }, choice.label));
  }
  byArrows(root, (next) => next.click());
  paint(value);
  root.choose = paint;
  return root;
}

/** Lets arrow keys move the focus among the children of a box, in a circle. */
export function byArrows(box, reached = () => {}) {
  box.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...box.children].filter((one) => one.getClientRects().length);
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    reached(next);
  });
}

/** A small square of a colour. */
export function swatch(colour) {
  const node = el('span.swatch');
  node.style.background = colour;
  return node;
}

/** A slider, with what `says` returns for its value beside it; `input.paint()` updates that. */
export function slider(selector, props, says = String) {
  const number = el('output.num');
  const input = el(`input${selector}`, { type: 'range', ...props });
  // The value comes last: it is clamped to the minimum and the maximum.
  input.value = props.value ?? input.value;
  input.paint = () => { number.textContent = says(input.valueAsNumber); };
  input.addEventListener('input', input.paint);
  input.paint();
  return { input, row: el('div.row', {}, input, number) };
}

/** The rows of a `dl`: a label and a value each. */
export const rowsOf = (rows) => rows.map(([label, value]) => [el('dt', {}, label), el('dd.num', {}, value)]);

/** A labelled field round a control; what holds buttons is a group, since a label would press the first. */
export function field(label, control) {
  const group = control.querySelector?.('button');
  return el(group ? 'div.field' : 'label.field', {}, el('span', {}, label), control);
}

/** A select of `{id, label}`. */
export function select(choices, value, onChoose, props = {}) {
  const node = el('select', { ...props, onchange: () => onChoose(node.value) });
  for (const choice of choices) {
    node.append(el('option', { value: choice.id, disabled: choice.disabled ?? false, title: choice.title ?? '' }, choice.label));
  }
  node.value = String(value);
  return node;
}

/** Shows a dialog with a heading; returns the element. It is removed when closed. */
export function dialog(title, body, className = '') {
  const close = el('button.icon', { icon: 'close', 'aria-label': 'Close', onclick: () => node.close() });
  const node = el('dialog', { 'aria-label': title }, el('header', {}, el('h2', {}, title), close), el('div.body', {}, body));
  if (className) node.classList.add(className);
  node.addEventListener('click', (event) => { if (event.target === node) node.close(); });
  node.addEventListener('close', () => node.remove());
  document.body.append(node);
  node.showModal();
  return node;
}

/** Shows a message for a few seconds. */
export function toast(text, bad = false, lasts = bad ? 6000 : 2600) {
  const node = el('div.toast', {}, text);
  if (bad) node.classList.add('bad');
  const box = byId('toasts');
  box.append(node);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => node.remove(), lasts);
}

/** A number with thin spaces between thousands. */
export function count(value) {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A number and its noun: `many(1, 'step')` is "1 step". */
export const many = (value, one, more = `${one}s`) => `${count(value)} ${value === 1 ? one : more}`;

/** Whether things should not move by themselves. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Microseconds in readable units. */
export function micros(us) {
  if (us < 1000) return `${us < 10 ? us.toFixed(us < 1 ? 2 : 1) : Math.round(us)} µs`;
  if (us < 1e6) return `${(us / 1000).toFixed(us < 1e4 ? 2 : 1)} ms`;
  return `${(us / 1e6).toFixed(2)} s`;
}
