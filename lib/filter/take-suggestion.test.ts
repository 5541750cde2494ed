import { expect, test } from 'vitest'
import { change } from '#lib/contracts/changes.ts'
import { completeFilter } from './complete.ts'
import { takeSuggestion } from './take-suggestion.ts'

/** `|` is the cursor. */
test.each([
  ['sta|', 'state', 'state |'],
  ['state |', 'IN', 'state IN |'],
  ['state IN |', '(', 'state IN (|'],
  ['state IN (|', 'review', 'state IN (review |'],
  ['state IN (review |', ',', 'state IN (review, |'],
  ['state IN (review, new |', ')', 'state IN (review, new) |'],
  ['sta| AND risk = low', 'state', 'state |AND risk = low'],
  ['(ri| AND state = new)', 'risk', '(risk |AND state = new)'],
  ['state =|', 'review', 'state = review |'],
])('%j with %j taken', (written, word, expected) => {
  const cursor = written.indexOf('|')
  const text = written.replace('|', '')
  const completion = completeFilter(text, cursor, change.filterFields)
  const suggestion = completion.suggestions.find((known) => known.text === word)
  if (!suggestion) throw new Error(`${word} is not suggested`)
  const taken = takeSuggestion(text, completion, suggestion)
  expect(`${taken.text.slice(0, taken.cursor)}|${taken.text.slice(taken.cursor)}`).toBe(expected)
})
