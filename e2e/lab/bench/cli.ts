import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { importCases, measureImports } from './import/measure-import.ts'
import { measureRequests } from './measure.ts'
import { printImports, printRows } from './report.ts'
import { withScaleDatabase } from './scale/scale-database.ts'
import { scenarios } from './scenarios.ts'

// `npm run bench [-- --quick | --smallest] [--only TEXT]`: the requests and imports whose name contains TEXT. `--quick`
// has fewer and shorter rounds; `--smallest` shows whether the bench works, not how fast anything is.
answerHelp(`Usage: npm run bench [-- --quick | --smallest] [--only TEXT]
Measures the requests and imports whose name contains TEXT. --quick has fewer and shorter rounds; --smallest shows
whether the bench works, not how fast anything is.`)
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smallest: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const full = { size: 100_000, connections: 32, warmUp: 4, rounds: 5, seconds: 1, starts: 3 }
const fullImports = { importRows: [10_000, 200_000], importRounds: 3 } as const
const quick = { ...full, ...fullImports, rounds: 3, importRows: [10_000, 50_000], importRounds: 1 } as const
const once = {
  size: 1000,
  connections: 2,
  warmUp: 0.1,
  rounds: 1,
  seconds: 0.1,
  starts: 1,
  importRows: [10, 20],
} as const
const options = values.smallest ? { ...quick, ...once } : values.quick ? quick : { ...full, ...fullImports }

const isChosen = ({ name }: { readonly name: string }) => name.includes(values.only)
console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} processors, Node ${process.version}`)
const requests = scenarios.filter(isChosen)
const imports = importCases.filter(isChosen)
await withScaleDatabase(options.size, async (database) => {
  if (imports.length > 0) printImports(await measureImports(database, imports, options))
  if (requests.length > 0) printRows(await measureRequests(database, requests, options), options)
})
