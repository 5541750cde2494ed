import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { inArray } from 'drizzle-orm'
import { signInAs } from '#e2e/support/own-server.ts'
import { withConnection } from '#e2e/support/resources.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { listPostgresProcesses, sendSignal } from '#server/platform/db/embedded/processes.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { stateFolders } from '#server/platform/db/embedded/state-folders.ts'
import { startDatabaseProxy } from '#server/platform/db/testing-proxy.ts'
import { improvements } from '#server/schema/improvements.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { type App, callServer, get, postImprovement } from './crash/call-server.ts'
import { endDatabase, fillState, withOwnState } from './crash/own-state.ts'

/** Milliseconds; the service waits slightly longer for a silent server. */
const statementTimeout = 2_000
/** Writes with one key each that are running during the freeze; more than the pool has connections. */
const writers = 20

/** Milliseconds that a supervisor waits before it kills a process. */
const endWithin = 10_000

type Freeze = { readonly how: string; freeze(): void | Promise<void>; thaw(): void | Promise<void> }

export const outliveDatabase: Claim = {
  name: 'outlive-database',
  prove: (_ground, { isQuick }) =>
    withOwnState(async (state) => {
      const seconds = isQuick ? 8 : 30
      const tokens = await fillState(state)
      let database = await startEmbeddedPostgres({ dataDir: state.dataDir })
      const proxy = await startDatabaseProxy(database.url)
      const signal = (name: NodeJS.Signals) => {
        for (const pid of listPostgresProcesses(stateFolders(state.dataDir).data)) sendSignal(pid, name)
      }
      const freezes: Freeze[] = [
        { how: 'its processes stopped', freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT') },
        { how: 'its network silent', ...proxy },
        {
          how: 'its server ended',
          async freeze() {
            await database.stop()
            await endDatabase(state, 'SIGINT')
          },
          async thaw() {
            database = await startEmbeddedPostgres({ dataDir: state.dataDir })
          },
        },
      ]
      const env = { DATABASE_URL: proxy.url, HINDSIGHT_STATEMENT_TIMEOUT: String(statementTimeout) }
      const server = await startServer({ ...state.env, ...env })
      const session = await signInAs(server.baseUrl, 'admin')
      const token = { Authorization: `Bearer ${tokens.itsm.write}` }
      const watch = watchResponses(server, { token, session })
      const faults: string[] = []
      const recoveries: string[] = []
      try {
        await watch.waitUntilBack()
        for (const { how, freeze, thaw } of freezes) {
          const writes = Array.from({ length: writers }, (_, n) => registerOnce(server, token, `${how} ${n}`))
          await sleep(20)
          await freeze()
          for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
            await watch.sendAll()
          }
          await thaw()
          const elapsed = await watch.waitUntilBack()
          faults.push(...(await Promise.all(writes)).flat())
          recoveries.push(`${how}: recovered after ${Math.round(elapsed)} ms`)
        }
        faults.push(...(await countRecords(database.url, freezes)))
        faults.push(...watch.faults, ...server.lines.filter((line) => line.includes('"request failed"')))
        if ((await server.stop()) !== 0) faults.push('the application did not stop cleanly')
        const ended = await endFrozen(state.env, token, freezes)
        if (ended > endWithin) faults.push(`the application ended ${Math.round(ended)} ms after SIGTERM`)
        const figure = `${seconds} s each, ${recoveries.join('; ')}; ended ${(ended / 1000).toFixed(1)} s after SIGTERM while frozen; ${watch.times.length} requests meanwhile, the slowest response after ${(Math.max(...watch.times) / 1000).toFixed(1)} s; ${writers} repeated writes each done once; ${faults.length} faults`
        return toVerdict(figure, faults)
      } finally {
        signal('SIGCONT')
        proxy.thaw()
        server.child.kill('SIGKILL')
        await proxy.close()
        await database.stop()
      }
    }),
}

/** Registers an improvement with a key, retrying until it is done. Returns unexpected responses. */
async function registerOnce(target: App, token: Record<string, string>, title: string): Promise<string[]> {
  const request = postImprovement(title, { ...token, 'Idempotency-Key': title })
  for (;;) {
    const reply = await callServer(target, request)
    if (reply?.status === 201) return []
    // 409: the previous attempt is still running in the database, which has not noticed that the client is gone.
    const mayRepeat = reply?.status === 409 || (reply?.status === 503 && reply.retryAfter !== null)
    if (!mayRepeat) return [`a write returned ${reply?.status} ${JSON.stringify(reply?.body)}`]
    await sleep(200)
  }
}

/**
 * Stops a separate application, with the default time limit for the database, with running requests while the database
 * is frozen. Returns the milliseconds that it took.
 */
async function endFrozen(env: Record<string, string>, headers: Record<string, string>, [freeze]: readonly Freeze[]) {
  const server = await startServer(env)
  try {
    await get(server, '/api/ready')
    await freeze?.freeze()
    const startedRequests = Array.from({ length: writers }, (_, page) =>
      get(server, `/api/itsm/v1/changes?limit=5&page=${page + 1}`, headers),
    )
    await sleep(20)
    const started = performance.now()
    const killer = setTimeout(() => server.child.kill('SIGKILL'), 2 * endWithin)
    await server.stop()
    clearTimeout(killer)
    const elapsed = performance.now() - started
    await Promise.all(startedRequests)
    return elapsed
  } finally {
    server.child.kill('SIGKILL')
  }
}

function countRecords(url: string, freezes: readonly Freeze[]): Promise<string[]> {
  return withConnection(url, async ({ db }) => {
    const titles = freezes.flatMap(({ how }) => Array.from({ length: writers }, (_, n) => `${how} ${n}`))
    const { title } = improvements
    const stored = (await db.select({ title }).from(improvements).where(inArray(title, titles))).map((row) => row.title)
    const isOnce = isDeepStrictEqual(stored.toSorted(), titles.toSorted())
    return unless(isOnce, `${titles.length} repeated writes were stored as ${stored}`)
  })
}

type HeaderMap = Readonly<Record<string, string>>

/** The requests while the database is unreachable, and their expected status. */
const requests = [
  { what: 'readiness', path: '/api/ready', status: 503 },
  { what: 'health', path: '/api/health', status: 200 },
  { what: 'metrics for a token that was valid before', path: '/api/metrics', status: 200 },
  { what: 'a list for a token', path: '/api/itsm/v1/changes', status: 503 },
  { what: 'a list for a person', path: '/api/app/v1/queue', status: 503 },
] as const
type WatchedRequest = (typeof requests)[number]

/** Sends the requests as a token and as a person. */
function watchResponses(target: App, { token, session }: { token: HeaderMap; session: HeaderMap }) {
  const faults: string[] = []
  const times: number[] = []
  const send = ({ path }: WatchedRequest) => get(target, path, path.startsWith('/api/app/') ? session : token)
  const judge = async (request: WatchedRequest) => {
    const { what, status } = request
    const startedAt = performance.now()
    const reply = await send(request)
    times.push(performance.now() - startedAt)
    const isTold = reply?.status === status && (status !== 503 || reply.retryAfter !== null)
    faults.push(...unless(isTold, `${what} returned ${reply?.status}, Retry-After ${reply?.retryAfter}`))
  }
  return {
    faults,
    /** Milliseconds of each response while the database was unreachable. */
    times,
    /** Sends all requests once concurrently, and records unexpected responses. */
    sendAll: () => Promise.all(requests.map(judge)),
    /** Repeats each request until it succeeds, for at most a minute. Returns the milliseconds until then. */
    async waitUntilBack() {
      let elapsed = 0
      for (const request of requests) {
        const isBack = async () => (await send(request))?.status === 200
        elapsed += await waitUntil(`${request.what} has recovered`, isBack, { timeoutMs: 60_000, pollMs: 100 })
      }
      return elapsed
    },
  }
}
