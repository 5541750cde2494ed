import type { Pool } from 'pg'
import { waitUntil } from '#e2e/support/wait-until.ts'
import type { Database } from '#server/platform/db/client.ts'
import { startSmtpServer } from '#server/platform/mail/testing-smtp.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { withTwoProcesses } from './two-processes.ts'

/** Changes per round that need a review. */
const changesPerRound = 30

export const doJobsOnce: Claim = {
  name: 'do-jobs-once',
  async prove(ground, { isQuick }) {
    const smtp = await startSmtpServer()
    const env = {
      HINDSIGHT_JOBS: 'on',
      HINDSIGHT_SMTP_URL: smtp.url,
      HINDSIGHT_MAIL_FROM: 'hindsight@hindsight.example',
      HINDSIGHT_PUBLIC_URL: 'http://127.0.0.1',
    }
    try {
      return await withTwoProcesses(
        ground,
        async ({ own: { db, pool }, other }) => {
          await addOwing(db, 'CHG-JOB-A')
          await waitUntilDone(pool)
          if (!isQuick) {
            other.child.kill('SIGKILL')
            await addOwing(db, 'CHG-JOB-B')
            await waitUntilDone(pool)
          }
          const received = Map.groupBy(smtp.received, ({ messageId }) => messageId)
          const { reviews, notified, mails, faults } = await countDone(pool)
          const expected = changesPerRound * (isQuick ? 1 : 2)
          const all = [
            ...faults,
            ...[...received].flatMap(([id, { length }]) => unless(length === 1, `the mail ${id} came ${length} times`)),
            ...unless(received.size === mails, `${mails} mails are marked as sent, ${received.size} were received`),
            ...unless(reviews === expected, `${expected} reviews are required, ${reviews} were opened`),
          ]
          const figure = `${reviews} required reviews opened, ${notified} people notified and ${received.size} mails received, each once${isQuick ? '' : '; half of it after one process was killed'}; ${all.length} faults`
          return toVerdict(figure, all, notified > 0 && received.size > 0)
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

const owed = `from reviews where change_number like 'CHG-JOB-%'`
/** Records that must exist once for each key. */
const done = {
  'a review of': `select change_number as key ${owed}`,
  'the history of the review': `select entity_id as key from audit_events
    where entity_type = 'review' and action = 'create' and entity_id in (select reference ${owed})`,
  'a notification': `select concat_ws(' ', recipient, kind, path) as key from notifications
    where path like '/changes/CHG-JOB-%'`,
}

async function countDone(pool: Pool) {
  const faults: string[] = []
  const counts: number[] = []
  for (const [what, query] of Object.entries(done)) {
    const { rows } = await pool.query(`select key, count(*)::int as n from (${query}) done group by 1`)
    counts.push(rows.length)
    faults.push(...rows.flatMap(({ key, n }) => unless(n === 1, `${what} ${key}: ${n} times`)))
  }
  const { rows } = await pool.query('select count(*)::int as n from mails where sent_at is not null')
  const [reviews = 0, , notified = 0] = counts
  return { reviews, notified, mails: Number(rows[0].n), faults }
}
