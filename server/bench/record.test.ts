import { expect, it } from 'vitest'
import { drawRatios } from './chart.ts'
import { findWorse } from './record.ts'

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
