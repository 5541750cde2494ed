import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { allConnectors } from '#server/all-connectors.ts'
import { allJobs } from '#server/all-jobs.ts'
import { createWebhook } from '#server/change-feed/webhooks/commands.ts'
import { testWebhook } from '#server/change-feed/webhooks/deliveries.ts'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { checkConnection } from '#server/connections/check-connection.ts'
import { createConnection } from '#server/connections/commands.ts'
import { createCalendar } from '#server/people/calendars/own-calendars.ts'
import { readCalendar } from '#server/people/calendars/read-calendar.ts'
import { insertAccount } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { setTestRuntime } from './api/testing-call.ts'
import { recordEvent } from './audit/record-event.ts'
import { restoreBackup } from './db/backup/restore-backup.ts'
import { writeBackup } from './db/backup/write-backup.ts'
import { createDatabase } from './db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from './db/databases.ts'
import { createTestDatabase, type TestDatabase } from './db/testing.ts'
import { readEnv } from './env.ts'
import { listenInTest } from './http/testing-listen.ts'
import { confirmOriginal, findCopy, identifyInstallation } from './installation.ts'
import { perform } from './jobs/run-jobs.ts'
import { queueMail } from './mail/queue-mail.ts'
import { startSmtpServer } from './mail/testing-smtp.ts'
import { createSystemActor } from './runtime/context.ts'
import { getRuntime, setRuntime } from './runtime/runtime.ts'
import { testContext, testPerson } from './runtime/testing-context.ts'

const admin = testPerson('admin')
const contextOf = ({ db }: Pick<TestDatabase, 'db'>) => testContext(db, admin, new Date())

/** Everything that listens outside: a receiver of webhooks, a ServiceNow and a mail server; each counts its callers. */
async function openOutside() {
  const received: Record<string, number> = {}
  const http = createServer((request, response) => {
    const name = request.url === '/hook' ? 'hook' : 'servicenow'
    received[name] = (received[name] ?? 0) + 1
    response.writeHead(name === 'hook' ? 204 : 401).end()
  })
  const smtp = await startSmtpServer()
  let callers = 0
  const count = () => {
    callers += 1
  }
  http.on('connection', count)
  const mailDoor = createTcpServer((socket) => {
    count()
    const through = connect(Number(new URL(smtp.url).port), '127.0.0.1')
    socket.pipe(through).pipe(socket)
    for (const one of [socket, through]) one.on('error', () => socket.destroy())
  })
  onTestFinished(smtp.stop)
  const { url } = await listenInTest(http)
  const { port } = await listenInTest(mailDoor)
  return {
    received,
    mails: smtp.received,
    callers: () => callers,
    url,
    smtpUrl: `smtp://127.0.0.1:${port}`,
  }
}

type Outside = Awaited<ReturnType<typeof openOutside>>

/** The process serves from a database as at its start. */
async function serveFrom(database: TestDatabase, { smtpUrl }: Outside) {
  setTestRuntime(database)
  const env = readEnv({
    NODE_ENV: 'test',
    HINDSIGHT_PLAIN_HOSTS: '127.0.0.1',
    HINDSIGHT_SMTP_URL: smtpUrl,
    HINDSIGHT_MAIL_FROM: 'hindsight@example.org',
    HINDSIGHT_PUBLIC_URL: 'https://hindsight.example.org',
  })
  setRuntime({ ...getRuntime(), env })
  return identifyInstallation(database.db)
}

async function runEveryJob({ db }: TestDatabase) {
  for (const job of allJobs) {
    const actor = createSystemActor(job.name)
    await perform(job, { ...testContext(db, actor, new Date()), requestId: job.name }).catch(() => {})
  }
}

/** What waits to leave; a try would change it. */
async function listWaiting({ pool }: TestDatabase) {
  const { rows: mails } = await pool.query('select id, attempts, send_after, fault from mails')
  const { rows: deliveries } = await pool.query('select id, status, tries, attempts::text from webhook_deliveries')
  const { rows: connections } = await pool.query('select failures, next_run_at from connections')
  return { mails, deliveries, connections }
}

/** An original in which a mail, an event for a webhook and a due connection wait. */
async function fillOriginal(outside: Outside) {
  const original = await createTestDatabase({ pipeline: false })
  onTestFinished(() => original.drop())
  expect(await serveFrom(original, outside)).toBeNull()
  await insertAccount(original.db, admin)
  const ctx = contextOf(original)
  const { webhook } = await createWebhook(ctx, {
    name: 'Chat',
    url: `${outside.url}/hook`,
    types: ['change.*'],
    filter: null,
    format: 'thin',
    quiet_hours: null,
  })
  const options = {
    sign_in: { method: 'basic', user: 'hindsight' },
    requests_per_minute: 6000,
    tables: { change_request: {} },
  }
  const serviceNow = { kind: 'servicenow', name: 'prod', url: outside.url, secret: 'x', options }
  const connection = await createConnection(ctx, NewConnection.parse(serviceNow))
  await queueMail(ctx, [{ recipient: admin.email, topic: 'account', subject: 'Hello', content: { lead: 'Hello' } }])
  await recordEvent(ctx, changeActions.create, 'CHG0000001', { title: { from: null, to: 'A change' } })
  const { path } = await createCalendar(ctx, null)
  return { original, webhook, connection, calendar: path.split('/').at(-2) ?? '' }
}

type Restore = (original: TestDatabase) => Promise<TestDatabase>

const byBackup: Restore = async (original) => {
  const target = await createTestDatabase({ pipeline: false })
  onTestFinished(() => target.drop())
  const file = join(makeTemporaryFolder('hindsight-copy-'), 'all.backup')
  await writeBackup(original.pool, file, { created: new Date() })
  await restoreBackup(target.pool, file, { mayReplace: true })
  return target
}

/** PostgreSQL itself copies the database: it gets another number, as one that `pg_restore` fills. */
const byPostgres: Restore = async (original) => {
  const { serverUrl } = inject('testDatabase')
  const name = `hindsight_test_${randomBytes(6).toString('hex')}`
  const from = new URL(original.url).pathname.slice(1)
  await executeOn(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`)
  await executeOn(serverUrl, `create database ${name} template ${from}`)
  const url = buildDatabaseUrl(serverUrl, name)
  const { db, pool } = createDatabase(url, { poolSize: 5, pipeline: false })
  const drop = async () => {
    await pool.end()
    await dropDatabase(serverUrl, name)
  }
  onTestFinished(drop)
  return { db, pool, url, drop }
}

test.each([
  ['npm run db:restore', byBackup],
  ["PostgreSQL's own tools", byPostgres],
])(
  'a copy by %s sends nothing beside the original, and everything once when it is the real one',
  async (_, restore) => {
    const outside = await openOutside()
    const { original, webhook, connection, calendar } = await fillOriginal(outside)
    const copy = await restore(original)
    expect(await findCopy(original.db)).toBeNull()

    expect(await serveFrom(copy, outside)).toMatchObject({ since: expect.any(String) })
    const waiting = await listWaiting(copy)
    await runEveryJob(copy)
    const ctx = contextOf(copy)
    await expect(testWebhook(ctx, webhook.id)).rejects.toMatchObject({ code: 'conflict' })
    const { steps } = await checkConnection(ctx, connection.id, allConnectors)
    expect(steps).toMatchObject([{ status: 'failed', message: expect.stringMatching(/^This is a copy, restored on/) }])
    await expect(readCalendar(ctx, calendar, '')).rejects.toMatchObject({ code: 'unavailable' })
    expect(outside.callers()).toBe(0)
    expect(await listWaiting(copy)).toEqual(waiting)
    // A restart of the copy, and of a copy of it, changes nothing.
    expect(await serveFrom(copy, outside)).toEqual(await findCopy(copy.db))
    expect(await serveFrom(await restore(copy), outside)).not.toBeNull()

    await serveFrom(copy, outside)
    await confirmOriginal(ctx, 'The old machine burnt down')
    await expect(confirmOriginal(ctx, 'Again')).rejects.toMatchObject({ code: 'conflict' })
    expect(await serveFrom(copy, outside)).toBeNull()
    const [entry] = await copy.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
    expect(entry).toMatchObject({ actionName: 'confirmed_original', actorId: admin.id })
    expect(entry?.changes).toMatchObject({ original_because: { to: 'The old machine burnt down' } })
    const everything = { hook: 1, servicenow: expect.any(Number) }
    // An event waits for older transactions of the whole cluster, those of other tests included.
    await expect.poll(() => runEveryJob(copy).then(() => outside.received), { timeout: 30_000 }).toEqual(everything)
    await runEveryJob(copy)
    expect(outside.received).toEqual(everything)
    expect(outside.mails).toHaveLength(1)
    expect(await readCalendar(ctx, calendar, '')).toMatch(/^BEGIN:VCALENDAR/)
  },
)

test('without the right to ask for the cluster, the number of the database tells copies apart', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  await db.transaction(async (tx) => {
    const read = async () => (await tx.execute('select installation_identity() as identity')).rows[0]?.identity
    const [cluster, number] = String(await read()).split('/')
    expect(cluster).toMatch(/^\d+$/)
    // A server that refuses it, as after `revoke execute`.
    await tx.execute('create schema refusing')
    await tx.execute(`create function refusing.pg_control_system(out system_identifier bigint) language plpgsql as
      $$ begin raise insufficient_privilege; end $$`)
    await tx.execute('set local search_path = refusing, public, pg_catalog')
    expect(await read()).toBe(`unknown/${number}`)
  })
})
