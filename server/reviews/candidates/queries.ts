import { inArray } from 'drizzle-orm'
import type { listCandidates as contract } from '#lib/contracts/app/candidates.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { scoreCandidate } from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { incidentColumns } from '#server/incidents/queries.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findReview } from '#server/reviews/queries.ts'
import { incidents } from '#server/schema/changes.ts'
import { type RankedIncident, rankIncidents } from './rank-incidents.ts'
import { readWindow } from './window.ts'

type IncidentDecision = ReviewForm<'incidents'>['decisions'][number]

/**
 * Lists the incidents that a change may have caused, likeliest first. Incidents that its review rejected are listed
 * separately. Throws `not_found`, and `invalid_parameter` for a window that ends before it starts or is too long.
 */
export function listCandidates(
  ctx: Context,
  number: string,
  input: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const key = `candidates ${JSON.stringify([number, input])}`
  return getCached(ctx.db, key, () => findCandidates(ctx, number, input))
}

async function findCandidates(
  ctx: Context,
  number: string,
  input: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const recorded = await getChange(ctx, number)
  const isNamed = recorded.affected_services.length > 0 || input.service === undefined
  const change = isNamed ? recorded : { ...recorded, affected_services: [input.service ?? ''] }
  const window = readWindow(change, input)
  const review = await findReview(ctx, number)
  const decisions: readonly IncidentDecision[] = review?.steps.incidents.form.decisions ?? []
  const confirmed = new Set(decisions.flatMap((made) => (made.decision === 'confirmed' ? made.incident : [])))
  const reasons = new Map(
    decisions.flatMap((made) => (made.decision === 'rejected' ? [[made.incident, made.reason]] : [])),
  )
  const rejected = [...reasons.keys()]
  const others =
    rejected.length === 0
      ? { rows: [] }
      : await rankIncidents(ctx.db, { change, window, limit: rejected.length, among: rejected })
  const ranked = await rankIncidents(ctx.db, { change, window, limit: input.limit, without: rejected })
  const incidentsByNumber = await findIncidents(ctx, [...ranked.rows, ...others.rows])
  return {
    window: window ?? { from: null, to: null },
    result: ranked.rows.flatMap((row) => {
      const incident = incidentsByNumber.get(row.number)
      return incident ? [{ incident, ...presentScore(row), is_confirmed: confirmed.has(row.number) }] : []
    }),
    total_count: ranked.total,
    rejected: others.rows.flatMap((row) => {
      const incident = incidentsByNumber.get(row.number)
      return incident ? [{ incident, ...presentScore(row), reason: reasons.get(row.number) ?? '' }] : []
    }),
  }
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
