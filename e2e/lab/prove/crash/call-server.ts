import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { unless } from '#e2e/lab/prove/claim.ts'

/** The current URL of the application, which changes after a restart. */
export type App = { baseUrl: string }

export type AppCall = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Registers an improvement action. */
export const postImprovement = (title: string, headers: AppCall['headers'], more: object = {}): AppCall => ({
  method: 'POST',
  path: '/api/itsm/v1/improvements',
  headers,
  body: {
    title,
    source_type: 'pir',
    source_ref: 'prove',
    owner: 'ines.marchetti@hindsight.example',
    target_date: '2027-05-29',
    ...more,
  },
})

/** Sends a GET. */
export const get = (target: App, path: string, headers: AppCall['headers'] = {}): Promise<AppReply | undefined> =>
  callServer(target, { method: 'GET', path, headers })

/** The faults of two servers of one database, which must return the same. */
export async function compareServers(servers: readonly App[], paths: readonly string[], headers: AppCall['headers']) {
  const faults: string[] = []
  for (const path of paths) {
    const [one, other] = await Promise.all(servers.map((server) => get(server, path, headers)))
    const isSame = one?.status === 200 && isDeepStrictEqual(one, other)
    faults.push(...unless(isSame, `${path} returned ${one?.status}, and something else from the other server`))
  }
  return faults
}

export type AppReply = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }

/** Sends a request; undefined without a complete response, when it is unknown whether it was executed. */
export async function callServer(target: App, { method, path, headers, body }: AppCall): Promise<AppReply | undefined> {
  try {
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text || null,
      retryAfter: response.headers.get('retry-after'),
    }
  } catch {
    return undefined
  }
}

/** Repeats a request while it gets 409: the first attempt with its key still runs, or the database believes so. */
export async function callUntilDecided(target: App, request: AppCall): Promise<AppReply | undefined> {
  for (let tries = 1; ; tries += 1) {
    const reply = await callServer(target, request)
    if (reply?.status !== 409 || tries === 100) return reply
    await sleep(50)
  }
}
