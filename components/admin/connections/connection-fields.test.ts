import { expect, test } from 'vitest'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { parseOptions } from '#lib/contracts/connection-options.ts'
import { connectionKinds } from '#lib/contracts/connectors/all-connectors.ts'
import { fieldsOf, readTexts, textsOf } from './connection-fields.ts'
import { startOf } from './connection-start.ts'

const filled: Record<string, string> = {
  url: 'https://example.org',
  'options/sign_in/user': 'ada',
  'options/sign_in/client_id': 'client',
}

test.each(connectionKinds)('a new connection to %s is accepted as the form starts', (kind) => {
  const read = readTexts(kind, { ...startOf(kind), ...filled })
  expect(NewConnection.safeParse({ kind, name: 'a', ...read }).error).toBeUndefined()
})

test.each(connectionKinds)('the options of %s survive the form', (kind) => {
  const signIn = { servicenow: { method: 'oauth', client_id: 'x' }, jira: { method: 'basic', user: 'ada' } }
  const special = {
    servicenow: {
      sign_in: signIn.servicenow,
      tables: { change_request: { filter: 'a=b^c=d', mapping: 'Ours' }, sys_user: { filter: null, mapping: null } },
      writes: { review: true, review_fields: { status: 'u_status' }, improvements: 'problem_task' },
    },
    jira: { sign_in: signIn.jira, statuses: { 'In = review': 'in_progress' } },
    json: { fields: { status: 'a.b' }, production: ['live'], services: { 'owner/shop': 'Web shop' } },
  } as const
  const { options } = parseOptions(kind, special[kind as keyof typeof special] ?? {})
  const url = 'https://example.org'
  const texts = textsOf(kind, { url, options: options as Record<string, unknown> })
  expect(parseOptions(kind, readTexts(kind, texts).options).options).toEqual(options)
})

test('the form of a sender shows only the options that reading its events uses', () => {
  expect(fieldsOf('pagerduty').map(({ key }) => key)).toEqual(['signing_secret', 'options/services'])
  expect(fieldsOf('jira').map(({ key }) => key)).not.toContain('options/services')
})
