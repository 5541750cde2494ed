import type { CandidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { buildDemoData } from '#server/demo/build-demo-data.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { gatherEvidence, halfOf, type Judged } from './gather-evidence.ts'
import { measureOffer, type RankingFigures, ranked, sameService } from './ranking-figures.ts'

/** The changes of the demo that were carried out, with what each truly caused. The demo must be seeded as of `ctx.now`. */
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

export const ofHalf = (judged: readonly Judged[], half: ReturnType<typeof halfOf>) =>
  judged.filter(({ change }) => halfOf(change) === half)

/** What people do by hand, the ranking, and the ranking without one of its parts. */
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
