import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostDescriptors, openDescriptors, residentMemory } from '#e2e/lab/bench/process-usage.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { get } from './crash/call-server.ts'

/** Seconds to wait for the service, which gives a client 30 to send its request. */
const timeoutSeconds = 240
/** Seconds that responses are left unread; the service gives a client 60. */
const unreadSeconds = 90
/** Silent connections of the long run, and descriptors that a process needs besides those of its clients. */
const crowd = 10_000
const otherDescriptors = 2_500

type ClientCrowd = { readonly sockets: readonly Socket[]; closed(): number; received(): string[] }

export const withstandSlowClients: Claim = {
  name: 'withstand-slow-clients',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ server, tokens }) => {
      const port = Number(new URL(server.baseUrl).port)
      const lines = `Host: localhost\r\nAuthorization: Bearer ${tokens.itsm.write}\r\n`
      // Another caller: requests of the same one wait for each other.
      const others = { Authorization: `Bearer ${tokens.itsm.read}` }
      const page = `GET /api/itsm/v1/changes?limit=100 HTTP/1.1\r\n${lines}`
      const memory = () => Math.round(residentMemory(server.child.pid ?? 0))
      const descriptors = () => openDescriptors(server.child.pid ?? 0)
      const before = memory()
      const calm = descriptors()
      const few = isQuick ? 100 : 500
      // Node raises its limit of descriptors to the maximum; both processes need one per connection.
      const permitted = mostDescriptors(server.child.pid ?? 0)
      const silent = await open(port, isQuick ? 1_000 : Math.min(crowd, permitted - otherDescriptors), '')
      const slowHeaders = await open(port, few, page)
      const slowBodies = await open(
        port,
        few,
        `POST /api/itsm/v1/improvements HTTP/1.1\r\n${lines}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      )
      const halfClosed = await open(port, few, `${page}\r\n`)
      for (const socket of halfClosed.sockets) socket.end()
      const unread = await open(port, isQuick ? 0 : 100, `${page}\r\n`.repeat(100), { isReading: false })
      const isOpen = { ever: true }
      const trickling = trickle(slowHeaders, slowBodies, isOpen)
      const otherRequests = { all: 0, failed: 0 }
      const began = performance.now()
      const end = began + timeoutSeconds * 1000
      const unreadUntil = began + (unread.sockets.length > 0 ? unreadSeconds * 1000 : 0)
      const mostOpen = descriptors()
      const isLeft = () =>
        performance.now() < unreadUntil ||
        [silent, slowHeaders, slowBodies].some(({ sockets, closed }) => closed() < sockets.length)
      let most = memory()
      while (performance.now() < end && isLeft()) {
        const reply = await get(server, '/api/itsm/v1/changes?limit=5', others)
        otherRequests.all += 1
        if (reply?.status !== 200) otherRequests.failed += 1
        most = Math.max(most, memory())
        await sleep(100)
      }
      // Reading on shows the result: the rest of what was sent and the end, or the complete response.
      for (const socket of unread.sockets) socket.resume()
      const crowds = Object.entries({ silent, slowHeaders, slowBodies, unread, halfClosed })
      const isAnyOpen = () => crowds.some(([, { sockets, closed }]) => closed() < sockets.length)
      while (performance.now() < end && isAnyOpen()) await sleep(100)
      isOpen.ever = false
      await trickling
      const answered = halfClosed.received().filter((text) => text.startsWith('HTTP/1.1 200')).length
      const slow = [...slowHeaders.received(), ...slowBodies.received()]
      const explained = slow.filter((text) => text.includes('did not arrive in time')).length
      const { all, failed } = otherRequests
      const faults = [
        ...crowds.flatMap(([name, { sockets, closed }]) => {
          const open = sockets.length - closed()
          return unless(open === 0, `${name}: ${open} of ${sockets.length} are still open`)
        }),
        ...unless(explained === 2 * few, `${explained} of ${2 * few} slow requests got an explanation`),
        ...unless(failed === 0, `${failed} of ${all} requests of others failed`),
      ]
      for (const [, { sockets }] of crowds) for (const socket of sockets) socket.destroy()
      await waitUntil(`at most ${calm + 50} descriptors are open`, () => descriptors() <= calm + 50)
      const figure = `${silent.closed().toLocaleString('en')} silent, ${slowHeaders.closed()} slow headers, ${slowBodies.closed()} slow bodies, ${unread.closed()} unread closed; ${few} half-closed closed or with a response (${answered}); ${all} requests of others, ${failed} failed; memory ${before} MB, at most ${most} MB; descriptors ${calm}, at most ${mostOpen} of ${permitted}, then ${descriptors()}`
      return toVerdict(figure, faults, all > 0)
    }),
}

/** Opens connections in batches, and sends the same data on each. */
async function open(port: number, count: number, text: string, { isReading = true } = {}): Promise<ClientCrowd> {
  const sockets: Socket[] = []
  const received = new Map<Socket, string>()
  const closed = new Set<Socket>()
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => dial(port))
    for (const socket of await Promise.all(batch)) {
      socket.once('close', () => closed.add(socket))
      if (isReading) socket.on('data', (data) => received.set(socket, `${received.get(socket) ?? ''}${data}`))
      else socket.pause()
      if (text !== '') socket.write(text)
      sockets.push(socket)
    }
  }
  return { sockets, closed: () => closed.size, received: () => [...received.values()] }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.once('end', () => socket.end())
  await once(socket, 'connect')
  return socket.on('error', () => {})
}

/** Sends a few bytes every second, so that the connections are never idle and never complete. */
async function trickle(headers: ClientCrowd, bodies: ClientCrowd, isOpen: { readonly ever: boolean }): Promise<void> {
  for (let n = 0; isOpen.ever; n += 1) {
    for (const socket of headers.sockets) if (socket.writable) socket.write(`X-Slow-${n}: 1\r\n`)
    for (const socket of bodies.sockets) if (socket.writable) socket.write(' ')
    await sleep(1_000)
  }
}
