import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cancelImport } from '#server/import/jobs/commands.ts'
import { getImport } from '#server/import/jobs/queries.ts'
import { runImports } from '#server/import/jobs/run-imports.ts'
import { queueImport, testStore } from '#server/import/jobs/testing.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { runInProcess } from './run-in-process.ts'

const database = provideDatabaseForEachTest()
beforeEach(() => setTestRuntime(database))

const byToken = () => testContext(database.db, testToken, new Date())
const byManager = () => testContext(database.db, testPerson('manager'), new Date())
const file = 'number,opened_at\nINC1,2026-03-01T10:00:00Z\n'
const readStatus = async (id: string) => (await getImport(byToken(), id)).status

async function connect(applicationName: string) {
  const client = new Client({ connectionString: database.url, application_name: applicationName })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** Another writer of INC1, for which an import of it waits. */
async function holdIncident(applicationName = 'other') {
  const client = await connect(applicationName)
  await client.query(`begin; insert into incidents (number, short_description, priority, state, opened_at, origin, updated_at)
    values ('INC1', 'Theirs', 'low', 'new', now(), 'entry', now())`)
  return client
}

/** Sessions of import processes, such as `hindsight run import_…`, that wait for a lock. */
const waitingSessions = async () => {
  const { rows } = await database.pool.query(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'hindsight %' and wait_event_type = 'Lock'`,
  )
  return rows.map(({ name }) => name.replace(/ \d$/, ''))
}

/** The processes of imports that this process started. */
function importProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [parent] = /(?<=\) \S )\d+/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return Number(parent) === process.pid && /import-process/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      } catch {
        return false
      }
    })
}

const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hindsight-import-'))

test('a cancelled import ends with its process and the statement that waits in the database', async () => {
  const { id } = await queueImport(byToken(), 'incidents', file)
  await holdIncident()
  const running = runImports(byToken())
  await expect.poll(waitingSessions, { timeout: 20_000 }).toEqual([`hindsight run ${id}`])
  const folders = ownFolders()
  await cancelImport(byManager(), id)
  // The other writer holds the record all the time: nothing but the cancellation ends the import.
  await running
  expect(await readStatus(id)).toBe('cancelled')
  expect(await waitingSessions()).toEqual([])
  expect(importProcesses()).toEqual([])
  // Other tests have folders of their own meanwhile: at least the one of this import is gone.
  expect(folders.filter((folder) => !ownFolders().includes(folder))).not.toEqual([])
})

test('an import whose process is killed three times fails and says why', async () => {
  const { id } = await queueImport(byToken(), 'incidents', file)
  await holdIncident()
  const running = runImports(byToken())
  for (const attempt of [1, 2, 3]) {
    await expect.poll(waitingSessions, { timeout: 20_000 }).toEqual([`hindsight run ${id}`])
    const { rows } = await database.pool.query('select attempts from imports')
    expect(rows).toEqual([{ attempts: attempt }])
    for (const pid of importProcesses()) process.kill(pid, 'SIGKILL')
    await expect
      .poll(async () => (await database.pool.query('select attempts, status from imports')).rows, { timeout: 20_000 })
      .not.toEqual([{ attempts: attempt, status: 'running' }])
  }
  await running
  expect(await getImport(byToken(), id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Its process ended 3 times before the import was done: the last one was killed/),
  })
  expect(await waitingSessions()).toEqual([])
})

test('the process ends when the service dies', async () => {
  const { id } = await queueImport(byToken(), 'incidents', file)
  await holdIncident()
  await database.pool.query(`update imports set status = 'running', attempts = 1`)
  const child = fork(join(projectDir(), 'dist', 'import-process.js'), [], {
    env: { ...process.env, DATABASE_URL: database.url, PGAPPNAME: `hindsight run ${id}` },
  })
  child.send({ kind: 'run', id, attempts: 1, store: testStore })
  await expect.poll(waitingSessions, { timeout: 20_000 }).toEqual([`hindsight run ${id}`])
  child.disconnect()
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
})

test('the process shows signs of life before it has progress', async () => {
  const other = await connect('other')
  await other.query('begin; lock table imports')
  const child = fork(join(projectDir(), 'dist', 'import-process.js'), [], {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  child.send({ kind: 'run', id: 'import_any', attempts: 1, store: testStore })
  expect(await once(child, 'message')).toEqual([{ progress: null }, undefined])
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('what a dead process left in the database is ended when its import is taken over', async () => {
  const { id } = await queueImport(byToken(), 'incidents', file)
  await holdIncident(`hindsight run ${id}`)
  await database.pool.query(
    `update imports set status = 'running', attempts = 1, alive_at = now() - interval '1 minute'`,
  )
  await runImports(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', inserted: 1 })
})

test('an import that waits holds up neither other callers nor other kinds, but those of its caller', async () => {
  await holdIncident()
  const slow = await queueImport(byToken(), 'incidents', file)
  const second = await queueImport(byToken(), 'products', 'id,name,price\na,Pen,1\n')
  const sameTables = await queueImport(byManager(), 'changes', 'number,title,state\nCHG1,One,new\n')
  const other = await queueImport(byManager(), 'users', 'id,name,email\nu1,Ada,ada@example.org\n')
  const running = runImports(byToken())
  await expect.poll(() => readStatus(other.id), { timeout: 20_000 }).toBe('done')
  expect([await readStatus(slow.id), await readStatus(second.id), await readStatus(sameTables.id)]).toEqual([
    'running',
    'queued',
    'queued',
  ])
  await cancelImport(byManager(), slow.id)
  await running
  expect([await readStatus(second.id), await readStatus(sameTables.id)]).toEqual(['done', 'done'])
})

test.each([
  ['objects', { maxMegabytes: 8 }, 'needed more than 8 MB of memory'],
  ['memory of any kind', { maxResidentMegabytes: 20 }, 'needed more than 20 MB of memory'],
])('an import that needs more %s than it may says so', async (_, limits, message) => {
  const { id } = await queueImport(byToken(), 'incidents', file)
  await database.pool.query(`update imports set status = 'running', attempts = 1`)
  await holdIncident()
  const running = runInProcess(database.db, { kind: 'run', id, attempts: 1, store: testStore }, limits)
  await expect(running).rejects.toMatchObject({ message })
  expect(importProcesses()).toEqual([])
  expect(await waitingSessions()).toEqual([])
})

test('the process has no secret in its environment, and a lower priority than the service', async () => {
  process.env.HINDSIGHT_SECRET = 'only-for-the-service'
  onTestFinished(() => {
    delete process.env.HINDSIGHT_SECRET
  })
  await queueImport(byToken(), 'incidents', file)
  await holdIncident()
  const running = runImports(byToken())
  await expect.poll(importProcesses, { timeout: 20_000 }).toHaveLength(1)
  const [pid] = importProcesses()
  await expect.poll(waitingSessions, { timeout: 20_000 }).toHaveLength(1)
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('only-for-the-service')
  expect(getPriority(pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  await database.pool.query('update imports set cancel_requested_at = now()')
  await running
})
