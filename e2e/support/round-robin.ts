import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serveHttp } from './resources.ts'

export type RoundRobin = {
  readonly baseUrl: string
  /** The number of requests sent to a second process because the first did not respond or returned 503. */
  retried(): number
  close(): Promise<void>
}

type ProxiedAnswer = { readonly from: IncomingMessage; readonly body: Buffer }

/**
 * A small reverse proxy with alternating targets. Without a response it retries on the other process if the request may
 * be repeated: GET, HEAD, PUT, and POST with an Idempotency-Key; PATCH only if it was never sent.
 */
export async function startRoundRobin(upstreams: readonly string[]): Promise<RoundRobin> {
  let turn = 0
  let retries = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const first = turn++
    for (let attempt = 1; ; attempt += 1) {
      const upstream = upstreams[(first + attempt - 1) % upstreams.length] ?? ''
      const isLast = attempt === 6
      try {
        const { from, body: responseBody } = await forward(agent, upstream, incoming, body)
        if (from.statusCode === 503 && mayRepeat(incoming) && !isLast) {
          retries += 1
          continue
        }
        outgoing.writeHead(from.statusCode ?? 502, { ...from.headers, connection: 'keep-alive' }).end(responseBody)
        return
      } catch (error) {
        const wasNeverSent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (isLast || !(wasNeverSent || mayRepeat(incoming))) {
          outgoing.writeHead(502).end()
          return
        }
        retries += 1
      }
    }
  }

  const served = await serveHttp((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return {
    baseUrl: served.url,
    retried: () => retries,
    async close() {
      agent.destroy()
      await served.close()
    },
  }
}

const mayRepeat = ({ method, headers }: IncomingMessage) =>
  ['GET', 'HEAD', 'PUT'].includes(method ?? '') || headers['idempotency-key'] !== undefined

function forward(agent: Agent, upstream: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<ProxiedAnswer>((done, fail) => {
    const sent = request(`${upstream}${url}`, { method, headers, agent }, (from) => {
      buffer(from).then((responseBody) => done({ from, body: responseBody }), fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
