import { expect, test } from 'vitest'
import { lessonPolarity } from './form-facts.ts'

test.each([
  [[], 'neutral'],
  [['rejected'], 'neutral'],
  [['rejected', 'confirmed'], 'negative'],
] as const)('with incidents that are %j a lesson begins as %s', (decisions, polarity) => {
  const made = decisions.map((decision, index) => ({ incident: `INC${index}`, decision, reason: 'A disk.' }))
  expect(lessonPolarity({ decisions: made })).toBe(polarity)
})
