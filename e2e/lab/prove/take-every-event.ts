import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { type Load, type LoadRequest, loadServer } from '#e2e/lab/bench/load.ts'
import { percentile } from '#e2e/lab/bench/statistics.ts'
import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { endDatabase, fillState, inState, withOwnState } from './crash/own-state.ts'

const perSecond = 2_000
const secondsInAll = 60

export const takeEveryEvent: Claim = {
  name: 'take-every-event',
  async prove(_ground, { isQuick }) {
    const { acknowledged, loads, lost, readSeconds } = await sendThroughKill(isQuick ? 10 : secondsInAll)
    const seconds = loads.reduce((sum, load) => sum + load.seconds, 0)
    const rate = acknowledged.size / seconds
    const latencies = loads.flatMap((load) => load.latencies)
    const faults = [
      ...unless(lost === 0, `${lost} accepted events are not stored`),
      ...unless(rate >= perSecond * 0.97, `${Math.round(rate)} events a second were accepted, not ${perSecond}`),
    ]
    const figure = [
      `${acknowledged.size.toLocaleString('en')} accepted in ${seconds.toFixed(0)} s (${Math.round(rate).toLocaleString('en')} a second), ${lost} lost after kill -9`,
      `response p50 ${percentile(latencies, 50).toFixed(0)} ms, p99 ${percentile(latencies, 99).toFixed(0)} ms`,
      `all read ${readSeconds.toFixed(0)} s later`,
    ].join('; ')
    return toVerdict(figure, faults)
  },
}

/** Sends for some seconds, and kills application and database in the middle. */
function sendThroughKill(seconds: number) {
  return withOwnState(async (state) => {
    await fillState(state)
    const env = { ...state.env, HINDSIGHT_JOBS: 'on' }
    let server = await startServer(env)
    const path = await addSenderTo(server.baseUrl, 'github')
    /** Deliveries that were answered with 202. */
    const acknowledged = new Set<string>()
    const onAnswer: Load['onAnswer'] = (status, headers) => {
      if (status === 202) acknowledged.add(headers['x-github-delivery'] ?? '')
    }
    const half = { connections: 50, seconds: seconds / 2, rate: perSecond, onAnswer }
    const gone = new Promise((resolve) => server.child.once('exit', resolve))
    const killing = sleep(half.seconds * 1000 - 500).then(async () => {
      server.child.kill('SIGKILL')
      await endDatabase(state)
    })
    const first = await loadServer({ ...half, url: server.baseUrl, requests: requestsTo(path, 'before') })
    await Promise.all([killing, gone])
    server = await startServer(env)
    const second = await loadServer({ ...half, url: server.baseUrl, requests: requestsTo(path, 'after') })
    try {
      const readSeconds = (await waitUntilRead(state)) / 1000
      return { acknowledged, loads: [first, second], lost: await countLost(state, [...acknowledged]), readSeconds }
    } finally {
      await server.stop()
    }
  })
}

type DeliveryState = Parameters<typeof inState>[0]

const waitUntilRead = (state: DeliveryState): Promise<number> =>
  inState(state, ({ db }) => {
    const areRead = async () => (await db.$count(inboundEvents, eq(inboundEvents.status, 'waiting'))) === 0
    return waitUntil('the events are read', areRead, { pollMs: 1_000 })
  })

const countLost = (state: DeliveryState, ids: readonly string[]): Promise<number> =>
  inState(state, async ({ db }) => {
    let stored = 0
    for (let at = 0; at < ids.length; at += 5_000)
      stored += await db.$count(inboundEvents, inArray(inboundEvents.deliveryId, ids.slice(at, at + 5_000)))
    return ids.length - stored
  })

/** Signed events of GitHub of a thousand deployments, each with a delivery of its own whenever it is sent. */
const requestsTo = (path: string, run: string): LoadRequest[] =>
  Array.from({ length: 4_000 }, (_, n) => {
    const service = `shop/service-${n % 50}`
    const at = new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString()
    const commit = { sha: 'f95f852b', ref: 'main', task: 'deploy', environment: 'production' }
    const body = JSON.stringify({
      deployment: { id: n >> 2, ...commit, created_at: at },
      repository: { name: service, full_name: service, html_url: 'https://github.com/shop/service' },
      ...(n % 4 > 0 && { deployment_status: { state: n % 4 === 1 ? 'in_progress' : 'success', created_at: at } }),
    })
    const headers = {
      'content-type': 'application/json',
      'x-github-event': n % 4 > 0 ? 'deployment_status' : 'deployment',
      'x-github-delivery': `${run}-{n}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', senderSecret).update(body).digest('hex')}`,
    }
    return { method: 'POST', path, headers, body }
  })
