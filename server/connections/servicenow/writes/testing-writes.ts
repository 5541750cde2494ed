import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { sealSecrets } from '#server/connections/find-connection.ts'
import { insertServiceNow, knowRecord } from '#server/connections/testing-connection.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { createContext, fillReview, insertOwed } from '#server/reviews/testing.ts'
import type { ServiceNowWrite } from '#server/sync/outbox.ts'
import { openWriter } from './testing-writer.ts'

export type Writes = NonNullable<Parameters<typeof insertServiceNow>[2]>['writes']

export const manager = testPerson('manager')
const start = Date.parse('2026-03-11T08:00:00.000Z')
export const at = (hours: number) => ({ now: new Date(start + hours * 3_600_000) })

/** Provides a database for the tests of a file, an instance for each test, and functions that use both. */
export function provideWrites() {
  const database = provideTestDatabase()
  let instance: HostileServiceNow
  let count = 0
  beforeAll(async () => {
    setTestRuntime(database)
    const env = { NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1', HINDSIGHT_PUBLIC_URL: 'https://pir.example' }
    setRuntime({ ...getRuntime(), env: readEnv(env) })
  })
  beforeEach(async () => {
    instance = await startServiceNow()
  })
  afterEach(() => instance.stop())
  const as = (actor?: Parameters<typeof createContext>[1]) => createContext(database.db, actor)

  /** Prepares a filled review of a change in state review, known to a new connection with the options `writes`. */
  async function arrange(writes: Writes, row: Readonly<Record<string, string>> = {}) {
    count += 1
    const id = `con-${count}`
    const change = `CHG-${count}`
    const sealedSecret = sealSecrets({ secret: instance.account.password }, getRuntime().secret)
    await insertServiceNow(database.db, id, { writes, url: instance.url, sealedSecret })
    const fields = [...(instance.tables.change_request?.schema.fields ?? [])].filter((name) => name !== 'sys_id')
    const blank = Object.fromEntries(fields.map((name) => [name, '']))
    const sysId = instance.writeRow('change_request', { ...blank, number: change, state: '0', ...row })
    await knowRecord(database.db, id, ['change', change], ['change_request', sysId])
    const reference = await insertOwed(database.db, change)
    await fillReview(as(), await startReview(as(), change))
    const writer = await openWriter(database.db, id)
    return {
      id,
      change,
      reference,
      sysId,
      writer,
      complete: () => completeReview(as(), reference, { pir_date: '2026-03-09' }),
      readRemote: () => instance.readRow('change_request', sysId),
      edit: (fields: Readonly<Record<string, string>>) =>
        instance.writeRow('change_request', { sys_id: sysId, ...fields }),
      async last(kind: ServiceNowWrite['kind']) {
        const found = (await writer.list()).findLast(({ payload }) => payload.kind === kind)
        if (!found) throw new Error(`There is no write ${kind}.`)
        return { ...found, fields: found.result?.fields as unknown }
      },
    }
  }

  /** Prepares a review as `arrange` does, completes it and performs its writes. */
  async function writeBack(...setting: Parameters<typeof arrange>) {
    const arranged = await arrange(...setting)
    await arranged.complete()
    return { ...arranged, counts: await arranged.writer.run(at(0)) }
  }

  return {
    database,
    get instance() {
      return instance
    },
    as,
    arrange,
    writeBack,
    countPatches: () => instance.requests.entries.filter(({ method }) => method === 'PATCH').length,
  }
}
