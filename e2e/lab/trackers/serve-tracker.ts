import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type FakeTracker, handle, LostResponse } from './fake-tracker.ts'

export type ServedTracker = { readonly url: string; readonly fake: FakeTracker; close(): Promise<void> }

/** Serves a fake tracker on a free loopback port. */
export async function serveTracker(create: (origin: string) => FakeTracker): Promise<ServedTracker> {
  const served: { fake?: FakeTracker } = {}
  const server = createServer(async (request, response) => {
    try {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      const {
        status,
        headers = {},
        body,
      } = handle(served.fake as FakeTracker, {
        method: request.method ?? 'GET',
        url,
        headers: { authorization: request.headers.authorization },
        body: await bodyOf(request),
      })
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    } catch (error) {
      if (!(error instanceof LostResponse)) throw error
      request.socket.destroy()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const fake = create(url)
  served.fake = fake
  return {
    url,
    fake,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return {}
  return (await json(request)) as Record<string, unknown>
}
