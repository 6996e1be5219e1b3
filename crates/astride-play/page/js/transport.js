/**
 * Where messages go: over a socket to the server of the page. In a folder without a server
 * another module takes the place of this one.
 */

/** Opens what has the members of a WebSocket that the page uses. */
export function openTransport() {
  const url = new URL(`session${location.search}`, location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  const socket = new WebSocket(url.href);
  socket.binaryType = 'arraybuffer';
  return socket;
}
