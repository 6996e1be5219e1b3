/** What the engine holds for a program, and when it lets it go. @module */

import { AstrideError, release } from './wasm.js';

/** What only this package hands to the constructors of things that other calls make. */
export const INSIDE = Symbol('inside');

/** Refuses `new` of what other calls make. */
export function checkInside(key, kind, way) {
  if (key !== INSIDE) throw new AstrideError('BAD_ARGUMENT', `\`new ${kind}()\` is not allowed, expected ${way}`);
}

const forgotten = new FinalizationRegistry(({ free, pointer }) => release(free, pointer));

/**
 * Holds something of the engine. It is let go with `free()`, at the end of a `using` block, or some
 * time after the program has forgotten it.
 */
export class Owner {
  #pointer;
  #free;

  constructor(free, pointer) {
    this.#pointer = pointer;
    this.#free = free;
    forgotten.register(this, { free, pointer }, this);
  }

  free() {
    if (this.#pointer === 0) return;
    forgotten.unregister(this);
    release(this.#free, this.#pointer);
    this.#pointer = 0;
  }

  /** What stands behind one of `kind`; 0 stands for none where that is allowed. */
  static pointer(owner, kind) {
    if (!(owner instanceof kind)) {
      throw new AstrideError('BAD_ARGUMENT', `${show(owner)} is no ${kind.name}, expected one`);
    }
    if (owner.#pointer === 0) throw new AstrideError('FREED', `this ${kind.name} was freed, expected a live one`);
    return owner.#pointer;
  }
}

Owner.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = Owner.prototype.free;

/** A value as messages show it. */
export function show(value) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return `[${value.slice(0, 4).map(show).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  return `a value of type ${value.constructor?.name ?? 'object'}`;
}
