import { createHash } from 'node:crypto'
import { withFolder } from '#e2e/support/resources.ts'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import {
  type CandidateEvidence,
  candidateWeights,
  isCandidate,
  scoreCandidate,
} from '#lib/domain/incidents/candidate-score.ts'
import { getChange } from '#server/changes/queries.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { buildDemoData } from '#server/demo/build-demo-data.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { rankIncidents } from '#server/reviews/candidates/rank-incidents.ts'

answerHelp(`Usage: npm run measure:ranking
Measures how well the ranking finds the known causes of the demo, with every link hidden.`)

/** The day on which the demo that is measured begins: the same figures on every day. */
const demoDay = new Date('2026-11-20T12:00:00.000Z')
const admitsAll = { ...candidateWeights, minScore: 0, minLikeness: 0 }

type Incident = { readonly number: string; readonly evidence: CandidateEvidence }
/** A change with the evidence about all incidents of its usual window, and the incidents that it truly caused. */
type Judged = { readonly incidents: readonly Incident[]; readonly causes: ReadonlySet<string> }
/** Returns the incidents that a method offers for a change, in its order. */
type Offer = (judged: Judged) => readonly string[]

/** True for the half of the changes whose figures are reported; weights were tuned on the other one. */
const isReported = (change: string) => (createHash('sha256').update(change).digest()[0] ?? 0) % 2 === 1

const hoursSince = ({ evidence }: Incident) => evidence.hoursAfterStart ?? Number.POSITIVE_INFINITY
const byTime = (a: Incident, b: Incident) => (a.evidence.hoursAfterStart ?? 0) - (b.evidence.hoursAfterStart ?? 0)

/** The search by hand: incidents of the same service within some hours after the start, by time. */
const sameService =
  (hours: number): Offer =>
  ({ incidents }) =>
    incidents
      .filter((one) => one.evidence.serviceMatch === 'affected' && one.evidence.hoursAfterStart !== null)
      .filter((one) => hoursSince(one) <= hours)
      .toSorted(byTime)
      .map(({ number }) => number)

const ranked: Offer = ({ incidents }) => {
  const score = ({ evidence }: Incident) => scoreCandidate(evidence, candidateWeights).score
  const offered = incidents.filter(({ evidence }) => isCandidate(evidence, candidateWeights))
  return offered.toSorted((a, b) => score(b) - score(a) || byTime(a, b)).map(({ number }) => number)
}

const ways: Readonly<Record<string, Offer>> = {
  'same service within 6 hours': sameService(6),
  'same service, whole window': sameService(Number.POSITIVE_INFINITY),
  ranked,
}

/** The completed changes of the reported half. */
async function judgeDemo(ctx: Context): Promise<Judged[]> {
  const { changes, causes } = buildDemoData(ctx.now)
  const judged: Judged[] = []
  for (const { number, actualStart } of changes) {
    if (!actualStart || !isReported(number)) continue
    const change = await getChange(ctx, number)
    const { start, end } = getDefaultIncidentWindow(change)
    const window = start !== null && end !== null ? { from: start, to: end } : null
    const request = { change, window, limit: 100_000, without: [], weights: admitsAll, isLinkHidden: true }
    const { rows: incidents } = await rankIncidents(ctx.db, request)
    const caused = causes.flatMap((cause) => (cause.change === number ? cause.incident : []))
    judged.push({ incidents, causes: new Set(caused) })
  }
  return judged
}

/** Shares of the offered incidents and of the true causes, in all and among the first five of each change. */
function measureOffer(judged: readonly Judged[], offer: Offer) {
  const all = judged.map((one) => {
    const offered = offer(one)
    const places = offered.flatMap((number, place) => (one.causes.has(number) ? [place] : []))
    return { causes: one.causes.size, offered: offered.length, places }
  })
  const causal = all.filter(({ causes }) => causes > 0)
  const sum = (of: (item: (typeof all)[number]) => number) => causal.reduce((total, item) => total + of(item), 0)
  const causes = sum((one) => one.causes)
  const found = sum(({ places }) => places.length)
  const foundAtFive = sum(({ places }) => places.filter((place) => place < 5).length)
  const offered = all.reduce((total, one) => total + one.offered, 0)
  const figures = {
    changes: causal.length,
    causes,
    'precision at 5': foundAtFive / (5 * causal.length),
    'best at 5': sum((one) => Math.min(5, one.causes)) / (5 * causal.length),
    'recall at 5': foundAtFive / causes,
    recall: found / causes,
    precision: found / offered,
    MRR: sum(({ places: [first = Infinity] }) => 1 / (1 + first)) / causal.length,
    offered: offered / all.length,
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)]))
}

await withFolder('measure', async (folder) => {
  const { db, pool, close } = await openDatabase({ ...readEnv(), databaseUrl: undefined, dataDir: folder })
  try {
    await migrateDatabase(pool)
    await seedDemoData(db, demoDay)
    const actor = { kind: 'system', id: 'measure', name: 'Measuring' } as const
    const judged = await judgeDemo({ db, actor, now: demoDay, requestId: 'cli-measure' })
    console.table(Object.fromEntries(Object.entries(ways).map(([name, offer]) => [name, measureOffer(judged, offer)])))
  } finally {
    await close()
  }
})
