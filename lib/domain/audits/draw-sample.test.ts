import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawAuditSample } from './draw-sample.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `CHG${String(at + 1).padStart(7, '0')}`)
const random = (population: readonly string[], size: number, seed: string) =>
  drawAuditSample({ population, method: 'random', size, seed }, sha256)

test('the draw of a seed never changes', () => {
  expect(random(numbered(100), 3, 'lottery of 1 July')).toEqual(['CHG0000038', 'CHG0000064', 'CHG0000083'])
  expect(drawAuditSample({ population: numbered(10), method: 'every_nth', size: 3, seed: 'a' }, sha256)).toEqual([
    'CHG0000003',
    'CHG0000006',
    'CHG0000010',
  ])
})

const cases = fc.record({
  population: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 200 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.string(),
  method: fc.constantFrom('random' as const, 'every_nth' as const),
})

test('draws as many as asked, of the population, none twice', () => {
  fc.assert(
    fc.property(cases, ({ population, share, seed, method }) => {
      const size = Math.max(1, Math.round(share * population.length))
      const drawn = drawAuditSample({ population, method, size, seed }, sha256)
      expect(drawn).toHaveLength(size)
      expect(new Set(drawn).size).toBe(size)
      expect(drawn.every((number) => population.includes(number))).toBe(true)
    }),
  )
})

test('a random draw does not depend on the order, and a larger one only adds', () => {
  fc.assert(
    fc.property(cases, ({ population, seed }) => {
      const all = random(population, population.length, seed)
      expect(random(population.toReversed(), population.length, seed)).toEqual(all)
      expect(all.slice(0, 1)).toEqual(random(population, 1, seed))
    }),
  )
})

test.each(['random', 'every_nth'] as const)('%s draws each change about as often, over many seeds', (method) => {
  const population = numbered(37)
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 2000; seed++) {
    for (const number of drawAuditSample({ population, method, size: 10, seed: String(seed) }, sha256)) {
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  }
  // Expected 541, with a standard deviation below 20.
  expect(counts.size).toBe(37)
  for (const count of counts.values()) expect(Math.abs(count - 541)).toBeLessThan(100)
})
