/** Random choices seeded only by a school's ID, so that its art is always the same. */

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** A random number generator (mulberry32), seeded with this text. */
export function randomFor(text: string) {
  let state = hash(text);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** An integer from the first to the second, inclusive. */
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <Choice>(choices: readonly Choice[]) =>
      choices[Math.floor(next() * choices.length)] as Choice,
  };
}

export type Random = ReturnType<typeof randomFor>;
