import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { measureImports } from './import/measure-import.ts'
import { measureRequests } from './measure.ts'
import { withScaleDatabase } from './scale/scale-database.ts'

// `npm run bench [-- --quick | --smallest]`: imports and requests. `--smallest` shows whether the bench works, not how
// fast anything is.
answerHelp(`Usage: npm run bench [-- --quick | --smallest]
Measures imports and requests. --quick has fewer and shorter rounds; --smallest shows whether the bench works, not how
fast anything is.`)
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, smallest: { type: 'boolean', default: false } },
})
const full = { size: 100_000, connections: 32, warmUp: 4, rounds: 5, seconds: 1, starts: 3, importRows: 200_000 }
const smallest = { size: 1000, connections: 2, warmUp: 0.1, rounds: 1, seconds: 0.1, starts: 1, importRows: 20 }
const settings = values.smallest ? smallest : values.quick ? { ...full, rounds: 3, importRows: 50_000 } : full

console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} processors, Node ${process.version}`)
await withScaleDatabase(settings.size, async (database) => {
  await measureImports(database, settings.importRows)
  await measureRequests(database, settings)
})
