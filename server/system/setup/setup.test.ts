import { beforeEach, expect, test } from 'vitest'
import { createFirstAdmin as endpoint } from '#lib/contracts/app/settings.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { setupCodes } from '#server/schema/settings.ts'
import { createFirstAdmin } from './create-first-admin.ts'
import { isSetupOpen } from './is-setup-open.ts'
import { listFirstSteps } from './list-first-steps.ts'
import { createSetupCode, offerSetup } from './offer-setup.ts'

const now = new Date()
const person = { name: 'Ada Öberg', email: 'Ada@hindsight.example', password: 'correct horse battery staple' }

const database = provideDatabaseForEachTest()
let host = 0
const run = (code: string, input: Partial<typeof person> & { public_url?: string } = {}, from = `10.0.0.${host}`) =>
  createFirstAdmin(
    testContext(database.db, undefined, now),
    { ...person, code, ...input },
    { ipAddress: from, origin: 'https://hindsight.example' },
  )

beforeEach(() => {
  setTestRuntime(database)
  host += 1
})

test('adds the first admin with any of the printed codes, in any case, and then is closed', async () => {
  await createSetupCode(database.db, now)
  const code = await createSetupCode(database.db, now)
  expect(await isSetupOpen()).toBe(true)
  await run(` ${code.toLowerCase().replaceAll('-', ' ')}`, { public_url: 'https://hindsight.example' })
  const [admin] = await database.db.select().from(accounts)
  expect(admin).toMatchObject({ email: 'ada@hindsight.example', role: 'admin', passwordExpiresAt: null })
  expect(getSettings().public_url).toBe('https://hindsight.example')
  expect(await isSetupOpen()).toBe(false)
  expect(await database.db.select().from(setupCodes)).toEqual([])
  await expect(run(code, { email: 'second@hindsight.example' })).rejects.toThrow(/set up already/)
  expect(await offerSetup(database.db, now)).toBeUndefined()
  expect(JSON.stringify(await database.db.select().from(auditEvents))).not.toContain(person.password)
})

test('says what to do with a database of demo accounts, in which nobody can sign in outside the demo', async () => {
  const demo = {
    id: 'acc_demo',
    email: 'viewer@hindsight.example',
    name: 'Maja',
    role: 'viewer',
    origin: 'demo',
  } as const
  const at = now.toISOString()
  await database.db.insert(accounts).values({ ...demo, createdAt: at, updatedAt: at })
  expect(await offerSetup(database.db, now)).toMatch(/only demo accounts[\s\S]*npm run account/)
  expect(await database.db.select().from(setupCodes)).toEqual([])
})

test('stores no code that could be read', async () => {
  const code = await createSetupCode(database.db, now)
  const stored = JSON.stringify(await database.db.select().from(setupCodes))
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(code.replaceAll('-', ''))
})

test('rejects a wrong code and an expired one', async () => {
  await expect(run('AAAA-AAAA-AAAA-AAAA')).rejects.toThrow(/code must be the code/)
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  await expect(run(await createSetupCode(database.db, yesterday))).rejects.toThrow(/code must be the code/)
  expect(await database.db.select().from(accounts)).toEqual([])
})

test('adds one admin only, when many requests race', async () => {
  const code = await createSetupCode(database.db, now)
  const people = Array.from({ length: 6 }, (_, index) => ({ email: `ada${index}@hindsight.example` }))
  const results = await Promise.allSettled(people.map((input, index) => run(code, input, `10.1.0.${index}`)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toMatch(/set up already/)
  expect(await database.db.select().from(accounts)).toHaveLength(1)
})

test('limits the tries of an IP address', async () => {
  setRuntime({ ...getRuntime(), env: { ...getRuntime().env, signInLimit: 10 } })
  for (let tried = 0; tried < 10; tried += 1)
    await expect(run('AAAA-AAAA-AAAA-AAAA')).rejects.toThrow(/must be the code/)
  await expect(run('AAAA-AAAA-AAAA-AAAA')).rejects.toThrow(/Too many wrong codes/)
  const code = await createSetupCode(database.db, now)
  await expect(run(code)).rejects.toThrow(/Too many wrong codes/)
})

test('is closed where people sign in with the provider only', async () => {
  const env = readEnv({
    NODE_ENV: 'test',
    HINDSIGHT_PASSWORDS: 'off',
    HINDSIGHT_PUBLIC_URL: 'https://hindsight.example',
    HINDSIGHT_OIDC_ISSUER: 'https://login.example.org',
    HINDSIGHT_OIDC_CLIENT_ID: 'hindsight',
    HINDSIGHT_OIDC_CLIENT_SECRET: 'between the two',
  })
  setRuntime({ ...getRuntime(), env })
  expect(await isSetupOpen()).toBe(false)
})

test('takes as public URL only the one at which the request arrives', async () => {
  const code = await createSetupCode(database.db, now)
  await expect(run(code, { public_url: 'http://evil.example' })).rejects.toThrow(/must be the URL at which you use/)
  expect(await database.db.select().from(accounts)).toEqual([])
})

test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
  'is refused from a page elsewhere: %o',
  async (headers) => {
    const code = await createSetupCode(database.db, now)
    const response = await callRoute(endpoint, { headers, body: { ...person, code } })
    expect([response.status, (await response.json()).error.code]).toEqual([403, 'csrf_rejected'])
    expect((await callRoute(endpoint, { body: { ...person, code } })).status).toBe(204)
  },
)

const isDone = async () => (await listFirstSteps(database)).find(({ title }) => title === 'Say who reviews')?.isDone

test('to say who reviews is a step until a service or a group has reviewers', async () => {
  expect(await isDone()).toBe(false)
  const origin = 'entry'
  await database.db
    .insert(serviceReviewers)
    .values({ service: 'payments-db', reviewer: 'noor@hindsight.example', origin })
  expect(await isDone()).toBe(true)
  await database.db.delete(serviceReviewers)
  expect(await isDone()).toBe(false)
  await database.db.insert(reviewerGroups).values({ id: 'grp_1', name: 'Payments', members: [], origin })
  expect(await isDone()).toBe(true)
})
