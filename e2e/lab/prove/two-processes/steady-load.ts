import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { improvements } from '#server/schema/improvements.ts'
import { callServer, postImprovement, type Reply, type Request, type Target } from '../crash/call-server.ts'

export type SteadyLoad = {
  count(): number
  /** Ends it; the number of acknowledged writes, and what went wrong: no write may be missing or stored twice. */
  end(db: Database): Promise<{ readonly written: number; readonly failed: number; readonly faults: string[] }>
}

/** 409 asks to retry: the database has not noticed yet that the process that started with the key is gone. */
async function callUntilDecided(target: Target, request: Request): Promise<Reply | undefined> {
  for (let tries = 1; ; tries += 1) {
    const reply = await callServer(target, request)
    if (reply?.status !== 409 || tries === 50) return reply
    await sleep(50)
  }
}

/**
 * Eight clients, half of them reading and half registering improvements with keys; every response must be successful.
 */
export function startSteadyLoad(target: Target, headers: Readonly<Record<string, string>>, name: string): SteadyLoad {
  const acknowledged: string[] = []
  const faults: string[] = []
  let count = 0
  let isOver = false
  const take = (request: Request, reply: Reply | undefined) => {
    count += 1
    const isGood = reply?.status === (request.method === 'POST' ? 201 : 200)
    if (!isGood) faults.push(`${request.method} ${request.path} returned ${reply?.status}`)
    return isGood
  }
  const read = async () => {
    const request: Request = { method: 'GET', path: '/api/itsm/v1/changes?limit=5', headers }
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
    async end(db) {
      isOver = true
      await loads
      const stored = await db.$count(improvements, inArray(improvements.title, acknowledged))
      const { length: written } = acknowledged
      const lost = stored === written ? [] : [`${written} POSTs were acknowledged, ${stored} records exist`]
      return { written, failed: faults.length, faults: [...faults, ...lost] }
    },
  }
}
