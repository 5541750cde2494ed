import type { ImportRow } from './import/measure-import.ts'
import type { Measurement, Row } from './measure.ts'
import type { ServerName } from './scenarios.ts'

const legend = `
(b) Fastify + pg by hand, same SQL as named prepared statements, responses by fast-json-stringify; no authentication, rate
    limit, request id, log, ETag or check; a write is one statement without history and idempotency key
(d) Hindsight, node dist/main.js: bearer token, validation, rate limit, ETag, check of every response, metrics, and a log
    line for each request (level info, into a file); a write also reads the old values and writes history (and, for POST,
    the idempotency key)
Reads with a different address in every request are listed separately from repeated pages: (d) caches the latter in memory
while the database shows no commit. b and d: requests a second, median over the rounds. cost: microseconds of processor
time per request, server + database.
* the client was busy more than 90 % of the time: it, not the server, was the bottleneck.`

const number = (value: number) => Math.round(value).toLocaleString('en')
const range = ([least, most]: readonly [number, number]) => `${number(least)}–${number(most)}`
const speed = ({ perSecond, clientBusy }: Measurement) => `${number(perSecond)}${clientBusy > 0.9 ? '*' : ''}`
const cost = ({ serverCost, databaseCost }: Measurement) => `${number(serverCost)}+${number(databaseCost)}`
const goalOf = (goal: number, value: number) => `≥ ${goal.toLocaleString('en')}: ${value >= goal ? 'yes' : 'no'}`

/** Prints the requests, one line for each. */
export function printRows(rows: readonly Row[], startTime: number): void {
  const lines = rows.map(({ scenario: { name, goal }, measurements: { fastify, ours } }) => {
    const ratio = ours.perSecond / fastify.perSecond
    const columns = {
      b: speed(fastify),
      d: speed(ours),
      'd, slowest–fastest': range(ours.spread),
      'd/b': ratio.toFixed(2),
      goal: goalOf(goal, ratio),
      'p99 ms b': fastify.p99.toFixed(2),
      'p99 ms d': ours.p99.toFixed(2),
      'p99 d/b': (ours.p99 / fastify.p99).toFixed(2),
      'cost b': cost(fastify),
      'cost d': cost(ours),
    }
    return [name, columns] as const
  })
  console.table(Object.fromEntries(lines))
  const most = (name: ServerName) => number(Math.max(...rows.map(({ measurements }) => measurements[name].memory)))
  console.log(`From npm start on existing data to the first response: ${number(startTime)} ms (goal 1,500)`)
  console.log(`Peak resident memory under load, MB: b ${most('fastify')}, d ${most('ours')} (goal for d: 300)`)
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
    goal: goalOf(importGoal, perSecond),
    'peak MB': number(memory),
  }))
  console.table(lines)
  console.log('Rows divided by the time of the whole command into an empty database, including its start.')
}
