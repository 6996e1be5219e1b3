/**
 * Where messages go in a folder without a server: to a worker that holds the session itself.
 * `cargo xtask site` puts this module in the place of the page's own.
 * @module
 */

/** Opens what has the members of a WebSocket that the page uses. */
export const openTransport = () => new WorkerTransport(new URL('../session/worker.js', import.meta.url));

/** A session in a worker, spoken to as if it were a socket. */
class WorkerTransport {
  #worker;
  readyState = WebSocket.CONNECTING;

  constructor(url) {
    this.#worker = new Worker(url, { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = () => this.close();
  }

  /** The first message says that the session can be spoken to. */
  #receive(data) {
    if (this.readyState === WebSocket.CLOSED) return;
    if (this.readyState === WebSocket.OPEN) {
      this.onmessage({ data });
      return;
    }
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }

  send(frame) {
    this.#worker.postMessage(frame, typeof frame === 'string' ? [] : [frame]);
  }

  /** The session is over, also if it was its own fault; the next one is a new worker. */
  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#worker.terminate();
    setTimeout(() => this.onclose());
  }
}
