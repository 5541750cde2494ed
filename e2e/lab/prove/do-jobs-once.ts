import type { Pool } from 'pg'
import { withOwnServer } from '#e2e/own-server.ts'
import { startServer } from '#e2e/server-process.ts'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { startSmtpServer } from '#server/platform/mail/testing-smtp.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { waitUntil } from '../wait-until.ts'
import type { Claim } from './claim.ts'

/** Changes per round that need a review. */
const changesPerRound = 30

export const doJobsOnce: Claim = {
  name: 'do-jobs-once',
  claim:
    'Two processes that both run jobs open each required review, notify each person and send each mail once; when one is killed, the other continues',
  async prove(ground, { isQuick }) {
    const smtp = await startSmtpServer()
    const env = {
      HINDSIGHT_JOBS: 'on',
      HINDSIGHT_SMTP_URL: smtp.url,
      HINDSIGHT_MAIL_FROM: 'hindsight@hindsight.example',
      HINDSIGHT_PUBLIC_URL: 'http://127.0.0.1',
    }
    try {
      return await withOwnServer(
        ground,
        async ({ databaseUrl }) => {
          const { db, pool } = createDatabase(databaseUrl, { poolSize: 1 })
          const other = await startServer('production', { ...ground.serverEnv, ...env, DATABASE_URL: databaseUrl })
          try {
            await addOwing(db, 'CHG-JOB-A')
            await waitUntilDone(pool)
            if (!isQuick) {
              other.child.kill('SIGKILL')
              await addOwing(db, 'CHG-JOB-B')
              await waitUntilDone(pool)
            }
            const received = Map.groupBy(smtp.received, ({ messageId }) => messageId)
            const { reviews, notified, mails, faults } = await countDone(pool)
            const all = [...faults]
            for (const [id, same] of received)
              if (same.length > 1) all.push(`the mail ${id} was received ${same.length} times`)
            if (received.size !== mails) all.push(`${mails} mails are marked as sent, ${received.size} were received`)
            const expected = changesPerRound * (isQuick ? 1 : 2)
            if (reviews !== expected) all.push(`${expected} reviews are required, ${reviews} were opened`)
            return {
              figure: `${reviews} required reviews opened, ${notified} people notified and ${received.size} mails received, each once${isQuick ? '' : '; half of it after one process was killed'}; ${all.length} faults`,
              isProven: all.length === 0 && notified > 0 && received.size > 0,
              faults: all,
            }
          } finally {
            other.child.kill('SIGKILL')
            await pool.end()
          }
        },
        env,
      )
    } finally {
      await smtp.stop()
    }
  },
}

async function addOwing(db: Database, name: string): Promise<void> {
  for (let n = 0; n < changesPerRound; n += 1) await insertChange(db, `${name}-${n}`)
}

/** Waits until the policy has decided on every change and no mail waits. */
function waitUntilDone(pool: Pool): Promise<number> {
  const isDone = async () => {
    const { rows } = await pool.query(`select
      (select count(*)::int from changes where number like 'CHG-JOB-%'
        and not exists (select from policy_decisions where change_number = number)) as undecided,
      (select count(*)::int from mails where send_after is not null)
        + (select count(*)::int from notifications where is_mail_due) as unsent`)
    return rows[0].undecided === 0 && rows[0].unsent === 0
  }
  // Jobs run every minute, and those of a killed process later.
  return waitUntil('the jobs are done', isDone, { pollMs: 500 })
}

async function countDone(pool: Pool) {
  const { rows: reviews } = await pool.query(
    `select change_number, count(*)::int as n from reviews where change_number like 'CHG-JOB-%' group by 1`,
  )
  const { rows: notified } = await pool.query(
    `select recipient, kind, path, count(*)::int as n from notifications where path like '/changes/CHG-JOB-%' group by 1, 2, 3`,
  )
  const { rows: sent } = await pool.query('select count(*)::int as n from mails where sent_at is not null')
  const { rows: opened } = await pool.query(
    `select entity_id, count(*)::int as n from audit_events where entity_type = 'review' and action = 'create'
     and entity_id in (select reference from reviews where change_number like 'CHG-JOB-%') group by 1`,
  )
  const faults = [
    ...reviews.flatMap(({ change_number, n }) => (n === 1 ? [] : [`${change_number} has ${n} reviews`])),
    ...opened.flatMap(({ entity_id, n }) => (n === 1 ? [] : [`${entity_id} was opened ${n} times by its history`])),
    ...notified.flatMap(({ recipient, kind, path, n }) =>
      n === 1 ? [] : [`${recipient} was notified of ${kind} for ${path} ${n} times`],
    ),
  ]
  return { reviews: reviews.length, notified: notified.length, mails: Number(sent[0]?.n), faults }
}
