import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFields, readTexts, writeTexts } from '#components/admin/connections/connection-fields.ts'
import { writeStartTexts } from '#components/admin/connections/connection-start.ts'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { parseOptions } from '#lib/contracts/connection-options.ts'
import { buildConnectorForm, getKind, kindNames, sendingKinds, trackerKinds } from './all-kinds.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/connections.md'), 'utf8')

const reported = sendingKinds.map(getKind).filter(({ events }) => events?.uses.length)

describe('docs/connections.md', () => {
  test.each(reported.map(({ label, formats = [label] }) => formats.join(' and ')))(
    'says under a heading how %s sends events',
    (name) => {
      expect(page.split('\n').filter((line) => /^### /.test(line) && line.endsWith(name))).toHaveLength(1)
    },
  )

  test.each(trackerKinds.map((kind) => getKind(kind).label))(
    'says which account %s needs and what is written to it',
    (name) => {
      const lines = page.split('\n')
      expect(lines.filter((line) => line.startsWith(`**${name}`) && line.endsWith('**'))).toHaveLength(1)
      expect(lines.find((line) => line.startsWith('| field of the action |'))).toContain(` ${name} |`)
    },
  )
})

describe('the form', () => {
  const filled: Record<string, string> = {
    url: 'https://example.org',
    'options/sign_in/user': 'ada',
    'options/sign_in/client_id': 'client',
  }

  test.each(kindNames)('a new connection to %s is accepted as the form starts', (kind) => {
    const form = buildConnectorForm(kind)
    const read = readTexts(form, { ...writeStartTexts(form), ...filled })
    expect(NewConnection.safeParse({ kind, name: 'a', ...read }).error).toBeUndefined()
  })

  test.each(kindNames)('the options of %s survive the form', (kind) => {
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
    const form = buildConnectorForm(kind)
    const { options } = parseOptions(form.options, special[kind as keyof typeof special] ?? {})
    const url = 'https://example.org'
    const texts = writeTexts(form, { url, options: options as Record<string, unknown> })
    expect(parseOptions(form.options, readTexts(form, texts).options).options).toEqual(options)
  })

  test('the form of a sender shows only the options that reading its events uses', () => {
    expect(listFields(buildConnectorForm('pagerduty')).map(({ key }) => key)).toEqual([
      'signing_secret',
      'options/services',
    ])
    expect(listFields(buildConnectorForm('jira')).map(({ key }) => key)).not.toContain('options/services')
  })
})
