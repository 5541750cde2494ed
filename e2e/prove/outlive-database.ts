import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '#server/db/embedded/postmaster.ts'
import { isPostgresOf, sendSignal } from '#server/db/embedded/processes.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/start.ts'
import { stateFolders } from '#server/db/embedded/state-folders.ts'
import { sessionOf } from '../own-server.ts'
import { startServer } from '../server-process.ts'
import type { Claim } from './claim.ts'
import { callServer, type Reply } from './crash/call-server.ts'
import { fillState, type OwnState, withOwnState } from './crash/own-state.ts'

/** What is asked while the database is away, and the only answer that is right. */
const asked = [
  { what: 'readiness', path: '/api/ready', status: 503 },
  { what: 'health', path: '/api/health', status: 200 },
  { what: 'a list for a token', path: '/api/itsm/v1/changes', status: 503 },
  { what: 'a list for a person', path: '/api/app/v1/queue', status: 503 },
] as const

export const outliveDatabase: Claim = {
  name: 'outlive-database',
  claim:
    'While the database is gone for 30 s, readiness tells it and requests get 503 with Retry-After; then all is well by itself',
  prove: (_ground, { isQuick }) =>
    withOwnState(async (state) => {
      const seconds = isQuick ? 5 : 30
      const tokens = await fillState(state)
      const first = await startEmbeddedPostgres({ dataDir: state.dataDir })
      // With DATABASE_URL the application does not start the database by itself.
      const server = await startServer('production', { ...state.env, DATABASE_URL: first.url })
      const session = await sessionOf(server.baseUrl, 'admin')
      const headers = { Authorization: `Bearer ${tokens.itsm.read}` }
      const ask = ({ path }: { path: string }) =>
        callServer(server, { method: 'GET', path, headers: path.startsWith('/api/app/') ? session : headers })
      const faults: string[] = []
      let answers = 0
      await first.stop()
      await stopDatabase(state)
      try {
        for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
          for (const question of asked) {
            const reply = await ask(question)
            answers += 1
            faults.push(...faultsOf(question, reply))
          }
        }
        const again = await startEmbeddedPostgres({ dataDir: state.dataDir })
        const back = performance.now()
        for (const { what, path } of asked) {
          const isBack = await waitFor(async () => (await ask({ path }))?.status !== 503)
          const reply = await ask({ path })
          if (!isBack || reply?.status !== 200)
            faults.push(`${what} answered ${reply?.status} once the database was back`)
        }
        const took = performance.now() - back
        faults.push(...server.lines.filter((line) => line.includes('"request failed"')))
        const isOwn = (await server.stop()) === 0
        if (!isOwn) faults.push('the application did not end in order')
        await again.stop()
        return {
          figure: `${seconds} s without database, ${answers} requests, ${faults.length} wrong answers; well again after ${Math.round(took)} ms`,
          isProven: faults.length === 0 && answers > asked.length,
          faults,
        }
      } finally {
        server.child.kill('SIGKILL')
      }
    }),
}

function faultsOf({ what, status }: (typeof asked)[number], reply: Reply | undefined): string[] {
  if (reply?.status !== status) return [`${what} answered ${reply?.status} ${JSON.stringify(reply?.body)}`]
  return status === 503 && reply.retryAfter === null ? [`${what} answered 503 without Retry-After`] : []
}

/** Ends the database server in order, sessions that are open cut off. */
async function stopDatabase({ dataDir }: OwnState): Promise<void> {
  const { data } = stateFolders(dataDir)
  const pid = readPostmaster(data)?.pid
  if (pid === undefined) return
  sendSignal(pid, 'SIGINT')
  while (isPostgresOf(pid, data)) await sleep(20)
}

/** Asks until it is so, for a minute at most. */
async function waitFor(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return true
    await sleep(100)
  }
  return false
}
