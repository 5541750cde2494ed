import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'

import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { connectionRuns } from '#server/schema/connections.ts'

import { connectTo, provideDatabase } from './testing-connect.ts'

const database = provideDatabaseForEachTest()
let instance: HostileServiceNow
beforeEach(async () => {
  provideDatabase(database)
  instance = await startServiceNow()
  fill(instance, { changes: 2, incidents: 3, states: ['-2'] })
})
afterEach(async () => {
  await instance.stop()
  setRuntime(undefined)
})

test('a run says what it changed or left out of the rows that it read, once however often it writes them', async () => {
  const connection = await connectTo(instance, database.db, { tables: { incident: {} }, page_size: 10 })
  const change = makeSysId('change_request', 0)
  instance.writeRow('change_request', { sys_id: change, number: 'see the mail' })
  const [odd, long] = [0, 1].map((index) => makeSysId('incident', index)) as [string, string]
  instance.writeRow('incident', { sys_id: odd, priority: 'Wichtig', short_description: 'StÃ¶rung', caused_by: change })
  instance.writeRow('incident', { sys_id: long, short_description: 'One line\nand another' })
  // Two records with one number make the rows be written twice.
  const { sys_id: _, ...row } = instance.readRow('incident', odd) ?? {}
  instance.writeRow('incident', { ...row, sys_id: 'f'.repeat(32), short_description: 'Of another domain' })
  expect(await connection.run()).toMatchObject({ inserted: 3, refused: 1 })
  const [run] = await database.db
    .select()
    .from(connectionRuns)
    .where(eq(connectionRuns.connectionId, connection.id))
    .orderBy(desc(connectionRuns.startedAt))
  const remarks = run?.remarks.join('\n') ?? ''
  expect(remarks).toMatch(/priority.* has no known level.*"Wichtig" \(1 row\)/)
  expect(remarks).toMatch(/short_description looks encoded twice and is kept as it is \(1 row/)
  expect(remarks).toMatch(/short_description is stored on one line.* \(1 row/)
  expect(remarks).toMatch(/related_change.* is left empty where it cannot be read \(2 rows/)
})
