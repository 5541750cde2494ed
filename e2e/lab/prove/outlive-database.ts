import { setTimeout as sleep } from 'node:timers/promises'
import { sessionOf } from '#e2e/own-server.ts'
import { startServer } from '#e2e/server-process.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { isPostgresOf, sendSignal } from '#server/platform/db/embedded/processes.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { stateFolders } from '#server/platform/db/embedded/state-folders.ts'
import type { Claim } from './claim.ts'
import { fillState, type OwnState, withOwnState } from './crash/own-state.ts'
import { watchResponses } from './database-away/watch-responses.ts'

export const outliveDatabase: Claim = {
  name: 'outlive-database',
  claim:
    'While the database is unreachable for 30 s, readiness fails and requests get 503 with Retry-After; then it recovers by itself',
  prove: (_ground, { isQuick }) =>
    withOwnState(async (state) => {
      const seconds = isQuick ? 5 : 30
      const tokens = await fillState(state)
      const first = await startEmbeddedPostgres({ dataDir: state.dataDir })
      // With DATABASE_URL the application does not start the database.
      const server = await startServer('production', { ...state.env, DATABASE_URL: first.url })
      const session = await sessionOf(server.baseUrl, 'admin')
      const watch = watchResponses(server, { token: { Authorization: `Bearer ${tokens.itsm.read}` }, session })
      await watch.waitUntilBack()
      await first.stop()
      await stopDatabase(state)
      try {
        for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
          await watch.sendAll()
        }
        const again = await startEmbeddedPostgres({ dataDir: state.dataDir })
        const recoveredAfter = await watch.waitUntilBack()
        const faults = [...watch.faults, ...server.lines.filter((line) => line.includes('"request failed"'))]
        const isOwn = (await server.stop()) === 0
        if (!isOwn) faults.push('the application did not stop cleanly')
        await again.stop()
        return {
          figure: `${seconds} s without database, ${watch.count()} requests, ${faults.length} faults; recovered after ${Math.round(recoveredAfter)} ms`,
          isProven: faults.length === 0,
          faults,
        }
      } finally {
        server.child.kill('SIGKILL')
      }
    }),
}

/** Stops the database server cleanly, closing open sessions. */
async function stopDatabase({ dataDir }: OwnState): Promise<void> {
  const { data } = stateFolders(dataDir)
  const pid = readPostmaster(data)?.pid
  if (pid === undefined) return
  sendSignal(pid, 'SIGINT')
  while (isPostgresOf(pid, data)) await sleep(20)
}
