import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureQuestion, type ScaleRow } from './scale/measure-scale.ts'
import { openScaleDatabases, scaleDir } from './scale/scale-databases.ts'
import { scaleQuestions } from './scale/scale-questions.ts'

const usage = `Usage: npm run bench:scale [-- --sizes 10000,1000000] [--rounds 7] [--only TEXT] [--json FILE]
  --sizes LIST  rows of the longest lists, smaller size first; each database is filled once, in ${scaleDir()}
  --rounds N    responses per median
  --only TEXT   only the rows whose name contains TEXT
  --json FILE   where the results are written (default: hindsight-scale.json in the folder for temporary files)`

function readArguments() {
  try {
    return parseArgs({
      options: {
        sizes: { type: 'string', default: '10000,1000000' },
        rounds: { type: 'string', default: '7' },
        only: { type: 'string', default: '' },
        json: { type: 'string', default: join(tmpdir(), 'hindsight-scale.json') },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(1)
  }
}

const goal = 1.5
const chosen = readArguments()
const sizes = chosen.sizes.split(',').map(Number)
const report = (step: string) => process.stderr.write(`${step}\n`)

const time = (milliseconds: number) => (milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0))
function describe({ name, costs, ratio, firstRatio }: ScaleRow): string {
  const fault = costs.find((cost) => cost.fault !== undefined)?.fault
  const cells = costs.flatMap((cost) => [
    time(cost.median).padStart(8),
    time(cost.first).padStart(8),
    String(cost.blocks).padStart(8),
    String(cost.rowCount).padStart(4),
  ])
  const verdict =
    fault ?? `${ratio.toFixed(2).padStart(7)} ${firstRatio.toFixed(2).padStart(7)} ${ratio <= goal ? 'yes' : 'no'}`
  return `${name.padEnd(50)} ${cells.join(' ')} ${verdict}`
}

const { databases, stop } = await openScaleDatabases(sizes, report)
const rows: ScaleRow[] = []
try {
  const heads = sizes.flatMap((size) => [
    ...[`${size / 1000}k ms`, 'first', 'blocks'].map((head) => head.padStart(8)),
    'rows',
  ])
  process.stdout.write(`${''.padEnd(50)} ${heads.join(' ')}   ratio   first ≤ ${goal}\n`)
  for (const question of scaleQuestions.filter(({ name }) => name.includes(chosen.only))) {
    const row = await measureQuestion(databases, question, Number(chosen.rounds))
    rows.push(row)
    process.stdout.write(`${describe(row)}\n`)
  }
} finally {
  await stop()
}
const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model.trim() }
mkdirSync(dirname(chosen.json), { recursive: true })
writeFileSync(chosen.json, `${JSON.stringify({ at: new Date(), machine, sizes, goal, rows }, null, 2)}\n`)
const met = rows.filter(({ ratio }) => ratio <= goal).length
process.stdout.write(`
Medians of ${chosen.rounds} responses, each for another page or value, alternating the sizes; first: the first response after a write to
the list; blocks: blocks of 8 kB read for a further response; rows: rows returned. ${met} of ${rows.length} within ${goal}. Results in ${chosen.json}.
`)
