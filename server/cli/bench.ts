import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPages } from '#server/bench/next-build.ts'
import { ratioTo, renderReport } from '#server/bench/report.ts'
import { type BenchOptions, runBench } from '#server/bench/run-bench.ts'
import { projectDir } from '#server/db/project-dir.ts'
import { isBuildStale } from './build-state.mjs'

const usage = `Usage: npm run bench [-- --quick] [-- --json FILE] [-- --only TEXT] [-- --keep-build]
  --quick       fewer and shorter rounds
  --json FILE   where the figures are written (default: hindsight-bench.json in the folder for temporary files)
  --only TEXT   only the rows whose name holds TEXT
  --keep-build  do not run next build when the one that is there is older than the sources`

const full: BenchOptions = { connections: 32, rounds: 5, seconds: 2, starts: 3, only: '' }
const quick: BenchOptions = { ...full, rounds: 3, seconds: 1 }

function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string', default: join(tmpdir(), 'hindsight-bench.json') },
        only: { type: 'string', default: '' },
        'keep-build': { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(1)
  }
}

const chosen = readArguments()
const tell = (step: string) => process.stderr.write(`${step}\n`)

if (!chosen['keep-build'] && isBuildStale(projectDir())) {
  tell('building the pages, since the build is missing or older than its sources')
  buildPages(projectDir())
}
const settings: BenchOptions = { ...(chosen.quick ? quick : full), only: chosen.only }
const { rows, start } = await runBench(settings, tell)

const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model.trim() }
const figures = rows.map((row) => {
  const { name, goals } = row.scenario
  const ratios = { bare: ratioTo(row, 'bare'), fastify: ratioTo(row, 'fastify'), next: ratioTo(row, 'next') }
  return { name, goals, ratios, measurements: row.measurements }
})
mkdirSync(dirname(chosen.json), { recursive: true })
writeFileSync(chosen.json, `${JSON.stringify({ at: new Date(), machine, settings, rows: figures, start }, null, 2)}\n`)

const { connections, rounds, seconds } = settings
process.stdout.write(`
${machine.model}, ${machine.processors} processors, Node ${machine.node}; ${connections} connections, ${rounds} rounds of ${seconds} s

${renderReport(rows, start)}
The figures are in ${chosen.json}.
`)
