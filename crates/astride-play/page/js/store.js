/** What the browser keeps for this page; where it may keep nothing, nothing comes back. */

/** The text that was kept under a name, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(`astride.${name}`);
  } catch {
    return null;
  }
}

/** Keeps text under a name; null takes it away. */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(`astride.${name}`);
    else localStorage.setItem(`astride.${name}`, text);
  } catch {
    // A full or forbidden store costs the memory of this page only.
  }
}
