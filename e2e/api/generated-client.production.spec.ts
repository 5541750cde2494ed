import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '#e2e/fixtures.ts'

const folder = join(import.meta.dirname, '../generated-client')
const compiler = createRequire(join(folder, 'package.json')).resolve('typescript/bin/tsc')

const run = async (args: string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } })).stdout

test('a client generated from the OpenAPI document reads, patches and posts', async ({ baseURL, tokens }) => {
  const address = baseURL ?? ''
  await test.step('generate the types', () => run(['generate.ts', address]))
  await test.step('check the client against them', () => run([compiler, '-p', '.']))
  const scenario = await test.step('run the scenario', async () =>
    JSON.parse(await run(['scenario.ts'], { BASE_URL: address, TOKENS: JSON.stringify(tokens) })))

  expect(scenario.users.limit).toBe(2)
  expect(scenario.users.names.length).toBeLessThanOrEqual(2)
  expect(scenario.articles).toBeLessThanOrEqual(1)
  expect(scenario.change.after).toBe(scenario.change.before)

  expect(scenario.incident).toEqual({
    statuses: [201, 200],
    priorityLevel: 1,
    events: ['incident.created', 'incident.updated'],
  })

  const { created, repeatedId, moved, location } = scenario.improvement
  expect(created).toMatchObject({ status: 'open', source_ref: 'PIR-2026-0042', target_date: '2026-12-18' })
  expect(repeatedId).toBe(created.id)
  expect(location).toBe(`/api/itsm/v1/improvements/${created.id}`)
  expect(moved).toEqual({ ...created, status: 'in_progress', updated_at: moved.updated_at })

  expect(scenario.refusals).toEqual({
    readerWrites: { status: 403, code: 'insufficient_scope' },
    lateWriter: { status: 412, code: 'precondition_failed' },
    badFilter: { status: 400, code: 'invalid_filter' },
    unknownId: { status: 404, code: 'not_found' },
  })
})
