import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { describeForLog, log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { forgetProcessWide } from '#server/platform/process/testing-process-wide.ts'

import { testContext } from '#server/platform/runtime/testing-context.ts'

const database = provideTestDatabase()
let token: { id: string; secret: string }
let written: string[] = []
beforeAll(async () => {
  setTestRuntime(database)
  forgetProcessWide('log-destination')
  processWide('log-destination', () => ({ write: (text: string) => written.push(text) }))
  log.level = 'info'
  const input = { name: 'Reader', system: 'resources', scope: 'read', expiresAt: null, origin: 'entry' } as const
  const made = await createToken(testContext(database.db), input)
  token = { id: made.token.id, secret: made.secret }
})
afterAll(() => {
  log.level = 'silent'
})
beforeEach(() => {
  written = []
})

const bearer = () => ({ Authorization: `Bearer ${token.secret}` })
const line = () => written.map((text) => JSON.parse(text))

test('logs caller, operation and status, but neither the credential nor the query', async () => {
  await callRoute(listUsers, { query: { limit: '1' }, headers: { ...bearer(), 'X-Request-Id': 'req-of-a-test' } })
  expect(line()).toMatchObject([
    {
      request_id: 'req-of-a-test',
      method: 'GET',
      path: '/api/v1/users',
      operation: 'listUsers',
      status: 200,
      actor: token.id,
    },
  ])
  expect(JSON.stringify(line())).not.toContain(token.secret)
  expect(JSON.stringify(line())).not.toContain('limit')
})

test('logs the cause of a failure that the response hides', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  await database.pool.query('alter table users rename to users_away')
  const response = await callRoute(listUsers, { headers: bearer() })
  await database.pool.query('alter table users_away rename to users')
  expect(response.status).toBe(500)
  expect((await response.json()).error.message).not.toMatch(/query|select|relation|users/i)
  expect(line()).toMatchObject([{ operation: 'listUsers', status: 500 }])
  const [entry, message] = logged.mock.calls[0] ?? []
  const { err } = entry as unknown as { err: Error }
  expect(message).toBe('request failed')
  expect(JSON.stringify(describeForLog(err))).toContain('does not exist')
  logged.mockRestore()
})
