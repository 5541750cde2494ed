import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { parseMapping } from './mapping-file.ts'

test('all parts of a mapping are optional', () => {
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
    time_zone: 'Europe/Copenhagen',
    encoding: 'latin1',
    delimiter: ';',
  }
  expect(parseMapping(`\uFEFF${JSON.stringify(whole)}`)).toEqual(whole)
})

test.each([
  ['{"fields": {', 'The mapping is not JSON'],
  ['{"felter": {}}', 'felter'],
  ['{"fields": {"state": 7}}', 'fields.state'],
  ['{"delimiter": "::"}', 'delimiter'],
  ['[]', 'it: '],
])('%s is rejected', (text, message) => {
  expect(() => parseMapping(text)).toThrow(message)
})

const guide = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')

test('the mapping in docs/import.md is valid', () => {
  const { fields = {} } = parseMapping(/```json[^\n]*\n(.*?)```/s.exec(guide)?.[1] ?? '')
  expect(Object.keys(allTargets.incidents.fields)).toEqual(expect.arrayContaining(Object.keys(fields)))
})

test.each(Object.values(allTargets))('docs/import.md lists the fields of $entity, and which are required', (target) => {
  const row = new RegExp(`^\\| ${target.entity} \\|(.*?)\\|(.*?)\\|$`, 'm').exec(guide)
  const listed = (cell = '') => cell.split(', ').map((name) => name.replaceAll('`', '').trim())
  const all = Object.entries(target.fields)
  expect(listed(row?.[1])).toEqual(all.flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])))
  expect(listed(row?.[2])).toEqual(all.flatMap(([name, { isRequired }]) => (isRequired ? [] : [name])))
})
