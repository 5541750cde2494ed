import { parseArgs } from 'node:util'
import { withFolder } from '#e2e/support/resources.ts'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { seedDemoData } from '#server/demo/seed.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { compareWays, judgeDemo, ofHalf, tuneWeights } from './measure-demo.ts'
import type { RankingFigures } from './ranking-figures.ts'

// `npm run measure:ranking` measures how well the ranking finds the known causes of the demo. `-- --tune` shows which
// weights are worth most on its tuning half.
answerHelp(`Usage: npm run measure:ranking [-- --tune]
Measures how well the ranking finds the known causes of the demo. --tune looks for better weights.`)
const { values: chosen } = parseArgs({ options: { tune: { type: 'boolean', default: false } } })

/** The day on which the demo that is measured begins: the same figures on every day. */
const demoDay = new Date('2026-11-20T12:00:00.000Z')

function printFigures(title: string, ways: Readonly<Record<string, RankingFigures>>): void {
  console.log(title)
  const texts = (figures: RankingFigures) => Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)])
  console.table(
    Object.fromEntries(Object.entries(ways).map(([name, figures]) => [name, Object.fromEntries(texts(figures))])),
  )
}

async function measureDemo(ctx: Context): Promise<void> {
  for (const isLinkHidden of [true, false]) {
    const judged = await judgeDemo(ctx, isLinkHidden)
    const links = isLinkHidden ? 'links hidden' : 'links seen'
    printFigures(`Reporting half, ${links}`, compareWays(ofHalf(judged, 'report')))
    printFigures(`Tuning half, ${links}`, compareWays(ofHalf(judged, 'tuning')))
  }
}

async function tune(ctx: Context): Promise<void> {
  const { weights, worth, inUse } = tuneWeights(ofHalf(await judgeDemo(ctx, true), 'tuning'))
  console.log(`In use, worth ${inUse.toFixed(3)}: ${JSON.stringify(candidateWeights)}`)
  console.log(`Best,   worth ${worth.toFixed(3)}: ${JSON.stringify(weights)}`)
}

await withFolder('measure', async (folder) => {
  const { db, pool, close } = await openDatabase({ ...readEnv(), databaseUrl: undefined, dataDir: folder })
  try {
    await migrateDatabase(pool)
    await seedDemoData(db, demoDay)
    const actor = { kind: 'system', id: 'measure', name: 'Measuring' } as const
    await (chosen.tune ? tune : measureDemo)({ db, actor, now: demoDay, requestId: 'cli-measure' })
  } finally {
    await close()
  }
})
