import { expect, test, vi } from 'vitest'
import { insertServiceNow, insertWrite } from '#server/connections/testing-connection.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import { reportProcess } from '#server/platform/runtime/report-process.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { mails } from '#server/schema/notifications.ts'
import { retryMail } from './failing-mail.ts'
import { readSystem } from './read-system.ts'

const database = provideTestRuntime()
const ctx = () => testContext(database.db, undefined, new Date())

const findCheck = async (name: string) => (await readSystem(ctx())).checks.find((check) => check.name === name)

test('describes a service without jobs and mail, and what to do', async () => {
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, databaseUrl: 'postgresql://user:hidden@db.example/hindsight' } })
  const system = await readSystem(ctx())
  expect(system.database).toBe('postgresql://db.example/hindsight')
  expect(JSON.stringify(system)).not.toContain('hidden')
  expect(system.jobs).toEqual([])
  expect(system.tables.map(({ name }) => name)).toContain('changes')
  expect(await findCheck('Jobs')).toMatchObject({ is_ok: false, remedy: 'Start one with HINDSIGHT_JOBS=on.' })
  expect(await findCheck('Mail')).toMatchObject({ is_ok: false, message: 'Mail is off.' })
  expect(await findCheck('Migrations')).toMatchObject({ is_ok: true, remedy: null })
  expect(await findCheck('Totals of lists')).toMatchObject({ is_ok: true })
})

test('names connections that fail, and writes to decide on', async () => {
  expect(await findCheck('Connections')).toMatchObject({ is_ok: true, message: 'None is failing.' })
  await insertServiceNow(database.db, 'con_1', { name: 'prod', failures: 2 })
  await insertWrite(database.db, 'con_1', 'cwr_1', { status: 'conflict' })
  expect(await findCheck('Connections')).toMatchObject({
    is_ok: false,
    message: 'The last run of prod failed. Writes that failed or found a conflict: 1.',
  })
})

test('lists processes while they run, and jobs with their next run', async () => {
  const report = await reportProcess(getRuntime())
  const running = await runJobs(getRuntime(), {
    jobs: [{ name: 'look-around', cron: '15 5 * * *', run: async () => {} }],
  })
  await expect.poll(async () => (await readSystem(ctx())).processes).toMatchObject([{ pid: process.pid }])
  const { jobs } = await readSystem(ctx())
  expect(jobs).toMatchObject([
    { name: 'look-around', last_failure: null, next_run: expect.stringMatching(/T05:15:00/) },
  ])
  expect(await findCheck('Jobs')).toMatchObject({ is_ok: true })
  await running.stop()
  await report.stop()
  expect((await readSystem(ctx())).processes).toEqual([])
})

test('a process whose clock is ahead hides no other', async () => {
  const report = await reportProcess(getRuntime())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  const ahead = await reportProcess(getRuntime())
  expect((await readSystem(ctx())).processes).toHaveLength(2)
  vi.useRealTimers()
  expect((await readSystem(ctx())).processes).toHaveLength(2)
  await Promise.all([report.stop(), ahead.stop()])
})

test('lists mail that failed, and tries it again as new', async () => {
  const row = {
    recipient: 'noor@hindsight.example',
    topic: 'digest',
    content: { lead: 'What is due.' },
    attempts: 3,
  } as const
  const old = { createdAt: '2026-03-01T00:00:00.000Z' }
  await database.db.insert(mails).values([
    { ...row, ...old, id: 'given_up', subject: 'Given up', fault: '550 no such user' },
    { ...row, ...old, id: 'sent', subject: 'Sent', sentAt: '2026-03-01T00:00:00.000Z' },
  ])
  const { mail } = await readSystem(ctx())
  expect(mail).toMatchObject({
    waiting: 0,
    failing: [{ id: 'given_up', fault: '550 no such user', next_attempt: null }],
  })
  const now = ctx()
  await retryMail(now, 'given_up')
  const after = (await readSystem(ctx())).mail
  expect(after).toMatchObject({ waiting: 1, failing: [{ next_attempt: now.now.toISOString() }] })
  await expect(retryMail(ctx(), 'sent')).rejects.toThrow('This mail was sent.')
  await expect(retryMail(ctx(), 'none')).rejects.toThrow('There is no mail none.')
  expect(await database.db.select().from(auditEvents)).toMatchObject([{ entityType: 'mail', entityId: 'given_up' }])
})
