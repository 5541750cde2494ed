import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { outcomeTones } from '#components/records/change-labels.ts'
import { drawnOutcomes, OutcomePatterns, outcomeStyles } from './outcome-style.tsx'

test.each(drawnOutcomes)('%s has the colour of its badge, also in its pattern', (outcome) => {
  const { fill, className } = outcomeStyles[outcome]
  const color = `text-${outcomeTones[outcome]}`
  expect(className.split(' ')).toContain(color)
  const [, pattern] = /^url\(#(.*)\)$/.exec(fill) ?? []
  if (pattern === undefined) return
  const drawn = renderToStaticMarkup(<OutcomePatterns />)
    .split('<pattern ')
    .find((text) => text.includes(`id="${pattern}"`))
  expect(drawn).toContain(`class="${color}"`)
})

test('outcomes of one colour differ by pattern', () => {
  const styles = drawnOutcomes.map((outcome) => `${outcomeTones[outcome]} ${outcomeStyles[outcome].fill}`)
  expect(new Set(styles).size).toBe(styles.length)
})
