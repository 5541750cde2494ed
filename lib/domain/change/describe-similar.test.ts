import { expect, test } from 'vitest'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { describeSimilar } from './describe-similar.ts'

test.each<[string, ReviewOutcome[]]>([
  ['The only similar reviewed change was successful', ['successful']],
  ['The only similar reviewed change had issues', ['failed']],
  ['None of the 2 most similar reviewed changes had issues', ['successful', 'successful']],
  ['1 of the 2 most similar reviewed changes had issues', ['successful', 'successful_with_issues']],
  ['All of the 2 most similar reviewed changes had issues', ['partially_successful', 'failed']],
])('says “%s”', (expected, outcomes) => {
  expect(describeSimilar(outcomes)).toBe(expected)
})
