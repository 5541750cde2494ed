import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { printImports, printRows } from './report.ts'
import { type BenchOptions, runBench } from './run-bench.ts'

// `npm run bench [-- --quick | --smallest] [--only TEXT]`: the requests and imports whose name contains TEXT. `--quick` has
// fewer and shorter rounds; `--smallest` shows whether the bench works, not how fast anything is.
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smallest: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})

const full: BenchOptions = {
  connections: 32,
  warmUp: 4,
  rounds: 5,
  seconds: 1,
  starts: 3,
  only: values.only,
  importRows: [10_000, 200_000],
  importRounds: 3,
}
const quick: BenchOptions = { ...full, rounds: 3, importRows: [10_000, 50_000], importRounds: 1 }
const once = { connections: 2, warmUp: 0.1, rounds: 1, seconds: 0.1, starts: 1 }
const smallest: BenchOptions = { ...quick, ...once, importRows: [10, 20] }

const options = values.smallest ? smallest : values.quick ? quick : full
const { rows, startTime, imports } = await runBench(options, (step) => process.stderr.write(`${step}\n`))

const { connections, rounds, seconds } = options
console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} processors, Node ${process.version}`)
console.log(`${connections} connections, ${rounds} rounds of ${seconds} s`)
if (startTime !== undefined) printRows(rows, startTime)
if (imports.length > 0) printImports(imports)
