import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { type OwnServer, withOwnServer, withServer } from '#e2e/support/own-server.ts'
import { type RoundRobin, startRoundRobin } from '#e2e/support/round-robin.ts'
import type { ServerProcess } from '#e2e/support/server-process.ts'
import type { Database } from '#server/platform/db/client.ts'
import { improvements } from '#server/schema/improvements.ts'
import { type Claim, type Ground, toVerdict } from './claim.ts'
import {
  type App,
  type AppCall,
  type AppReply,
  callServer,
  callUntilDecided,
  compareServers,
  postImprovement,
} from './crash/call-server.ts'

type TwoProcesses = { readonly own: OwnServer; readonly other: ServerProcess; readonly proxy: RoundRobin }

/** Runs two production servers on a database with demo data, behind one URL, while `use` runs. */
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

/**
 * Eight clients, half of them reading and half registering improvements with keys; every response must be successful.
 */
export function startSteadyLoad(target: App, headers: Readonly<Record<string, string>>, name: string) {
  const acknowledged: string[] = []
  const faults: string[] = []
  let count = 0
  let isOver = false
  const take = (request: AppCall, reply: AppReply | undefined) => {
    count += 1
    const isGood = reply?.status === (request.method === 'POST' ? 201 : 200)
    if (!isGood) faults.push(`${request.method} ${request.path} returned ${reply?.status}`)
    return isGood
  }
  const read = async () => {
    const request: AppCall = { method: 'GET', path: '/api/itsm/v1/changes?limit=5', headers }
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
    /** Ends the load and returns the acknowledged writes and the faults: a write that is missing or stored twice. */
    async end(db: Database) {
      isOver = true
      await loads
      const stored = await db.$count(improvements, inArray(improvements.title, acknowledged))
      const { length: written } = acknowledged
      const lost = stored === written ? [] : [`${written} POSTs were acknowledged, ${stored} records exist`]
      return { written, failed: faults.length, faults: [...faults, ...lost] }
    },
  }
}

const lists = ['/api/itsm/v1/changes?limit=50', '/api/itsm/v1/incidents?limit=50', '/api/itsm/v1/improvements']

export const shareDatabase: Claim = {
  name: 'share-database',
  prove: (ground, { isQuick }) =>
    withTwoProcesses(
      ground,
      async ({ own, other, proxy }) => {
        const headers = { Authorization: `Bearer ${own.tokens.itsm.write}` }
        const differences = await compareServers([own.server, other], lists, headers)
        const load = startSteadyLoad(proxy, headers, 'Kill')
        const halfMs = isQuick ? 2_000 : 10_000
        await sleep(halfMs)
        other.child.kill('SIGKILL')
        await sleep(halfMs)
        const { failed, faults } = await load.end(own.db)
        const figure = `${load.count()} requests while one was killed, ${failed} failed (${proxy.retried()} retried on the other)`
        return toVerdict(figure, [...differences, ...faults], proxy.retried() > 0)
      },
      { HINDSIGHT_JOBS: 'off', HINDSIGHT_RATE_LIMIT: '1000000' },
    ),
}
