import { Client } from 'undici'
import { withOwnServer } from '#e2e/own-server.ts'
import { startServer } from '#e2e/server-process.ts'
import { waitUntil } from '#e2e/wait-until.ts'
import { type Claim, verdictOf } from './claim.ts'
import { postImprovement } from './crash/call-server.ts'

const clients = 32

type Count = { answered: number; afterSignal: number; failed: string[] }

export const endInOrder: Claim = {
  name: 'end-in-order',
  claim: 'SIGTERM under load fails no request in flight, counted by the clients',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ tokens, databaseUrl }) => {
      const times = isQuick ? 1 : 10
      const count: Count = { answered: 0, afterSignal: 0, failed: [] }
      const codes: (number | null)[] = []
      for (let time = 0; time < times; time += 1) {
        const server = await startServer('production', { ...ground.serverEnv, DATABASE_URL: databaseUrl })
        const signal = { isGiven: false }
        const headers = { Authorization: `Bearer ${tokens.itsm.write}`, 'Content-Type': 'application/json' }
        const loads = Promise.all(
          Array.from({ length: clients }, (_, n) =>
            loadUntilRefused({ baseUrl: server.baseUrl, headers, n, count, signal }),
          ),
        )
        const enough = count.answered + 10 * clients
        await waitUntil('they are answered', () => count.answered >= enough || count.failed.length > 0, { pollMs: 20 })
        signal.isGiven = true
        codes.push(await server.stop())
        await loads
      }
      const faults = [
        ...count.failed,
        ...codes.flatMap((code) => (code === 0 ? [] : [`the process ended with ${code}`])),
      ]
      const figure = `${times} ends under ${clients} clients: ${count.answered.toLocaleString('en')} responses, ${count.afterSignal} of them after the signal, ${count.failed.length} failed`
      return verdictOf(figure, faults, count.afterSignal > 0)
    }),
}

type Load = {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** The number of the client; every fourth writes. */
  readonly n: number
  readonly count: Count
  readonly signal: { readonly isGiven: boolean }
}

/** A client with one connection, until a new connection is refused, which means that the request was not received. */
async function loadUntilRefused({ baseUrl, headers, n, count, signal }: Load): Promise<void> {
  const client = new Client(baseUrl)
  try {
    for (let turn = 0; ; turn += 1) {
      const post = postImprovement(`End ${n} ${turn}`, headers)
      const isWrite = n % 4 === 0
      const { statusCode, body } = isWrite
        ? await client.request({ ...post, headers, body: JSON.stringify(post.body) })
        : await client.request({ method: 'GET', path: '/api/itsm/v1/changes?limit=20', headers })
      await body.dump()
      count.answered += 1
      if (signal.isGiven) count.afterSignal += 1
      if (statusCode !== (isWrite ? 201 : 200))
        count.failed.push(`a ${isWrite ? 'write' : 'read'} returned ${statusCode}`)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!(signal.isGiven && code === 'ECONNREFUSED')) count.failed.push(`a request failed: ${error} (${code})`)
  } finally {
    await client.destroy()
  }
}
