import fc from 'fast-check'
import { test } from 'vitest'
import { completeFilter } from './complete.ts'
import { parseFilter } from './parse.ts'
import { printFilter } from './print.ts'
import { filterTrees, sampleFields } from './testing.ts'

const anyUnits = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units))

const pick = (...pieces: string[]) => fc.constantFrom(...pieces)

/** Similar to filters: fields, operators and values in their places, in valid and invalid combinations. */
const nearFilters = fc
  .array(
    fc.tuple(
      pick('', '', '', '', '', '(', 'NOT ', 'not(', '\n'),
      pick('number', 'number', 'summary', 'summary', 'state', 'cost', 'opened_at', 'metadata.tags', '__proto__'),
      pick('=', ' = ', ' == ', ' != ', ' < ', '>=', ' ~ ', ' in ', ' NOT IN ', ' IS '),
      pick('a', 'new', '1', '"a b"', "'it''s'", '"\\u00e9\\n"', '2026-03-01', '2026-03-01T10:00:00', '(a, b)', '(new)'),
      pick('', '', '', '', '', '', ')', ')', ',', ' 02:00', '"', '\\', '😀', ' c'),
      pick(' AND ', ' or ', '\tOR\n', ')AND(', ' & '),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((comparisons) => comparisons.flat().slice(0, -1).join(''))

const damaged = fc
  .tuple(
    filterTrees.map(printFilter),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '(', ')', '"', "'", '\\', ' ', '=', 'N'),
  )
  .map(([text, place, removed, inserted]) => {
    const index = place % (text.length + 1)
    return text.slice(0, index) + inserted + text.slice(index + removed)
  })

/**
 * Every text is either parsed, and its printed form parses to the same tree, or rejected with a message at a position
 * within it.
 */
function isHandled(text: string): boolean {
  const result = parseFilter(text, sampleFields)
  if (result.ok) {
    const printed = printFilter(result.tree)
    const again = parseFilter(printed, sampleFields)
    return again.ok && printFilter(again.tree) === printed
  }
  const { message, offset, line, column } = result.error
  const before = text.slice(0, offset).split('\n')
  return (
    /^[A-Z<>~].+[.?]$/s.test(message) &&
    !message.includes('undefined') &&
    offset >= 0 &&
    offset <= text.length &&
    line === before.length &&
    column === Array.from(before.at(-1) ?? '').length + 1
  )
}

test.each([
  ['of any UTF-16 units', anyUnits, 8_000],
  ['that look like filters', nearFilters, 8_000],
  ['made by damaging a filter', damaged, 4_000],
])('twenty thousand strings are handled correctly %s', (_, texts, numRuns) => {
  fc.assert(fc.property(texts, isHandled), { numRuns })
})

test('completion suggests a range within the text for any text and cursor', () => {
  fc.assert(
    fc.property(fc.oneof(anyUnits, nearFilters, damaged), fc.nat(), (text, place) => {
      const cursor = place % (text.length + 1)
      const { from, to } = completeFilter(text, cursor, sampleFields)
      return from >= 0 && from <= cursor && cursor <= to && to <= text.length
    }),
    { numRuns: 2_000 },
  )
})
