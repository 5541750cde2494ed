import { inArray } from 'drizzle-orm'
import { type OwnServer, withOwnServer, withServer } from '#e2e/support/own-server.ts'
import { type RoundRobin, startRoundRobin } from '#e2e/support/round-robin.ts'
import type { ServerProcess } from '#e2e/support/server-process.ts'
import type { Database } from '#server/platform/db/client.ts'
import { improvements } from '#server/schema/improvements.ts'
import type { Ground } from './claim.ts'
import {
  type App,
  type AppCall,
  type AppReply,
  callServer,
  callUntilDecided,
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
