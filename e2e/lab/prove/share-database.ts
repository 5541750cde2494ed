import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServer } from '#e2e/own-server.ts'
import type { RoundRobin } from '#e2e/round-robin.ts'
import type { ServerProcess } from '#e2e/server-process.ts'
import { type Claim, verdictOf } from './claim.ts'
import { callServer, callUntilDecided, get, postImprovement } from './crash/call-server.ts'
import { startSteadyLoad, withTwoProcesses } from './two-processes.ts'

export const shareDatabase: Claim = {
  name: 'share-database',
  claim:
    'Two processes behind one address act as one: repeated keys, lost updates and lists; when one is killed, no repeatable request fails',
  prove: (ground, { isQuick }) =>
    withTwoProcesses(
      ground,
      async ({ own, other, proxy }) => {
        const faults = [
          ...(await repeatKeys(own, proxy)),
          ...(await patchAtOnce(own, proxy)),
          ...(await compareLists(own, [own.server.baseUrl, other.baseUrl])),
        ]
        const kill = await killOne(own, proxy, other, isQuick ? 4 : 20)
        const figure = `50 POSTs of one key done once, 1 of 20 PATCHes of one version wins; ${kill.count} requests while one was killed, ${kill.failed} failed (${kill.retried} retried on the other)`
        return verdictOf(figure, [...faults, ...kill.faults], kill.retried > 0)
      },
      { HINDSIGHT_JOBS: 'off', HINDSIGHT_RATE_LIMIT: '1000000' },
    ),
}

const writerOf = (own: OwnServer) => ({ Authorization: `Bearer ${own.tokens.itsm.write}` })

/** Concurrent POSTs with the same key, which must all return the same record. */
async function repeatKeys(own: OwnServer, proxy: RoundRobin): Promise<string[]> {
  const request = postImprovement('Once', { ...writerOf(own), 'Idempotency-Key': randomUUID() })
  const replies = await Promise.all(Array.from({ length: 50 }, () => callUntilDecided(proxy, request)))
  const bodies = new Set(replies.map((reply) => JSON.stringify([reply?.status, reply?.body])))
  return bodies.size === 1 && replies[0]?.status === 201 ? [] : [`50 POSTs with one key returned ${[...bodies]}`]
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
