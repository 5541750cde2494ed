import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../crash/call-server.ts'
import { get, type Reply } from '../crash/call-server.ts'

type Headers = Readonly<Record<string, string>>

/** The requests while the database is unreachable, and their expected status. */
const requests = [
  { what: 'readiness', path: '/api/ready', status: 503 },
  { what: 'health', path: '/api/health', status: 200 },
  { what: 'metrics for a token that was valid before', path: '/api/metrics', status: 200 },
  { what: 'a list for a token', path: '/api/itsm/v1/changes', status: 503 },
  { what: 'a list for a person', path: '/api/app/v1/queue', status: 503 },
] as const
type WatchedRequest = (typeof requests)[number]

export type Watch = {
  /** Sends all requests once concurrently, and records unexpected responses. */
  sendAll(): Promise<void>
  /** Repeats each request until it succeeds, for at most a minute. Returns the milliseconds until then. */
  waitUntilBack(): Promise<number>
  readonly faults: string[]
  count(): number
  /** Milliseconds of the slowest response while the database was unreachable. */
  slowest(): number
}

/** Sends the requests as a token and as a person. */
export function watchResponses(target: Target, { token, session }: { token: Headers; session: Headers }): Watch {
  const faults: string[] = []
  let count = 0
  let slowest = 0
  const send = ({ path }: WatchedRequest) => get(target, path, path.startsWith('/api/app/') ? session : token)
  const isBack = async (request: WatchedRequest) => {
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
      if ((await send(request))?.status === 200) return true
    }
    return false
  }
  return {
    faults,
    count: () => count,
    slowest: () => slowest,
    async sendAll() {
      await Promise.all(
        requests.map(async (request) => {
          const startedAt = performance.now()
          const reply = await send(request)
          slowest = Math.max(slowest, performance.now() - startedAt)
          count += 1
          faults.push(...faultsOf(request, reply))
        }),
      )
    },
    async waitUntilBack() {
      const began = performance.now()
      for (const request of requests) {
        if (!(await isBack(request))) faults.push(`${request.what} has not recovered`)
      }
      return performance.now() - began
    },
  }
}

function faultsOf({ what, status }: WatchedRequest, reply: Reply | undefined): string[] {
  if (reply?.status !== status) return [`${what} returned ${reply?.status} ${JSON.stringify(reply?.body)}`]
  return status === 503 && reply.retryAfter === null ? [`${what} returned 503 without Retry-After`] : []
}
