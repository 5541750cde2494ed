import { eq, inArray } from 'drizzle-orm'
import { PossibleCause } from '#lib/contracts/app/candidates.ts'
import { isCandidate, scoreCandidate } from '#lib/domain/incidents/candidate-score.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { getIncident } from '#server/incidents/queries.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews, statusOrNone } from '#server/schema/reviews.ts'
import { findChangesBefore } from './find-changes-before.ts'
import { rankIncidents } from './rank-incidents.ts'
import { readWindow } from './window.ts'

/** Maximum changes compared. Each is compared as a whole, which takes some ten milliseconds. */
const maxCompared = 10

/**
 * Lists the changes of which an incident is a candidate, by its points as a candidate, likeliest first. Throws
 * `not_found`.
 */
export function listPossibleCauses(ctx: Context, number: string, limit = maxCompared): Promise<PossibleCause[]> {
  return getCached(ctx.db, `possible causes ${JSON.stringify([number, limit])}`, () => findCauses(ctx, number, limit))
}

async function findCauses(ctx: Context, number: string, limit: number): Promise<PossibleCause[]> {
  const incident = await getIncident(ctx, number)
  const numbers = await findChangesBefore(ctx.db, incident, limit)
  const rows = await ctx.db
    .select({
      ...changeColumns,
      review_status: statusOrNone(reviews.status),
      review_reference: reviews.reference,
    })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(inArray(changes.number, numbers))
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]))
  const changesByPoints = numbers.flatMap((changeNumber) => rowsByNumber.get(changeNumber) ?? [])
  const causes = await Promise.all(
    changesByPoints.map(async (change) => {
      const window = readWindow(change, {})
      const { rows: found } = await rankIncidents(ctx.db, { change, window, limit: 1, among: [incident.number] })
      return found.flatMap(({ evidence, isInWindow }) =>
        isCandidate(evidence) && (evidence.isLinked || isInWindow)
          ? PossibleCause.parse({ change, ...scoreCandidate(evidence) })
          : [],
      )
    }),
  )
  return causes.flat().toSorted((one, other) => other.score - one.score)
}
