import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attack } from '../attack.ts'
import { sendMany } from '../send-many.ts'

/** Milliseconds between two bytes of the other system. */
const pace = 1_000

/** Checks of a connection whose system answers with a byte a second, without end. */
export const checkSlowConnections: Attack = {
  name: 'check-slow-connections',
  async run(own, signal) {
    const slow = await startSlowSystem()
    const headers = { ...(await own.sessionOf('admin')), 'Content-Type': 'application/json' }
    const connections = `${own.server.baseUrl}/api/app/v1/connections`
    const body = JSON.stringify({
      kind: 'servicenow',
      name: 'slow',
      url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
      options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: {} } },
      secret: 'none',
    })
    try {
      const created = await fetch(connections, { method: 'POST', headers, body })
      if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`)
      const { id } = (await created.json()) as { id: string }
      return await sendMany(signal, 30, () => fetch(`${connections}/${id}/check`, { method: 'POST', headers, signal }))
    } finally {
      slow.closeAllConnections()
      slow.close()
    }
  },
}

async function startSlowSystem(): Promise<Server> {
  const slow = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), pace)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
  return slow
}
