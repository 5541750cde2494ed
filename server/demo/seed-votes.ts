import { and, eq, inArray } from 'drizzle-orm'
import { offerLessons } from '#server/articles/offer-lessons.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { articleVotes } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { addDays, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'
import { createRandom } from './random.ts'

/** Number of offered lessons that the planners of a change read. */
const readByPlanners = 4

/**
 * Inserts the votes of planners on the lessons offered to their changes: most find them useful, but the less fitting
 * ones less often. Part of the transaction that inserts the rest. Returns the number of votes.
 */
export async function seedDemoVotes(tx: Transaction, now: Date): Promise<number> {
  const planned = await tx
    .select({
      number: changes.number,
      title: changes.title,
      assignedTo: changes.assignedTo,
      requestedBy: changes.requestedBy,
    })
    .from(changes)
    .where(and(eq(changes.origin, 'demo'), inArray(changes.state, ['authorize', 'scheduled'])))
    .orderBy(changes.number)
  const ctx = { db: tx, actor: createSystemActor('demo', 'Demo'), now, requestId: 'demo-votes' } as const
  const rows: (typeof articleVotes.$inferInsert)[] = []
  for (const { number, title, assignedTo, requestedBy } of planned) {
    const offered = await offerLessons(ctx, { for_change: number, page: 1, limit: readByPlanners })
    const planners = [...new Set([assignedTo, requestedBy])].filter((email) => email !== null)
    for (const [place, { id }] of offered.rows.entries()) {
      for (const voter of planners) {
        const random = createRandom(`vote ${title} ${id} ${voter}`)
        const hasVoted = random.between(1, 10) <= 7
        const day = getWorkdayOnOrBefore(addDays(now.getTime(), -random.between(1, 9)))
        const votedAt = toIso(setTime(day, random.pick(['09:20', '11:05', '14:40', '16:10'])))
        const isUseful = random.between(1, 10) <= 9 - place
        if (hasVoted) rows.push({ articleId: id, voter, changeNumber: number, isUseful, votedAt })
      }
    }
  }
  if (rows.length === 0) return 0
  const inserted = await tx.insert(articleVotes).values(rows).onConflictDoNothing()
  return inserted.rowCount ?? 0
}
