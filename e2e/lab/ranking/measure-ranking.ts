import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { importFile } from '#server/import/import-file.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { median } from '../bench/statistics.ts'
import { withFolder } from '../resources.ts'
import { compareWays, judgeDemo, ofHalf, tuneWeights } from './measure-demo.ts'
import { type LogFigures, measureLog } from './measure-log.ts'
import type { RankingFigures } from './ranking-figures.ts'

// `npm run measure:ranking` measures how well the ranking finds the known causes of the demo. `-- --tune` shows which weights
// are worth most on its tuning half; `-- --incidents FILE` (CSV or JSON) what a log of incidents tells, `-- --database` the
// incidents in the database in use, in which nothing is written.
const { values: chosen } = parseArgs({
  options: {
    tune: { type: 'boolean', default: false },
    incidents: { type: 'string' },
    database: { type: 'boolean', default: false },
  },
})

/** The day on which the demo that is measured begins: the same figures on every day. */
const demoDay = new Date('2026-11-20T12:00:00.000Z')

const contextOf = ({ db }: OpenDatabase): Context => ({
  db,
  actor: { kind: 'system', id: 'measure', name: 'Measuring' },
  now: demoDay,
  requestId: 'cli-measure',
})

/** A database that is there for the measuring alone. */
async function inOwnDatabase(use: (database: OpenDatabase) => Promise<void>): Promise<void> {
  return withFolder('measure', async (folder) => {
    const database = await openDatabase({ ...readEnv(), databaseUrl: undefined, dataDir: folder })
    try {
      await migrateDatabase(database.pool)
      await use(database)
    } finally {
      await database.close()
    }
  })
}

function printFigures(title: string, ways: Readonly<Record<string, RankingFigures>>): void {
  console.log(title)
  const texts = (figures: RankingFigures) => Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)])
  console.table(
    Object.fromEntries(Object.entries(ways).map(([name, figures]) => [name, Object.fromEntries(texts(figures))])),
  )
}

async function measureDemo(): Promise<void> {
  await inOwnDatabase(async (database) => {
    await seedDemoData(database.db, demoDay)
    for (const isLinkHidden of [true, false]) {
      const judged = await judgeDemo(contextOf(database), isLinkHidden)
      const links = isLinkHidden ? 'links hidden' : 'links seen'
      printFigures(`Reporting half, ${links}`, compareWays(ofHalf(judged, 'report')))
      printFigures(`Tuning half, ${links}`, compareWays(ofHalf(judged, 'tuning')))
    }
  })
}

async function tune(): Promise<void> {
  await inOwnDatabase(async (database) => {
    await seedDemoData(database.db, demoDay)
    const judged = await judgeDemo(contextOf(database), true)
    const { weights, worth, inUse } = tuneWeights(ofHalf(judged, 'tuning'))
    console.log(`In use, worth ${inUse.toFixed(3)}: ${JSON.stringify(candidateWeights)}`)
    console.log(`Best,   worth ${worth.toFixed(3)}: ${JSON.stringify(weights)}`)
  })
}

function describeLog({ incidents, linked, links, volumes }: LogFigures): string {
  const of = (values: readonly number[]) => `median ${median(values)}, most ${Math.max(...values)}`
  return [
    `${incidents} incidents, ${linked} of them name the change that caused them.`,
    ...links.map(({ incident, assumed, place, offered }) => {
      const when = assumed === null ? 'at the times of its change' : `assuming its change began ${assumed} h before`
      return `  ${incident}, link hidden, ${when}: ${place === null ? 'not offered' : `place ${place}`} of ${offered}`
    }),
    `A change assumed on each of ${volumes.services} services at the beginning of the log would be offered`,
    `  same service within 6 hours: ${of(volumes.naive)}`,
    `  ranked:                      ${of(volumes.ranked)}`,
    `  incidents in the window:     ${of(volumes.inWindow)}`,
  ].join('\n')
}

async function measureFile(path: string): Promise<void> {
  await inOwnDatabase(async (database) => {
    const ctx = contextOf(database)
    const { pool, close } = openPlainPool(database.db, { poolSize: 2 })
    const summary = await importFile({ ...ctx, pool }, { entity: 'incidents', path, isDryRun: false }).finally(close)
    console.log(`${summary.rows} rows read, ${summary.refused} refused.`)
    console.log(describeLog(await measureLog(ctx)))
  })
}

async function measureInUse(): Promise<void> {
  const database = await openDatabase(readEnv())
  try {
    console.log(describeLog(await measureLog(contextOf(database))))
  } finally {
    await database.close()
  }
}

if (chosen.incidents !== undefined) await measureFile(resolve(process.env.INIT_CWD ?? process.cwd(), chosen.incidents))
else if (chosen.database) await measureInUse()
else if (chosen.tune) await tune()
else await measureDemo()
