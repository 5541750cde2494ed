import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { forgetProcessWide } from '#server/platform/process/testing-process-wide.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'

const database = provideTestRuntime()
let token: { id: string; secret: string }
let written: string[] = []
beforeAll(async () => {
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
