import { randomBytes, randomFillSync } from 'node:crypto'

/** Bytes drawn from the system at once: each call of it takes longer than what is made of the bytes. */
const drawnAtOnce = 16_384

const drawn = Buffer.alloc(drawnAtOnce)
let used = drawnAtOnce

/** Hexadecimal digits made at once, and how many of them are given. */
let digits = ''
let given = 0

/** Random hexadecimal digits that are given to nobody else. For names, not for secrets: they stay in memory for a while. */
export function randomDigits(count: number): string {
  if (given + count > digits.length) {
    digits = randomBytes(drawnAtOnce).toString('hex')
    given = 0
  }
  given += count
  return digits.slice(given - count, given)
}

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
