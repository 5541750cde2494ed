import type { ImportRow } from './import/measure-import.ts'
import type { BenchSettings, MeasuredScenario, Measurements } from './measure.ts'

const legend = `
node dist/main.js with bearer token, validation, rate limit, ETag, check of every response, metrics, and a log line for each
request (level info, into a file); a write also reads the old values and writes history (and, for POST, the idempotency
key). Reads with a different URL in every request are listed separately from repeated pages, which are cached in memory
while the database shows no commit. ratio: requests for each \`select 1\` that this process gets through five connections
right before, which other work on the machine slows as well. cost: microseconds of processor time per request, server +
database.
* the client was busy more than 90 % of the time: it, not the server, was the bottleneck.`

const number = (value: number) => Math.round(value).toLocaleString('en')
const range = ([least, most]: readonly [number, number]) => `${number(least)}–${number(most)}`
const describeGoal = (goal: number, value: number) => `≥ ${goal.toLocaleString('en')}: ${value >= goal ? 'yes' : 'no'}`

/** Prints the requests, one line for each. */
export function printRows({ rows, startTime }: Measurements, { connections, rounds, seconds }: BenchSettings): void {
  const toColumns = (row: MeasuredScenario) => ({
    'a second': `${number(row.perSecond)}${row.clientBusy > 0.9 ? '*' : ''}`,
    'slowest–fastest': range(row.spread),
    ratio: row.ratio.toFixed(2),
    'p99 ms': row.p99.toFixed(2),
    cost: `${number(row.serverCost)}+${number(row.databaseCost)}`,
  })
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s`)
  console.table(Object.fromEntries(rows.map((row) => [row.scenario.name, toColumns(row)])))
  console.log(`From the start on existing data to the first response: ${number(startTime)} ms (goal 1,500)`)
  console.log(`Peak resident memory under load: ${number(Math.max(...rows.map(({ memory }) => memory)))} MB (goal 300)`)
  console.log(legend)
}

/** The goal in rows per second. */
const importGoal = 20_000

/** Prints the imports, one line for each size of the file. */
export function printImports(imports: readonly ImportRow[]): void {
  const lines = imports.map(({ name, rows, speeds, perSecond, memory }) => ({
    import: name,
    rows: number(rows),
    'rows a second': number(perSecond),
    'slowest–fastest': range([Math.min(...speeds), Math.max(...speeds)]),
    goal: describeGoal(importGoal, perSecond),
    'peak MB': number(memory),
  }))
  console.table(lines)
  console.log('Rows divided by the time of the whole command into an empty database, including its start.')
}
