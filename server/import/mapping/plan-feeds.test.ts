import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { planFeeds } from './plan-feeds.ts'

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

test('a heading in words names the change, though our own exports have that name for what a review confirmed', () => {
  const { related_change } = assignFeeds(['Number', 'Opened', 'Caused by Change'])
  expect(related_change).toEqual(['Caused by Change'])
  expect(assignFeeds(['number', 'opened_at', 'caused_by_change'])).not.toHaveProperty('related_change')
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
