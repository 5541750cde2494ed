import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '#e2e/server-process.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'

// npm run measure:cursor [-- --smallest]: imports a file through the API, reads the list by cursor while others write to it, and follows
// the events of these writes. `--smallest` takes few records and does not judge the time.

const { smallest } = parseArgs({ options: { smallest: { type: 'boolean', default: false } } }).values
const records = smallest ? 1500 : 50_000
const maxSeconds = 20
const maxImportSeconds = 10
const writesPerSecond = 20

/** A file of incidents, as a system of record exports them. */
const file = [
  'number,short_description,priority,state,opened_at',
  ...Array.from({ length: records }, (_, at) => {
    const openedAt = new Date(Date.UTC(2025, 0, 1) + at * 600_000).toISOString()
    return `INC${String(at + 1).padStart(7, '0')},"Requests time out, case ${at + 1}",2 - High,closed,${openedAt}`
  }),
].join('\n')

type Call = (path: string, init?: RequestInit) => Promise<Response>

async function inOwnServer(use: (call: Call) => Promise<boolean>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-cursor-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    await executeOn(postgres.url, `create database measure template template0 encoding 'UTF8'`)
    const url = databaseUrl(postgres.url, 'measure')
    const { db, pool } = createDatabase(url, { poolSize: 1, statementTimeout: 0 })
    await migrateDatabase(pool)
    const ctx = {
      db,
      actor: { kind: 'system', id: 'measure', name: 'Measure' },
      now: new Date(),
      requestId: 'measure',
    } as const
    const named = { name: 'Measure', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
    const { secret } = await createToken(ctx, named)
    await pool.end()
    const env = {
      DATABASE_URL: url,
      HINDSIGHT_RATE_LIMIT: '1000000',
      HINDSIGHT_SECRET: randomBytes(48).toString('hex'),
    }
    const server = await startServer('production', { ...env, HINDSIGHT_DATA_DIR: folder })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    try {
      const own: Call = (path, init) =>
        fetch(new URL(path, server.baseUrl), { ...init, headers: { ...headers, ...init?.headers } })
      return await use(own)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sends the file and waits until its incidents are stored; returns the seconds that this took. */
async function importFile(call: Call): Promise<number> {
  const started = performance.now()
  const sent = await call('/api/itsm/v1/imports?kind=incidents', {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
  })
  const location = sent.headers.get('location') ?? ''
  for (;;) {
    const { status, inserted } = (await (await call(location)).json()) as { status: string; inserted: number }
    if (status === 'done' && inserted === records) return (performance.now() - started) / 1000
    if (status !== 'queued' && status !== 'running')
      throw new Error(`The import is ${status} with ${inserted} records.`)
    await wait(100)
  }
}

/** Creates and updates incidents in turn until it is stopped, and returns the numbers that it wrote, in order. */
function startWriting(call: Call) {
  const written: string[] = []
  let isRunning = true
  const write = async (turn: number) => {
    const isNew = turn % 2 === 0
    const number = isNew ? `NEW${turn}` : `INC${String(1 + ((turn * 7919) % records)).padStart(7, '0')}`
    const body = isNew
      ? { opened_at: new Date(Date.UTC(2025, 0, 1 + (turn % 300))).toISOString() }
      : { priority: `P1 ${turn}` }
    const response = await call(`/api/itsm/v1/incidents/${number}`, { method: 'PUT', body: JSON.stringify(body) })
    if (response.status !== (isNew ? 201 : 200))
      throw new Error(`${number}: ${response.status} ${await response.text()}`)
    written.push(number)
  }
  const done = (async () => {
    const started = performance.now()
    const writes: Promise<void>[] = []
    for (let turn = 0; isRunning; turn += 1) {
      writes.push(write(turn))
      await wait(Math.max(0, started + ((turn + 1) * 1000) / writesPerSecond - performance.now()))
    }
    await Promise.all(writes)
  })()
  return async () => {
    isRunning = false
    await done
    return written
  }
}

async function readToTheEnd(call: Call): Promise<string[]> {
  const numbers: string[] = []
  for (let next: string | undefined = '/api/itsm/v1/incidents?limit=1000'; next !== undefined; ) {
    const response = await call(next)
    const { result } = (await response.json()) as { result: { number: string }[] }
    numbers.push(...result.map(({ number }) => number))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return numbers
}

/** Reads events until there are none for a second, and returns the numbers that they name, in order. */
async function readEvents(call: Call): Promise<string[]> {
  const keys: string[] = []
  for (let after = 'start'; ; ) {
    const response = await call(`/api/itsm/v1/events?after=${after}&limit=1000&wait=1`)
    const { result, next } = (await response.json()) as { result: { key: string }[]; next: string }
    if (result.length === 0) return keys
    keys.push(...result.map(({ key }) => key))
    after = next
  }
}

const isFine = await inOwnServer(async (call) => {
  const importSeconds = await importFile(call)
  const { length: imported } = await readEvents(call)
  const stop = startWriting(call)
  await wait(1000)
  const started = performance.now()
  const numbers = await readToTheEnd(call)
  const seconds = (performance.now() - started) / 1000
  await wait(2000)
  const written = await stop()
  const events = (await readEvents(call)).slice(imported)
  const standing = numbers.filter((number) => number.startsWith('INC'))
  const isWhole = standing.length === records && new Set(numbers).size === numbers.length
  const isFollowed = events.toSorted().join() === written.toSorted().join()
  console.log(
    `${records.toLocaleString('en')} incidents imported in ${importSeconds.toFixed(1)} s (at most ${maxImportSeconds} s)`,
  )
  console.log(
    `${numbers.length.toLocaleString('en')} incidents read by cursor in ${seconds.toFixed(1)} s (at most ${maxSeconds} s)`,
  )
  console.log(
    `each of ${records.toLocaleString('en')} that stood throughout ${isWhole ? 'exactly once' : 'NOT exactly once'}`,
  )
  console.log(
    `${written.length} writes meanwhile, each ${isFollowed ? 'exactly once' : 'NOT exactly once'} among the events`,
  )
  const isFast = seconds <= maxSeconds && importSeconds <= maxImportSeconds
  return isWhole && isFollowed && (isFast || smallest)
})
process.exitCode = isFine ? 0 : 1
