import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { type Counts, fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import type { Traps } from '#e2e/lab/servicenow/traps.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionStreams } from '#server/schema/connections.ts'
import { type ConnectedServiceNow, connectTo, provideDatabase } from './testing-connect.ts'

export let database: TestDatabase
export let instance: HostileServiceNow
export let connection: ConnectedServiceNow

/** A database for each test of a file. */
export function provideStreams(): void {
  beforeEach(async () => {
    database = await createTestDatabase()
    provideDatabase(database)
  })
  afterEach(async () => {
    await instance.stop()
    setRuntime(undefined)
    await database.drop()
  })
}

export type Setting = { traps?: Partial<Traps>; counts?: Counts; options?: Readonly<Record<string, unknown>> }

export async function startInstance(traps: Partial<Traps> = {}) {
  instance = await startServiceNow(traps)
}

export async function connectInstance(options: Readonly<Record<string, unknown>>, secret?: string) {
  connection = await connectTo(instance, database.db, options, secret)
}

export async function connect({ traps, counts = { changes: 30 }, options = {} }: Setting = {}) {
  await startInstance(traps)
  fill(instance, counts)
  await connectInstance({ tables: { change_request: {} }, page_size: 10, ...options })
}

export const first = makeSysId('change_request', 0)
export const readChange = async (number: string) =>
  (await database.db.select().from(changes).where(eq(changes.number, number)))[0]
export const listNumbers = async () =>
  (await database.db.select().from(changes).orderBy(asc(changes.number))).map((c) => c.number)

export const paramOf = (request: { query: string } | undefined, name: string) =>
  new URLSearchParams(request?.query).get(name) ?? ''

export const makeComparisonDue = () =>
  database.db.update(connectionStreams).set({ keysComparedAt: '2020-01-01T00:00:00Z' })
