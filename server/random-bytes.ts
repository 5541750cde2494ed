import { randomFillSync } from 'node:crypto'

/** Bytes drawn from the system at once: each call of it takes longer than what is made of the bytes. */
const drawnAtOnce = 4096

const drawn = Buffer.alloc(drawnAtOnce)
let used = drawnAtOnce

/** Random bytes that nobody can foretell, and that are given to nobody else; a few at a time. */
export function fewRandomBytes(count: number): Buffer {
  if (used + count > drawnAtOnce) {
    randomFillSync(drawn)
    used = 0
  }
  const bytes = Buffer.from(drawn.subarray(used, used + count))
  drawn.fill(0, used, used + count)
  used += count
  return bytes
}
