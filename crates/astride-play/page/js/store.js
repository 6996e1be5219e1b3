/** What the browser keeps for this page; where it may keep nothing, reading returns nothing. */

/** The text that was kept under a name, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(`astride.${name}`);
  } catch {
    return null;
  }
}

/** Keeps text under a name; null removes it. */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(`astride.${name}`);
    else localStorage.setItem(`astride.${name}`, text);
  } catch {
    // If the store is full or forbidden, only this page loses its memory.
  }
}
