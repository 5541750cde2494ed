import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { percentile } from './statistics.ts'

/** A request of the load. `{n}` in a header or the body becomes a new number each time. */
export type LoadRequest = {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Load = {
  readonly url: string
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; unlimited if undefined. */
  readonly rate?: number
}

export type LoadResult = {
  readonly answered: number
  readonly seconds: number
  /** The 50th and 99th percentile of the latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Share of the time in which this process was busy: near 1 the client is the bottleneck. */
  readonly busy: number
  /** Responses of 4xx and 5xx by status, and `failed` for lost connections and timeouts. */
  readonly unexpected: Readonly<Record<string, number>>
}

const run = randomUUID().slice(0, 8)
let sent = 0

/** In autocannon's format. Values with `{n}` are created for each request. */
function toAutocannon({ method, path, headers, body }: LoadRequest): autocannon.Request {
  const isFixed = !JSON.stringify({ headers, body }).includes('{n}')
  if (isFixed) return { method, path, headers, body }
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    sent += 1
    const fill = (text: string) => text.replace('{n}', `${run}-${sent}`)
    const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)])
    return { ...request, headers: Object.fromEntries(filled), body: body && fill(body) }
  }
  return { method, path, headers, body, setupRequest }
}

/** The number of requests sent to each server so far, by its address and the first request of the list. */
const sentBefore = new Map<string, number>()

/**
 * Gives each connection its own share of the requests, and continues where the previous load ended, so that no request
 * is repeated while there are enough.
 */
function shareOf(requests: readonly LoadRequest[], begin: number, connection: number, connections: number) {
  const share: LoadRequest[] = []
  for (let index = connection; index < requests.length; index += connections) {
    share.push(requests[(begin + index) % requests.length] as LoadRequest)
  }
  return (share.length > 0 ? share : requests).map(toAutocannon)
}

/** Loads a server for some seconds. */
export async function loadServer({ url, requests, connections, seconds, rate }: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const unexpected: Record<string, number> = {}
  const count = (what: string) => {
    unexpected[what] = (unexpected[what] ?? 0) + 1
  }
  let connection = 0
  const list = `${url} ${requests[0]?.path}`
  const begin = sentBefore.get(list) ?? 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  await new Promise<void>((resolve, reject) => {
    const setupClient = (client: autocannon.Client) => {
      client.setRequests(shareOf(requests, begin, connection, connections))
      connection += 1
    }
    const pace = rate === undefined ? {} : { overallRate: rate, ignoreCoordinatedOmission: true }
    // A response may take longer than autocannon's default of 10 s; it is then late, not lost.
    const options = { url, connections, duration: seconds, timeout: 60, sampleInt: 50, setupClient, ...pace }
    const instance = autocannon(options, (error) => (error ? reject(error) : resolve()))
    instance.on('response', (_client, answered, _size, milliseconds) => {
      if (answered < 400) latencies.push(milliseconds)
      else count(String(answered))
    })
    instance.on('reqError', () => count('failed'))
  })
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  // Some connections were faster than others.
  sentBefore.set(list, begin + Math.ceil(latencies.length * 1.1) + connections)
  return {
    answered: latencies.length,
    seconds: elapsed / 1000,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    busy: (user + system) / 1000 / elapsed,
    unexpected,
  }
}
