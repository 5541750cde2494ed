import { setTimeout as sleep } from 'node:timers/promises'

export type HeaderMap = Readonly<Record<string, string>>

/** Callers with a token each, so that none of them meets a limit of requests. */
export const callerNames = ['reader', 'lister', 'follower', 'prober', 'writer', 'importer'] as const

/** The second caller: its tokens, session, connection, change and position in the events. */
export type CallerAccess = {
  readonly baseUrl: string
  readonly callers: Readonly<Record<(typeof callerNames)[number], HeaderMap>>
  readonly session: HeaderMap
  readonly sender: HeaderMap
  readonly anybody: HeaderMap
  readonly senderPath: string
  readonly changePath: string
  readonly feedPath: string
}

/** A task that people wait for. A run throws if it does not end as it should. */
type Probe = {
  readonly name: string
  /** Milliseconds between the starts of two runs. */
  readonly pauseMs: number
  /** Milliseconds that are always allowed: a task that waits for a job also waits for its turn. */
  readonly floorMs: number
  run(access: CallerAccess, n: number): Promise<void>
}

/** Milliseconds after which a caller gives up. */
const patience = 60_000
let made = 0

type SendInit = { readonly method?: string; readonly type?: string; readonly body?: string }

async function send(url: string, headers: HeaderMap, { method = 'GET', type, body }: SendInit = {}): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) },
    body: body ?? null,
    signal: AbortSignal.timeout(patience),
  })
  if (response.ok) return response
  throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${(await response.text()).slice(0, 200)}`)
}

/** Ordinary requests per second: a fifth of each kind, below the default limit of each token and IP address. */
const perSecond = 32
const patch = { method: 'PATCH', type: 'application/json', body: JSON.stringify({ pir_reference: 'PIR-2026-0001' }) }
const ordinary: readonly ((access: CallerAccess) => Promise<Response>)[] = [
  ({ baseUrl, callers }) => send(`${baseUrl}/api/itsm/v1/changes?limit=20&query=risk%20%3D%20high`, callers.lister),
  ({ baseUrl, callers, changePath }) => send(`${baseUrl}${changePath}`, callers.reader),
  ({ baseUrl, callers, changePath }) => send(`${baseUrl}${changePath}`, callers.writer, patch),
  ({ baseUrl, callers, feedPath }) => send(`${baseUrl}${feedPath}`, callers.follower),
  ({ baseUrl, anybody }) => send(`${baseUrl}/api/health`, anybody),
]

type Feed = { readonly result: readonly { readonly key: string; readonly type: string }[]; readonly next: string }

/** Reads events from the path on; returns them and the path that reads the later ones. */
async function readFeed(baseUrl: string, path: string, headers: HeaderMap) {
  const response = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  const { result, next } = (await response.json()) as Feed
  return { result, path: `/api/itsm/v1/events?limit=1000&after=${next}` }
}

/** The path that reads the events since now. */
export async function followEvents(baseUrl: string, headers: HeaderMap): Promise<string> {
  for (let path = '/api/itsm/v1/events?limit=1000&after=start'; ; ) {
    const read = await readFeed(baseUrl, path, headers)
    if (read.result.length === 0) return read.path
    path = read.path
  }
}

/** Headers with a token or secret, and with the media type of a body. */
export const toBearer = (token: string, contentType?: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(contentType !== undefined && { 'Content-Type': contentType }),
})

const incidentRows = (number: string) => `number,short_description,opened_at\n${number},Own,2026-03-01T10:00:00Z\n`

export const probes: readonly Probe[] = [
  {
    name: 'page',
    pauseMs: 1_000,
    floorMs: 250,
    async run({ baseUrl, session }) {
      const page = await (await send(`${baseUrl}/changes`, session)).text()
      if (!page.includes('</table>') || !page.endsWith('</html>')) throw new Error('The page of changes is not whole.')
    },
  },
  {
    name: 'upload',
    pauseMs: 4_000,
    floorMs: 250,
    async run({ baseUrl, session }, n) {
      const url = `${baseUrl}/api/app/v1/imports?kind=incidents&file_name=own-${n}.csv`
      const type = 'application/octet-stream'
      await send(url, session, { method: 'POST', type, body: incidentRows(`UPLOADED${n}`) })
    },
  },
  {
    name: 'event until it is in the feed',
    pauseMs: 1_000,
    floorMs: 1_000,
    async run({ baseUrl, callers: { prober, importer }, sender, senderPath }, n) {
      const number = `OWN${n}`
      let path = await followEvents(baseUrl, prober)
      const deployment = { id: number, service: 'own', environment: 'staging', status: 'running', at: new Date() }
      const json = { method: 'POST', type: 'application/json', body: JSON.stringify(deployment) }
      await send(`${baseUrl}${senderPath}`, sender, json)
      const incident = JSON.stringify({ opened_at: '2026-03-01T10:00:00Z' })
      await send(`${baseUrl}/api/itsm/v1/incidents/${number}`, importer, { ...json, method: 'PUT', body: incident })
      for (;;) {
        const read = await readFeed(baseUrl, `${path}&wait=20`, prober)
        const own = read.result.filter(({ key }) => key === number)
        if (own.length > 1 || own.some(({ type }) => type !== 'incident.created'))
          throw new Error(`The feed has ${JSON.stringify(own)} for the creation of ${number}.`)
        if (own.length === 1) return
        path = read.path
      }
    },
  },
  {
    name: 'import until it is done',
    pauseMs: 4_000,
    floorMs: 15_000,
    async run({ baseUrl, callers: { importer, prober } }, n) {
      const url = `${baseUrl}/api/itsm/v1/imports?kind=incidents`
      const csv = { method: 'POST', type: 'text/csv', body: incidentRows(`IMPORTED${n}`) }
      const location = (await send(url, importer, csv)).headers.get('location') ?? ''
      for (const end = performance.now() + patience; performance.now() < end; await sleep(100)) {
        const found = await (await send(`${baseUrl}${location}`, prober)).json()
        const { status, inserted } = found as { status: string; inserted: number }
        if (status === 'done' && inserted === 1) return
        if (!['queued', 'running'].includes(status)) throw new Error(`The import is ${JSON.stringify(found)}.`)
      }
      throw new Error('The import was not done within a minute.')
    },
  },
]

/** Milliseconds of each `ordinary` request and of each run of a probe, and the number of each failure. */
export type Sample = {
  readonly milliseconds: Readonly<Record<string, readonly number[]>>
  readonly failures: Readonly<Record<string, number>>
}

/**
 * Sends ordinary requests at a fixed pace for some seconds, whether or not earlier responses have come: a service that
 * stops for a second delays every request of that second. Meanwhile runs every probe repeatedly, each at least once.
 */
export async function sampleFor(seconds: number, access: CallerAccess): Promise<Sample> {
  const milliseconds: Record<string, number[]> = { ordinary: [] }
  for (const { name } of probes) milliseconds[name] = []
  const failures: Record<string, number> = {}
  const measure = async (name: string, work: () => Promise<void>) => {
    const began = performance.now()
    await work().catch((error) => {
      const what = `${name}: ${error instanceof Error ? error.message : error}`
      failures[what] = (failures[what] ?? 0) + 1
    })
    milliseconds[name]?.push(performance.now() - began)
  }
  const keepPace = async () => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    for (let n = 0; n < perSecond * seconds; n += 1) {
      await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
      const request = async () => {
        const text = await (await ordinary[n % ordinary.length]?.(access))?.text()
        if (text === '') throw new Error('There is no body.')
      }
      sent.push(measure('ordinary', request))
    }
    await Promise.all(sent)
  }
  const repeat = async ({ name, pauseMs, run }: Probe) => {
    const ends = performance.now() + seconds * 1000
    let began: number
    do {
      began = performance.now()
      made += 1
      await measure(name, () => run(access, made))
      await sleep(Math.max(0, pauseMs - (performance.now() - began)))
    } while (performance.now() < ends)
  }
  await Promise.all([keepPace(), ...probes.map(repeat)])
  return { milliseconds, failures }
}
