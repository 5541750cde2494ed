import { expect, it } from 'vitest'
import { drawRatios } from './chart.ts'
import { findWorse, recordOfImports } from './record.ts'

const ratio = (name: string, value: number) => ({ name, over: 'fastify', ratio: value, goal: 1 })
const recorded = [ratio('read', 1), ratio('write', 0.5)]

it('tells the ratios that fell by more than a fifth, and no others', () => {
  expect(findWorse(recorded, [ratio('read', 0.81), ratio('write', 0.6)])).toEqual([])
  expect(findWorse(recorded, [ratio('read', 0.79)])).toEqual([{ name: 'read over fastify', before: 1, now: 0.79 }])
})

it('draws a bar for each ratio, with its words escaped', () => {
  const svg = drawRatios([...recorded, ratio('a < b', 2)], 'today')
  expect(svg.match(/<rect class="bar/g)).toHaveLength(3)
  expect(svg).toContain('a &lt; b')
})

it('tells when an import falls behind the database alone or holds more of a larger file', () => {
  const size = { spread: [0, 0], programCost: 0, databaseCost: 0, databaseAlone: 40_000 } as const
  const measured = (perSecond: number, memory: number) =>
    recordOfImports([
      {
        name: 'import',
        small: { ...size, rows: 10_000, perSecond: 10_000, memory: 150 },
        large: { ...size, rows: 200_000, perSecond, memory },
      },
    ])
  expect(findWorse(measured(20_000, 150), measured(18_000, 160))).toEqual([])
  expect(findWorse(measured(20_000, 150), measured(10_000, 300))).toEqual([
    { name: 'import over the database alone', before: 0.5, now: 0.25 },
    { name: 'import: memory over a larger file', before: 1, now: 0.5 },
  ])
})
