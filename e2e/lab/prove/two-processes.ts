import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { inArray } from 'drizzle-orm'
import { type OwnServer, withOwnServer, withServer } from '#e2e/own-server.ts'
import type { ServerProcess } from '#e2e/server-process.ts'
import type { Database } from '#server/platform/db/client.ts'
import { improvements } from '#server/schema/improvements.ts'
import { serveHttp } from '../resources.ts'
import type { Ground } from './claim.ts'
import {
  callServer,
  callUntilDecided,
  postImprovement,
  type Reply,
  type Request,
  type Target,
} from './crash/call-server.ts'

export type RoundRobin = {
  readonly baseUrl: string
  /** Replaces the processes behind the address. */
  use(baseUrls: readonly string[]): void
  /** The number of requests sent to a second process because the first did not respond or returned 503. */
  retried(): number
  close(): Promise<void>
}

type Answer = { readonly from: IncomingMessage; readonly body: Buffer }

/**
 * A small reverse proxy with alternating targets. Without a response it retries on the other process if the request may
 * be repeated: GET, HEAD, PUT, and POST with an Idempotency-Key; PATCH only if it was never sent.
 */
export async function startRoundRobin(baseUrls: readonly string[]): Promise<RoundRobin> {
  let upstreams = baseUrls
  let turn = 0
  let retries = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const first = turn++
    for (let attempt = 1; ; attempt += 1) {
      const upstream = upstreams[(first + attempt - 1) % upstreams.length] ?? ''
      const isLast = attempt === 6
      try {
        const { from, body: responseBody } = await forward(agent, upstream, incoming, body)
        if (from.statusCode === 503 && mayRepeat(incoming) && !isLast) {
          retries += 1
          continue
        }
        outgoing.writeHead(from.statusCode ?? 502, { ...from.headers, connection: 'keep-alive' }).end(responseBody)
        return
      } catch (error) {
        const wasNeverSent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (isLast || !(wasNeverSent || mayRepeat(incoming))) {
          outgoing.writeHead(502).end()
          return
        }
        retries += 1
      }
    }
  }

  const served = await serveHttp((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return {
    baseUrl: served.url,
    use(urls) {
      upstreams = urls
    },
    retried: () => retries,
    async close() {
      agent.destroy()
      await served.close()
    },
  }
}

const mayRepeat = ({ method, headers }: IncomingMessage) =>
  ['GET', 'HEAD', 'PUT'].includes(method ?? '') || headers['idempotency-key'] !== undefined

function forward(agent: Agent, upstream: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<Answer>((done, fail) => {
    const sent = request(`${upstream}${url}`, { method, headers, agent }, (from) => {
      buffer(from).then((responseBody) => done({ from, body: responseBody }), fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

type TwoProcesses = { readonly own: OwnServer; readonly other: ServerProcess; readonly proxy: RoundRobin }

/** Two production servers on a database with demo data, and one address for both, while `use` runs. */
export const withTwoProcesses = <Result>(
  ground: Ground,
  use: (both: TwoProcesses) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> =>
  withOwnServer(
    ground,
    (own) =>
      withServer({ ...ground.serverEnv, ...env, DATABASE_URL: own.databaseUrl }, async (other) => {
        const proxy = await startRoundRobin([own.server.baseUrl, other.baseUrl])
        try {
          return await use({ own, other, proxy })
        } finally {
          await proxy.close()
        }
      }),
    env,
  )

type SteadyLoad = {
  count(): number
  /** Ends it; the number of acknowledged writes, and what went wrong: no write may be missing or stored twice. */
  end(db: Database): Promise<{ readonly written: number; readonly failed: number; readonly faults: string[] }>
}

/**
 * Eight clients, half of them reading and half registering improvements with keys; every response must be successful.
 */
export function startSteadyLoad(target: Target, headers: Readonly<Record<string, string>>, name: string): SteadyLoad {
  const acknowledged: string[] = []
  const faults: string[] = []
  let count = 0
  let isOver = false
  const take = (request: Request, reply: Reply | undefined) => {
    count += 1
    const isGood = reply?.status === (request.method === 'POST' ? 201 : 200)
    if (!isGood) faults.push(`${request.method} ${request.path} returned ${reply?.status}`)
    return isGood
  }
  const read = async () => {
    const request: Request = { method: 'GET', path: '/api/itsm/v1/changes?limit=5', headers }
    while (!isOver) take(request, await callServer(target, request))
  }
  const write = async (worker: number) => {
    for (let n = 0; !isOver; n += 1) {
      const title = `${name} ${worker} ${n}`
      const request = postImprovement(title, { ...headers, 'Idempotency-Key': title })
      if (take(request, await callUntilDecided(target, request))) acknowledged.push(title)
    }
  }
  const loads = Promise.all([0, 1, 2, 3].flatMap((worker) => [read(), write(worker)]))
  return {
    count: () => count,
    async end(db) {
      isOver = true
      await loads
      const stored = await db.$count(improvements, inArray(improvements.title, acknowledged))
      const { length: written } = acknowledged
      const lost = stored === written ? [] : [`${written} POSTs were acknowledged, ${stored} records exist`]
      return { written, failed: faults.length, faults: [...faults, ...lost] }
    },
  }
}
