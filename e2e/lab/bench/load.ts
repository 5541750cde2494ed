import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** A request of the load. `{n}` in a header or the body becomes a new number each time. */
export type LoadRequest = {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Load = {
  readonly url: string
  /** The requests, sent in turn over all connections. */
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; unlimited if undefined. */
  readonly rate?: number
  /** Called with the status of each response to a request that has an `{n}`, and its headers as sent. */
  readonly onAnswer?: (status: number, headers: LoadRequest['headers']) => void
}

export type LoadResult = {
  readonly seconds: number
  /** The milliseconds of each response below 400; autocannon itself keeps whole ones. */
  readonly latencies: readonly number[]
  /** Share of the time in which this process was busy: near 1 the client is the bottleneck. */
  readonly busy: number
  /** Responses of 4xx and 5xx by status, and `failed` for lost connections and timeouts. */
  readonly unexpected: Readonly<Record<string, number>>
}

const run = randomUUID().slice(0, 8)
const isFixed = (request: LoadRequest) => !JSON.stringify(request).includes('{n}')

/** The number of requests sent to each server so far, by its URL and the first request of the list. */
const sent = new Map<string, number>()

/**
 * Returns the next request of a list over all connections, continuing after the previous load, so that no request is
 * repeated while there are enough.
 */
function inTurn({ url, requests, onAnswer }: Load): autocannon.Request {
  const list = `${url} ${requests[0]?.path}`
  type Context = { headers?: Record<string, string> }
  return {
    setupRequest(request: autocannon.Request, context: Context): autocannon.Request {
      const n = sent.get(list) ?? 0
      sent.set(list, n + 1)
      const { method, path, headers, body } = requests[n % requests.length] as LoadRequest
      const fill = (text: string) => text.replace('{n}', `${run}-${n}`)
      context.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]))
      return { ...request, method, path, headers: context.headers, body: body && fill(body) }
    },
    ...(onAnswer && {
      onResponse: (status: number, _body: string, { headers = {} }: Context) => onAnswer(status, headers),
    }),
  }
}

export async function loadServer(load: Load): Promise<LoadResult> {
  const { url, requests, connections, seconds, rate } = load
  const [only] = requests
  const latencies: number[] = []
  const cpu = process.cpuUsage()
  const started = performance.now()
  const { statusCodeStats = {}, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const pace = rate === undefined ? {} : { overallRate: rate, ignoreCoordinatedOmission: true }
    // A single fixed request is built once, which saves time of the client.
    const list = requests.length === 1 && only && isFixed(only) ? [only] : [inTurn(load)]
    // A response may take longer than autocannon's default of 10 s; it is then late, not lost.
    const options = { url, connections, duration: seconds, timeout: 60, sampleInt: 50, requests: list, ...pace }
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    instance.on('response', (_client, status, _size, milliseconds) => {
      if (status < 400) latencies.push(milliseconds)
    })
  })
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  const refused = Object.entries(statusCodeStats).filter(([status]) => Number(status) >= 400)
  return {
    seconds: elapsed / 1000,
    latencies,
    busy: (user + system) / 1000 / elapsed,
    unexpected: {
      ...Object.fromEntries(refused.map(([status, { count = 0 }]) => [status, count])),
      ...(errors > 0 && { failed: errors }),
    },
  }
}
