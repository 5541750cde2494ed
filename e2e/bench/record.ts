import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ImportRow } from './import/measure-import.ts'
import type { Row } from './measure.ts'
import { goalConnections, ratioTo } from './report.ts'

/** What ours reaches of another server in a row of the table, and what it should. Says little of the machine. */
const Ratio = z.object({ name: z.string(), over: z.string(), ratio: z.number(), goal: z.number() })
export type Ratio = z.infer<typeof Ratio>

/** Parts of a ratio that may be lost before it counts as worse: two runs on one machine differ by some of that. */
const tolerance = 0.2

const rounded = (ratio: number) => Math.round(ratio * 100) / 100

export function recordOf(rows: readonly Row[]): Ratio[] {
  return rows
    .filter(({ connections }) => connections === goalConnections)
    .flatMap((row) =>
      row.scenario.goals.flatMap(({ over, ratio: goal }) => {
        const ratio = ratioTo(row, over)
        const { name } = row.scenario
        return ratio === undefined ? [] : [{ name, over, ratio: rounded(ratio), goal }]
      }),
    )
}

/** What an import reaches of the speed of the database alone, and how little its memory grows with the file. */
export function recordOfImports(imports: readonly ImportRow[]): Ratio[] {
  return imports.flatMap(({ name, small, large }) => [
    { name, over: 'the database alone', ratio: rounded(large.perSecond / large.databaseAlone), goal: 0.5 },
    { name: `${name}: memory`, over: 'a larger file', ratio: rounded(small.memory / large.memory), goal: 0.8 },
  ])
}

/** The ratios that were recorded. Throws where the file is missing or holds something else. */
export const readRecord = (file: string): Ratio[] =>
  z.object({ ratios: z.array(Ratio) }).parse(JSON.parse(readFileSync(file, 'utf8'))).ratios

/** The ratios that are clearly lower than recorded. What was not measured this time is not told. */
export function findWorse(
  recorded: readonly Ratio[],
  measured: readonly Ratio[],
): { name: string; before: number; now: number }[] {
  return recorded.flatMap(({ name, over, ratio: before }) => {
    const now = measured.find((one) => one.name === name && one.over === over)?.ratio
    return now === undefined || now >= before * (1 - tolerance) ? [] : [{ name: `${name} over ${over}`, before, now }]
  })
}
