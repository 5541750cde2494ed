import { setTimeout as wait } from 'node:timers/promises'
import type { LoadResult } from './load-client.ts'
import type { LoadRunner } from './load-runner.ts'
import { processorTime, residentMemory } from './process-usage.ts'
import type { Scenario, ServerName } from './scenarios.ts'
import type { StartedServer } from './started-server.ts'
import { median } from './statistics.ts'

export type Settings = {
  /** Numbers of connections; every row is measured with each. */
  readonly connections: readonly number[]
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
  readonly p50: number
  readonly p99: number
  /** Microseconds of processor time per request. */
  readonly serverCost: number
  readonly databaseCost: number
  readonly clientBusy: number
  /** Average size of a response with its head. */
  readonly bytes: number
  /** Peak memory of the server in megabytes. */
  readonly memory: number
}

export type Row = {
  readonly scenario: Scenario
  readonly connections: number
  readonly measurements: Partial<Record<ServerName, Measurement>>
}

type Round = LoadResult & { readonly serverCost: number; readonly databaseCost: number; readonly memory: number }

export type Bench = {
  readonly servers: Readonly<Record<ServerName, StartedServer>>
  readonly databasePid: number
  readonly client: LoadRunner
  readonly settings: Settings
}

/** Loads the servers of a scenario alternately after a warm-up. An unexpected status is an error. */
export async function measureScenario(bench: Bench, scenario: Scenario, connections: number): Promise<Row> {
  const { rounds, seconds, warmUp } = bench.settings
  const isFirst = connections === bench.settings.connections[0]
  const measured = new Map<ServerName, Round[]>(scenario.servers.map((name) => [name, []]))
  const warming = isFirst ? { seconds: warmUp, connections: 32 } : { seconds: Math.min(1, seconds), connections }
  for (const name of scenario.servers) await runOnce(bench, { scenario, name, ...warming })
  for (let round = 0; round < rounds; round += 1) {
    const first = round % scenario.servers.length
    for (const name of [...scenario.servers.slice(first), ...scenario.servers.slice(0, first)]) {
      measured.get(name)?.push(await runOnce(bench, { scenario, name, seconds, connections }))
    }
  }
  const entries = [...measured].map(([name, all]) => [name, summarise(all)])
  return { scenario, connections, measurements: Object.fromEntries(entries) }
}

type Run = {
  readonly scenario: Scenario
  readonly name: ServerName
  readonly seconds: number
  readonly connections: number
}

async function runOnce(bench: Bench, { scenario, name, seconds, connections }: Run): Promise<Round> {
  const { client, databasePid } = bench
  const { baseUrl, pid } = bench.servers[name]
  // Lets the remaining work of the last run finish in the database and the sockets.
  await wait(100)
  const before = { server: processorTime(pid), database: processorTime(databasePid) }
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid))
  }, 200)
  const { requests, status } = scenario
  const result = await client.run({ url: baseUrl, requests, status, connections, seconds })
  clearInterval(watch)
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`${scenario.name}: ${name} returned not only ${status}, but ${JSON.stringify(result.unexpected)}`)
  }
  const cost = (after: number, from: number) => ((after - from) * 1000) / Math.max(1, result.answered)
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
  const speeds = rounds.map(({ answered, seconds }) => answered / seconds)
  return {
    perSecond: median(speeds),
    spread: [Math.min(...speeds), Math.max(...speeds)],
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    serverCost: middle(({ serverCost }) => serverCost),
    databaseCost: middle(({ databaseCost }) => databaseCost),
    clientBusy: middle(({ busy }) => busy),
    bytes: middle(({ bytes }) => bytes),
    memory: Math.max(...rounds.map(({ memory }) => memory)),
  }
}
