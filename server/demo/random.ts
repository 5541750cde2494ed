/** A source of pseudo-random numbers that is the same for a seed on every machine. */
export type Random = {
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

/** Hashes a text to a 32-bit seed (FNV-1a over its code points). */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Creates a Mulberry32 generator from a text. Not for secrets. */
export function createRandom(seed: string): Random {
  let state = hashText(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error(`Nothing to pick from (seed ${seed}).`)
    return item
  }
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const left = [...items]
    return items.flatMap(() => left.splice(between(0, left.length - 1), 1))
  }
  return { between, pick, shuffle }
}
