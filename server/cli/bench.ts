import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawRatios } from '#server/bench/chart.ts'
import { buildPages } from '#server/bench/next-build.ts'
import { findWorse, readRecord, recordOf } from '#server/bench/record.ts'
import { ratioTo, renderReport } from '#server/bench/report.ts'
import { type BenchOptions, runBench } from '#server/bench/run-bench.ts'
import { projectDir } from '#server/db/project-dir.ts'
import { isBuildStale } from './build-state.mjs'

const usage = `Usage: npm run bench [-- --quick] [-- --compare] [-- --record] [-- --json FILE] [-- --only TEXT] [-- --keep-build]
  --quick       32 connections only, fewer and shorter rounds
  --compare     tell which ratios are worse than those recorded in the project; exit code 1 when one is
  --record      keep the ratios, with the commit, in the project, and draw them
  --json FILE   where the figures are written (default: hindsight-bench.json in the folder for temporary files)
  --only TEXT   only the rows whose name holds TEXT
  --keep-build  do not run next build when the one that is there is older than the sources`

const full: BenchOptions = { connections: [1, 32, 256], rounds: 5, seconds: 2, starts: 3, only: '' }
const quick: BenchOptions = { ...full, connections: [32], rounds: 3, seconds: 1 }

function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        compare: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
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
  const { connections } = row
  const ratios = { bare: ratioTo(row, 'bare'), fastify: ratioTo(row, 'fastify'), next: ratioTo(row, 'next') }
  return { name, connections, goals, ratios, measurements: row.measurements }
})
mkdirSync(dirname(chosen.json), { recursive: true })
writeFileSync(chosen.json, `${JSON.stringify({ at: new Date(), machine, settings, rows: figures, start }, null, 2)}\n`)

const { connections, rounds, seconds } = settings
process.stdout.write(`
${machine.model}, ${machine.processors} processors, Node ${machine.node}; ${connections.join(', ')} connections, ${rounds} rounds of ${seconds} s

${renderReport(rows, start)}
The figures are in ${chosen.json}.
`)

const recordFile = join(projectDir(), 'server', 'bench', 'measured.json')
if (chosen.compare) {
  const worse = findWorse(readRecord(recordFile), recordOf(rows))
  for (const { name, before, now } of worse) {
    process.stdout.write(`Worse than recorded: ${name}: ${now.toFixed(2)} instead of ${before.toFixed(2)}\n`)
  }
  if (worse.length === 0) process.stdout.write('No ratio is worse than recorded.\n')
  else process.exitCode = 1
}
if (chosen.record) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectDir(), encoding: 'utf8' }).trim()
  const [date] = new Date().toISOString().split('T')
  const record = { date, commit, machine, settings, start, ratios: recordOf(rows) }
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(projectDir(), 'public', 'bench.svg'), drawRatios(record.ratios, `${date}, commit ${commit}`))
}
