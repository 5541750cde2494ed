import type { ImportMeasurement, ImportRow } from './import/measure-import.ts'
import type { Measurement, Row } from './measure.ts'
import { type ServerName, serverNames } from './scenarios.ts'

const letters: Readonly<Record<ServerName, string>> = { bare: 'a', fastify: 'b', next: 'c', ours: 'd' }

export type StartReport = {
  /** Milliseconds from `npm start` on existing data to the first response, and the same without npm. */
  readonly npmStart: number
  readonly nodeStart: number
  /** Memory of ours in megabytes after the first response. */
  readonly idleMemory: number
  /** Peak memory of each server in megabytes under load. */
  readonly memory: Readonly<Record<ServerName, number>>
}

const legend = `
(a) plain node:http sending the responses of (d) from memory: no database, no parsing; the limit of the runtime
(b) Fastify + pg by hand, same SQL as named prepared statements, responses by fast-json-stringify; no authentication, rate
    limit, request id, log, ETag or check; a write is one statement without history and idempotency key
(c) the same routes through Next's own pipeline (next start)
(d) ours, node dist/main.js: bearer token, validation, rate limit, ETag, check of every response, metrics, and a log line
    for each request (level info, into a file); a write also reads the old values and writes history (and, for POST, the
    idempotency key)
Reads with a different address in every request are listed separately from repeated pages: ours caches the latter in
memory while the database shows no commit. req/s: median over the rounds. cost: microseconds of processor time per request, server + database.
* the client was busy more than 90 % of the time: it, not the server, was the bottleneck.`

/** Requests a second of ours divided by those of another server; undefined if either was not measured. */
export function ratioTo({ measurements }: Row, over: ServerName): number | undefined {
  const ours = measurements.ours?.perSecond
  const other = measurements[over]?.perSecond
  return ours === undefined || other === undefined ? undefined : ours / other
}

/** Numbers of connections with goals. */
const goalConnections = 32

const number = (value: number) => Math.round(value).toLocaleString('en')
const decimal = (value: number | undefined) => value?.toFixed(2) ?? '–'
const speed = (found?: Measurement) => (found ? `${number(found.perSecond)}${found.clientBusy > 0.9 ? '*' : ''}` : '–')
const cost = (found?: Measurement) => (found ? `${number(found.serverCost)}+${number(found.databaseCost)}` : '–')
const spread = (found?: Measurement) => (found ? `${number(found.spread[0])}–${number(found.spread[1])}` : '–')

function goalsOf(row: Row): string {
  if (row.connections !== goalConnections) return ''
  return row.scenario.goals
    .map(({ over, ratio }) => {
      const isMet = (ratioTo(row, over) ?? 0) >= ratio
      return `d/${letters[over]} ≥ ${ratio}: ${isMet ? 'yes' : 'no'}`
    })
    .join(', ')
}

/** The table as text. */
export function renderReport(rows: readonly Row[], start: StartReport): string {
  const speeds = table(
    ['requests a second', 'conn.', 'a', 'b', 'c', 'd', 'd/a', 'd/b', 'd/c', 'goal'],
    rows.map((row) => [
      row.scenario.name,
      String(row.connections),
      ...serverNames.map((name) => speed(row.measurements[name])),
      ...(['bare', 'fastify', 'next'] as const).map((name) => decimal(ratioTo(row, name))),
      goalsOf(row),
    ]),
  )
  const costs = table(
    [
      'beside it',
      'conn.',
      'p99 ms b',
      'p99 ms d',
      'd/b',
      'cost b',
      'cost c',
      'cost d',
      'bytes d',
      'req/s of d, slowest–fastest',
    ],
    rows.map(({ scenario, connections, measurements: { fastify, next, ours } }) => [
      scenario.name,
      String(connections),
      decimal(fastify?.p99),
      decimal(ours?.p99),
      decimal(fastify && ours && ours.p99 / fastify.p99),
      cost(fastify),
      cost(next),
      cost(ours),
      ours ? number(ours.bytes) : '–',
      spread(ours),
    ]),
  )
  const memory = serverNames.map((name) => `${letters[name]} ${number(start.memory[name])}`).join(', ')
  return `${speeds}

${costs}

From npm start on existing data to the first response: ${number(start.npmStart)} ms (goal 1,500), of which without npm ${number(start.nodeStart)} ms
Resident memory of d after its first response, MB: ${number(start.idleMemory)}
Peak resident memory under load, MB: ${memory} (goal for d: 300)
${legend}
`
}

/** The goal in rows per second. */
const importGoal = 20_000

/** The table of imports, one line per file size. */
export function renderImports(imports: readonly ImportRow[]): string {
  const head = ['rows a second', 'rows', 'import', 'slowest–fastest', 'database alone', 'cost', 'memory', 'goal']
  const line = (name: string, size: ImportMeasurement, goal: string) => [
    ...[name, number(size.rows), number(size.perSecond), `${number(size.spread[0])}–${number(size.spread[1])}`],
    ...[
      number(size.databaseAlone),
      `${number(size.programCost)}+${number(size.databaseCost)}`,
      number(size.memory),
      goal,
    ],
  ]
  const goalOf = ({ perSecond }: ImportMeasurement) =>
    `≥ ${number(importGoal)}: ${perSecond >= importGoal ? 'yes' : 'no'}`
  const body = imports.flatMap(({ name, small, large }) => [line(name, small, ''), line(name, large, goalOf(large))])
  return `${table(head, body)}

import: rows divided by the time of the whole command into an empty database, including its start. database alone: the
same records copied by one statement into another table with the same indexes. cost: microseconds of
processor time per row, program + database. memory: peak memory of the command in MB.
`
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const lines = [head, ...body]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isText = (column: number) => column === 0 || column === head.length - 1
  const render = (line: readonly string[]) =>
    line.map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [render(head), rule, ...body.map(render)].map((line) => line.trimEnd()).join('\n')
}
