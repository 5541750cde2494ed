import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { sessionOf, withOwnServer } from '#e2e/own-server.ts'
import { type ServerProcess, startServer } from '#e2e/server-process.ts'
import { waitUntil } from '../../wait-until.ts'
import type { Ground } from '../claim.ts'
import { callServer } from '../crash/call-server.ts'
import { checkWrites } from '../crash/check-writes.ts'
import { type Acknowledgement, addFilledReview } from '../crash/write-mixed.ts'
import type { Found } from './interrupt.ts'

/** Tables that a completion writes in turn; locking one stops it in the middle. */
const points = ['changes', 'audit_events', 'reviews', 'review_versions', 'notifications'] as const
type Point = (typeof points)[number]
const victims = ['application', 'session'] as const

const env = { HINDSIGHT_JOBS: 'off' }

/**
 * Kills completions of a review in the middle, at each table that they write: the application, or its database session.
 * Each must be complete or absent afterwards, and repeatable.
 */
export const interruptCompletion = (ground: Ground, times: number): Promise<Found> =>
  withOwnServer(
    ground,
    async ({ server: first, databaseUrl, db, pool }) => {
      const numbers = Array.from({ length: times }, (_, n) => `CHG-CUT-${n}`)
      const acknowledged: Acknowledgement[] = []
      const sent = new Set<string>()
      const faults: string[] = []
      let server = first
      let session = await sessionOf(server.baseUrl, 'admin')
      let kills = 0
      const complete = async (number: string) => {
        const requestId = randomUUID()
        sent.add(requestId)
        const headers = { ...session, 'X-Request-Id': requestId }
        const path = `/api/app/v1/reviews/PIR-${number}/completion`
        const reply = await callServer(server, { method: 'POST', path, headers, body: {} })
        if (reply?.status === 201)
          acknowledged.push({ kind: 'completion', requestId, record: `PIR-${number}`, value: '1' })
        return reply
      }
      try {
        for (const [n, number] of numbers.entries()) {
          await addFilledReview(db, number, 'reviewer@hindsight.example')
          const point = points[n % points.length] ?? 'changes'
          const victim = victims[Math.floor(n / points.length) % victims.length]
          const reply = await holdAt(pool, point, async (session) => {
            const completing = complete(number)
            await session.waitForBlocked()
            if (victim === 'application') server.child.kill('SIGKILL')
            else await session.endBlocked()
            kills += 1
            return completing
          })
          faults.push(...faultsOf(victim, point, reply))
          if (victim === 'application') {
            server = await startServer('production', { ...ground.serverEnv, ...env, DATABASE_URL: databaseUrl })
            session = await sessionOf(server.baseUrl, 'admin')
          }
          const again = await completeAtLast(() => complete(number))
          if (again !== 201) faults.push(`killed at ${point}, a repeated completion returned ${again}`)
        }
        const written = { patched: [], saved: [], completed: numbers, acknowledged, sent }
        faults.push(...(await checkWrites(db, written)))
        return { what: 'completions of a review', kills, faults }
      } finally {
        await end(server)
      }
    },
    env,
  )

/** A killed application sends no response; a lost session causes a 503. */
function faultsOf(
  victim: (typeof victims)[number] | undefined,
  point: Point,
  reply: { status: number; retryAfter: string | null } | undefined,
) {
  const isRight = victim === 'application' ? reply === undefined : reply?.status === 503 && reply.retryAfter !== null
  return isRight ? [] : [`the ${victim} killed at ${point}, a completion returned ${reply?.status}`]
}

/** The status once the locks of the killed attempt are released; 409 means that it was done after all. */
async function completeAtLast(complete: () => ReturnType<typeof callServer>): Promise<number | undefined> {
  for (let tries = 1; ; tries += 1) {
    const reply = await complete()
    const isAway = reply === undefined || reply.status === 503
    if (!isAway || tries === 100) return reply?.status
    await sleep(100)
  }
}

type Blocked = { waitForBlocked(): Promise<number>; endBlocked(): Promise<void> }

/** Locks a table while `work` runs. */
async function holdAt<Result>(pool: Pool, table: Point, work: (blocked: Blocked) => Promise<Result>): Promise<Result> {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in exclusive mode`)
    return await work({
      waitForBlocked: () =>
        waitUntil('it is blocked', async () => (await listBlocked(pool)).length > 0, { pollMs: 10 }),
      async endBlocked() {
        for (const pid of await listBlocked(pool)) await pool.query('select pg_terminate_backend($1)', [pid])
      },
    })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Sessions that wait for a lock of another session. */
async function listBlocked(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

async function end(server: ServerProcess): Promise<void> {
  if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
}
