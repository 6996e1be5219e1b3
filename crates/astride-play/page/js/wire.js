/**
 * The wire: one transport, requests with numbers, replies in order until `done`.
 */

import { openTransport } from './transport.js';

/** The meaning of the bytes of a binary frame, by kind. */
const BINARY = {
  1: (h, b) => ({ t: 'cells', width: h.a, height: h.b, cells: new Uint8Array(b, 24) }),
  2: (h, b) => ({ t: 'path', panel: h.a === 1 ? 'b' : 'a', partial: (h.flags & 1) === 1, nodes: new Uint32Array(b, 24, h.b) }),
  3: (h, b) => ({ t: 'events', panel: h.a === 1 ? 'b' : 'a', count: h.b, first: h.c, words: new Uint32Array(b, 24, h.b * 5) }),
  4: (h, b) => ({ t: 'levels', width: h.a, height: h.b, shift: h.c, values: new Uint16Array(b, 24, h.a * h.b) }),
  5: (h, b) => ({ t: 'bytes', width: h.a, height: h.b, shift: h.c, values: new Uint8Array(b, 24, h.a * h.b) }),
  6: unitsOf,
  7: (h, b) => ({
    t: 'changed',
    starts: new Uint32Array(b, 24, h.a),
    lengths: new Uint32Array(b, 24 + 4 * h.a, h.a),
    classes: new Uint8Array(b, 24 + 8 * h.a),
  }),
  8: (h, b) => ({ t: 'lines', count: h.a, words: new Uint32Array(b, 24, h.a * 3) }),
  10: (h, b) => ({ t: 'plan', a: h.a, b: h.b, c: h.c, bytes: b }),
  9: (h, b) => ({ t: 'known', starts: new Uint32Array(b, 24, h.a), lengths: new Uint32Array(b, 24 + 4 * h.a, h.a) }),
  11: (h, b) => ({
    t: 'growth', first: h.c,
    nodes: new Uint32Array(b, 24, h.a), stages: new Uint32Array(b, 24 + 4 * h.a, h.b), classes: new Uint8Array(b, 24 + 4 * (h.a + h.b)),
  }),
};

function unitsOf(h, b) {
  const n = h.a;
  return {
    t: 'frame', count: n, tick: h.b, work: h.c, waiting: h.d,
    x: new Float32Array(b, 24, n), y: new Float32Array(b, 24 + 4 * n, n),
    heading: new Uint16Array(b, 24 + 8 * n, n), states: new Uint8Array(b, 24 + 10 * n, n), kinds: new Uint8Array(b, 24 + 11 * n, n),
  };
}

/** Reads a binary frame; returns null if its kind is not known. */
export function decode(buffer) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 24 || view.getUint8(1) !== 1) return null;
  const word = (at) => view.getUint32(at, true);
  const header = { flags: view.getUint16(2, true), re: word(4), a: word(8), b: word(12), c: word(16), d: word(20) };
  const read = BINARY[view.getUint8(0)];
  return read ? { ...read(header, buffer), re: header.re } : null;
}

/** An upload of a map: kind 101. */
function uploadFrame(n, { width, height, cells }) {
  const bytes = new Uint8Array(24 + cells.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 101);
  view.setUint8(1, 1);
  view.setUint32(4, n, true);
  view.setUint32(8, width, true);
  view.setUint32(12, height, true);
  bytes.set(cells, 24);
  return bytes.buffer;
}

/** The connection, which reconnects by itself. */
export class Wire {
  #socket = null;
  #next = 1;
  #waiting = new Map();
  #tries = 0;

  /** @param {{opened: () => void, lost: () => void}} events */
  constructor(events) {
    this.events = events;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Requests that have no answer yet. */
  get outstanding() {
    return this.#waiting.size;
  }

  connect() {
    const socket = openTransport();
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.events.opened();
    };
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => this.#lose();
  }

  /** Closes the socket, which reconnects as after any loss. */
  cut() {
    this.#socket?.close();
  }

  /**
   * Sends a request; the promise resolves to all replies, the last of which is `done`.
   * It fails if the connection is lost or the Session refuses.
   */
  request(message) {
    return this.#send((n) => JSON.stringify({ ...message, n }));
  }

  /** Sends a map as class bytes. */
  upload(map) {
    return this.#send((n) => uploadFrame(n, map));
  }

  #send(frame) {
    if (!this.isOpen) return Promise.reject(new Error('not connected'));
    const n = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(n, { resolve, reject, replies: [] });
      this.#socket.send(frame(n));
    });
  }

  #receive(data) {
    const reply = typeof data === 'string' ? JSON.parse(data) : decode(data);
    const request = reply && this.#waiting.get(reply.re);
    if (!request) return;
    request.replies.push(reply);
    if (reply.t !== 'done') return;
    this.#waiting.delete(reply.re);
    const refusal = request.replies.find((one) => one.t === 'error');
    if (refusal) request.reject(Object.assign(new Error(refusal.text), { code: refusal.code }));
    else request.resolve(request.replies);
  }

  #lose() {
    for (const { reject } of this.#waiting.values()) reject(Object.assign(new Error('the connection was lost'), { lost: true }));
    this.#waiting.clear();
    this.events.lost();
    const wait = Math.min(5000, 300 * 1.7 ** this.#tries++);
    setTimeout(() => this.connect(), wait);
  }
}
