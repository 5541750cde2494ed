import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuildStale } from '#server/cli/build-state.mjs'
import { projectDir } from '#server/platform/project-dir.ts'
import { buildPages } from './next-build.ts'
import { ratioTo, renderImports, renderReport } from './report.ts'
import { type BenchOptions, runBench } from './run-bench.ts'

const usage = `Usage: npm run bench [-- --quick | --smallest] [-- --json FILE] [-- --only TEXT] [-- --import-rows NUMBER] [-- --keep-build]
  --quick       32 connections only, fewer and shorter rounds
  --smallest    a few requests for each row: whether the bench works, not how fast anything is
  --json FILE   where the results are written (default: hindsight-bench.json in the folder for temporary files)
  --only TEXT   only the rows whose name contains TEXT
  --import-rows NUMBER  rows of the larger file that is imported (default: 200,000; 50,000 with --quick)
  --keep-build  do not run next build even if the build is older than the sources`

const full: BenchOptions = {
  connections: [1, 32, 256],
  warmUp: 4,
  rounds: 5,
  seconds: 1,
  starts: 3,
  only: '',
  importRows: [10_000, 200_000],
  importRounds: 3,
}
const quick: BenchOptions = {
  ...full,
  connections: [32],
  rounds: 3,
  importRows: [10_000, 50_000],
  importRounds: 1,
}

const smallest: BenchOptions = {
  ...full,
  connections: [2],
  warmUp: 0.1,
  rounds: 1,
  seconds: 0.1,
  starts: 1,
  importRows: [10, 20],
  importRounds: 1,
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        smallest: { type: 'boolean', default: false },
        json: { type: 'string', default: join(tmpdir(), 'hindsight-bench.json') },
        only: { type: 'string', default: '' },
        'import-rows': { type: 'string' },
        'keep-build': { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(1)
  }
}

const chosen = readArguments()
const report = (step: string) => process.stderr.write(`${step}\n`)

if (!chosen['keep-build'] && isBuildStale(projectDir())) {
  report('building the pages, since the build is missing or older than its sources')
  buildPages(projectDir())
}
const base = chosen.smallest ? smallest : chosen.quick ? quick : full
const [smallFile, largeFile] = base.importRows
const importRows = [smallFile, Number(chosen['import-rows'] ?? largeFile)] as const
if (!(Number.isSafeInteger(importRows[1]) && importRows[1] > smallFile)) {
  process.stderr.write(`--import-rows must be a whole number above ${smallFile}.\n`)
  process.exit(1)
}
const settings: BenchOptions = { ...base, only: chosen.only, importRows }
const { rows, start, imports } = await runBench(settings, report)

const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model.trim() }
const figures = rows.map((row) => {
  const { name, goals } = row.scenario
  const { connections } = row
  const ratios = { bare: ratioTo(row, 'bare'), fastify: ratioTo(row, 'fastify'), next: ratioTo(row, 'next') }
  return { name, connections, goals, ratios, measurements: row.measurements }
})
mkdirSync(dirname(chosen.json), { recursive: true })
writeFileSync(
  chosen.json,
  `${JSON.stringify({ at: new Date(), machine, settings, rows: figures, start, imports }, null, 2)}\n`,
)

const { connections, rounds, seconds } = settings
process.stdout.write(`
${machine.model}, ${machine.processors} processors, Node ${machine.node}; ${connections.join(', ')} connections, ${rounds} rounds of ${seconds} s

${start ? renderReport(rows, start) : ''}
${imports.length > 0 ? renderImports(imports) : ''}
The results are in ${chosen.json}.
`)
