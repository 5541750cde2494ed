import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Server as SocketServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on loopback until `close` is called. */
export async function listen(server: Server | SocketServer) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
  return { port, url: `http://127.0.0.1:${port}`, close }
}

/** Lets a server listen on loopback until the test ends. */
export async function listenInTest(server: Server | SocketServer) {
  const { close, ...place } = await listen(server)
  onTestFinished(close)
  return place
}
