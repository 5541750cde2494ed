import { Client } from 'undici'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { type ServerProcess, startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { postImprovement } from './crash/call-server.ts'

const clients = 32

type Count = { answered: number; afterSignal: number; isSignalGiven: boolean; readonly faults: string[] }

export const endInOrder: Claim = {
  name: 'end-in-order',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ tokens, databaseUrl }) => {
      const times = isQuick ? 1 : 10
      const count: Count = { answered: 0, afterSignal: 0, isSignalGiven: false, faults: [] }
      const headers = { Authorization: `Bearer ${tokens.itsm.write}`, 'Content-Type': 'application/json' }
      for (let time = 0; time < times; time += 1) {
        const server = await startServer({ ...ground.serverEnv, DATABASE_URL: databaseUrl })
        count.isSignalGiven = false
        const loads = Array.from({ length: clients }, (_, n) => loadUntilRefused(server, headers, n, count))
        const enough = count.answered + 10 * clients
        await waitUntil('they are answered', () => count.answered >= enough || count.faults.length > 0, { pollMs: 20 })
        count.isSignalGiven = true
        const code = await server.stop()
        count.faults.push(...unless(code === 0, `the process ended with ${code}`))
        await Promise.all(loads)
      }
      const { answered, afterSignal, faults } = count
      const figure = `${times} ends under ${clients} clients: ${answered.toLocaleString('en')} responses, ${afterSignal} of them after the signal, ${faults.length} faults`
      return toVerdict(figure, faults, afterSignal > 0)
    }),
}

/**
 * The nth client with one connection, every fourth of which writes, until a new connection is refused, which means that
 * the request was not received.
 */
async function loadUntilRefused({ baseUrl }: ServerProcess, headers: Record<string, string>, n: number, count: Count) {
  const client = new Client(baseUrl)
  const isWrite = n % 4 === 0
  try {
    for (let turn = 0; ; turn += 1) {
      const post = postImprovement(`End ${n} ${turn}`, headers)
      const { statusCode, body } = isWrite
        ? await client.request({ ...post, headers, body: JSON.stringify(post.body) })
        : await client.request({ method: 'GET', path: '/api/itsm/v1/changes?limit=20', headers })
      await body.dump()
      count.answered += 1
      if (count.isSignalGiven) count.afterSignal += 1
      const isRight = statusCode === (isWrite ? 201 : 200)
      count.faults.push(...unless(isRight, `a ${isWrite ? 'write' : 'read'} returned ${statusCode}`))
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isRefused = count.isSignalGiven && code === 'ECONNREFUSED'
    count.faults.push(...unless(isRefused, `a request failed: ${error} (${code})`))
  } finally {
    await client.destroy()
  }
}
