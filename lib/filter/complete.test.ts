import { expect, test } from 'vitest'
import { completeFilter } from './complete.ts'
import { sampleFields } from './testing.ts'

/** Completes at the `|` in the text. */
function complete(marked: string) {
  const cursor = marked.indexOf('|')
  const { from, to, suggestions } = completeFilter(marked.replace('|', ''), cursor, sampleFields)
  return { from, to, texts: suggestions.map((suggestion) => suggestion.text) }
}

const fieldNames = Object.keys(sampleFields)

test.each([
  ['|', [...fieldNames, 'NOT']],
  ['(|', [...fieldNames, 'NOT']],
  ['NOT |', [...fieldNames, 'NOT']],
  ['number = a AND |', [...fieldNames, 'NOT']],
  ['nu|', ['number']],
  ['TAG|', ['metadata.tags']],
  ['no|', ['NOT']],
  ['completed |', ['=', '!=', 'IS EMPTY', 'IS NOT EMPTY']],
  ['metadata.tags |', ['=', '!=', 'IN', 'NOT IN', '~', 'IS EMPTY', 'IS NOT EMPTY']],
  ['cost i|', ['IN', 'IS EMPTY', 'IS NOT EMPTY', 'NOT IN']],
  ['cost IS |', ['EMPTY', 'NOT EMPTY']],
  ['cost IS NOT |', ['EMPTY']],
  ['cost IS NOT EMPTY |', ['AND', 'OR']],
  ['(cost IS EMPTY |', ['AND', 'OR', ')']],
  ['state NOT |', ['IN']],
  ['state IN|', ['IN', 'NOT IN']],
  ['state IN |', ['(']],
  ['state =|', ['new', '"on hold"', 'closed']],
  ['state = |', ['new', '"on hold"', 'closed']],
  ['state = o|', ['"on hold"', 'closed']],
  ['state = "o|', ['"on hold"', 'closed']],
  ['state = "on hold"|', ['AND', 'OR']],
  ['state IN (|', ['new', '"on hold"', 'closed']],
  ['state NOT IN (new, c|', ['closed']],
  ['state IN (new |', [',', ')']],
  ['state IN (new) |', ['AND', 'OR']],
  ['completed = t|', ['true']],
  ['number = |', []],
  ['number = a |', ['AND', 'OR']],
  ['(number = a |', ['AND', 'OR', ')']],
  ['(number = a) |', ['AND', 'OR']],
  ['number = a o|', ['OR']],
  ['unknown |', []],
  ['__proto__ |', []],
  ['__proto__ = |', []],
])('suggests at %s: %j', (marked, texts) => {
  expect(complete(marked).texts).toEqual(texts)
})

test.each([
  ['number = a AND sta|', 15, 18],
  ['number = a AND s|ta = new', 15, 18],
  ['state =|new', 7, 7],
  ['state = cl|osed AND number = a', 8, 14],
  ['state = "on| hold" AND number = a', 8, 17],
  ['number = a |', 11, 11],
  ['|', 0, 0],
])('at %s replaces from %i to %i', (marked, from, to) => {
  expect(complete(marked)).toMatchObject({ from, to })
})
