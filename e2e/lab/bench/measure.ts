import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadResult, loadServer } from './load.ts'
import type { MeasuredServer } from './measured-server.ts'
import { processorTime, residentMemory } from './process-usage.ts'
import { type Scenario, type ServerName, serverNames } from './scenarios.ts'
import { median, percentile } from './statistics.ts'

export type Settings = {
  readonly connections: number
  /** Seconds of load on each server before a row counts, while its code is still being compiled. */
  readonly warmUp: number
  readonly rounds: number
  readonly seconds: number
}

/** The results of one server in one row of the table: medians over the rounds. */
export type Measurement = {
  /** Requests a second: median, slowest and fastest round. */
  readonly perSecond: number
  readonly spread: readonly [number, number]
  /** Milliseconds. */
  readonly p99: number
  /** Microseconds of processor time per request. */
  readonly serverCost: number
  readonly databaseCost: number
  readonly clientBusy: number
  /** Peak memory of the server in megabytes. */
  readonly memory: number
}

export type Row = { readonly scenario: Scenario; readonly measurements: Readonly<Record<ServerName, Measurement>> }

type Round = LoadResult & Pick<Measurement, 'serverCost' | 'databaseCost' | 'memory'>

export type Bench = {
  readonly servers: Readonly<Record<ServerName, MeasuredServer>>
  readonly databasePid: number
  readonly settings: Settings
}

/** Loads the servers alternately after a warm-up. A response that refuses is an error. */
export async function measureScenario(bench: Bench, scenario: Scenario): Promise<Row> {
  const { rounds, seconds, warmUp } = bench.settings
  const measured: Record<ServerName, Round[]> = { fastify: [], ours: [] }
  for (const name of serverNames) await runOnce(bench, scenario, name, warmUp)
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? serverNames : serverNames.toReversed()
    for (const name of order) measured[name].push(await runOnce(bench, scenario, name, seconds))
  }
  return { scenario, measurements: { fastify: summarise(measured.fastify), ours: summarise(measured.ours) } }
}

async function runOnce(bench: Bench, scenario: Scenario, name: ServerName, seconds: number): Promise<Round> {
  const { databasePid, settings } = bench
  const { baseUrl, pid } = bench.servers[name]
  // Lets the remaining work of the last run finish in the database and the sockets.
  await sleep(100)
  const before = { server: processorTime(pid), database: processorTime(databasePid) }
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid))
  }, 200)
  const { requests } = scenario
  const result = await loadServer({ url: baseUrl, requests, connections: settings.connections, seconds })
  clearInterval(watch)
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`${scenario.name}: ${name} also returned ${JSON.stringify(result.unexpected)}`)
  }
  const cost = (after: number, from: number) => ((after - from) * 1000) / Math.max(1, result.latencies.length)
  return {
    ...result,
    memory,
    serverCost: cost(processorTime(pid), before.server),
    databaseCost: cost(processorTime(databasePid), before.database),
  }
}

function summarise(rounds: readonly Round[]): Measurement {
  const middle = (read: (round: Round) => number) => median(rounds.map(read))
  // A server without any response in a round counts as that slow.
  const speeds = rounds.map(({ latencies, seconds }) => latencies.length / seconds)
  return {
    perSecond: median(speeds),
    spread: [Math.min(...speeds), Math.max(...speeds)],
    p99: middle(({ latencies }) => percentile(latencies, 99)),
    serverCost: middle(({ serverCost }) => serverCost),
    databaseCost: middle(({ databaseCost }) => databaseCost),
    clientBusy: middle(({ busy }) => busy),
    memory: Math.max(...rounds.map(({ memory }) => memory)),
  }
}
