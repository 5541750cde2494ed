import { createHash } from 'node:crypto'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { defaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import { type CandidateEvidence, candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { rankIncidents } from '#server/reviews/candidates/rank-incidents.ts'

/** A change with all that is known of the incidents of its window, and which of them it truly caused. */
export type Judged = {
  readonly change: string
  readonly incidents: readonly { readonly number: string; readonly evidence: CandidateEvidence }[]
  readonly causes: ReadonlySet<string>
}

const admitsAll = { ...candidateWeights, minScore: 0, minLikeness: 0 }
const mostIncidents = 100_000

/** The evidence of every incident in the usual window of a change. */
export async function gatherEvidence(
  db: Queryable,
  change: ChangeRecord,
  causes: ReadonlySet<string>,
  isLinkHidden: boolean,
): Promise<Judged> {
  const { start, end } = defaultIncidentWindow(change)
  const window = start !== null && end !== null ? { from: start, to: end } : null
  const request = { change, window, limit: mostIncidents, without: [], weights: admitsAll, isLinkHidden }
  return { change: change.number, incidents: (await rankIncidents(db, request)).rows, causes }
}

/** Which half of the changes one belongs to: weights are tuned on the first, figures reported on the second. */
export const halfOf = (change: string): 'tuning' | 'report' =>
  (createHash('sha256').update(change).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'report'
