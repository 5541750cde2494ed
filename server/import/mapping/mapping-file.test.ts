import { expect, test } from 'vitest'
import { parseMapping } from './mapping-file.ts'

test('a mapping may tell as much or as little as is needed', () => {
  expect(parseMapping('{}')).toEqual({})
  const whole = {
    fields: {
      number: 'Ticket',
      short_description: { join: ['Area', 'Symptom'], with: ' / ' },
      state: { column: 'Status', values: { Afsluttet: 'closed', '?': null }, default: 'new' },
      opened_at: { column: ['Opened', 'Created'], format: 'dd-MM-yyyy' },
      priority: null,
    },
    empty: ['?'],
    last_state: true,
    ...{ time_zone: 'Europe/Copenhagen', encoding: 'latin1', delimiter: ';' },
  }
  expect(parseMapping(`\uFEFF${JSON.stringify(whole)}`)).toEqual(whole)
})

test.each([
  ['{"fields": {', 'The mapping is not JSON'],
  ['{"felter": {}}', 'felter'],
  ['{"fields": {"state": 7}}', 'fields.state'],
  ['{"delimiter": "::"}', 'delimiter'],
  ['[]', 'it: '],
])('%s is refused', (text, message) => {
  expect(() => parseMapping(text)).toThrow(message)
})
