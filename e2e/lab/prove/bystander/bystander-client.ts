import { setTimeout as sleep } from 'node:timers/promises'
import { type ProbeAccess, type ProbeSample, runProbes } from './probes.ts'

// The second caller, a process of its own, so that it does not wait for the attacker. It runs one order of its parent at
// a time and returns the sample.

export type BystanderRequest = {
  readonly method: 'GET' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type BystanderOrder = {
  /** Sent in turn. */
  readonly requests: readonly BystanderRequest[]
  readonly perSecond: number
  readonly access: ProbeAccess
  readonly seconds: number
}

export type BystanderSample = {
  /** Milliseconds of each complete response. */
  readonly milliseconds: readonly number[]
  /** Requests without a response of 2xx, by method, path and what came. */
  readonly failures: Readonly<Record<string, number>>
  readonly probes: ProbeSample
}

/** Milliseconds after which a caller gives up. */
const patience = 60_000

/**
 * Sends at a fixed pace, whether or not earlier responses have come: a service that stops for a second delays every
 * request of that second.
 */
async function sample({ requests, perSecond, access, seconds }: BystanderOrder): Promise<BystanderSample> {
  const milliseconds: number[] = []
  const failures: Record<string, number> = {}
  const send = async ({ method, url, headers, body }: BystanderRequest) => {
    const began = performance.now()
    const outcome = await fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(patience) })
      .then(async (response) => ((await response.text()) === '' ? 'no body' : response.ok ? 'ok' : response.status))
      .catch(() => 'no response')
    milliseconds.push(performance.now() - began)
    if (outcome === 'ok') return
    const what = `${method} ${new URL(url).pathname}: ${outcome}`
    failures[what] = (failures[what] ?? 0) + 1
  }
  const probing = runProbes(access, seconds)
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
    sent.push(send(requests[n % requests.length] as BystanderRequest))
  }
  await Promise.all(sent)
  return { milliseconds, failures, probes: await probing }
}

process.on('message', async (order: BystanderOrder) => {
  process.send?.(await sample(order))
})
