import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withOwnServer } from '#e2e/own-server.ts'
import { startServer } from '#e2e/server-process.ts'
import type { Claim } from './claim.ts'

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
        while (count.answered < enough && count.failed.length === 0) await sleep(20)
        signal.isGiven = true
        codes.push(await server.stop())
        await loads
      }
      const faults = [
        ...count.failed,
        ...codes.flatMap((code) => (code === 0 ? [] : [`the process ended with ${code}`])),
      ]
      return {
        figure: `${times} ends under ${clients} clients: ${count.answered.toLocaleString('en')} responses, ${count.afterSignal} of them after the signal, ${count.failed.length} failed`,
        isProven: faults.length === 0 && count.afterSignal > 0,
        faults,
      }
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let turn = 0; ; turn += 1) {
      const isWrite = n % 4 === 0
      const path = isWrite ? '/api/itsm/v1/improvements' : '/api/itsm/v1/changes?limit=20'
      const body = isWrite ? JSON.stringify(improvement(`End ${n} ${turn}`)) : undefined
      const status = await send(`${baseUrl}${path}`, { method: isWrite ? 'POST' : 'GET', headers, agent }, body)
      count.answered += 1
      if (signal.isGiven) count.afterSignal += 1
      if (status !== (isWrite ? 201 : 200)) count.failed.push(`${path} returned ${status}`)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!(signal.isGiven && code === 'ECONNREFUSED')) count.failed.push(`a request failed: ${error} (${code})`)
  } finally {
    agent.destroy()
  }
}

const improvement = (title: string) => ({
  title,
  source_type: 'pir',
  source_ref: 'end-in-order',
  owner: 'ines.marchetti@hindsight.example',
  target_date: '2027-05-29',
})

function send(url: string, options: Parameters<typeof request>[1], body: string | undefined): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request(url, options as object, (response) => {
      response.on('error', fail)
      response.on('end', () => done(response.statusCode ?? 0))
      response.resume()
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
