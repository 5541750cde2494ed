import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Grace } from './time-limits.ts'

/** Short limits for pools through a proxy that freezes: a connection is soon given up. */
export const shortGrace: Grace = { cancelAfter: 100, giveUpAfter: 200 }

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>

/** A proxy for a database server, which simulates a broken network or a frozen machine. */
export async function startDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${url.searchParams.get('port') ?? port}` }
    : { host: url.hostname, port }
  const sockets = new Set<Socket>()
  let isFrozen = false
  let editBytes = (sent: Buffer): Buffer | null => sent
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (sent) => {
        const passed = from === far ? editBytes(sent) : sent
        if (passed === null) far.destroy()
        else to.write(passed)
      })
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The URL of the database through the proxy. */
    url: url.href,
    /** Stops forwarding bytes in both directions on every connection, without closing it. */
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    /** Changes the bytes that the database sends from now on; null closes the connection. */
    edit(next: (sent: Buffer) => Buffer | null) {
      editBytes = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
