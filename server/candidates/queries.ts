import { hash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { listCandidates as contract } from '#lib/contracts/app/candidates.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { isCandidate, scoreCandidate } from '#lib/domain/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Context } from '#server/context.ts'
import { keepAnswer } from '#server/db/keep-answer.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { incidentColumns } from '#server/incidents/queries.ts'
import { findReview } from '#server/reviews/queries.ts'
import { type RankedChange, type RankedIncident, rankIncidents, type SearchWindow } from './rank-incidents.ts'
import { readWindow } from './window.ts'

type Decision = ReviewForm<'incidents'>['decisions'][number]

/**
 * The incidents that a change may have caused, likeliest first, without those that its review rejected, which are
 * told apart. Throws `not_found`, and `invalid_parameter` for a window that ends before it starts or is too long.
 */
export function listCandidates(
  ctx: Context,
  number: string,
  input: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const key = `candidates ${JSON.stringify([number, input])}`
  return keepAnswer(ctx.db, ['incidents', 'changes', 'reviews'], key, () => findCandidates(ctx, number, input))
}

async function findCandidates(
  ctx: Context,
  number: string,
  input: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const change = await getChange(ctx, number)
  const window = readWindow(change, input)
  const review = await findReview(ctx, number)
  const decisions: readonly Decision[] = review?.steps.incidents.form.decisions ?? []
  const confirmed = new Set(decisions.flatMap((made) => (made.decision === 'confirmed' ? made.incident : [])))
  const reasons = new Map(
    decisions.flatMap((made) => (made.decision === 'rejected' ? [[made.incident, made.reason]] : [])),
  )
  const rejected = [...reasons.keys()]
  const others =
    rejected.length === 0
      ? { rows: [] }
      : await rankKept(ctx, { change, window, limit: rejected.length, among: rejected })
  const found = await rankWithout(ctx, { change, window, limit: input.limit }, others.rows)
  const known = await findIncidents(ctx, [...found.rows, ...others.rows])
  return {
    window: window ?? { from: null, to: null },
    result: found.rows.flatMap((row) => {
      const incident = known.get(row.number)
      return incident ? [{ incident, ...presentScore(row), is_confirmed: confirmed.has(row.number) }] : []
    }),
    total_count: found.total,
    rejected: others.rows.flatMap((row) => {
      const incident = known.get(row.number)
      return incident ? [{ incident, ...presentScore(row), reason: reasons.get(row.number) ?? '' }] : []
    }),
  }
}

/** Incidents that are kept of a ranking beyond those asked for, in place of those that the review rejects meanwhile. */
const spare = 20

type Ranking = {
  readonly change: RankedChange
  readonly window: SearchWindow | null
  readonly limit: number
  readonly among?: readonly string[]
}

/**
 * A ranking that is made again only when incidents or what it takes from the change are other ones: while a review goes
 * on, changes and reviews are written all the time, and incidents hardly ever.
 */
function rankKept(ctx: Context, { change, window, limit, among }: Ranking): ReturnType<typeof rankIncidents> {
  const ranked: RankedChange = {
    number: change.number,
    title: change.title,
    affected_services: change.affected_services,
    implementation_plan: change.implementation_plan,
    backout_plan: change.backout_plan,
    risk_assessment: change.risk_assessment,
    planned_start: change.planned_start,
    actual_start: change.actual_start,
    actual_end: change.actual_end,
    updated_at: window === null ? change.updated_at : '',
  }
  const request = { change: ranked, window, limit, ...(among && { among }) }
  const key = `ranking ${hash('sha256', JSON.stringify(request))}`
  return keepAnswer(ctx.db, ['incidents'], key, () => rankIncidents(ctx.db, request))
}

/** The ranking without those that were rejected, and how many there are then. */
async function rankWithout(
  ctx: Context,
  ranking: Ranking,
  rejected: readonly RankedIncident[],
): ReturnType<typeof rankIncidents> {
  const { limit } = ranking
  const { rows, total } = await rankKept(ctx, { ...ranking, limit: limit + spare })
  const without = rejected.map(({ number }) => number)
  const left = rows.filter(({ number }) => !without.includes(number))
  if (left.length < limit && rows.length < total) return rankIncidents(ctx.db, { ...ranking, without })
  const counted = rejected.filter(
    ({ evidence, isInWindow }) => evidence.isLinked || (isInWindow && isCandidate(evidence)),
  )
  return { rows: left.slice(0, limit), total: total - counted.length }
}

function presentScore({ evidence }: RankedIncident) {
  const { score, parts } = scoreCandidate(evidence)
  return { score, parts: [...parts] }
}

async function findIncidents(ctx: Context, ranked: readonly RankedIncident[]): Promise<Map<string, Incident>> {
  if (ranked.length === 0) return new Map()
  const numbers = ranked.map(({ number }) => number)
  const rows = await ctx.db.select(incidentColumns).from(incidents).where(inArray(incidents.number, numbers))
  return new Map(rows.map((row) => [row.number, row]))
}
