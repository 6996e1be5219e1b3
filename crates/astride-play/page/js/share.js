/** Scenes as text: in the address, in a file. */

/** Bytes as text for an address. */
function toBase64Url(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of such text. */
function fromBase64Url(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(scene) {
  const bytes = new TextEncoder().encode(JSON.stringify(scene));
  return toBase64Url(await through(new CompressionStream('deflate-raw'), bytes));
}

/** The largest text that is unpacked: received data may be made to expand without limit. */
const MOST = 32 << 20;

/** Unpacks a scene. */
export async function unpack(text) {
  const stream = new Blob([fromBase64Url(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error('the scene in the address is too large');
    parts.push(value);
  }
  return JSON.parse(await new Blob(parts).text());
}

/** The parts of the address behind `#`. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

/** Changes one part of the address behind `#`; null removes it. */
export function setFragment(name, value) {
  const parts = fragment();
  if (value === null) parts.delete(name);
  else parts.set(name, value);
  const text = parts.toString();
  history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
}
