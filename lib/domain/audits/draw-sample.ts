import type { AuditMethod } from '#lib/contracts/app/audits.ts'

/** SHA-256 of the UTF-8 bytes of a text, hexadecimal. */
type Sha256 = (text: string) => string

/** Few enough that whole numbers stay exact for the largest populations. */
const hexDigits = 6
const unit = 16 ** hexDigits

type Draw = {
  /** The numbers of the population, in order. */
  readonly population: readonly string[]
  readonly method: AuditMethod
  /** Number of changes to draw; null for all. */
  readonly size: number | null
  readonly seed: string
}

/**
 * Returns the drawn numbers in the order of the draw. It can be repeated by anybody with the population and the seed:
 * - random: the numbers with the lowest SHA-256 of `seed:number`, the lowest first;
 * - every n-th: with h as the first six hexadecimal digits of the SHA-256 of the seed, and f = h / 16^6, the number at
 *   (f + i) · population / size, rounded down and counted from 0, for each i from 0 to size - 1;
 * - all: the population.
 */
export function drawAuditSample({ population, method, size, seed }: Draw, sha256: Sha256): readonly string[] {
  const count = Math.min(size ?? population.length, population.length)
  if (method === 'all') return population
  if (method === 'every_nth') {
    const start = Number.parseInt(sha256(seed).slice(0, hexDigits), 16)
    const getPosition = (index: number) => Math.floor(((start + index * unit) * population.length) / (count * unit))
    return Array.from({ length: count }, (_, index) => population[getPosition(index)] ?? '')
  }
  return population
    .map((number) => ({ number, hash: sha256(`${seed}:${number}`) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, count)
    .map(({ number }) => number)
}
