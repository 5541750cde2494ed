import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Ground, unless } from '#e2e/lab/prove/claim.ts'
import { type AppReply, callServer } from '#e2e/lab/prove/crash/call-server.ts'
import { checkWrites } from '#e2e/lab/prove/crash/check-writes.ts'
import { type Acknowledgement, addFilledReview } from '#e2e/lab/prove/crash/write-mixed.ts'
import { signInAs, withOwnServer } from '#e2e/support/own-server.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import type { Kills } from './interrupt.ts'

/** Tables that a completion writes in turn; locking one stops it in the middle. */
const points = ['changes', 'audit_events', 'reviews', 'review_versions', 'notifications'] as const
const victims = ['application', 'session'] as const

const env = { HINDSIGHT_JOBS: 'off' }

/**
 * Kills completions of a review in the middle, at each table that they write: the application, or its database session.
 * Each must be complete or absent afterwards, and repeatable.
 */
export const interruptCompletion = (ground: Ground, times: number): Promise<Kills> =>
  withOwnServer(
    ground,
    async ({ server: first, databaseUrl, db, pool }) => {
      const numbers = Array.from({ length: times }, (_, n) => `CHG-CUT-${n}`)
      const acknowledged: Acknowledgement[] = []
      const sent = new Set<string>()
      const faults: string[] = []
      let server = first
      let session = await signInAs(server.baseUrl, 'admin')
      const complete = async (number: string) => {
        const requestId = crypto.randomUUID()
        sent.add(requestId)
        const headers = { ...session, 'X-Request-Id': requestId }
        const path = `/api/app/v1/reviews/PIR-${number}/completion`
        const reply = await callServer(server, { method: 'POST', path, headers, body: {} })
        const isDone = reply?.status === 201
        if (isDone) acknowledged.push({ kind: 'completion', requestId, record: `PIR-${number}`, value: '1' })
        return reply
      }
      const holder = await pool.connect()
      try {
        for (const [n, number] of numbers.entries()) {
          await addFilledReview(db, number, 'reviewer@hindsight.example')
          const point = points[n % points.length]
          const victim = victims[Math.floor(n / points.length) % victims.length]
          await holder.query(`begin; lock table ${point} in exclusive mode`)
          const completing = complete(number)
          await waitUntil('it is blocked', async () => (await listBlocked(pool)).length > 0, { pollMs: 10 })
          if (victim === 'application') server.child.kill('SIGKILL')
          else
            await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listBlocked(pool)])
          const reply = await completing
          await holder.query('rollback')
          // A killed application sends no response; a lost session causes a 503.
          const isRight = victim === 'application' ? reply === undefined : isUnavailable(reply)
          faults.push(...unless(isRight, `the ${victim} killed at ${point}, a completion returned ${reply?.status}`))
          if (victim === 'application') {
            server = await startServer({ ...ground.serverEnv, ...env, DATABASE_URL: databaseUrl })
            session = await signInAs(server.baseUrl, 'admin')
          }
          const again = await completeAtLast(() => complete(number))
          faults.push(...unless(again === 201, `killed at ${point}, a repeated completion returned ${again}`))
        }
      } finally {
        holder.release(true)
        if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
      }
      const written = { patched: [], saved: [], completed: numbers, acknowledged, sent }
      faults.push(...(await checkWrites(db, written)))
      return { what: 'completions of a review', kills: times, faults }
    },
    env,
  )

const isUnavailable = (reply: AppReply | undefined) => reply?.status === 503 && reply.retryAfter !== null

/** The status once the locks of the killed attempt are released; 409 means that it was done after all. */
async function completeAtLast(complete: () => Promise<AppReply | undefined>): Promise<number | undefined> {
  for (let tries = 1; ; tries += 1) {
    const reply = await complete()
    const isAway = reply === undefined || reply.status === 503
    if (!isAway || tries === 100) return reply?.status
    await sleep(100)
  }
}

/** Sessions that wait for a lock of another session. */
async function listBlocked(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}
