import { eq } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { whyNotConfirmWaiver, whyNotSignOff, whyNotWaive } from '#lib/domain/four-eyes/review-sign-off.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { readHistory } from './history-of-changes.ts'
import { findParticipations } from './participation.ts'
import { readParticipations } from './parts.ts'
import { recordPartsOfHistory } from './record-former-parts.ts'
import { findBreach, test } from './testing/play.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await seedDemoData(database.db, new Date('2026-11-20T10:00:00.000Z'))
  await recordPartsOfHistory(database.db)
})

/** Lists the decisions about each review and account that differ by the history and by the recorded parts. */
async function listDifferences(db: Queryable): Promise<string[]> {
  const rows = await db.select().from(reviews).innerJoin(changes, eq(changes.number, reviews.changeNumber))
  if (rows.length === 0) return []
  const people = await db.select({ email: accounts.email, name: accounts.name, role: accounts.role }).from(accounts)
  const subjects = rows.map(({ reviews: { reference, reviewer }, changes: { number, assignedTo } }) => ({
    number,
    reference,
    reviewer,
    assigned_to: assignedTo,
  }))
  const histories = await readHistory(db, subjects)
  const former = new Map(
    (
      await findParticipations(
        db,
        subjects.map((change) => ({ change, history: histories.get(change.number) ?? [] })),
      )
    ).map(({ change, participation }) => [change.number, participation]),
  )
  const recorded = await readParticipations(db, subjects)
  return rows.flatMap(({ reviews: row, changes: { number } }) => {
    const decide = (participation: Participation | undefined) =>
      people.flatMap((person) => {
        if (!participation) throw new Error(`${number} has no participants.`)
        const review = {
          status: 'awaiting_sign_off' as const,
          needs_sign_off: row.needsSignOff,
          reviewer: row.reviewer,
          reviewer_name: row.reviewerName,
          submitted_by: row.submittedBy,
          writers: row.writers,
          implementer: row.implementer,
          took_part: participation,
          waiver_requested: row.waiverRequest,
        }
        return [whyNotSignOff, whyNotWaive, whyNotConfirmWaiver].map(
          (why) =>
            `${number} ${person.email} ${why({ review, person: { ...person, role: 'manager' } })?.text ?? 'may'}`,
        )
      })
    const before = [...decide(former.get(number)), former.get(number)?.unstated.join() ?? '']
    const after = [...decide(recorded.get(number)), recorded.get(number)?.unstated.join() ?? '']
    return before.flatMap((line, index) => (line === after[index] ? [] : [`${line} ≠ ${after[index]}`]))
  })
}

test('the recorded parts decide as the history does, for each review of the demo and each account', async () => {
  expect(await listDifferences(database.db)).toEqual([])
})

test('so do those that the acts of drawn histories record, after each step', async ({ world }) => {
  world.inspections.push(async ({ world: { db } }) => (await listDifferences(db))[0])
  expect(await findBreach(world, { runs: runs(60), seed: Number(process.env.SEED ?? 5), isParallel: false })).toBeNull()
}, 600_000)
