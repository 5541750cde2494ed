import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { parseMapping } from '#server/import/jobs/mappings.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { planFeeds } from './plan-feeds.ts'
import { addDate, askDateOrder, chooseOrder, createDates } from './questions.ts'

const { changes, incidents, users } = allTargets

function assignFeeds(columns: readonly string[], mapping: Mapping = {}, fields = incidents.fields) {
  const { feeds } = planFeeds(fields, mapping, columns)
  return Object.fromEntries(feeds.map((feed) => [feed.field, feed.columns]))
}

test('a header of a ServiceNow export is recognised', () => {
  expect(
    assignFeeds(['number', 'short_description', 'priority', 'state', 'sys_created_on', 'cmdb_ci', 'caused_by']),
  ).toEqual({
    number: ['number'],
    short_description: ['short_description'],
    priority: ['priority'],
    state: ['state'],
    opened_at: ['sys_created_on'],
    related_change: ['caused_by'],
    affected_service: ['cmdb_ci'],
  })
})

test('a hand-written header is recognised', () => {
  expect(assignFeeds(['Issue key', 'Summary', 'Status', 'Created', 'Resolved'])).toMatchObject({
    number: ['Issue key'],
    short_description: ['Summary'],
    opened_at: ['Created'],
    resolved_at: ['Resolved'],
  })
})

test('caused_by_change names the change, unless it stands beside related_change, as in our own exports', () => {
  for (const column of ['Caused by Change', 'caused_by_change'])
    expect(assignFeeds(['number', 'opened_at', column])).toHaveProperty('related_change', [column])
  const { related_change } = assignFeeds(['number', 'opened_at', 'caused_by_change', 'related_change'])
  expect(related_change).toEqual(['related_change'])
})

test('issues as Jira returns them are recognised', () => {
  const columns = ['id', 'key', 'self', 'fields.summary', 'fields.status.self', 'fields.status.name', 'fields.created']
  const people = ['fields.assignee.displayName', 'fields.assignee.emailAddress', 'fields.reporter.displayName']
  expect(assignFeeds([...columns, ...people, 'fields.priority.name', 'fields.resolutiondate'])).toMatchObject({
    number: ['key'],
    short_description: ['fields.summary'],
    state: ['fields.status.name'],
    priority: ['fields.priority.name'],
    opened_at: ['fields.created'],
    resolved_at: ['fields.resolutiondate'],
  })
  const { assigned_to } = assignFeeds(['key', 'fields.summary', 'fields.status.name', ...people], {}, changes.fields)
  expect(assigned_to).toEqual(['fields.assignee.emailAddress'])
})

test('a name in two columns is joined', () => {
  expect(
    assignFeeds(['id', 'firstName', 'lastName', 'email', 'address.city', 'address.country'], {}, users.fields),
  ).toEqual({
    id: ['id'],
    name: ['firstName', 'lastName'],
    email: ['email'],
    location: ['address.city', 'address.country'],
  })
})

test('the mapping overrides the guesses and can leave a field out', () => {
  const mapping: Mapping = {
    fields: {
      number: 'Ticket',
      opened_at: { column: ['Start', 'Opened'] },
      priority: null,
      state: { default: 'closed' },
    },
  }
  expect(assignFeeds(['Ticket', 'Number', 'Start', 'opened', 'Priority'], mapping)).toEqual({
    number: ['Ticket'],
    opened_at: ['Start', 'opened'],
    state: [],
  })
})

test('unused columns are listed', () => {
  const { unused } = planFeeds(users.fields, {}, [
    'id',
    'name',
    'email',
    'age',
    'profile',
    'profile.bio',
    'profile.hobby',
  ])
  expect(unused).toEqual(['age', 'profile.hobby'])
})

test.each<[string, Mapping, readonly string[]]>([
  [
    'No column was found for opened_at (looked for opened_at, opened, sys_created_on, sys_created_at, created_at, created). The file has: number, state. Name it in a mapping: {"fields": {"opened_at": "name of the column"}}',
    {},
    ['number', 'state'],
  ],
  ['The mapping names an unknown field nummer; the fields are: number, ', { fields: { nummer: 'a' } }, ['a']],
  [
    'The mapping names a column Ticket for number, which the file does not have. The file has: a, b.',
    { fields: { number: 'Ticket' } },
    ['a', 'b'],
  ],
  ['The mapping of state has neither a column nor a default.', { fields: { state: {} } }, ['number', 'opened']],
])('%s', (message, mapping, columns) => {
  expect(() => assignFeeds(columns, mapping)).toThrow(message)
})

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

function collect(...cells: unknown[]) {
  const dates = createDates()
  for (const cell of cells) addDate(dates, cell)
  return dates
}
const choose = (...cells: string[]) => chooseOrder(collect(...cells), undefined).order

test('a number above 12 can only be the day', () => {
  expect(choose('03-04-2016', '29-02-2016 01:16')).toBe('day-first')
  expect(choose('3/4/2016', '2/29/2016')).toBe('month-first')
})

test.each([
  ['all dates fit both orders', ['03-04-2016', '04-05-2016 1:16 PM']],
  ['dates contradict each other', ['26/03/2026', '03/26/2026', '25/03/2026']],
  ['a year of two digits may be the first number', ['26/05/10', '26/5/26']],
])('an order is asked where %s, and the stated one counts', (_, cells) => {
  const dates = collect(...cells)
  expect(chooseOrder(dates, undefined).order).toBeUndefined()
  expect(askDateOrder(new Map([['Opened', dates]]), undefined)).toMatchObject({ columns: ['Opened'] })
  expect(askDateOrder(new Map([['Opened', dates]]), 'month-first')).toBeNull()
  expect(chooseOrder(dates, 'month-first')).toEqual({ order: 'month-first', hasShortYears: true })
})

test.each([
  ['dates have another form', '2016-02-29', 7, null, ''],
  ['both numbers are the same', '03-03-2026'],
])('nothing is asked where %s', (_, ...cells) => {
  expect(askDateOrder(new Map([['Opened', collect(...cells)]]), undefined)).toBeNull()
})

test('a column that shows its order needs no answer, whatever is stated', () => {
  expect(chooseOrder(collect('10/15/26 9:14'), 'day-first')).toEqual({ order: 'month-first', hasShortYears: true })
  expect(chooseOrder(collect('29-02-2016'), 'month-first')).toEqual({ order: 'day-first', hasShortYears: false })
})
