import { setTimeout as sleep } from 'node:timers/promises'

/** What the second caller may do beside its ordinary requests: tokens, a session and a connection of its own. */
export type ProbeAccess = {
  readonly baseUrl: string
  readonly session: Readonly<Record<string, string>>
  readonly reader: Readonly<Record<string, string>>
  readonly writer: Readonly<Record<string, string>>
  readonly sender: Readonly<Record<string, string>>
  readonly senderPath: string
}

/** Milliseconds of each run of each probe, and what a run did wrong. */
export type ProbeSample = {
  readonly milliseconds: Readonly<Record<string, readonly number[]>>
  readonly failures: Readonly<Record<string, number>>
}

/** Something that people wait for. A run throws when it does not end as it should. */
type Probe = {
  readonly name: string
  /** Milliseconds between the starts of two runs. */
  readonly pauseMs: number
  /** Milliseconds that are always allowed: what waits for a job waits for its turn. */
  readonly floorMs: number
  run(access: ProbeAccess, n: number): Promise<void>
}

/** Milliseconds after which a caller gives up. */
const patience = 60_000
let made = 0

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  init: { readonly method?: string; readonly type?: string; readonly body?: string } = {},
): Promise<Response> {
  const { method = 'GET', type, body } = init
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) },
    body: body ?? null,
    signal: AbortSignal.timeout(patience),
  })
  if (response.ok) return response
  throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${(await response.text()).slice(0, 200)}`)
}

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
    async run({ baseUrl, reader, writer, sender, senderPath }, n) {
      const feed = `${baseUrl}/api/itsm/v1/events?limit=1000&after=`
      const number = `OWN${n}`
      let after = await endOfFeed(feed, reader)
      const deployment = { id: number, service: 'own', environment: 'staging', status: 'running', at: new Date() }
      const json = { method: 'POST', type: 'application/json', body: JSON.stringify(deployment) }
      await send(`${baseUrl}${senderPath}`, sender, json)
      const incident = JSON.stringify({ opened_at: '2026-03-01T10:00:00Z' })
      await send(`${baseUrl}/api/itsm/v1/incidents/${number}`, writer, { ...json, method: 'PUT', body: incident })
      for (;;) {
        const { result, next } = await readFeed(`${feed}${after}&wait=20`, reader)
        const own = result.filter(({ key }) => key === number)
        if (own.length > 1 || own.some(({ type }) => type !== 'incident.created'))
          throw new Error(`The feed has ${JSON.stringify(own)} for the creation of ${number}.`)
        if (own.length === 1) return
        after = next
      }
    },
  },
  {
    name: 'import until it is done',
    pauseMs: 4_000,
    floorMs: 15_000,
    async run({ baseUrl, writer, reader }, n) {
      const url = `${baseUrl}/api/itsm/v1/imports?kind=incidents`
      const csv = { method: 'POST', type: 'text/csv', body: incidentRows(`IMPORTED${n}`) }
      const location = (await send(url, writer, csv)).headers.get('location') ?? ''
      for (const end = performance.now() + patience; performance.now() < end; await sleep(100)) {
        const found = (await (await send(`${baseUrl}${location}`, reader)).json()) as {
          status: string
          inserted: number
        }
        if (found.status === 'done' && found.inserted === 1) return
        if (!['queued', 'running'].includes(found.status)) throw new Error(`The import is ${JSON.stringify(found)}.`)
      }
      throw new Error('The import was not done within a minute.')
    },
  },
]

type Feed = { readonly result: readonly { key: string; type: string }[]; readonly next: string }

const readFeed = async (url: string, headers: ProbeAccess['reader']) =>
  (await (await send(url, headers)).json()) as Feed

async function endOfFeed(feed: string, headers: ProbeAccess['reader']): Promise<string> {
  for (let after = 'start'; ; ) {
    const { result, next } = await readFeed(`${feed}${after}`, headers)
    if (result.length === 0) return next
    after = next
  }
}

/** Runs every probe again and again for some seconds, each once at least. */
export async function runProbes(access: ProbeAccess, seconds: number): Promise<ProbeSample> {
  const milliseconds: Record<string, number[]> = {}
  const failures: Record<string, number> = {}
  const repeat = async ({ name, pauseMs, run }: Probe) => {
    const times: number[] = []
    milliseconds[name] = times
    const ends = performance.now() + seconds * 1000
    for (let began = performance.now(); times.length === 0 || began < ends; began = performance.now()) {
      made += 1
      try {
        await run(access, made)
      } catch (error) {
        const what = `${name}: ${error instanceof Error ? error.message : error}`
        failures[what] = (failures[what] ?? 0) + 1
      }
      times.push(performance.now() - began)
      await sleep(Math.max(0, pauseMs - (performance.now() - began)))
    }
  }
  await Promise.all(probes.map(repeat))
  return { milliseconds, failures }
}
