import { beforeAll, expect, test } from 'vitest'
import { setMyTimeZone } from '#lib/contracts/app/accounts.ts'
import { getMailPreferences } from '#lib/contracts/app/own-data.ts'
import { getWorklist } from '#lib/contracts/app/worklist.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createAccount } from './account-commands.ts'
import { testSessionCookie } from './testing-session.ts'

const database = provideTestDatabase()
let cookie: string
beforeAll(async () => {
  setTestRuntime(database)
  const input = { email: 'ada@hindsight.example', name: 'Ada', role: 'viewer', password: 'the rain in March' } as const
  const { id } = await createAccount(testContext(database.db), input)
  cookie = await testSessionCookie({ id, sessionVersion: 1 })
})

const set = (time_zone: string | null) => callRoute(setMyTimeZone, { headers: { cookie }, body: { time_zone } })
const read = async (endpoint: typeof getWorklist | typeof getMailPreferences) =>
  (await callRoute(endpoint, { headers: { cookie } })).json()

test('a time zone of one’s own moves the digest, not the day of due dates', async () => {
  // One of the two is on another day than UTC, at any time.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect((await set(zone)).status).toBe(204)
    expect(await read(getWorklist)).toMatchObject({ today: getDayInZone(new Date().toISOString(), 'UTC') })
    expect(await read(getMailPreferences)).toMatchObject({ time_zone: zone })
  }
})

test('rejects what is no time zone', async () => {
  const response = await set('Europe/Atlantis')
  expect(response.status).toBe(400)
  expect((await response.json()).error.details).toMatchObject([{ field: 'time_zone' }])
})
