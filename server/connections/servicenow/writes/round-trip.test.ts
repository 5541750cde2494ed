import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import { getChange } from '#server/changes/queries.ts'
import { runConnection } from '#server/connections/commands.ts'
import { sealSecrets } from '#server/connections/find-connection.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import { serviceNowConnector } from '#server/connections/servicenow/connector.ts'
import { insertServiceNow } from '#server/connections/testing-connection.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { noor } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'

const database = provideTestDatabase({ pipeline: false })
beforeAll(async () => {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
})

test('a change is read, its review is written back, and what was written does not come back as news', async () => {
  const instance = await startServiceNow()
  onTestFinished(instance.stop)
  fill(instance, { changes: 1 })
  const sysId = makeSysId('change_request', 0)
  instance.writeRow('change_request', { sys_id: sysId, state: '0', type: 'normal', assigned_to: '' })
  instance.advance(10 * 60_000)
  await insertServiceNow(database.db, 'con', {
    url: instance.url,
    options,
    sealedSecret: sealSecrets({ secret: instance.account.password }, getRuntime().secret),
  })
  const ctx = () => testContext(database.db, noor, new Date())
  const run = async () => {
    await runConnection(ctx(), 'con')
    return runToEnd(ctx(), 'con', { servicenow: serviceNowConnector })
  }
  expect(await run()).toMatchObject({ inserted: 1, written: 0 })

  const number = 'CHG0000001'
  await startReview(ctx(), number)
  await updateChange(testContext(database.db, testToken, new Date()), number, {
    pir_completed: true,
    pir_outcome: 'successful_with_issues',
    pir_date: '2026-03-09',
  })
  expect(await run()).toMatchObject({ written: 4, conflicts: 0 })
  expect(instance.readRow('change_request', sysId)).toMatchObject({
    review_status: 'Successful with issues',
    review_date: '2026-03-09',
    state: '3',
    close_code: 'successful_issues',
  })

  instance.advance(10 * 60_000)
  await run()
  const change = await getChange(ctx(), number)
  const events = await listEvents(number)
  expect(change).toMatchObject({ pir_completed: true, pir_outcome: 'successful_with_issues', state: 'closed' })
  instance.advance(10 * 60_000)
  expect(await run()).toMatchObject({ inserted: 0, updated: 0, written: 0 })
  expect(await getChange(ctx(), number)).toEqual(change)
  expect(await listEvents(number)).toEqual(events)
})

const options = ServiceNowOptions.parse({
  sign_in: { method: 'basic', user: 'hindsight' },
  requests_per_minute: 6000,
  tables: { change_request: {} },
  writes: { review: true, correlation_id: true, close: true, work_note: true },
})

const listEvents = (id: string) => readRows(database.db, auditEvents, { entityId: id })
