import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import { type CandidateWeights, candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { buildDemoData } from '#server/demo/build-demo-data.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { rankIncidents } from '#server/reviews/candidates/rank-incidents.ts'
import { chooseHalf, type Judged, measureOffer, type RankingFigures, ranked, sameService } from './ranking-figures.ts'

const admitsAll = { ...candidateWeights, minScore: 0, minLikeness: 0 }
const mostIncidents = 100_000

/** The evidence of every incident in the usual window of a change. */
async function gatherEvidence(
  db: Queryable,
  change: ChangeRecord,
  causes: ReadonlySet<string>,
  isLinkHidden: boolean,
): Promise<Judged> {
  const { start, end } = getDefaultIncidentWindow(change)
  const window = start !== null && end !== null ? { from: start, to: end } : null
  const request = { change, window, limit: mostIncidents, without: [], weights: admitsAll, isLinkHidden }
  return { change: change.number, incidents: (await rankIncidents(db, request)).rows, causes }
}

/** The completed changes of the demo, with the incidents they truly caused. Seed the demo as of `ctx.now`. */
export async function judgeDemo(ctx: Context, isLinkHidden: boolean): Promise<Judged[]> {
  const { changes, causes } = buildDemoData(ctx.now)
  const judged: Judged[] = []
  for (const { number, actualStart } of changes) {
    if (!actualStart) continue
    const caused = new Set(causes.flatMap((cause) => (cause.change === number ? cause.incident : [])))
    judged.push(await gatherEvidence(ctx.db, await getChange(ctx, number), caused, isLinkHidden))
  }
  return judged
}

export const ofHalf = (judged: readonly Judged[], half: ReturnType<typeof chooseHalf>) =>
  judged.filter(({ change }) => chooseHalf(change) === half)

/** Figures of the search by hand, of the ranking, and of the ranking without one of its parts. */
export function compareWays(judged: readonly Judged[]): Record<string, RankingFigures> {
  const without = (name: string, change: Partial<CandidateWeights>) =>
    [`ranked, without ${name}`, ranked({ ...candidateWeights, ...change })] as const
  const ways = [
    ['same service within 6 hours', sameService(6)],
    ['same service, whole window', sameService(Number.POSITIVE_INFINITY)],
    ['ranked', ranked(candidateWeights)],
    without('service', { service: 0 }),
    without('time', { time: 0 }),
    without('text', { text: 0, minLikeness: Number.POSITIVE_INFINITY }),
    without('priority', { priority: 0 }),
  ] as const
  return Object.fromEntries(ways.map(([name, offer]) => [name, measureOffer(judged, offer)]))
}

const choices: { readonly [Name in keyof CandidateWeights]?: readonly number[] } = {
  service: [20, 30, 40],
  named: [0, 0.3, 0.5],
  time: [25, 35, 45],
  halfLife: [12, 24, 48, 72],
  text: [15, 25, 35],
  enoughLikeness: [1, 1.5, 2],
  priority: [0, 5, 10],
  minLikeness: [0.4, 0.5, 0.7],
  minScore: [25, 30, 35],
}

/** Rates a ranking: causes at the top and among the first five, and little else to read. */
function worth(judged: readonly Judged[], weights: CandidateWeights): number {
  const { reciprocalRank, recallAt5, recall, offered } = measureOffer(judged, ranked(weights))
  return reciprocalRank + recallAt5 + 0.5 * recall - 0.01 * offered
}

/** Finds the weights with the best rating: one is changed at a time, from the current ones, until none helps. */
export function tuneWeights(judged: readonly Judged[]): { weights: CandidateWeights; worth: number; inUse: number } {
  const inUse = worth(judged, candidateWeights)
  let best = { weights: candidateWeights as CandidateWeights, worth: inUse }
  for (let isBetter = true; isBetter; ) {
    const tried = Object.entries(choices).flatMap(([name, values]) =>
      values.map((value) => {
        const weights = { ...best.weights, [name]: value }
        return { weights, worth: worth(judged, weights) }
      }),
    )
    const next = tried.reduce((one, other) => (other.worth > one.worth ? other : one), best)
    isBetter = next.worth > best.worth + 1e-9
    best = next
  }
  return { ...best, inUse }
}
