import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sessionOf } from '#e2e/own-server.ts'
import type { Attack } from '../attack.ts'
import { create } from '../create.ts'

/** Milliseconds between two bytes of the other system. */
const pace = 1_000

/** Checks of a connection whose system answers with a byte a second, without end. */
export const checkSlowConnections: Attack = {
  name: 'check-slow-connections',
  connections: 30,
  async prepare({ baseUrl }) {
    const slow = await startSlowSystem()
    const headers = { ...(await sessionOf(baseUrl, 'admin')), 'Content-Type': 'application/json' }
    const connections = `${baseUrl}/api/app/v1/connections`
    const connection = JSON.stringify({
      kind: 'servicenow',
      name: 'slow',
      url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
      options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: {} } },
      secret: 'none',
    })
    const id = await create(connections, headers, connection)
    return () => new Request(`${connections}/${id}/check`, { method: 'POST', headers })
  },
}

/** It ends with the process of the attacker. */
async function startSlowSystem(): Promise<Server> {
  const slow = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), pace)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
  return slow
}
