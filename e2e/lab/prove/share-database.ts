import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnServer, withOwnServer } from '#e2e/own-server.ts'
import { type ServerProcess, startServer } from '#e2e/server-process.ts'
import type { Claim } from './claim.ts'
import { callServer, get, postImprovement, type Request } from './crash/call-server.ts'
import { type RoundRobin, startRoundRobin } from './two-processes/round-robin.ts'
import { startSteadyLoad } from './two-processes/steady-load.ts'

export const shareDatabase: Claim = {
  name: 'share-database',
  claim:
    'Two processes behind one address act as one: repeated keys, lost updates and lists; when one is killed, no repeatable request fails',
  prove: (ground, { isQuick }) => {
    const env = { HINDSIGHT_JOBS: 'off', HINDSIGHT_RATE_LIMIT: '1000000' }
    return withOwnServer(
      ground,
      async (own) => {
        const shared = { ...ground.serverEnv, ...env, DATABASE_URL: own.databaseUrl }
        const other = await startServer('production', shared)
        const proxy = await startRoundRobin([own.server.baseUrl, other.baseUrl])
        try {
          const faults = [
            ...(await repeatKeys(own, proxy)),
            ...(await patchAtOnce(own, proxy)),
            ...(await compareLists(own, [own.server.baseUrl, other.baseUrl])),
          ]
          const kill = await killOne(own, proxy, other, isQuick ? 4 : 20)
          return {
            figure: `50 POSTs of one key done once, 1 of 20 PATCHes of one version wins; ${kill.count} requests while one was killed, ${kill.failed} failed (${kill.retried} retried on the other)`,
            isProven: faults.length === 0 && kill.faults.length === 0 && kill.retried > 0,
            faults: [...faults, ...kill.faults],
          }
        } finally {
          await proxy.close()
          other.child.kill('SIGKILL')
        }
      },
      env,
    )
  },
}

const writerOf = (own: OwnServer) => ({ Authorization: `Bearer ${own.tokens.itsm.write}` })

/** Concurrent POSTs with the same key, which must all return the same record. */
async function repeatKeys(own: OwnServer, proxy: RoundRobin): Promise<string[]> {
  const request = postImprovement('Once', { ...writerOf(own), 'Idempotency-Key': randomUUID() })
  const replies = await Promise.all(Array.from({ length: 50 }, () => callUntilDone(proxy, request)))
  const ids = new Set(replies.map((reply) => JSON.stringify(reply)))
  return ids.size === 1 ? [] : [`50 POSTs with one key made ${ids.size} records`]
}

/** 409 asks to retry: the first request with the key is still running. */
async function callUntilDone(proxy: RoundRobin, request: Request): Promise<unknown> {
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await callServer(proxy, request)
    if (reply?.status !== 409) return reply?.status === 201 ? (reply.body as { result: { id: string } }) : reply
    await sleep(50)
  }
  return undefined
}

/** Concurrent PATCHes of one version: exactly one may succeed. */
async function patchAtOnce(own: OwnServer, proxy: RoundRobin): Promise<string[]> {
  const list = await get(proxy, '/api/itsm/v1/changes?limit=1', writerOf(own))
  const listed = list?.body as { result: { number: string }[] } | undefined
  const path = `/api/itsm/v1/changes/${listed?.result[0]?.number}`
  const etag = (await fetch(`${proxy.baseUrl}${path}`, { headers: writerOf(own) })).headers.get('etag') ?? ''
  const headers = { ...writerOf(own), 'If-Match': etag }
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      callServer(proxy, { method: 'PATCH', path, headers, body: { pir_reference: `PIR-${n}` } }),
    ),
  )
  const won = replies.filter((reply) => reply?.status === 200).length
  const lost = replies.filter((reply) => reply?.status === 412).length
  return won === 1 && lost === 19 ? [] : [`of 20 PATCHes of one version ${won} succeeded and ${lost} were rejected`]
}

/** Compares the same page from both, byte by byte. */
async function compareLists(own: OwnServer, baseUrls: readonly string[]): Promise<string[]> {
  const pages = ['/api/itsm/v1/changes?limit=50', '/api/itsm/v1/incidents?limit=50', '/api/itsm/v1/improvements']
  const faults: string[] = []
  for (const page of pages) {
    const texts = await Promise.all(
      baseUrls.map(async (baseUrl) => (await fetch(`${baseUrl}${page}`, { headers: writerOf(own) })).text()),
    )
    if (new Set(texts).size > 1) faults.push(`${page} is not the same from both processes`)
  }
  return faults
}

/** Readers and writers for some seconds; one process is killed in the middle. */
async function killOne(own: OwnServer, proxy: RoundRobin, victim: ServerProcess, seconds: number) {
  const before = proxy.retried()
  const load = startSteadyLoad(proxy, writerOf(own), 'Kill')
  await sleep(seconds * 500)
  victim.child.kill('SIGKILL')
  await sleep(seconds * 500)
  return { ...(await load.end(own.db)), count: load.count(), retried: proxy.retried() - before }
}
