/**
 * The worker of a page without a server: one session of the playground, compiled to WebAssembly.
 * It takes frames as a socket does and posts the replies; what it cannot go on after closes it.
 * @module
 */

const text = new TextDecoder();

/** Starts a session; posts `null` when it can be spoken to. */
async function start() {
  const program = await fetch(new URL('session.wasm', import.meta.url));
  if (!program.ok) throw new Error(`session.wasm: ${program.status}`);
  const { instance } = await WebAssembly.instantiate(await program.arrayBuffer());
  const session = instance.exports;
  onmessage = ({ data }) => serve(session, data);
  postMessage(null);
}

/** Handles a frame, a string or an ArrayBuffer, and posts all replies. */
function serve(session, frame) {
  const isBinary = typeof frame !== 'string';
  const bytes = isBinary ? new Uint8Array(frame) : new TextEncoder().encode(frame);
  const room = session.session_room(bytes.length);
  if (room === 0) throw new Error(`a message of ${bytes.length} bytes is too long`);
  new Uint8Array(session.memory.buffer).set(bytes, room);
  const began = performance.now();
  const closes = session.session_handle(Number(isBinary));
  const count = session.session_done(1000 * (performance.now() - began));
  for (let i = 0; i < count; i++) {
    const at = session.session_frame(i);
    const reply = new Uint8Array(session.memory.buffer).slice(at, at + session.session_frame_len(i));
    if (session.session_is_binary(i)) postMessage(reply.buffer, [reply.buffer]);
    else postMessage(text.decode(reply));
  }
  // An error that nobody catches tells the page that the session is over.
  if (closes) throw new Error('the session was closed');
}

start().catch((error) => setTimeout(() => { throw error; }));
