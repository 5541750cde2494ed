import type { Pool } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { getReadiness } from '#lib/contracts/operations.ts'
import { callRoute, setTestRuntime } from './api/testing-call.ts'
import { provideTestDatabase } from './db/testing.ts'
import { asAppError } from './http/respond.ts'
import { log } from './log/log.ts'
import { findOutage, noticeOutage } from './outage.ts'
import { getRuntime, setRuntime } from './runtime/runtime.ts'

const database = provideTestDatabase()
beforeEach(() => setTestRuntime(database))

/** The pool of the service, in which the probe fails as long as `fault` is set, and the lines of the log. */
function breakDatabase(fault: Error) {
  const state: { fault: Error | undefined } = { fault }
  const query = (text: string, ...rest: never[]) =>
    state.fault && typeof text === 'string' && /^(select 1$|create temp table)/.test(text)
      ? Promise.reject(state.fault)
      : database.pool.query(text, ...rest)
  setRuntime({ ...getRuntime(), pool: Object.assign(Object.create(database.pool), { query }) as Pool })
  const lines: unknown[] = []
  for (const level of ['error', 'info'] as const) {
    vi.spyOn(log, level).mockImplementation((...values: unknown[]) => void lines.push(values.at(-1)))
  }
  return {
    lines,
    end: async () => {
      state.fault = undefined
      await expect.poll(findOutage, { timeout: 20_000 }).toBeUndefined()
    },
  }
}

/** The error of PostgreSQL for a condition, such as `disk_full`. */
const raise = (condition: string): Promise<Error> =>
  database.pool.query(`do $$ begin raise ${condition}; end $$`).then(
    () => new Error('nothing was raised'),
    (error) => error,
  )

test('a full disk is called so in the response, in readiness and in one line, until there is space', async () => {
  const fault = await raise('disk_full')
  const { lines, end } = breakDatabase(fault)
  expect((await callRoute(getReadiness)).status).toBe(200)
  for (let n = 0; n < 5; n += 1) {
    expect(asAppError(fault)).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/disk .* is full/) })
    await expect.poll(findOutage, { timeout: 20_000 }).toBe('disk_full')
  }
  const response = await callRoute(getReadiness)
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { error: { message: expect.stringMatching(/disk .* is full/) } },
  ])
  await end()
  expect((await callRoute(getReadiness)).status).toBe(200)
  expect(lines).toEqual([
    'the disk of the database is full: nothing can be saved',
    'the disk of the database has space again',
  ])
})

test('an unreachable database is one line, and its return another', async () => {
  const fault = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const { lines, end } = breakDatabase(fault)
  for (let n = 0; n < 20; n += 1) noticeOutage(new Error('Failed query', { cause: fault }))
  await expect.poll(findOutage, { timeout: 20_000 }).toBe('unreachable')
  expect(asAppError(fault).message).toMatch(/unreachable/)
  await end()
  expect(lines).toEqual(['the database is unreachable', 'the database is back'])
})

test('an error that the database does not repeat is no outage', async () => {
  const { lines, end } = breakDatabase(new Error('unused'))
  await end()
  expect(noticeOutage(await raise('division_by_zero'))).toBeUndefined()
  expect(noticeOutage(await raise('disk_full'))).toBe('disk_full')
  // Its probe runs on the real database, which has space.
  await database.pool.query('select 1')
  expect([findOutage(), lines]).toEqual([undefined, []])
})
